#pragma once

#include "engine/scene/import/import_builder.h"
#include "engine/scene/json_fields.h"

namespace satbox {

// Joints of a R.U.B.E. file, after its bodies.
void importRubeJoints(const JsonLocation& location, ImportBuilder& builder);

} // namespace satbox
