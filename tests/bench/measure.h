#pragma once

#include "tests/bench/engine.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace satbox::bench {

inline constexpr float kStep = 1.0f / 60.0f; // s

enum class Clock {
    Wall,
    Cpu, // processor time of the process, which excludes other programs on a busy machine
};

struct MeasureOptions {
    std::optional<int> steps;  // of each round; unset: BenchScene::steps
    std::optional<int> rounds; // each from the start of the scene; unset: BenchScene::rounds
    Clock clock = Clock::Wall;
    bool stages = false; // also measure each stage, if the engine has a profile
};

// Steps at the start of each round that are not counted: 100, or a fifth of a round shorter than 500.
int warmupSteps(int steps);

struct StageTime {
    std::string name;
    // Median over all counted steps of the stage's time in a step, summed over its substeps; from the
    // engine's own profile.
    double msMedian = 0.0;
};

// One line of the table. Lengths are in m, for the poses after the last step.
struct Row {
    std::string engine;
    std::string scene;
    std::string changedSettings; // of the scene, see BenchScene
    int bodies = 0;              // dynamic ones
    int threads = 1;
    int steps = 0; // of each round
    int rounds = 0;
    double msPerStepMedian = 0.0; // of all counted steps of all rounds
    double msPerStepQuiet = 0.0;  // see quietTime
    size_t overlaps = 0;          // overlapping pairs of shapes; the next two are taken over these
    double maxPenetration = 0.0;
    double p99Penetration = 0.0;
    size_t joints = 0;
    double rmsJointError = 0.0; // m, root mean square over the joints, see jointErrors()
    double maxJointError = 0.0;
    double topDx = 0.0; // displacement of the body that was highest at the start
    double topDy = 0.0;
    double maxSpeed = 0.0;             // m/s, of the fastest centre of mass of a dynamic body
    std::optional<WorldMemory> memory; // after the last step; unset if the engine does not report it
    std::vector<StageTime> stages;     // in the order of the step; empty if not measured
};

// Times every engine on every scene, in alternation: in every round each combination gets a new world, and
// the worlds advance together, a block of steps of one, then of the next. A temporary disturbance of the
// machine affects all of them, so pass everything that is to be compared in one call. The rows are ordered by
// scene, then by engine. The number and length of rounds are those of the first scene. `progress` receives
// the completed share, 0 to 1. Throws std::runtime_error with a message.
std::vector<Row> measure(std::span<const BenchScene> scenes, std::span<const EngineKind> engines,
                         const MeasureOptions& options, const std::function<void(double)>& progress);

} // namespace satbox::bench
