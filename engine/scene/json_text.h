#pragma once

#include "engine/math/position.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox {

// Making JSON text for people: what fits into a line stands in one, numbers are as short as they can be.

std::string jsonText(std::string_view value); // quoted and escaped; bytes that are no UTF-8 become U+FFFD
std::string jsonText(float value); // the shortest decimal that reads back to the same bits; must be finite
std::string jsonText(double value);
std::string jsonText(Vec2 value); // "[1, 2]"
std::string jsonText(Position value);
// The shortest decimals that are nearest to the same place of the grid.
std::string coordinateText(double value, PositionGrid grid);
std::string jsonText(Position value, PositionGrid grid);
inline std::string jsonText(const char* value) { return jsonText(std::string_view(value)); }

// "[a, b]" in one line where it fits, else an element per line.
std::string jsonArray(const std::vector<std::string>& elements);
// Elements that stand in one line each however short they are: a list of bodies.
std::string jsonLines(const std::vector<std::string>& elements);
// Many short elements, several in a line.
std::string jsonFilled(const std::vector<std::string>& elements);

// An object under construction; members keep their order.
class JsonObjectText {
  public:
    void add(std::string_view key, std::string valueText); // already JSON
    bool empty() const { return members_.empty(); }
    std::string text() const;         // in one line where it fits
    std::string expandedText() const; // a member per line

  private:
    std::vector<std::pair<std::string, std::string>> members_;
};

} // namespace satbox
