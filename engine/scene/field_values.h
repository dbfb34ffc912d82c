#pragma once

#include "engine/scene/json_fields.h"
#include "engine/scene/json_text.h"
#include <satbox/body.h>
#include <satbox/math.h>
#include <satbox/validate.h>

#include <cstdint>
#include <fmt/format.h>
#include <string>

namespace satbox {

// Values of the tables of fields as JSON, of the types that several tables have. Reading checks no ranges:
// call validate() afterwards.
inline void readField(const JsonLocation& location, float& value) { value = readFloat(location); }
inline void readField(const JsonLocation& location, bool& value) { value = readBool(location); }
inline void readField(const JsonLocation& location, Vec2& value) { value = readVec2(location); }
inline void readField(const JsonLocation& location, uint64_t& value) { value = readUnsigned(location); }
inline void readField(const JsonLocation& location, int32_t& value)
{
    value = static_cast<int32_t>(readInteger(location, INT32_MIN, INT32_MAX));
}
inline void readField(const JsonLocation& location, std::string& value)
{
    value = readText(location, kMaxNameBytes);
}

inline std::string fieldText(bool value) { return value ? "true" : "false"; }
inline std::string fieldText(int32_t value) { return std::to_string(value); }
inline std::string fieldText(uint32_t value) { return std::to_string(value); }
inline std::string fieldText(uint64_t value) { return std::to_string(value); }
inline std::string fieldText(BodyType value) { return jsonText(toString(value)); }
inline std::string fieldText(DisplayColor color)
{
    return color ? jsonText(fmt::format("#{:06X}", color.rgb)) : "null";
}
template<class Value>
std::string fieldText(const Value& value)
{
    return jsonText(value);
}

} // namespace satbox
