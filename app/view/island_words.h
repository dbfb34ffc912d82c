#pragma once

#include "engine/world/island_report.h"

#include <string>

namespace satbox::app {

// Why an island is awake, a sentence with the figures that decide it: "box 3 moves at 1.20 m/s > 50.0
// mm/s."
std::string describeReason(const World& world, const IslandReport& island);

// The same beside the body in the world, as short as possible: "1.20 m/s > 50.0 mm/s".
std::string shortReason(const World& world, const IslandReport& island);

} // namespace satbox::app
