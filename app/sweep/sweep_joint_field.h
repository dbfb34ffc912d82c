#pragma once

#include "app/sweep/sweep_field.h"
#include <satbox/joints.h>

#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// Fields of joints as inputs of a sweep, by their path in scene files: "breakForce", "motor.speed",
// "anchorA.x". Those of a kind are there for joints of that kind only.

// Returns true if a joint of some kind has the field, a number or a truth value; then sets type, unit, help,
// path and component. A vector without a component is taken too.
bool setJointMember(std::string_view member, SweepField& field);
std::vector<std::string> jointMemberNames(); // without components, each once

bool isJointVector(const SweepField& field);
bool hasField(const JointDef& def, const SweepField& field); // its kind has it

// As checkValue(), for joints: a value is accepted if some kind of joint accepts it.
std::string checkJointValue(const SweepField& field, const SweepValue& value);
// Precondition: hasField(). The definition as a whole may be wrong until other fields are set too.
void setField(const SweepField& field, const SweepValue& value, JointDef& def);

} // namespace satbox::app
