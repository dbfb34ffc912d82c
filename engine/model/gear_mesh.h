#pragma once

#include "engine/core/internal_api.h"
#include <satbox/joints.h>

namespace satbox {

// Where the teeth of a gear joint mesh. Two wheels roll on each other at their pitch point, which divides the
// line of their centres (the anchors) as their teeth do; a wheel rolls on a rack at the pitch radius, which
// follows from the pitch, below its centre.
struct GearMesh {
    // m along `direction`, from the gap of A to the tooth of B that is nearest to it. At most half a tooth,
    // so the joint needs no memory of turns.
    float error = 0.0f;
    Vec2 direction{0.0f, 0.0f};  // tangent at the pitch point; zero: wheels with one centre do not mesh
    Vec2 pitchPoint{0.0f, 0.0f}; // from anchor A, m
    // m, of the wheels: how much `error` grows per radian that a wheel turns. One of a ring and its wheel
    // is negative; that of a rack is 0.
    float radiusA = 0.0f, radiusB = 0.0f;
};

// The pose of frame B relative to frame A, as JointPose has it: from anchor A to anchor B, m; the x-axis of
// frame A; the angle of frame B relative to frame A, rad.
SATBOX_INTERNAL_API GearMesh meshOf(const GearJoint& gear, Vec2 d, Vec2 axis, float angle);

// JointDef::angleB with which a tooth of B meets a gap of A at these poses of the bodies: then the joint
// moves nothing. Precondition: the joint is a gear.
SATBOX_INTERNAL_API float meshedAngleB(const JointDef& def, const WorldTransform& a, const WorldTransform& b);

// m, of the wheel on a rack.
SATBOX_INTERNAL_API float rackRadius(const GearJoint& gear);

} // namespace satbox
