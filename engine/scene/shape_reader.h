#pragma once

#include "engine/dynamics/body.h"
#include "engine/scene/json_fields.h"

#include <map>
#include <string>
#include <vector>

namespace satbox {

using MaterialsByName = std::map<std::string, Material, std::less<>>;

Material readMaterial(const JsonPlace& place);

// One entry of a body's "shapes": several convex parts where the outline needs them. Notes tell which points
// were dropped.
std::vector<ShapeDef> readShape(const JsonPlace& place, const MaterialsByName& materials,
                                std::vector<std::string>& notes);

// "angle" in radians or "rotation" as [cos, sin]; none when neither stands there.
Rot readOrientation(const JsonFields& fields);

} // namespace satbox
