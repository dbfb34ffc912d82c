#include "engine/core/suggest.h"

#include "engine/core/ascii.h"
#include "engine/core/quoted.h"

#include <algorithm>
#include <vector>

namespace satbox {
namespace {

// Damerau-Levenshtein distance. Keeps three rows of its table: a swap of neighbours needs the row before the
// last.
size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const bool same = lowerAscii(a[i - 1]) == lowerAscii(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0u : 1u)});
            const bool swapped = i > 1 && j > 1 && lowerAscii(a[i - 1]) == lowerAscii(b[j - 2]) &&
                                 lowerAscii(a[i - 2]) == lowerAscii(b[j - 1]);
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

} // namespace

std::string_view nearestName(std::string_view word, std::span<const std::string_view> candidates)
{
    constexpr size_t kMaxWordLength = 64; // longer words are not misspellings
    if (word.empty() || word.size() > kMaxWordLength) return {};
    std::string_view best;
    size_t bestDistance = std::max<size_t>(1, word.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const size_t distance = editDistance(word, candidate);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    if (best.empty() && word.size() >= 4) { // "pyra" for "pyramid"
        for (const std::string_view candidate : candidates)
            if (candidate.starts_with(word)) return candidate;
    }
    return best;
}

std::string didYouMean(std::string_view word, std::span<const std::string_view> candidates)
{
    const std::string_view nearest = nearestName(word, candidates);
    return nearest.empty() ? std::string() : ", did you mean " + quotedText(nearest) + "?";
}

} // namespace satbox
