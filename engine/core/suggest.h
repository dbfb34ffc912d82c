#pragma once

#include "engine/core/internal_api.h"

#include <span>
#include <string>
#include <string_view>

namespace satbox {

// The candidate that `word` is probably a misspelling of: the smallest number of letters to insert, remove,
// replace or swap with a neighbour (Damerau-Levenshtein distance), ignoring case, up to a third of the word's
// length and at least 1. If none is that near, a candidate that begins with `word`, from 4 letters on. Empty
// if there is none either.
std::string_view nearestName(std::string_view word, std::span<const std::string_view> candidates);

// Returns ", did you mean \"position\"?", or an empty string.
SATBOX_INTERNAL_API std::string didYouMean(std::string_view word,
                                           std::span<const std::string_view> candidates);

} // namespace satbox
