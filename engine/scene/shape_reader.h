#pragma once

#include "engine/scene/json_fields.h"
#include <satbox/body.h>

#include <map>
#include <string>
#include <vector>

namespace satbox {

using MaterialsByName = std::map<std::string, Material, std::less<>>;

Material readMaterial(const JsonLocation& location);

// One entry of a body's "shapes"; a concave outline or a large polygon gives several convex shapes. Appends a
// note about dropped points to `notes`.
std::vector<ShapeDef> readShape(const JsonLocation& location, const MaterialsByName& materials,
                                std::vector<std::string>& notes);

// "angle" in radians or "rotation" as [cos, sin]; the identity if neither is given.
Rot readOrientation(const JsonFields& fields);

} // namespace satbox
