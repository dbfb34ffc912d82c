#pragma once

#include <array>
#include <string_view>
#include <vector>

// The map of where a soft step is stable (docs/step.md, "Where a step is stable"): small scenes at points of
// the space of step rate, substeps, contact frequency, stiffening and mass ratio, and figures that tell
// whether what happens there is what should.
namespace satbox::bench {

// The defaults, apart from what a panel of the map varies.
struct MapPoint {
    float rate = 60.0f; // Hz
    int substeps = 4;
    float frequency = 30.0f; // Hz, contactFrequency
    float stiffening = 3.3f; // contactStiffening
    float massRatio = 1.0f;  // of the heaviest body to the others
};

struct MapFigure {
    std::string_view name; // with its unit
    double value = 0.0;
    double bound = 0.0; // stable while the value is at most this
};

// A scene with its criterion.
struct MapScene {
    std::string_view name;
    std::vector<MapFigure> (*measure)(const MapPoint& point);
};
std::array<MapScene, 3> mapScenes(); // "piles", "drum", "impacts"

// value / bound of the figure that is closest to its bound or farthest beyond it: stable up to 1.
const MapFigure& worstOf(const std::vector<MapFigure>& figures);

// A line for each cell of those panels whose name contains `only`, as tests/bench/stability_map.py reads
// them.
void printStabilityMap(std::string_view only);

} // namespace satbox::bench
