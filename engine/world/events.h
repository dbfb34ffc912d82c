#pragma once

#include "engine/core/handle.h"
#include "engine/math/position.h"

#include <vector>

namespace satbox {

struct ContactBeginEvent { // two shapes began to touch
    ShapeId shapeA, shapeB;
    BodyId bodyA, bodyB;
    Position point{};
    Vec2 normal{0.0f, 0.0f}; // from A to B
};

struct ContactEndEvent { // they came apart, or one was removed (its id is stale then)
    ShapeId shapeA, shapeB;
    BodyId bodyA, bodyB;
};

struct ContactHitEvent { // they met faster than WorldSettings::hitThreshold
    ShapeId shapeA, shapeB;
    BodyId bodyA, bodyB;
    Position point{};
    Vec2 normal{0.0f, 0.0f};
    float speed = 0.0f; // m/s, approach along the normal
};

struct SensorEvent {
    ShapeId sensor, visitor;
    bool began = false; // false: ended
};

// Why a body was frozen.
enum class QuarantineReason {
    NotFinite, // its pose or velocity was no longer finite
    LeftWorld, // it was farther from the world's origin than kMaxPosition in x or y
};

// What follows "body 7 was frozen: ".
const char* describe(QuarantineReason reason);

struct QuarantineEvent { // a body was frozen where the step began that lost it
    BodyId body;
    QuarantineReason reason = QuarantineReason::NotFinite;
};

// What happened in the last step (edits and refreshContacts between steps add theirs to the next one's), in a
// deterministic order.
struct WorldEvents {
    std::vector<ContactBeginEvent> begins;
    std::vector<ContactEndEvent> ends;
    std::vector<ContactHitEvent> hits;
    std::vector<SensorEvent> sensors;
    std::vector<QuarantineEvent> quarantines;
    void clear();
};

} // namespace satbox
