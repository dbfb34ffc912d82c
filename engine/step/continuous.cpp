#include "engine/step/continuous.h"

#include "engine/core/nonzero_bytes.h"
#include "engine/model/settings.h"
#include "engine/step/continuous_collision.h"
#include "engine/step/finalize_bodies.h"
#include <satbox/settings.h>

#include <algorithm>
#include <cstddef>

namespace satbox {

std::span<const uint32_t> collectFastBodies(const SolverStep& step, FrameArena& arena)
{
    const std::span<uint32_t> slots = arena.makeUninitialized<uint32_t>(step.fastRows.size());
    size_t count = 0;
    forEachNonZero(step.fastRows, [&](size_t row) { slots[count++] = step.graph.slotOf[row]; });
    std::sort(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(count)); // rows are in group order
    return slots.first(count);
}

void stopFastBodies(WorldState& world, std::span<const uint32_t> fastBodies, TaskExecutor* executor)
{
    if (!hasContinuousCollision(world.settings)) return;
    const BodyStore& bodies = world.bodies;
    const auto isFastKinematic = [&](uint32_t slot) {
        return bodies.slots.at(slot).awake && needsContinuous(bodies.motions[slot]);
    };
    if (fastBodies.empty() && std::none_of(bodies.kinematic.begin(), bodies.kinematic.end(), isFastKinematic))
        return;

    ContinuousCollision collision(world.bodies, world.shapes, world.broadPhase,
                                  tolerancesOf(world.settings).linearSlop, world.settings.lengthUnit,
                                  world.contacts.callbacks.pointer);
    for (const uint32_t slot : bodies.kinematic) collision.addObstacle(slot);
    std::vector<uint32_t> fast(fastBodies.begin(), fastBodies.end());
    collision.findSweptByObstacles(fast);
    std::sort(fast.begin(), fast.end());
    fast.erase(std::unique(fast.begin(), fast.end()), fast.end());
    const auto isBullet = [&](uint32_t slot) {
        return std::binary_search(bodies.bullets.begin(), bodies.bullets.end(), slot);
    };
    const std::vector<uint32_t> all = fast;
    std::erase_if(fast, isBullet);
    collision.stop(fast, executor);
    if (bodies.bullets.empty()) return;

    // Bullets last, when all other bodies have their final poses and boxes.
    for (const uint32_t slot : all) collision.addObstacle(slot);
    std::vector<uint32_t> bullets;
    for (const uint32_t slot : bodies.bullets)
        if (bodies.slots.at(slot).awake &&
            (std::binary_search(all.begin(), all.end(), slot) || collision.isSweptByObstacle(slot)))
            bullets.push_back(slot);
    if (bullets.empty()) return;
    updateBoxesOfOthers(world, bullets);
    collision.stopBullets(bullets);
}

} // namespace satbox
