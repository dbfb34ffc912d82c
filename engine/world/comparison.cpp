#include "engine/world/comparison.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox {

namespace {

float stepOf(const World& world) { return 1.0f / world.settings().stepRate; }

std::vector<BodyId> liveBodies(const World& world)
{
    std::vector<BodyId> bodies;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) { bodies.push_back(id); });
    return bodies;
}

} // namespace

Comparison::Comparison(std::vector<World> worlds, float partDistance)
    : worlds_(std::move(worlds)), costs_(worlds_.size()), partDistance_(partDistance)
{}

void Comparison::step(TaskExecutor* executor)
{
    double time = 0.0; // of the first world
    for (size_t i = 0; i < worlds_.size(); ++i) {
        World& world = worlds_[i];
        const float dt = stepOf(world);
        const auto goOn = [&] {
            world.step(dt, nullptr, executor);
            costs_[i].ms += static_cast<double>(world.profile().totalMs);
            ++costs_[i].steps;
        };
        if (i == 0) {
            goOn();
            time = world.time();
            continue;
        }
        while (world.time() + 0.5 * static_cast<double>(dt) <= time) goOn();
    }
    for (size_t a = 0; a < worlds_.size(); ++a)
        for (size_t b = a + 1; b < worlds_.size(); ++b)
            if (!partingOf(a, b)) compare(a, b);
}

void Comparison::compare(size_t worldA, size_t worldB)
{
    const World& a = worlds_[worldA];
    const World& b = worlds_[worldB];
    const auto shorter = static_cast<double>(std::min(stepOf(a), stepOf(b)));
    if (std::fabs(a.time() - b.time()) > 0.5 * shorter) return;
    const std::vector<BodyId> ofA = liveBodies(a), ofB = liveBodies(b);
    for (size_t i = 0; i < std::min(ofA.size(), ofB.size()); ++i) {
        const float distance = length(a.motion(ofA[i]).center - b.motion(ofB[i]).center);
        if (distance <= partDistance_) continue;
        partings_.push_back({worldA, worldB, a.stepCount(), a.time(), ofA[i], distance});
        return;
    }
}

double Comparison::msPerStep(size_t world) const
{
    const Cost& cost = costs_[world];
    return cost.steps > 0 ? cost.ms / static_cast<double>(cost.steps) : 0.0;
}

std::optional<Parting> Comparison::partingOf(size_t worldA, size_t worldB) const
{
    const auto found = std::ranges::find_if(partings_, [&](const Parting& parting) {
        return parting.worldA == worldA && parting.worldB == worldB;
    });
    return found == partings_.end() ? std::nullopt : std::optional(*found);
}

} // namespace satbox
