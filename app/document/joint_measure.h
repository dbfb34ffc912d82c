#pragma once

#include <satbox/joints.h>
#include <satbox/world.h>

#include <optional>

namespace satbox::app {

// m, how far the joint is from what it holds rigidly: the greatest of the distances between anchors that it
// pins together, from its axis and from its length, and of the teeth of a gear. Nothing if it holds none of
// these. Precondition: the joint exists.
std::optional<float> jointError(const World& world, JointId joint);

// m, the length that a pulley holds: of the rope at A plus the ratio times that at B.
float ropeLength(const PulleyJoint& pulley, Position anchorA, Position anchorB);

} // namespace satbox::app
