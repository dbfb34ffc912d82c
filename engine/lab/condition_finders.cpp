// How ConditionWatch finds the candidates of each kind.

#include <satbox/lab/condition_watch.h>

#include "engine/lab/counterparts.h"
#include "engine/lab/measure_body.h"
#include "engine/model/island.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace satbox {

ConditionWatch::Candidate ConditionWatch::find(std::span<const World* const> worlds)
{
    const World& world = *worlds.front();
    members_.clear();
    switch (condition_.kind) {
    case ConditionKind::Touch:
        return findTouch(world);
    case ConditionKind::Overlap:
        return findOverlap(world);
    case ConditionKind::Impulse:
        return findImpulse(world);
    case ConditionKind::Speed:
    case ConditionKind::Spin:
        return findFastest(world);
    case ConditionKind::EnergyGain:
        return findEnergyGain(world);
    case ConditionKind::Leaves:
        return findLeaving(world);
    case ConditionKind::Sleeps:
    case ConditionKind::Wakes:
    case ConditionKind::Frozen:
        return findStateChange(world);
    case ConditionKind::NormalFlips:
    case ConditionKind::PointLost:
        return findContactChange(world);
    case ConditionKind::Divergence:
        return findDivergence(worlds);
    case ConditionKind::Count:
        break;
    }
    return {};
}

ConditionWatch::Candidate ConditionWatch::findTouch(const World& world) const
{
    Candidate best;
    const auto offer = [&](ShapeId shapeA, ShapeId shapeB) {
        const BodyId a = world.bodyOf(shapeA), b = world.bodyOf(shapeB);
        if (a.isNull() || b.isNull() || !counts(a, b)) return; // removed since
        best.offer({.bodyA = a.index, .bodyB = b.index, .shapeA = shapeA.index, .shapeB = shapeB.index});
    };
    for (const ContactBeginEvent& event : world.events().begins) offer(event.shapeA, event.shapeB);
    for (const SensorEvent& event : world.events().sensors)
        if (event.began) offer(event.sensor, event.visitor);
    return best;
}

ConditionWatch::Candidate ConditionWatch::findOverlap(const World& world) const
{
    Candidate best;
    world.forEachContact([&](const Contact& c) {
        if (!needsSolving(c) || !counts(world.bodyAt(c.bodyA), world.bodyAt(c.bodyB))) return;
        const auto depth = static_cast<double>(currentDepth(stateOf(world), c));
        if (depth > 0.0) best.offer({false, depth, c.bodyA, c.bodyB, c.shapeA, c.shapeB});
    });
    return best;
}

// Contacts of sleeping islands still store the impulses of their last step, which do not count.
ConditionWatch::Candidate ConditionWatch::findImpulse(const World& world) const
{
    Candidate best;
    world.forEachContactView([&](const ContactView& view) {
        const Contact& c = *view.contact;
        if (c.sensor || view.points.empty()) return;
        const BodyId a = world.bodyAt(c.bodyA), b = world.bodyAt(c.bodyB);
        if (!world.body(a).awake && !world.body(b).awake) return;
        if (!counts(a, b)) return;
        double impulse = 0.0;
        for (const ContactPoint& point : view.points) impulse += static_cast<double>(point.totalImpulse);
        if (impulse > 0.0) best.offer({false, impulse, c.bodyA, c.bodyB, c.shapeA, c.shapeB});
    });
    return best;
}

ConditionWatch::Candidate ConditionWatch::findFastest(const World& world) const
{
    Candidate best;
    const bool spins = condition_.kind == ConditionKind::Spin;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (body.type == BodyType::Static || body.quarantined || !counts(id)) return;
        const double x = static_cast<double>(motion.v.x), y = static_cast<double>(motion.v.y);
        const double value = spins ? std::fabs(static_cast<double>(motion.w)) : std::sqrt(x * x + y * y);
        best.offer({.value = value, .bodyA = id.index});
    });
    return best;
}

