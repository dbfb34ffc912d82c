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
    Cpu, // what the process used, so that programs beside it on a busy machine do not count
};

struct MeasureOptions {
    std::optional<int> steps;  // of each round; none: as the scene has it
    std::optional<int> rounds; // each from the start again; none: as the scene has it
    Clock clock = Clock::Wall;
    bool stages = false; // the time of each stage too, of engines that tell it
};

// The steps at the start of each round that do not count: 100, or a fifth of a shorter round.
int warmupSteps(int steps);

struct StageTime {
    std::string name;
    double msMedian = 0.0; // of a step, substeps summed; of all counted steps, by the engine's own clock
};

// One line of the table. Lengths in metres, of the final poses.
struct Row {
    std::string engine;
    std::string scene;
    int bodies = 0; // dynamic ones
    int threads = 1;
    int steps = 0; // of each round
    int rounds = 0;
    double msPerStepMedian = 0.0; // of all counted steps of all rounds
    double msPerStepQuiet = 0.0;  // of what each step took at least, see quietTime
    size_t overlaps = 0;          // pairs of shapes that overlap: what the next two are taken over
    double maxPenetration = 0.0;
    double p99Penetration = 0.0;
    double topDx = 0.0; // how far the body that was highest at the start has gone
    double topDy = 0.0;
    double maxSpeed = 0.0;             // m/s, of the centres of mass of the dynamic bodies
    std::optional<WorldMemory> memory; // after the last step; empty where the engine does not tell
    std::vector<StageTime> stages;     // in the order of the step; empty where not asked for or not told
};

// Times every engine on every scene, by turns: in every round each pair of them gets a new world, and the
// worlds advance together, a block of steps of one, then of the next. Whatever slows the machine down for a
// while meets all of them, so give together what is to be compared. Rows come scene by scene, engines in
// their order; rounds are as long as the first scene's. `progress` hears of the share that is done, 0 to 1.
// Throws std::runtime_error with a sentence.
std::vector<Row> measure(std::span<const BenchScene> scenes, std::span<const EngineKind> engines,
                         const MeasureOptions& options, const std::function<void(double)>& progress);

} // namespace satbox::bench
