#pragma once

#include "tests/bench/engine.h"

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

// Accuracy of an engine's motion: figures with a wanted bound, measured the same way for every engine
// (docs/fidelity.md). `satbox-bench --fidelity` prints them, tests/physics/test_fidelity.cpp asserts
// satbox's.
namespace satbox::bench {

struct FidelityOptions {
    int shots = 2000;   // random shots at walls, all shapes together
    bool brief = false; // crowds at two step rates and for fewer steps, for tests; bounds are the same
    // s of processor time for one measure of a crowd
    double patience = std::numeric_limits<double>::infinity();
};

// One figure of a measure: met while its value is at most `wanted`.
struct Figure {
    std::string name; // with its unit: "rebound, % of the drop"
    double wanted = 0.0;
};

// Figures that one set of runs gives.
struct Measure {
    std::string name; // unique; it begins with its theme: "walls: triangle, 15 m/s"
    std::vector<Figure> figures;
    // A value for each figure. Throws std::runtime_error, with a sentence, where the engine lacks what it
    // takes, or takes longer than FidelityOptions::patience.
    std::function<std::vector<double>(const EngineKind&)> run;
};

// All measures, theme by theme in the order of the table.
std::vector<Measure> fidelityMeasures(const FidelityOptions& options);

std::vector<Measure> wallMeasures(const FidelityOptions& options);   // fast shapes against thin walls
std::vector<Measure> loadMeasures(const FidelityOptions& options);   // heavy bodies on light ones, overlap
std::vector<Measure> impactMeasures(const FidelityOptions& options); // energy and momentum of impacts
std::vector<Measure> crowdMeasures(const FidelityOptions& options);  // the benchmark's scenes
std::vector<Measure> sizeMeasures(const FidelityOptions& options);   // stacks of boxes of 1 mm to 1 km
std::vector<Measure> lawMeasures(const FidelityOptions& options);    // closed forms

// The table of those measures whose name contains `only`, printed line by line as they are taken, and how
// many bounds each engine meets. Calls `progress` with the name of each measure first.
void printFidelity(std::span<const EngineKind> engines, const FidelityOptions& options,
                   const std::string& only, const std::function<void(const std::string&)>& progress);

} // namespace satbox::bench
