// The stages after solving, when bodies have their new poses: what went too fast is stopped, boxes follow.

#include "engine/core/parallel.h"
#include "engine/dynamics/continuous.h"
#include "engine/world/stages.h"
#include "engine/world/world_state.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace satbox {

namespace {

// A fat box reaches ahead by the way that its body will go in this many steps, and no further than so many
// of the largest margins: what moves leaves it less often, and each time costs more than the few pairs that
// it finds too many. (2,000 boxes falling into a container: a fifth of the step; a tumbler: a tenth.)
constexpr float kStepsAhead = 3.0f;
constexpr float kMaxAhead = 4.0f;

Aabb stretched(Aabb box, Vec2 ahead, float most)
{
    ahead = {std::clamp(ahead.x, -most, most), std::clamp(ahead.y, -most, most)};
    box.lower += minimum(ahead, Vec2{0.0f, 0.0f});
    box.upper += maximum(ahead, Vec2{0.0f, 0.0f});
    return box;
}

// Whom a body may meet in the next step it has to know when that begins. The same for all: once a step, since
// dividing for each body took a fifth of the stage.
struct Reach {
    explicit Reach(const WorldSettings& settings)
        : dt(1.0f / settings.stepRate), margin(tolerancesOf(settings).speculativeMargin),
          most(kMaxAhead * tolerancesOf(settings).fatMargin)
    {}
    float dt;     // s
    float margin; // m
    float most;   // m, ahead
};

// The box of a shape that has left its own, or would in the next step; it holds `near`.
[[gnu::noinline]] Aabb newFatBox(const WorldSettings& settings, const Reach& reach, const Aabb& tight,
                                 const Aabb& near, Vec2 step)
{
    const Aabb usual = expand(tight, fatMarginOf(settings, extents(tight)));
    return unite(stretched(usual, kStepsAhead * step, reach.most), near);
}

// Tight boxes at the present pose; shapes that have left their fat boxes get new ones. Whether there was one
// that did: placeBoxes has to follow then.
[[gnu::always_inline]] inline bool refreshBoxes(WorldState& world, uint32_t slot, const Reach& reach)
{
    bool left = false;
    const BodyMotion& motion = world.bodies.motions[slot];
    const PositionGrid grid = world.bodies.grid;
    const Vec2 step = reach.dt * motion.v;
    const bool isFast = std::max(std::fabs(step.x), std::fabs(step.y)) > reach.margin;
    forEachShapeOf(
        world.bodies, slot, [&](uint32_t s) __attribute__((always_inline)) {
            const BodyShape& shape = world.shapes.at(s);
            ShapeBoxes& boxes = world.shapes.boxes[s];
            const Aabb tight = boxAboutCenter(shape.shape, motion);
            boxes.tight = grid.boxAt(motion.center, tight);
            Aabb near = expand(tight, reach.margin);
            if (isFast)
                near = {near.lower + minimum(step, {0.0f, 0.0f}), near.upper + maximum(step, {0.0f, 0.0f})};
            if (contains(boxes.fat, grid.boxAt(motion.center, near)) || shape.proxy < 0) return;
            boxes.fat = grid.boxAt(motion.center, newFatBox(world.settings, reach, tight, near, step));
            left = true;
        });
    return left;
}

// Tells the broad phase of new fat boxes; settle() has to follow.
void placeBoxes(WorldState& world, uint32_t slot)
{
    forEachShapeOf(world.bodies, slot, [&](uint32_t s) {
        const int32_t proxy = world.shapes.at(s).proxy;
        const WorldBox& fat = world.shapes.boxes[s].fat;
        if (proxy >= 0 && fat != world.broadPhase.box(proxy)) world.broadPhase.place(proxy, fat);
    });
}

// Asks for a body's first shape some bodies ahead of refreshBoxes(), and, where there are several, for their
// list before: a quarter of finalizing 22,000 boxes. Inlined by force: g++ drops a call that does nothing but
// ask.
[[gnu::always_inline]] inline void prefetchShape(const WorldState& world, size_t awake)
{
    constexpr size_t kAhead = 4;
    const BodyStore& bodies = world.bodies;
    if (awake + 2 * kAhead >= bodies.awake.size()) return;
    const uint32_t later = bodies.awake[awake + 2 * kAhead], next = bodies.awake[awake + kAhead];
    if (bodies.onlyShape[later] == kNoOnlyShape) __builtin_prefetch(&bodies.slots.at(later).shapes);
    uint32_t first = bodies.onlyShape[next];
    if (first == kNoOnlyShape) {
        if (bodies.slots.at(next).shapes.empty()) return;
        first = bodies.slots.at(next).shapes.front();
    }
    const char* shape = reinterpret_cast<const char*>(&world.shapes.at(first));
    for (size_t line = 0; line < 3; ++line) __builtin_prefetch(shape + 64 * line);
}

} // namespace

