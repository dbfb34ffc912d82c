#pragma once

#include "engine/scene/import/import_builder.h"
#include "engine/scene/json_fields.h"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace satbox {

// An object of a R.U.B.E. file. Keys that are missing mean 0, false and an empty string, unless a default is
// given. A number may also be given as the eight hexadecimal digits of a float's bits, a vector as the number
// 0. Reports keys that are not among those asked for or `ignored`.
class RubeObject {
  public:
    RubeObject(const JsonLocation& location, std::string_view what);
    RubeObject(JsonLocation&&, std::string_view) = delete; // the location must outlive it

    const JsonLocation& location() const { return location_; }
    std::optional<JsonLocation> find(std::string_view key);
    JsonLocation require(std::string_view key);

    float number(std::string_view key, float usual = 0.0f);
    bool flag(std::string_view key, bool usual = false);
    int64_t integer(std::string_view key, int64_t usual, int64_t minimum, int64_t maximum);
    Vec2 vector(std::string_view key);
    std::string text(std::string_view key); // at most 100,000 bytes
    // {"x": [...], "y": [...]} of equal length.
    std::vector<Position> points(std::string_view key);

    // Call last: reports as refused all keys that nothing has read.
    void reportOthers(ConversionReport& report);

  private:
    const JsonLocation& location_;
    const JsonObject& members_;
    std::vector<bool> read_; // for each member
};

} // namespace satbox
