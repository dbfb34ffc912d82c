#pragma once

#include "app/document/document_op.h"

namespace satbox::app {

// What operations on a document do to joints, see document_op.h.

// Creates the joint with the same id in both worlds. Their ids differ where a joint has broken since the
// start, which leaves a free slot in one of them.
OpResult createJointInBoth(World& world, World& start, const JointDef& def);

// Returns the filter joints that the other targets need too. Precondition: there are targets, and all bodies
// exist.
std::vector<JointDef> moveJoints(World& world, const MoveJoints& op);
// Precondition: the bodies exist.
void mirrorJoints(World& world, const MirrorJoints& op);

// The joint after a mirroring of those of its bodies that `mirrorsA` and `mirrorsB` say, which comes later.
JointDef mirroredJoint(const World& world, JointDef def, const Mirror& mirror, bool mirrorsA, bool mirrorsB);

} // namespace satbox::app
