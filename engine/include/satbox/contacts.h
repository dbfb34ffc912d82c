#pragma once

#include <satbox/config.h>
#include <satbox/ids.h>
#include <satbox/math.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace satbox {

// Identifies the features of the two shapes that made a contact point. It is constant while the same edges
// and vertices touch, so that warm starting matches points of consecutive steps by comparing one integer.
struct FeatureId {
    // (index on A) << 8 | index on B. Between polygons, capsules and segments, both are vertices. Against a
    // circle, the other shape's index is an edge, or 0x80 + a vertex, and the circle's index is 0. In vertex
    // contacts, one index is 0x80 + a vertex and the other is 0.
    uint16_t key = 0;
    uint8_t indexA() const { return static_cast<uint8_t>(key >> 8); }
    uint8_t indexB() const { return static_cast<uint8_t>(key & 0xFF); }
    friend bool operator==(const FeatureId&, const FeatureId&) = default;
};

// The shape whose face gave the normal.
enum class ReferenceOwner : uint8_t { None, A, B };
SATBOX_INLINE ReferenceOwner otherOwner(ReferenceOwner owner)
{
    if (owner == ReferenceOwner::None) return owner;
    return owner == ReferenceOwner::A ? ReferenceOwner::B : ReferenceOwner::A;
}

// One point of a contact, world axes. The two anchors, and the four floats that a step writes, are
// contiguous: the solver loads and stores each as one group of four.
struct ContactPoint {
    Vec2 anchorA{0.0f, 0.0f};    // from body A's centre of mass to the point, m
    Vec2 anchorB{0.0f, 0.0f};    // from body B's centre of mass, m
    float normalImpulse = 0.0f;  // N s, of the last substep (sequential impulses: of the step); >= 0
    float tangentImpulse = 0.0f; // N s, along perp(normal) on B
    float totalImpulse = 0.0f;   // N s, normal impulse summed over all the substeps of the last step
    // m/s, of B relative to A along the normal at the start of the step; negative: approaching
    float normalVelocity = 0.0f;
    float separation = 0.0f; // m, at the start of the step; negative: overlap, positive: speculative
    uint32_t age = 0;        // steps that this feature id has persisted; 0: new in the last step
    FeatureId id;
};

// Manifold in body-local coordinates, from which a recycled manifold is computed while the bodies hardly move
// relative to each other: the reference face is fixed to its body, the points to the other body.
struct ManifoldCache {
    Transform pose{{0.0f, 0.0f}, {0.0f, 0.0f}}; // B in A's frame at creation; zero rotation: not set
    // m, bound of the distance from the smaller body's origin to its farthest point. The sign tells which
    // body is smaller: negative: A; positive: B.
    float extent = 0.0f;
    Vec2 faceNormal{0.0f, 0.0f}; // outward normal of the reference face, in its body's frame
    Vec2 points[2]{};            // in the other body's frame, m
    float offsets[2]{};          // m: separation = dot(normal, point - origin of the face's body) - offset

    // For a pair without points: its relative pose and its slack, m, by which the bodies may move and turn
    // relative to each other before the pair can have points (0: unknown). Both are stored in the fields of
    // the points.
    void setSeparated(const Transform& bInA, float slack)
    {
        *this = {};
        points[0] = bInA.p;
        points[1] = {bInA.q.c, bInA.q.s};
        offsets[0] = slack;
    }
    Transform separatedPose() const { return {points[0], {points[1].x, points[1].y}}; }
    float separationSlack() const { return offsets[0]; }

    bool isSet() const { return pose.q.c != 0.0f || pose.q.s != 0.0f; }
    friend bool operator==(const ManifoldCache&, const ManifoldCache&) = default;
};

// A pair of shapes whose fat boxes overlap. Three cache lines: the solver reads and writes the first two in
// each step. The last one holds the shapes and the manifold cache: the passes of the soft step never read it,
// and recycling a manifold never writes it. Kernels load groups of four floats (contact_words.inl).
struct alignas(64) Contact {
    uint32_t bodyA = 0, bodyB = 0; // slots

    Vec2 normal{0.0f, 0.0f};     // unit, from A to B, world axes
    float staticFriction = 0.0f; // combined
    float dynamicFriction = 0.0f;

    float restitution = 0.0f;
    uint32_t age = 0;     // steps since it began touching
    bool sliding = false; // friction reached the friction cone in the last step
    ReferenceOwner referenceOwner = ReferenceOwner::None;
    uint8_t referenceFace = 0;
    uint8_t incidentFace = 0;
    int8_t colour = -1;  // contact colour, see EdgeColours; -1: not solved, kOverflowColour: one by one
    bool sensor = false; // overlap is reported, nothing is solved
    // Some point has overlapped or been pushed, and since then some point has stayed within the slop.
    bool touching = false;
    uint8_t count = 0; // contact points, speculative ones too

    ContactPoint points[2]; // all zero from `count` on

    uint32_t shapeA = 0, shapeB = 0; // slots; the shape with the lower slot is A
    ManifoldCache cache;
    float rollingImpulse = 0.0f; // N m s, of rolling resistance, on B; of the last substep
};
static_assert(sizeof(Contact) == 192 && offsetof(Contact, shapeA) == 128);

// Bodies that came to rest together; none of them is in any hot array. The island stores the contacts with
// points between its bodies and bodies that are not awake. A contact of two sleeping islands is stored in one
// of them. Contacts with an awake body stay in the awake list. Contacts without points are dropped when the
// island falls asleep and found again when it wakes.
struct SleepingIsland {
    std::vector<uint32_t> bodies; // slots, ascending
    std::vector<Contact> contacts;
};

// A contact with the points that the solver works on: the one or two points of its clipped manifold, or the
// vertices that SolverType::VertexContact found. Valid until the world changes.
struct ContactView {
    const Contact* contact = nullptr; // null: no contact
    std::span<const ContactPoint> points{};

    explicit operator bool() const { return contact != nullptr; }
};

} // namespace satbox
