#pragma once

#include <satbox/events.h>
#include <satbox/joints.h>
#include <satbox/world.h>

#include <string>

namespace satbox::app {

// True for static bodies and for the world, which a null body stands for.
bool isFixed(const World& world, BodyId body);

// "box 1 and box 2"; a null body is "the world".
std::string describeBothBodies(const World& world, BodyId a, BodyId b);

// The text by which messages name a joint: its own name, "revolute joint of wheel and chassis" or, if the
// other body is fixed, "revolute joint of wheel". A joint that is not yet made may have a null body: the
// world.
std::string describeJoint(const World& world, const JointDef& def);
std::string describeJoint(const World& world, JointId joint);

// "Revolute joint of door broke at 1.20 kN." `start`: a world in which the joint still exists, if there is
// one: its definition has the name, the kind and the limit that was exceeded.
std::string brokenJointSentence(const World& world, const World& start, const JointBrokenEvent& event);

} // namespace satbox::app
