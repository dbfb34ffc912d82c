#pragma once

#include "app/lenses/pair/pair_analysis.h"

#include <string>

namespace satbox::app {

// A C++ test case (doctest) that builds this pair and checks the manifold that collide() returns for it now,
// followed by a scene file of the two shapes in a comment. All numbers round-trip exactly.
std::string pairAsText(const World& world, const PairAnalysis& analysis, const PairState& pair);

// A world with only the two shapes of the pair and their bodies, with the same settings.
World pairAlone(const World& world, const PairState& pair);

} // namespace satbox::app
