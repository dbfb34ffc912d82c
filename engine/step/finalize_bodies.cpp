#include "engine/step/finalize_bodies.h"

#include "engine/core/parallel.h"
#include "engine/math/position.h"
#include "engine/step/proxies.h"
#include "engine/step/quarantine.h"
#include <satbox/math.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

// A fat box is extended by the motion of its body in kStepsAhead steps, but by no more than kMaxAhead times
// the largest margin. Moving shapes then leave their fat boxes less often, which saves more than the few
// additional pairs cost. (Saves a fifth of the step with 2,000 boxes falling into a container, a tenth with a
// tumbler.)
constexpr float kStepsAhead = 3.0f;
constexpr float kMaxAhead = 4.0f;

Aabb extended(Aabb box, Vec2 ahead, float limit)
{
    ahead = {std::clamp(ahead.x, -limit, limit), std::clamp(ahead.y, -limit, limit)};
    box.lower += minimum(ahead, Vec2{0.0f, 0.0f});
    box.upper += maximum(ahead, Vec2{0.0f, 0.0f});
    return box;
}

// Parameters of fat boxes. A fat box must contain all that its shape reaches in the next step at its
// present velocity, without rotating, because pairs are found when that step begins. Computed once a step:
// the division for each body took a fifth of the stage.
struct FatBoxSettings {
    explicit FatBoxSettings(const WorldSettings& settings)
        : dt(1.0f / settings.stepRate), margin(tolerancesOf(settings).speculativeMargin),
          maxAhead(kMaxAhead * tolerancesOf(settings).fatMargin)
    {}
    float dt;       // s
    float margin;   // m, speculative margin
    float maxAhead; // m
};

// New fat box of a shape that has left its old one or would leave it in the next step. It contains `near`.
[[gnu::noinline]] Aabb newFatBox(const WorldSettings& settings, const FatBoxSettings& fatBox,
                                 const Aabb& tight, const Aabb& near, Vec2 step)
{
    const Aabb expanded = expand(tight, fatMarginOf(settings, extents(tight)));
    return unite(extended(expanded, kStepsAhead * step, fatBox.maxAhead), near);
}

// Updates the tight boxes for the current pose and replaces fat boxes that no longer contain their shapes.
// Returns true if it replaced any: the caller must then call moveProxies().
[[gnu::always_inline]] inline bool updateBoxesAfterStep(WorldState& world, uint32_t slot,
                                                        const FatBoxSettings& fatBox)
{
    bool replaced = false;
    const BodyMotion& motion = world.bodies.motions[slot];
    const PositionGrid grid = world.bodies.grid;
    const Vec2 step = fatBox.dt * motion.v;
    const bool isFast = std::max(std::fabs(step.x), std::fabs(step.y)) > fatBox.margin;
    const float disc = world.bodies.singleShape[slot].discRadius; // its shape need not be read
    forEachShapeOf(
        world.bodies, slot, [&](uint32_t s) __attribute__((always_inline)) {
            ShapeBoxes& boxes = world.shapes.boxes[s];
            const Aabb tight = disc > 0.0f ? Aabb{{-disc, -disc}, {disc, disc}}
                                           : boxAboutCenter(world.shapes.at(s).shape, motion);
            boxes.tight = grid.boxAt(motion.center, tight);
            Aabb near = expand(tight, fatBox.margin);
            if (isFast)
                near = {near.lower + minimum(step, {0.0f, 0.0f}), near.upper + maximum(step, {0.0f, 0.0f})};
            if (contains(boxes.fat, grid.boxAt(motion.center, near)) || world.shapes.at(s).proxy < 0) return;
            boxes.fat = grid.boxAt(motion.center, newFatBox(world.settings, fatBox, tight, near, step));
            replaced = true;
        });
    return replaced;
}

// Moves the body's proxies to their new fat boxes; BroadPhase::refit() must follow.
void moveProxies(WorldState& world, uint32_t slot)
{
    forEachShapeOf(world.bodies, slot, [&](uint32_t s) {
        const int32_t proxy = world.shapes.at(s).proxy;
        const WorldBox& fat = world.shapes.boxes[s].fat;
        if (proxy >= 0 && fat != world.broadPhase.box(proxy)) world.broadPhase.moveProxy(proxy, fat);
    });
}

// Prefetches the first shape of a body kAhead bodies before updateBoxesAfterStep() reads it and, for bodies
// of several shapes, the list of shapes earlier still. Saves a quarter of finalizing 22,000 boxes. Forced
// inline: g++ drops a call that does nothing but prefetch.
[[gnu::always_inline]] inline void prefetchShape(const WorldState& world, size_t awake)
{
    constexpr size_t kAhead = 4;
    const BodyStore& bodies = world.bodies;
    if (awake + 2 * kAhead >= bodies.awake.size()) return;
    const uint32_t later = bodies.awake[awake + 2 * kAhead], next = bodies.awake[awake + kAhead];
    if (bodies.singleShape[later].slot == kNoIndex) __builtin_prefetch(&bodies.slots.at(later).shapes);
    if (bodies.singleShape[next].discRadius > 0.0f) return;
    uint32_t first = bodies.singleShape[next].slot;
    if (first == kNoIndex) {
        if (bodies.slots.at(next).shapes.empty()) return;
        first = bodies.slots.at(next).shapes.front();
    }
    const char* shape = reinterpret_cast<const char*>(&world.shapes.at(first));
    for (size_t line = 0; line < 3; ++line) __builtin_prefetch(shape + 64 * line);
}

} // namespace

void finalizeBodies(WorldState& world, StepReport& report, WorldEvents& events, StepWorkspace& work,
                    TaskExecutor* executor)
{
    // In parallel: work that touches one body only. Then, in the order of the awake list: shared state.
    constexpr size_t kRun = 256;
    const std::vector<uint32_t>& awake = world.bodies.awake;
    const FatBoxSettings fatBox(world.settings);
    const auto needsSharedUpdate = [&](size_t i) __attribute__((always_inline))
    {
        prefetchShape(world, i);
        return !isInWorld(world.bodies.motions[awake[i]]) || updateBoxesAfterStep(world, awake[i], fatBox);
    };
    for (const uint32_t slot : parallelSelect(executor, awake, kRun, work.arena, needsSharedUpdate)) {
        if (isInWorld(world.bodies.motions[slot]))
            moveProxies(world, slot);
        else
            quarantine(world, report, slot, events);
    }
    world.broadPhase.refit();
}

void updateBoxesOfOthers(WorldState& world, std::span<const uint32_t> excluded)
{
    const FatBoxSettings fatBox(world.settings);
    for (const uint32_t slot : world.bodies.awake)
        if (isInWorld(world.bodies.motions[slot]) &&
            !std::binary_search(excluded.begin(), excluded.end(), slot) &&
            updateBoxesAfterStep(world, slot, fatBox))
            moveProxies(world, slot);
    world.broadPhase.refit();
}

} // namespace satbox
