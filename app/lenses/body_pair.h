#pragma once

#include <satbox/world.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace satbox::app {

// Two bodies given on the command line by their numbers (slots).

// Parses two different numbers such as "3,7". nullopt for any other text.
std::optional<std::pair<uint32_t, uint32_t>> parseBodyPair(const std::string& text);

// A check of an option: accepts `word` or two body numbers; returns a message for any other text.
std::function<std::string(const std::string&)> bodyPairOr(std::string word);

// The first shape of each of the two bodies. Throws std::runtime_error with a message that begins with
// `option` if there is none.
std::array<ShapeId, 2> firstShapes(const World& world, std::pair<uint32_t, uint32_t> slots,
                                   const std::string& option);

} // namespace satbox::app
