#pragma once

#include "tests/bench/engine.h"

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

// Accuracy of an engine's motion: figures with a bound, measured in the same way for every engine
// (docs/fidelity.md). `satbox-bench --fidelity` prints them, tests/physics/test_fidelity.cpp asserts
// satbox's.
namespace satbox::bench {

struct FidelityOptions {
    int shots = 2000;   // random shots at walls, in total over all shapes
    bool brief = false; // for tests: crowds at two step rates and for fewer steps; same bounds
    // Processor time for one measure of a crowd, s.
    double timeLimit = std::numeric_limits<double>::infinity();
};

// One figure of a measure: met if its value is at most `bound`.
struct Figure {
    std::string name; // with its unit: "rebound, % of the drop"
    double bound = 0.0;
};

// Figures that come from one set of runs.
struct Measure {
    std::string name; // unique; begins with its theme: "walls: triangle, 15 m/s"
    std::vector<Figure> figures;
    // Returns a value for each figure. Throws std::runtime_error, with a message, if the engine lacks a
    // feature that the measure needs, or takes longer than FidelityOptions::timeLimit.
    std::function<std::vector<double>(const EngineKind&)> run;
};

// All measures, in the order of the table.
std::vector<Measure> fidelityMeasures(const FidelityOptions& options);

std::vector<Measure> wallMeasures(const FidelityOptions& options);   // fast shapes against thin walls
std::vector<Measure> loadMeasures(const FidelityOptions& options);   // heavy bodies on light ones, overlap
std::vector<Measure> impactMeasures(const FidelityOptions& options); // energy and momentum of impacts
std::vector<Measure> crowdMeasures(const FidelityOptions& options);  // the benchmark's scenes
std::vector<Measure> sizeMeasures(const FidelityOptions& options);   // stacks of boxes of 1 mm to 1 km
std::vector<Measure> lawMeasures(const FidelityOptions& options);    // closed forms

// Prints the table of the measures whose name contains `only`, line by line as they run, then how many bounds
// each engine meets. Calls `progress` with the name of each measure before it runs.
void printFidelity(std::span<const EngineKind> engines, const FidelityOptions& options,
                   const std::string& only, const std::function<void(const std::string&)>& progress);

} // namespace satbox::bench
