#pragma once

#include <cstdint>

namespace satbox {

// What a visit to a joint does. A substep of the soft step has Push and Relax, see JointConstraint;
// the other solvers make Velocity visits and correct poses (correctJoints).
enum class JointPass : uint8_t {
    Push,     // velocities satisfy the joint at the end of the substep; errors are removed, too
    Relax,    // velocities across the joint vanish, at the poses of the end of the substep
    Velocity, // the same, at the poses of its start
    Correct,  // poses move so that the joint holds, by a share of the error; velocities stay
};

} // namespace satbox
