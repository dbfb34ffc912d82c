#pragma once

#include "engine/math/position.h"
#include <satbox/math.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox {

// Formats JSON for human readers: short values stay on one line, numbers have the fewest digits.

std::string jsonText(std::string_view value); // quoted and escaped; invalid UTF-8 becomes U+FFFD
std::string jsonText(float value); // shortest decimal that reads back to the same bits. Precondition: finite
std::string jsonText(double value);
std::string jsonText(Vec2 value); // "[1, 2]"
std::string jsonText(Position value);
// The fewest decimals that snap to the same grid point as `value`.
std::string coordinateText(double value, PositionGrid grid);
std::string jsonText(Position value, PositionGrid grid);
inline std::string jsonText(const char* value) { return jsonText(std::string_view(value)); }

// "[a, b]" on one line if it fits, else one element per line.
std::string jsonArray(const std::vector<std::string>& elements);
// Always one element per line, as for a list of bodies.
std::string jsonArrayOnePerLine(const std::vector<std::string>& elements);
// Many short elements, several per line.
std::string jsonArrayWrapped(const std::vector<std::string>& elements);

// The same JSON without the line breaks and indentation of long values.
std::string jsonOnOneLine(std::string_view text);

// Builds an object; members keep their order.
class JsonObjectText {
  public:
    void add(std::string_view key, std::string valueText); // `valueText` is JSON already
    bool empty() const { return members_.empty(); }
    std::string text() const;         // on one line if it fits
    std::string expandedText() const; // one member per line

  private:
    std::vector<std::pair<std::string, std::string>> members_;
};

} // namespace satbox
