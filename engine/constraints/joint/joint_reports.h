#pragma once

#include "engine/constraints/joint/joint_constraint.h"
#include "engine/constraints/joint/joint_visit.h"

// What the recorder of a joint is told. Precondition of the functions that return nothing: it has one.
namespace satbox {

// A visit with what is known before solving; the caller adds the rest.
JointVisit visitOf(const JointConstraint& c, const JointRow& row, JointVisit::Kind kind, JointPass pass);
JointVisit visitOfPin(const JointConstraint& c, JointVisit::Kind kind, JointPass pass);

// At the begin of a substep or of relaxing: JointVisit::Kind::Begin.
void reportBegin(const JointConstraint& c, const JointRow& row, JointPass pass, float before, float after);
void reportPinBegin(const JointConstraint& c, JointPass pass, Vec2 before, Vec2 after);
// JointVisit::Kind::Leave. `bounded`: the impulse at the bound.
void reportLeave(const JointConstraint& c, const JointRow& row, JointPass pass, float bounded);

} // namespace satbox
