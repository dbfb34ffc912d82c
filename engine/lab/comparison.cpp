#include <satbox/lab/comparison.h>

#include "engine/lab/counterparts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox {

namespace {

float stepOf(const World& world) { return 1.0f / world.settings().stepRate; }

} // namespace

std::vector<BodyId> liveBodies(const World& world)
{
    std::vector<BodyId> bodies;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) { bodies.push_back(id); });
    return bodies;
}

bool haveEqualTimes(const World& a, const World& b)
{
    const auto shorter = static_cast<double>(std::min(stepOf(a), stepOf(b)));
    return std::fabs(a.time() - b.time()) <= 0.5 * shorter;
}

DivergenceLog::DivergenceLog(std::vector<float> thresholds)
    : thresholds_(std::move(thresholds)), found_(thresholds_.size())
{}

void DivergenceLog::clear()
{
    for (std::vector<Divergence>& found : found_) found.clear();
}

std::optional<Divergence> DivergenceLog::find(size_t threshold, size_t worldA, size_t worldB) const
{
    const std::vector<Divergence>& all = found_[threshold];
    const auto found = std::find_if(all.begin(), all.end(), [&](const Divergence& divergence) {
        return divergence.worldA == worldA && divergence.worldB == worldB;
    });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

void DivergenceLog::compare(std::span<const World* const> worlds)
{
    std::vector<std::vector<BodyId>> bodies(worlds.size()); // filled on first use
    const auto bodiesOf = [&](size_t i) -> const std::vector<BodyId>& {
        if (bodies[i].empty()) bodies[i] = liveBodies(*worlds[i]);
        return bodies[i];
    };
    std::vector<size_t> open; // thresholds that these two worlds have not exceeded
    for (size_t a = 0; a < worlds.size(); ++a) {
        for (size_t b = a + 1; b < worlds.size(); ++b) {
            const World &worldA = *worlds[a], &worldB = *worlds[b];
            if (!haveEqualTimes(worldA, worldB)) continue;
            open.clear();
            for (size_t k = 0; k < thresholds_.size(); ++k)
                if (!find(k, a, b)) open.push_back(k);
            if (open.empty()) continue;
            const std::vector<BodyId>& ofA = bodiesOf(a);
            const std::vector<BodyId>& ofB = bodiesOf(b);
            for (size_t i = 0; i < std::min(ofA.size(), ofB.size()) && !open.empty(); ++i) {
                const float distance = length(worldA.motion(ofA[i]).center - worldB.motion(ofB[i]).center);
                std::erase_if(open, [&](size_t k) {
                    if (distance <= thresholds_[k]) return false;
                    found_[k].push_back({a, b, worldA.stepCount(), worldA.time(), ofA[i], distance});
                    return true;
                });
            }
        }
    }
}

StepsTaken stepTowards(World& world, double time, TaskExecutor* executor, ExternalSolver* solver)
{
    StepsTaken taken;
    const float dt = stepOf(world);
    while (world.time() + 0.5 * static_cast<double>(dt) <= time) {
        if (solver)
            solver->step(world, dt);
        else
            world.step(dt, nullptr, executor);
        taken.ms += static_cast<double>(world.profile().totalMs);
        ++taken.steps;
    }
    return taken;
}

Comparison::Comparison(std::vector<World> worlds, float threshold, Solvers solvers)
    : worlds_(std::move(worlds)), solvers_(std::move(solvers)), costs_(worlds_.size()),
      divergenceLog_({threshold})
{
    solvers_.resize(worlds_.size());
}

void Comparison::advance(size_t world, double time, TaskExecutor* executor)
{
    const StepsTaken taken = stepTowards(worlds_[world], time, executor, solvers_[world].get());
    costs_[world].ms += taken.ms;
    costs_[world].steps += taken.steps;
}

void Comparison::step(TaskExecutor* executor)
{
    const World& first = worlds_.front();
    advance(0, first.time() + static_cast<double>(stepOf(first)), executor); // one step
    for (size_t i = 1; i < worlds_.size(); ++i) advance(i, first.time(), executor);
    std::vector<const World*> all;
    for (const World& world : worlds_) all.push_back(&world);
    divergenceLog_.compare(all);
}

double Comparison::msPerStep(size_t world) const
{
    const Cost& cost = costs_[world];
    return cost.steps > 0 ? cost.ms / static_cast<double>(cost.steps) : 0.0;
}

} // namespace satbox
