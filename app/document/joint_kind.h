#pragma once

#include <satbox/joints.h>
#include <satbox/world.h>

namespace satbox::app {

// The definition of a joint as another kind, with default values and such that the bodies can stay where they
// are: lengths are the present ones, a kind that pins the anchors together gets B's anchor at that of A, one
// with an axis has it through both anchors, and the present angle becomes 0. Precondition: the joint exists;
// `kind` < number of kinds.
JointDef withKind(const World& world, JointId joint, size_t kind);

} // namespace satbox::app
