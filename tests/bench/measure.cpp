#include "tests/bench/measure.h"

#include "tests/bench/scenes.h"
#include "tests/bench/statistics.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <stdexcept>

namespace satbox::bench {
namespace {

// Long enough that an engine's world is in the cache for most of a block, short enough that disturbances
// affect all engines.
constexpr int kBlockSteps = 20;

double nowMs(Clock clock)
{
    if (clock == Clock::Cpu) return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// The dynamic body with the highest origin, the first in case of a tie; 0 if there is none.
size_t topBody(const BenchScene& scene)
{
    size_t top = scene.bodies.size();
    for (size_t i = 0; i < scene.bodies.size(); ++i) {
        if (scene.bodies[i].def.type != BodyType::Dynamic) continue;
        if (top == scene.bodies.size() || scene.bodies[i].def.position.y > scene.bodies[top].def.position.y)
            top = i;
    }
    return top == scene.bodies.size() ? 0 : top;
}

// Times of the stages of one engine, step by step.
class StageSamples {
  public:
    void add(const StepProfile* profile)
    {
        if (profile == nullptr) return;
        for (size_t i = 0; i < profile->ms.size(); ++i) ms_[i].push_back(double{profile->ms[i]});
    }
    std::vector<StageTime> medians() const
    {
        std::vector<StageTime> times;
        for (size_t i = 0; i < ms_.size() && !ms_[i].empty(); ++i)
            times.push_back({toString(static_cast<Stage>(i)), median(ms_[i])});
        return times;
    }

  private:
    std::array<std::vector<double>, static_cast<size_t>(Stage::Count)> ms_;
};

int countDynamic(const BenchScene& scene)
{
    return static_cast<int>(
        std::count_if(scene.bodies.begin(), scene.bodies.end(),
                      [](const BenchBody& body) { return body.def.type == BodyType::Dynamic; }));
}

// If the driven bodies are elsewhere, the times are not comparable with those of other engines.
void checkDrivenBodies(const Row& row, const BenchScene& scene, std::span<const BodySnapshot> states)
{
    constexpr double kTolerance = 0.005; // m; allows for the rounding of 1,000 steps
    for (const DrivenBody& driven : scene.driven) {
        const Point is = states[driven.body].pose.p;
        const Point expected = driven.positionAt(double{kStep} * row.steps);
        if (std::hypot(is.x - expected.x, is.y - expected.y) > kTolerance)
            throw std::runtime_error(row.engine + " on " + scene.name + ": a driven body left its path");
    }
}

void evaluateFinalPoses(Row& row, const BenchScene& scene, const BenchEngine& engine)
{
    const std::vector<BodySnapshot> states = engine.states();
    if (!std::ranges::all_of(states, &BodySnapshot::isFinite) ||
        std::ranges::any_of(states, &BodySnapshot::frozen))
        throw std::runtime_error(row.engine + " on " + scene.name + ": a body's motion became non-finite");

    checkDrivenBodies(row, scene, states);

    const std::vector<double> depths = overlapDepths(makeWorldShapes(scene, states), pairsApart(scene));
    row.overlaps = depths.size();
    row.maxPenetration = depths.empty() ? 0.0 : depths.back();
    row.p99Penetration = percentile(depths, 0.99);

    const std::vector<double> errors = jointErrors(scene, states);
    row.joints = errors.size();
    for (const double error : errors) row.rmsJointError += error * error / static_cast<double>(errors.size());
    row.rmsJointError = std::sqrt(row.rmsJointError);
    row.maxJointError = errors.empty() ? 0.0 : errors.back();

    for (size_t i = 0; i < states.size(); ++i)
        if (scene.bodies[i].def.type == BodyType::Dynamic)
            row.maxSpeed = std::max(row.maxSpeed, states[i].speed());
    if (!states.empty()) {
        const size_t top = topBody(scene);
        row.topDx = states[top].pose.p.x - double{scene.bodies[top].def.position.x};
        row.topDy = states[top].pose.p.y - double{scene.bodies[top].def.position.y};
    }
}

// One engine on one scene.
struct Run {
    const BenchScene* scene;
    const EngineKind* engine;
    std::unique_ptr<BenchEngine> world{}; // of this round
    std::vector<double> samples{};        // ms of each counted step
    StageSamples stages{};

    void advance(int first, int last, int warmup, const MeasureOptions& options)
    {
        for (int step = first; step < last; ++step) {
            setDrivenVelocities(*scene, *world, step, kStep);
            const double start = nowMs(options.clock);
            world->step(kStep);
            if (step < warmup) continue;
            samples.push_back(nowMs(options.clock) - start);
            if (options.stages) stages.add(world->profile());
        }
    }

    Row row(int steps, int rounds) const
    {
        Row row;
        row.engine = engine->name;
        row.threads = engine->threads;
        row.scene = scene->name;
        row.changedSettings = scene->changedSettings;
        row.bodies = countDynamic(*scene);
        row.steps = steps;
        row.rounds = rounds;
        row.msPerStepMedian = median(samples);
        row.msPerStepQuiet = quietTime(samples, static_cast<size_t>(rounds));
        row.stages = stages.medians();
        row.memory = world->memory();
        evaluateFinalPoses(row, *scene, *world);
        return row;
    }
};

} // namespace

int warmupSteps(int steps) { return std::min(100, steps / 5); }

std::vector<Row> measure(std::span<const BenchScene> scenes, std::span<const EngineKind> engines,
                         const MeasureOptions& options, const std::function<void(double)>& progress)
{
    if (scenes.empty()) return {};
    const int steps = options.steps.value_or(scenes.front().steps);
    const int rounds = options.rounds.value_or(scenes.front().rounds);
    const int warmup = warmupSteps(steps);
    std::vector<Run> runs;
    for (const BenchScene& scene : scenes)
        for (const EngineKind& engine : engines) runs.push_back({&scene, &engine});

    for (int round = 0; round < rounds; ++round) {
        for (Run& run : runs) run.world = run.engine->build(*run.scene, run.engine->threads);
        for (int first = 0; first < steps; first += kBlockSteps) {
            const int last = std::min(first + kBlockSteps, steps);
            for (Run& run : runs) run.advance(first, last, warmup, options);
            progress((round + static_cast<double>(last) / steps) / rounds);
        }
    }

    std::vector<Row> rows;
    for (const Run& run : runs) rows.push_back(run.row(steps, rounds));
    return rows;
}

} // namespace satbox::bench
