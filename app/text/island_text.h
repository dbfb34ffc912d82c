#pragma once

#include <satbox/lab/island_report.h>

#include <string>

namespace satbox::app {

// Why an island is awake, as a sentence with the deciding figures: "box 3 moves at 1.20 m/s > 50.0 mm/s."
std::string awakeReasonText(const World& world, const IslandReport& island);

// The same as a short label for the body in the world: "1.20 m/s > 50.0 mm/s".
std::string shortAwakeReason(const World& world, const IslandReport& island);

} // namespace satbox::app
