#pragma once

#include "engine/model/body_store.h"
#include "engine/model/joint.h"

#include <cmath>

namespace satbox {

// The frames of a joint in the world, see satbox/joints.h.
struct JointFrames {
    Vec2 rA{0.0f, 0.0f}, rB{0.0f, 0.0f}; // anchors relative to the centres of mass, world axes, m
    Position anchorA{}, anchorB{};
    Vec2 d{0.0f, 0.0f};    // from anchor A to anchor B, m
    Vec2 axis{1.0f, 0.0f}; // x-axis of frame A
    float angle = 0.0f;    // of frame B relative to frame A, rad, counting full turns from Joint::angle
};

// The rotation of a joint's frame on a body.
inline Rot turned(Rot q, float angle) { return angle == 0.0f ? q : mul(q, makeRot(angle)); }

inline JointFrames framesOf(const Joint& joint, const BodyStore& bodies)
{
    const BodyMotion& a = bodies.motions[joint.bodyA];
    const BodyMotion& b = bodies.motions[joint.bodyB];
    const Rot frameA = turned(a.q, joint.angleA), frameB = turned(b.q, joint.angleB);
    JointFrames frames;
    frames.rA = rotate(a.q, joint.anchorA - a.localCenter);
    frames.rB = rotate(b.q, joint.anchorB - b.localCenter);
    frames.anchorA = a.center + frames.rA;
    frames.anchorB = b.center + frames.rB;
    frames.d = (b.center - a.center) + (frames.rB - frames.rA);
    frames.axis = {frameA.c, frameA.s};
    const float angle = angleOf(invMul(frameA, frameB));
    frames.angle = angle + 2.0f * kPi * std::floor((joint.angle - angle) / (2.0f * kPi) + 0.5f);
    return frames;
}

} // namespace satbox
