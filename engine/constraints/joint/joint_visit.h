#pragma once

#include "engine/constraints/joint_pass.h"
#include <satbox/math.h>

#include <cstdint>

namespace satbox {

inline constexpr int kPinRow = -1;

// The solver's computation for one row of a joint, or for its pin, in one pass:
//   wanted = before - mass massScale (rate + bias) - impulseScale before,   after = wanted within limits
// The pin has vectors, and a symmetric matrix as its mass. A row has their x and xx.
struct JointVisit {
    enum class Kind : uint8_t {
        Begin, // of a substep, or (JointPass::Relax) after the poses have moved: the impulse of the last
               // substep is applied again, so after - before is what was applied; there is no rate
        Alone,
        Tree,  // together with other joints: the impulse is that of the JointTreeVisit that follows
        Leave, // the impulse that the tree gave to a limit or motor is beyond its bound: it is set to the
               // bound, and the row leaves the tree; there is no rate
    };
    uint32_t joint = 0; // slot
    int row = kPinRow;
    Kind kind = Kind::Alone;
    JointPass pass = JointPass::Push;
    Vec2 value{0.0f, 0.0f}; // of the coordinate, m or rad; of a pin, from anchor A to anchor B, m
    Vec2 directionA{0.0f, 0.0f}, directionB{0.0f, 0.0f}; // as in JointRow; none for a pin
    float massXX = 0.0f, massXY = 0.0f, massYY = 0.0f;   // effective, kg or kg m^2
    Vec2 rate{0.0f, 0.0f}, bias{0.0f, 0.0f};             // m/s or rad/s
    float massScale = 1.0f, impulseScale = 0.0f;         // Softness
    float limit = 0.0f;                                  // N s or N m s, of motors and of limited force
    Vec2 before{0.0f, 0.0f}, wanted{0.0f, 0.0f};         // N s or N m s, accumulated
    Vec2 after{0.0f, 0.0f};
};

} // namespace satbox
