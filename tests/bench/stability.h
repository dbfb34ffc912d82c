#pragma once

#include "tests/bench/engine.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// Runs that search for instabilities: over scenes, step rates and solvers, and over random settings
// (docs/step.md, "Where a step is stable"). satbox-stability runs all of them,
// tests/physics/test_stability.cpp a sample.
namespace satbox::bench {

// A failure of a dynamic body.
enum class Fault {
    Frozen,  // quarantined, since its motion became non-finite or it left the world
    TooFast, // faster than maxSpeed, or spins faster than kMaxSpin
    Jumped,  // moved in one step by far more than maxSpeed allows
    Thrown,  // faster than plausible for the scene, see StabilityRun::checksThrown
    Count
};
const char* toString(Fault fault); // "frozen" and so on

struct Finding {
    Fault fault{};
    int step = 0; // counted from 1
    size_t body = 0;
    std::string detail; // a message
};

struct StabilityRun {
    BenchScene scene; // with the settings of the run
    float dt = 0.0f;  // s
    int steps = 0;
    // True to check for Fault::Thrown: no body may be faster than the sum of 10 m/s, four times the greatest
    // speed of bodies that move at the start or are driven, and the speed of a fall from the highest point.
    bool checksThrown = false;
};

// The first fault of a run, if any.
std::optional<Finding> findFault(const StabilityRun& run);

// A run that is created when it is executed.
struct StabilityTask {
    std::string name; // unique: "scenes: pyramid, soft-step, 10 Hz"
    std::function<StabilityRun()> make;
};
// Every built-in scene except those of the lab, and the small scenes made in code for randomTask(), with
// every solver, at 10 to 240 Hz.
std::vector<StabilityTask> sceneTasks(int steps);
// A small scene with settings drawn at random from their ranges, including the ends, and with steps of
// 1 / stepRate or, in one of eight tasks, of 0.1 to 1 s. Depends only on `index`.
StabilityTask randomTask(uint32_t index);

} // namespace satbox::bench
