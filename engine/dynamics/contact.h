#pragma once

#include "engine/collision/manifold.h"
#include "engine/core/handle.h"

#include <cstddef>

namespace satbox {

// One point of a contact, world axes. The anchors, and the four numbers that a step leaves behind, lie
// together: the solver loads and stores each four at once.
struct ContactPoint {
    Vec2 anchorA{0.0f, 0.0f};    // from body A's centre of mass to the point, m
    Vec2 anchorB{0.0f, 0.0f};    // from body B's centre of mass, m
    float normalImpulse = 0.0f;  // N s, of the last substep (or step, sequential impulses); >= 0
    float tangentImpulse = 0.0f; // N s, along perp(normal) on B
    float totalImpulse = 0.0f;   // N s, normal impulse summed over all the substeps of the last step
    float normalVelocity =
        0.0f;                // m/s, of B against A along the normal when the step began; negative approaches
    float separation = 0.0f; // m, at the start of the step; negative overlaps, positive is speculative
    uint32_t age = 0;        // steps that this feature id has persisted; 0: new in the last step
    FeatureId id;
};

// What a manifold is placed from while the bodies have hardly moved against each other since it was made:
// the reference face stays with its body, the points with the other one.
struct ManifoldCache {
    Transform pose{{0.0f, 0.0f}, {0.0f, 0.0f}}; // B in A's frame when it was made; a zero rotation: none
    float extent = 0.0f;         // m, of the smaller body about its origin; negative where that is A
    Vec2 faceNormal{0.0f, 0.0f}; // out of the reference face, in its body's frame
    Vec2 points[2]{};            // in the other body's frame, m
    float offsets[2]{};          // m: separation = dot(normal, point - origin of the face's body) - offset

    // Of a pair that has no points, being apart: how it lay then, and how far its bodies may move and turn
    // against each other until it may have some, m (0: not known). In the place of what only points need.
    void setApart(const Transform& bInA, float reach)
    {
        *this = {};
        points[0] = bInA.p;
        points[1] = {bInA.q.c, bInA.q.s};
        offsets[0] = reach;
    }
    Transform apartPose() const { return {points[0], {points[1].x, points[1].y}}; }
    float apartReach() const { return offsets[0]; }

    bool isSet() const { return pose.q.c != 0.0f || pose.q.s != 0.0f; }
    friend bool operator==(const ManifoldCache&, const ManifoldCache&) = default;
};

// A pair of shapes whose fat boxes overlap; touching when it has points. Three cache lines: the first two are
// what is solved, and written in each step; the last is what it is made of and placed from, which the solver
// never reads and a kept manifold never writes. Groups of four numbers are what the kernels load
// (contact_words.inl).
struct alignas(64) Contact {
    uint32_t bodyA = 0, bodyB = 0; // slots

    Vec2 normal{0.0f, 0.0f};     // unit, from A to B, world axes
    float staticFriction = 0.0f; // combined
    float dynamicFriction = 0.0f;

    float restitution = 0.0f;
    uint32_t age = 0;     // steps since it began touching
    bool sliding = false; // friction reached the cone in the last step
    ReferenceOwner referenceOwner = ReferenceOwner::None;
    uint8_t referenceFace = 0;
    uint8_t incidentFace = 0;
    int8_t colour = -1;    // solving colour, see ContactColours; -1 not solved, kOverflowColour one by one
    bool sensor = false;   // overlap is reported, nothing is solved
    bool touching = false; // some point overlapped or was pushed, and since then stayed within the slop
    uint8_t count = 0;     // contact points, speculative ones too

    ContactPoint points[2]; // those beyond `count` are all zero

    uint32_t shapeA = 0, shapeB = 0; // slots; the shape with the lower slot is A
    ManifoldCache basis;
};
static_assert(sizeof(Contact) == 192 && offsetof(Contact, shapeA) == 128);

} // namespace satbox
