#pragma once

#include "engine/core/number_text.h"
#include <satbox/shapes.h>

#include <string>
#include <string_view>

namespace satbox::detail {

// Shared by the validate functions of shapes and definitions. Each check returns an empty string or "field:
// what is wrong, what would be right".

inline std::string fieldError(std::string_view field, const std::string& what)
{
    return std::string(field) + ": " + what;
}

inline std::string checkRange(std::string_view field, float value, float minimum, float maximum,
                              std::string_view unit)
{
    if (value >= minimum && value <= maximum) return {};
    if (!isFinite(value)) return fieldError(field, "not a finite number");
    const std::string tail = unit.empty() ? std::string() : ' ' + std::string(unit);
    if (value < minimum) {
        return fieldError(field, numberText(value) + " is below the smallest allowed value, " +
                                     numberText(minimum) + tail);
    }
    return fieldError(field, numberText(value) + " is above the largest allowed value, " +
                                 numberText(maximum) + tail);
}

inline std::string checkVector(std::string_view field, Vec2 value, float limit, std::string_view unit)
{
    const std::string x = checkRange(field, value.x, -limit, limit, unit);
    return x.empty() ? checkRange(field, value.y, -limit, limit, unit) : x;
}

inline std::string checkPoint(std::string_view field, Vec2 point)
{
    return checkVector(field, point, kMaxCoordinate, "m");
}

// The error of the first check that fails, or an empty string.
template<class... Checks>
std::string firstError(Checks&&... checks)
{
    std::string found;
    static_cast<void>((... || !(found = checks()).empty()));
    return found;
}

} // namespace satbox::detail
