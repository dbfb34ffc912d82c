#pragma once

#include "tests/bench/engine.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// Runs that look for bodies which are thrown: over scenes, step rates and solvers, and over random settings
// (docs/step.md, "Where a step is stable"). The program satbox-stability makes them all,
// tests/physics/test_stability.cpp a sample.
namespace satbox::bench {

// What must not happen to a dynamic body.
enum class Fault {
    Frozen,  // the engine took it out, since its motion became non-finite or it left the world
    TooFast, // faster than maxSpeed, or spins faster than kMaxSpin
    Jumped,  // moved in one step by far more than maxSpeed explains
    Thrown,  // faster than the scene explains, see StabilityRun::isExplained
    Count
};
const char* toString(Fault fault); // "frozen" and so on

struct Finding {
    Fault fault{};
    int step = 0; // the first is 1
    size_t body = 0;
    std::string what; // a sentence
};

struct StabilityRun {
    BenchScene scene; // with the settings of the run
    float dt = 0.0f;  // s
    int steps = 0;
    // Whether the scene explains the speeds in it, so that Fault::Thrown is looked for: nothing may be faster
    // than 10 m/s, four times what moves at the start or is driven, and a fall from the scene's highest point
    // together.
    bool isExplained = false;
};

// The first finding of a run; none in a run that holds.
std::optional<Finding> findFault(const StabilityRun& run);

// A run that is made when its turn comes.
struct StabilityTask {
    std::string name; // unique: "scenes: pyramid, soft-step, 10 Hz"
    std::function<StabilityRun()> make;
};
// Every built-in scene but those of the lab, and the small scenes that only randomTask has else, with every
// solver, at 10 to 240 Hz.
std::vector<StabilityTask> sceneTasks(int steps);
// A small scene with settings drawn at random from their ranges, the ends of the ranges among them, and with
// steps of 1 / stepRate or, one time in eight, of up to a second. It depends on `index` alone.
StabilityTask randomTask(uint32_t index);

} // namespace satbox::bench
