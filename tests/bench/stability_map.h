#pragma once

#include <array>
#include <string_view>
#include <vector>

// The map of stable settings of the soft step (docs/step.md, "Where a step is stable"): small scenes for many
// combinations of step rate, substeps, contact frequency, stiffening and mass ratio, and figures with bounds.
namespace satbox::bench {

// The settings of a cell; the defaults, except for those that the panel varies.
struct MapPoint {
    float rate = 60.0f; // Hz
    int substeps = 4;
    float frequency = 30.0f; // Hz, contactFrequency
    float stiffening = 3.3f; // contactStiffening
    float massRatio = 1.0f;  // mass of the heaviest body relative to the others
};

struct MapFigure {
    std::string_view name; // with its unit
    double value = 0.0;
    double bound = 0.0; // stable if the value is at most this
};

// A scene with the figures that are measured in it.
struct MapScene {
    std::string_view name;
    std::vector<MapFigure> (*measure)(const MapPoint& point);
};
std::array<MapScene, 3> mapScenes(); // "piles", "drum", "impacts"

// The figure with the greatest value / bound; stable if that is at most 1.
const MapFigure& worstOf(const std::vector<MapFigure>& figures);

// Prints a CSV row for each cell of the panels whose name contains `only`, for tests/bench/stability_map.py.
void printStabilityMap(std::string_view only);

} // namespace satbox::bench
