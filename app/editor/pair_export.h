#pragma once

#include "app/view/pair_analysis.h"

#include <string>

namespace satbox::app {

// A test case (C++, doctest) that makes this very pair and checks what collide() says of it now, and after
// it, in a comment, a scene file of the two bodies. All numbers read back as the same bits.
std::string pairAsText(const World& world, const PairAnalysis& analysis, const PairState& pair);

// The two bodies alone, with the world's settings.
World pairAlone(const World& world, const PairState& pair);

} // namespace satbox::app
