#pragma once

#include <satbox/events.h>
#include <satbox/joints.h>
#include <satbox/world.h>

#include <optional>
#include <string>

namespace satbox::app {

// The text by which messages name a joint: its own name, "revolute joint of wheel and chassis" or, if the
// other body is static, "revolute joint of wheel".
std::string describeJoint(const World& world, const JointDef& def);
std::string describeJoint(const World& world, JointId joint);

// "Revolute joint of door broke at 1.20 kN." `start`: a world in which the joint still exists, if there is
// one: its definition has the name, the kind and the limit that was exceeded.
std::string brokenJointSentence(const World& world, const World& start, const JointBrokenEvent& event);

// m, how far the joint is from what it holds rigidly: the greatest of the distances between anchors that it
// pins together, from its axis and from its length. Nothing if it holds none of these. Precondition: the
// joint exists.
std::optional<float> jointError(const World& world, JointId joint);

// m, the length that a pulley holds: of the rope at A plus the ratio times that at B.
float ropeLength(const PulleyJoint& pulley, Position anchorA, Position anchorB);

} // namespace satbox::app