void stopFastBodies(WorldState& world, const SolverStep& solver)
{
    if (!hasContinuousCollision(world.settings)) return;
    const BodyStore& bodies = world.bodies;
    const auto drivenFar = [&](uint32_t slot) {
        return bodies.slots.at(slot).awake && needsContinuous(bodies.motions[slot]);
    };
    if (solver.far.empty() && std::none_of(bodies.kinematic.begin(), bodies.kinematic.end(), drivenFar))
        return;

    ContinuousCollision collision(world.bodies, world.shapes, world.broadPhase,
                                  tolerancesOf(world.settings).linearSlop, world.settings.lengthUnit);
    for (const uint32_t slot : bodies.kinematic) collision.addObstacle(slot);
    std::vector<uint32_t> fast(solver.far.begin(), solver.far.end());
    collision.findReached(fast);
    std::sort(fast.begin(), fast.end());
    fast.erase(std::unique(fast.begin(), fast.end()), fast.end());
    const auto isBullet = [&](uint32_t slot) {
        return std::binary_search(bodies.bullets.begin(), bodies.bullets.end(), slot);
    };
    const std::vector<uint32_t> all = fast;
    std::erase_if(fast, isBullet);
    collision.stop(fast, solver.executor);
    if (bodies.bullets.empty()) return;

    // Bullets last: the others have their final poses and boxes then.
    for (const uint32_t slot : all) collision.addObstacle(slot);
    std::vector<uint32_t> bullets;
    for (const uint32_t slot : bodies.bullets)
        if (bodies.slots.at(slot).awake &&
            (std::binary_search(all.begin(), all.end(), slot) || collision.isReached(slot)))
            bullets.push_back(slot);
    if (bullets.empty()) return;
    const Reach reach(world.settings);
    for (const uint32_t slot : bodies.awake)
        if (isInWorld(bodies.motions[slot]) && !std::binary_search(bullets.begin(), bullets.end(), slot) &&
            refreshBoxes(world, slot, reach))
            placeBoxes(world, slot);
    world.broadPhase.settle();
    collision.stopBullets(bullets);
}

void finalizeBodies(WorldState& world, WorldEvents& events, TaskExecutor* executor)
{
    // What each body needs for itself in runs; what the world needs to be told afterwards, in order.
    constexpr size_t kRun = 256;
    const std::vector<uint32_t>& awake = world.bodies.awake;
    const Reach reach(world.settings);
    const auto needsTelling = [&](size_t place) __attribute__((always_inline))
    {
        prefetchShape(world, place);
        return !isInWorld(world.bodies.motions[awake[place]]) || refreshBoxes(world, awake[place], reach);
    };
    for (const uint32_t slot : selectInRuns(executor, awake, kRun, world.arena, needsTelling)) {
        if (isInWorld(world.bodies.motions[slot]))
            placeBoxes(world, slot);
        else
            quarantine(world, slot, events);
    }
    world.broadPhase.settle();
}

} // namespace satbox
