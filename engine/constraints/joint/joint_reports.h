#pragma once

#include "engine/constraints/joint/joint_constraint.h"
#include "engine/constraints/joint/joint_visit.h"

// Reports to the recorder of a joint. Precondition of the functions without a result: c.recorder is not null.
namespace satbox {

// A visit with what is known before solving; the caller adds the rest.
JointVisit visitOf(const JointConstraint& c, const JointRow& row, JointVisit::Kind kind, JointPass pass);
JointVisit visitOfPin(const JointConstraint& c, JointVisit::Kind kind, JointPass pass);

// At the beginning of a substep or of relaxing: JointVisit::Kind::Begin.
void reportBegin(const JointConstraint& c, const JointRow& row, JointPass pass, float before, float after);
void reportPinBegin(const JointConstraint& c, JointPass pass, Vec2 before, Vec2 after);
// JointVisit::Kind::Leave. `bounded`: the impulse at the bound.
void reportLeave(const JointConstraint& c, const JointRow& row, JointPass pass, float bounded);

} // namespace satbox
