#pragma once

#include "engine/collision/manifold.h"
#include "engine/math/vec2.h"

#include <cstdint>

namespace satbox {

// What a solver did about one direction of one contact point, in one visit: the line of arithmetic with its
// numbers. Of impulses:
//   wanted = before - (mass (massScale (speed + bias)) + impulseScale before),  after = wanted within limits
struct PointRecord {
    enum class Quantity : uint8_t {
        Normal,   // after is at least 0: a contact does not pull
        Tangent,  // after is at most `limit` in size: the friction cone
        Position, // moves the bodies apart by -bias m and leaves velocities alone; only anchor, separation
                  // and bias mean something
    };
    uint32_t shapeA = 0, shapeB = 0; // slots; not set for a contact in a block
    uint8_t point = 0;               // of the contact
    FeatureId id{};                  // of a vertex contact's point: its number changes between iterations
    Quantity quantity = Quantity::Normal;
    Vec2 anchorA{0.0f, 0.0f};  // from A's centre of mass to where the impulse acts, m
    Vec2 anchorB{0.0f, 0.0f};  // from B's centre of mass, m
    Vec2 normal{0.0f, 0.0f};   // unit, from A to B, world axes; not set for a Position
    float separation = 0.0f;   // m, as it is now
    float speed = 0.0f;        // m/s, of B against A along the normal or the tangent
    float bias = 0.0f;         // m/s, added to the speed that is to vanish
    float mass = 0.0f;         // kg, effective mass along the direction
    float massScale = 1.0f;    // Softness: 1 is rigid; of R5 the share of one of several points
    float impulseScale = 0.0f; // Softness: 0 is rigid
    float limit = 0.0f;        // N s, of friction
    float before = 0.0f;       // N s, accumulated impulse; 0 of R4 and R5, whose visits stand alone
    float wanted = 0.0f;       // N s, before limits
    float after = 0.0f;        // N s, accumulated impulse; of R4 and R5 what this visit gave
    float speedAfter = 0.0f;   // m/s, what the visit left
};

// Told of every visit while a step is solved, one contact after the other on the calling thread. It sees and
// cannot change: a world stepped with one has the same bits as one stepped without.
class ContactRecorder {
  public:
    virtual ~ContactRecorder() = default;
    // The block holds this contact from now on.
    virtual void packed(const void* block, uint32_t contact) = 0;
    // `block`: which contact, see packed(); nullptr: the one of the record's shapes.
    virtual void visited(const void* block, const PointRecord& record) = 0;
    // A mouse joint (slot) gave its body an impulse, N s, at the anchor from the centre of mass, m.
    virtual void pulled(uint32_t, Vec2 /*anchor*/, Vec2 /*impulse*/) {}
};

} // namespace satbox
