#pragma once

#include <span>
#include <string>
#include <string_view>

namespace satbox {

// The candidate that `word` was probably meant to be: the fewest letters to insert, remove, replace or swap
// (Damerau-Levenshtein), at most a third of its length; empty when none is near.
std::string_view nearestName(std::string_view word, std::span<const std::string_view> candidates);

// ", did you mean \"position\"?" or nothing.
std::string didYouMean(std::string_view word, std::span<const std::string_view> candidates);

} // namespace satbox
