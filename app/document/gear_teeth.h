#pragma once

#include <satbox/joints.h>
#include <satbox/world.h>

namespace satbox::app {

// Fit a gear joint to its bodies where they are now. Precondition of both: the bodies exist; other kinds stay
// as they are.

// Numbers of teeth in the ratio of the bodies' sizes. A rack gets its axis and its anchor where it is nearest
// to the wheel, and the pitch with which the wheel rolls on it there. Then meshTeeth().
void chooseTeeth(const World& world, JointDef& def);

// Turns frame B until a tooth of B meets a gap of A, so that the joint moves nothing.
void meshTeeth(const World& world, JointDef& def);

} // namespace satbox::app
