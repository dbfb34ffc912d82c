#pragma once

#include "app/document/document_op.h"

namespace satbox::app {

// What operations on a document do to joints, see document_op.h.

// Creates the joint with the same id in both worlds. Their ids differ where a joint has broken since the
// start, which leaves a free slot in one of them.
OpResult createJointInBoth(World& world, World& start, const JointDef& def);

// These two change all joints in both worlds, or none if a new definition would be invalid in one of them.
// Precondition: there are targets, and all bodies exist.
OpResult moveJoints(World& world, World& start, const MoveJoints& op);
// Precondition: the bodies exist.
OpResult mirrorJoints(World& world, World& start, const MirrorJoints& op);

// Destroys the joint in both worlds; one that has broken since the start, in the start only.
OpResult destroyJointInBoth(World& world, World& start, JointId joint);

// The joint after a mirroring of those of its bodies that `mirrorsA` and `mirrorsB` say, which comes later.
JointDef mirroredJoint(const World& world, JointDef def, const Mirror& mirror, bool mirrorsA, bool mirrorsB);

} // namespace satbox::app
