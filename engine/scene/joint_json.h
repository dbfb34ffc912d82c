#pragma once

#include "engine/scene/json_fields.h"
#include "engine/scene/json_text.h"
#include <satbox/joints.h>

#include <string_view>
#include <vector>

namespace satbox {

// Joints as JSON, for scene files and operations. The keys are those of engine/model/joint_fields.h; the
// bodies are written by the caller.

// The keys of a joint of any kind, for the constructor of JsonFields, and `more`.
std::vector<std::string_view> jointKeys(std::initializer_list<std::string_view> more);
// Reads "kind" and every field. Throws SceneError for what validate() rejects and for fields of other kinds.
JointDef readJointDef(const JsonFields& fields, std::initializer_list<std::string_view> more);
// Adds "kind" and the fields that differ from their defaults.
void addJointFields(JsonObjectText& object, const JointDef& def);

} // namespace satbox
