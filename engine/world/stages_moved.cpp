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
constexpr float kMostAhead = 4.0f;

Aabb stretched(Aabb box, Vec2 ahead, float most)
{
    ahead = {std::clamp(ahead.x, -most, most), std::clamp(ahead.y, -most, most)};
    box.lower += minimum(ahead, Vec2{0.0f, 0.0f});
    box.upper += maximum(ahead, Vec2{0.0f, 0.0f});
    return box;
}

float usualStep(const WorldSettings& settings) { return 1.0f / settings.stepRate; } // s

// Tight boxes at the present pose; shapes that have left their fat boxes get new ones. Whether there was one
// that did: placeBoxes has to follow then.
bool refreshBoxes(WorldState& world, uint32_t slot, float dt)
{
    bool left = false;
    const Tolerances tolerances = tolerancesOf(world.settings);
    const float reach = tolerances.speculativeMargin;
    const float most = kMostAhead * tolerances.fatMargin;
    const BodyMotion& motion = world.bodies.motions[slot];
    const Vec2 step = dt * motion.v;
    const bool isFast = std::max(std::fabs(step.x), std::fabs(step.y)) > reach;
    forEachShapeOf(world.bodies, slot, [&](uint32_t s) {
        const BodyShape& shape = world.shapes.at(s);
        ShapeBoxes& boxes = world.shapes.boxes[s];
        boxes.tight = computeAabb(shape.shape, motion.transform);
        // Whom it may meet in the next step it has to know when that begins.
        const Aabb near = expand(boxes.tight, reach);
        if (contains(boxes.fat, isFast ? stretched(near, step, most) : near) || shape.proxy < 0) return;
        const float margin = fatMarginOf(world.settings, boxes.tight);
        boxes.fat = stretched(expand(boxes.tight, margin), kStepsAhead * step, most);
        left = true;
    });
    return left;
}

// Tells the broad phase of new fat boxes; settle() has to follow.
void placeBoxes(WorldState& world, uint32_t slot)
{
    forEachShapeOf(world.bodies, slot, [&](uint32_t s) {
        const int32_t proxy = world.shapes.at(s).proxy;
        const Aabb& fat = world.shapes.boxes[s].fat;
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
        return bodies.slots.at(slot).awake && movedFar(bodies.motions[slot]);
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
    const float dt = usualStep(world.settings);
    for (const uint32_t slot : bodies.awake)
        if (isInWorld(bodies.motions[slot]) && !std::binary_search(bullets.begin(), bullets.end(), slot) &&
            refreshBoxes(world, slot, dt))
            placeBoxes(world, slot);
    world.broadPhase.settle();
    collision.stopBullets(bullets);
}

void finalizeBodies(WorldState& world, WorldEvents& events, TaskExecutor* executor)
{
    // What each body needs for itself in runs; what the world needs to be told afterwards, in order.
    constexpr size_t kRun = 256;
    const std::vector<uint32_t>& awake = world.bodies.awake;
    const float dt = usualStep(world.settings); // once: dividing for each body took a fifth of this stage
    const auto needsTelling = [&](size_t place) {
        prefetchShape(world, place);
        return !isInWorld(world.bodies.motions[awake[place]]) || refreshBoxes(world, awake[place], dt);
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
