#pragma once

#include "app/sweep/sweep_definition.h"
#include "engine/scene/json_fields.h"

namespace satbox::app {

inline constexpr size_t kMaxSweepValues = 1'000'000; // of one input

// Reads {"from": A, "to": B} with one of "count", "step" and "random", and optionally "scale" and "seed",
// into values of the input. With none of the three, an input of whole numbers has all from A to B; if
// `isRandom`, the input gets a range from which samples are drawn. Throws SceneError.
void readSweepRange(const JsonLocation& location, bool isRandom, SweepInput& input);

// The value at a share of the range, 0 to 1, rounded to 12 digits so that it is the same with every C
// library; with `isWhole` to a whole number.
SweepValue sweepRangeValue(const SweepRange& range, double share, bool isWhole);

} // namespace satbox::app
