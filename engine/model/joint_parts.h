#pragma once

#include "engine/core/internal_api.h"
#include "engine/model/joint.h"

#include <array>
#include <cstdint>

namespace satbox {

// What the equation of a joint measures, see satbox/joints.h. `Across` is the distance of anchor B from the
// x-axis of frame A; `Rope` the length of a pulley's rope; `Mesh` the error of a gear's teeth, see GearMesh.
enum class JointCoordinate : uint8_t { Along, Across, Length, Angle, Rope, Mesh };

// One equation of a joint.
struct JointPart {
    enum class Role : uint8_t {
        Lock,   // the coordinate stays at `target`
        Spring, // is drawn to `target`; with maxForce above 0, with that force at most
        Limit,  // stays between `lower` and `upper`
        Motor,  // moves at speed `target` with limited force and power
    };
    JointCoordinate coordinate = JointCoordinate::Angle;
    Role role = Role::Lock;
    float target = 0.0f;
    float lower = 0.0f, upper = 0.0f;
    float frequency = 0.0f, dampingRatio = 0.0f;
    float maxForce = 0.0f, maxPower = 0.0f;
    float ratio = 1.0f; // of a rope: how much its part at B counts
};

// A joint as the solver sees it: a pin, which keeps the anchors at one point, and up to kMaxJointRows
// equations. All kinds are made of these, so there is one solver for them.
struct JointParts {
    bool hasPin = false;
    float pinFrequency = 0.0f; // Hz; 0: rigid
    float pinDampingRatio = 0.0f;
    float pinMaxForce = 0.0f;                    // N; 0: not limited
    std::array<JointPart, kMaxJointRows> rows{}; // in the order in which they are solved
    size_t count = 0;

    void add(const JointPart& part) { rows[count++] = part; }
};

SATBOX_INTERNAL_API JointParts partsOf(const JointKind& kind);

} // namespace satbox