ConditionWatch::Candidate ConditionWatch::findEnergyGain(const World& world)
{
    struct Island {
        double gain = 0.0;
        uint32_t first = kNoIndex; // lowest slot
        bool counts = false;
    };
    const WorldState& state = stateOf(world);
    const std::vector<uint32_t>& awake = state.bodies.awake;
    const std::vector<uint32_t> labels =
        labelAwakeIslands(state.bodies, state.contacts.awake, state.joints.edges());
    std::vector<Island> islands(labels.size()); // by label
    for (size_t i = 0; i < awake.size(); ++i) {
        const BodyId id = world.bodyAt(awake[i]);
        Island& island = islands[labels[i]];
        if (island.first == kNoIndex) island.first = id.index;
        island.counts = island.counts || counts(id);
        if (const BodyMemory* before = memoryOf(id))
            island.gain +=
                mechanicalEnergy(world.body(id), world.motion(id), state.settings.gravity).total() -
                before->energy;
    }
    Candidate best;
    for (const Island& island : islands)
        if (island.counts) best.offer({.value = island.gain, .bodyA = island.first});
    for (size_t i = 0; best.found && i < awake.size(); ++i)
        if (islands[labels[i]].first == best.bodyA) members_.push_back(awake[i]);
    return best;
}

ConditionWatch::Candidate ConditionWatch::findLeaving(const World& world) const
{
    Candidate best;
    const WorldBox& box = condition_.box;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion& motion) {
        const Position p = motion.center;
        const BodyMemory* const before = memoryOf(id);
        if (!before || !before->inside || contains(box, p) || !counts(id)) return;
        const double distance = std::max(std::max(box.lower.x - p.x, p.x - box.upper.x),
                                         std::max(box.lower.y - p.y, p.y - box.upper.y));
        best.offer({.value = distance, .bodyA = id.index});
    });
    return best;
}

bool ConditionWatch::hasChanged(const BodyMemory& before, const Body& now) const
{
    const bool isFrozen = now.quarantined && !before.frozen;
    if (condition_.kind == ConditionKind::Frozen) return isFrozen;
    if (condition_.kind == ConditionKind::Wakes) return now.awake && !before.awake;
    return !now.awake && before.awake && now.enabled && !now.quarantined;
}

ConditionWatch::Candidate ConditionWatch::findStateChange(const World& world)
{
    Candidate best;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        const BodyMemory* const before = memoryOf(id);
        if (!before || !counts(id) || !hasChanged(*before, body)) return;
        best.offer({.bodyA = id.index});
        members_.push_back(id.index);
    });
    return best;
}

ConditionWatch::Candidate ConditionWatch::findContactChange(const World& world) const
{
    Candidate best;
    world.forEachContactView([&](const ContactView& view) {
        const Contact& c = *view.contact;
        if (c.sensor || view.points.empty() || !counts(world.bodyAt(c.bodyA), world.bodyAt(c.bodyB))) return;
        const auto before = std::lower_bound(
            contacts_.begin(), contacts_.end(), c, [](const ContactMemory& memory, const Contact& contact) {
                return std::tuple(memory.shapeA, memory.shapeB) < std::tuple(contact.shapeA, contact.shapeB);
            });
        if (before == contacts_.end() || before->shapeA != c.shapeA || before->shapeB != c.shapeB ||
            before->generationA != world.shapeAt(c.shapeA).generation ||
            before->generationB != world.shapeAt(c.shapeB).generation)
            return;
        const bool changed = condition_.kind == ConditionKind::NormalFlips
                                 ? dot(before->normal, c.normal) < 0.0f
                                 : view.points.size() < before->points;
        if (changed) best.offer({false, 0.0, c.bodyA, c.bodyB, c.shapeA, c.shapeB});
    });
    return best;
}

ConditionWatch::Candidate ConditionWatch::findDivergence(std::span<const World* const> worlds) const
{
    Candidate best;
    const std::vector<BodyId> named = liveBodies(*worlds.front());
    for (size_t a = 0; a < worlds.size(); ++a) {
        for (size_t b = a + 1; b < worlds.size(); ++b) {
            if (!haveEqualTimes(*worlds[a], *worlds[b])) continue;
            const std::vector<BodyId> ofA = liveBodies(*worlds[a]), ofB = liveBodies(*worlds[b]);
            for (size_t i = 0; i < std::min({named.size(), ofA.size(), ofB.size()}); ++i) {
                if (!counts(named[i])) continue;
                const float distance =
                    length(worlds[a]->motion(ofA[i]).center - worlds[b]->motion(ofB[i]).center);
                best.offer({.value = static_cast<double>(distance),
                            .bodyA = ofA[i].index,
                            .worldA = a,
                            .worldB = b});
            }
        }
    }
    return best;
}

} // namespace satbox
