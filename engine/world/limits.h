#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace satbox {

class World;

// The most that a world holds, far above what scenes need and far below what fills a machine's memory.
//
// A contact takes up to about 0.85 KB in a step that solves it: 192 B itself, 12 B for its ends, 16 to 32 B
// in the set of pairs, the rest scratch of the step; so the limit is 1.8 GB (measured with 4,000 circles at
// one point). 100,000 boxes in a heap have about 500,000 contacts.
inline constexpr size_t kMaxContacts = size_t{1} << 21;
// As many as a scene file may hold, so that every world can be saved and opened again.
inline constexpr size_t kMaxBodies = 200'000;
inline constexpr size_t kMaxShapes = 400'000;

// Empty where the last step made all contacts that it should; else a sentence that says how many there are
// and what to change.
std::string contactLimitSentence(const World& world);

} // namespace satbox
