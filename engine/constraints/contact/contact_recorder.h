#pragma once

#include <satbox/contacts.h>
#include <satbox/math.h>

#include <cstdint>

namespace satbox {

struct JointConstraints; // engine/constraints/joint_constraints.h
struct JointVisit;       // engine/constraints/joint/joint_visit.h
struct JointTreeVisit;   // engine/constraints/joint/joint_tree.h

// A solver's computation for one contact point in one direction (normal or tangent), in one pass. For
// impulses:
//   wanted = before - (mass (massScale (speed + bias)) + impulseScale before),  after = wanted within limits
struct PointRecord {
    enum class Quantity : uint8_t {
        Normal,   // after >= 0: a contact does not pull
        Tangent,  // |after| <= limit: the friction cone
        Position, // moves the bodies apart by -bias m and leaves velocities alone; only anchor, separation
                  // and bias are meaningful
    };
    uint32_t shapeA = 0, shapeB = 0; // slots; not set for a contact in a block
    uint8_t point = 0;               // of the contact
    FeatureId id{}; // vertex contacts only: the index of their point changes between substeps
    Quantity quantity = Quantity::Normal;
    Vec2 anchorA{0.0f, 0.0f}; // from A's centre of mass to where the impulse acts, m
    Vec2 anchorB{0.0f, 0.0f}; // from B's centre of mass, m
    Vec2 normal{0.0f, 0.0f};  // unit, from A to B, world axes; not set for a Position
    float separation = 0.0f;  // m, current
    float speed = 0.0f;       // m/s, of B relative to A along the normal or the tangent
    float bias = 0.0f;        // m/s, added to the speed that is removed
    float mass = 0.0f;        // kg, effective mass along the direction
    float massScale = 1.0f;   // Softness: 1 is rigid; manifold-impulse solver: share of one of several points
    float impulseScale = 0.0f; // Softness: 0 is rigid
    float limit = 0.0f;        // N s, friction
    float before = 0.0f; // N s, accumulated impulse; 0 for the vertex-contact and manifold-impulse solvers
                         // (docs/references.md), which accumulate none
    float wanted = 0.0f; // N s, before the limits
    float after = 0.0f;  // N s, accumulated impulse; for those two solvers the impulse of this visit
    float speedAfter = 0.0f; // m/s, after the visit
};

// Receives every visit while a step is solved, one contact at a time on the calling thread. It observes only:
// a world stepped with a recorder has the same bits as one stepped without.
class ContactRecorder {
  public:
    virtual ~ContactRecorder() = default;
    // From now on `block` holds this contact.
    virtual void packed(const void* block, uint32_t contact) = 0;
    // `block` identifies the contact, see packed(); nullptr: the contact of the record's shapes.
    virtual void visited(const void* block, const PointRecord& record) = 0;
    // Rolling resistance of the block's contact applied an impulse to the rotation of B, N m s; its opposite
    // acts on A.
    virtual void rolled(const void* /*block*/, float /*impulse*/) {}
    // A mouse joint (slot) applied an impulse, N s, at an anchor relative to the centre of mass, m.
    virtual void pulled(uint32_t, Vec2 /*anchor*/, Vec2 /*impulse*/) {}
    // A joint (slot) applied impulses to its bodies, N s and N m s about the centres of mass.
    virtual void joined(uint32_t, Vec2 /*impulseA*/, float /*turnA*/, Vec2 /*impulseB*/, float /*turnB*/) {}
    // Joints begin a substep, before their impulses of the last one are applied again.
    virtual void preparedJoints(const JointConstraints&) {}
    // A row or the pin of a joint was visited.
    virtual void visitedJoint(const JointVisit&) {}
    // After the visits of the same joint with JointVisit::Kind::Tree.
    virtual void solvedInTree(const JointTreeVisit&) {}
};

} // namespace satbox
