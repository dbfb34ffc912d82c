#pragma once

#include "engine/math/position.h"
#include "engine/scene/json_document.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace satbox {

// What ends the reading of a scene file: thrown by the functions below, caught by readScene, never seen
// outside engine/scene.
struct SceneError {
    std::string sentence; // "/bodies/3/position: an object, expected an array of 2 numbers"
};

// A value and where it stands. Places form a chain through their parents, which outlive them on the stack, so
// that the text of the path is made only when something is wrong.
struct JsonPlace {
    const JsonValue& value;
    const JsonPlace* parent = nullptr;
    std::string_view key{}; // in the parent, an object
    size_t index = 0;       // in the parent, an array

    std::string path() const; // "/bodies/3"; "/" for the whole document
};

[[noreturn]] void fail(const JsonPlace& place, std::string_view sentence);
// For sentences of world/validate.h, "radius: ...": ends the reading at that member of the object at `place`,
// if there is one of this name. An empty sentence is no failure.
void failIfWrong(const JsonPlace& place, const std::string& sentence);

// --- single values; wrong kinds and values outside [minimum, maximum] end the reading ---
float readFloat(const JsonPlace& place, double minimum, double maximum);
float readFloat(const JsonPlace& place); // any that a float can hold
double readDouble(const JsonPlace& place, double minimum, double maximum);
int64_t readInteger(const JsonPlace& place, int64_t minimum, int64_t maximum);
uint64_t readUnsigned(const JsonPlace& place);
bool readBool(const JsonPlace& place);
const std::string& readText(const JsonPlace& place, size_t longest);
Vec2 readVec2(const JsonPlace& place, double minimum, double maximum);
Vec2 readVec2(const JsonPlace& place);
Position readPosition(const JsonPlace& place, double limit); // of either coordinate
Rot readRotation(const JsonPlace& place);                    // [cos, sin] of unit length

// One of the given words; returns its place in the list.
size_t readWord(const JsonPlace& place, std::span<const std::string_view> words);

const JsonArray& readArray(const JsonPlace& place, std::string_view what, size_t minimum, size_t maximum);
inline JsonPlace element(const JsonPlace& array, const JsonArray& items, size_t index)
{
    return {items[index], &array, {}, index};
}
JsonPlace element(JsonPlace&&, const JsonArray&, size_t) = delete; // the parent must outlive its elements

// An object whose keys are known: the constructor refuses others, with the nearest known one in the sentence.
class JsonFields {
  public:
    JsonFields(const JsonPlace& place, std::string_view what, std::span<const std::string_view> known);
    JsonFields(const JsonPlace& place, std::string_view what, std::initializer_list<std::string_view> known)
        : JsonFields(place, what, std::span(known.begin(), known.size()))
    {}
    JsonFields(JsonPlace&&, std::string_view, std::span<const std::string_view>) = delete;
    JsonFields(JsonPlace&&, std::string_view, std::initializer_list<std::string_view>) = delete;

    std::optional<JsonPlace> find(std::string_view key) const;
    JsonPlace require(std::string_view key) const; // a missing one ends the reading
    const JsonPlace& place() const { return place_; }

  private:
    const JsonPlace& place_;
    const JsonObject& members_;
};

const JsonObject& readObject(const JsonPlace& place, std::string_view what);

} // namespace satbox
