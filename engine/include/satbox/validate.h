#pragma once

#include <satbox/body.h>
#include <satbox/config.h>
#include <satbox/joints.h>

#include <string>

namespace satbox {

// Bounds of definitions, in addition to those of shapes (satbox/shapes.h). They keep float
// arithmetic finite and meaningful.
inline constexpr float kMaxVelocity = 1e4f; // m/s and rad/s
inline constexpr float kMaxDensity = 1e6f;  // kg/m^2
inline constexpr size_t kMaxNameBytes = 200;
// m, largest coordinate of boxes, centres of mass and mouse targets: more than kMaxPosition, the bound of
// bodies' origins, because bodies extend beyond their origins.
inline constexpr double kMaxReach = 2.0 * kMaxPosition;

// Empty if a world accepts the definition; otherwise a message that begins with the field's name:
// "linearVelocity: not a finite number". See also validate() for shapes (satbox/shapes.h) and settings
// (satbox/settings_table.h).
SATBOX_API std::string validate(const BodyDef& def);
SATBOX_API std::string validate(const ShapeDef& def);
SATBOX_API std::string validate(const Material& material);
SATBOX_API std::string validate(const JointDef& def); // all but its bodies

} // namespace satbox
