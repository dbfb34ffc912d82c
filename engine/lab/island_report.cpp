#include <satbox/lab/island_report.h>

#include "engine/model/island.h"
#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"

#include <algorithm>

namespace satbox {

namespace {

constexpr int32_t kNone = -1;

// Reports the fastest body of the island that fulfils the predicate, the lowest slot among equals. False if
// there is none.
template<class Predicate>
bool reportFastest(const WorldState& w, IslandReport& island, Predicate&& fulfils)
{
    bool found = false;
    for (const uint32_t slot : island.bodies) {
        if (!fulfils(slot)) continue;
        const float speed = sleepTestSpeed(w.bodies.motions[slot], 1.0f / w.settings.stepRate);
        if (found && !(speed > island.speed)) continue;
        found = true;
        island.body = slot;
        island.speed = speed;
    }
    return found;
}

void findReason(const WorldState& w, const IslandSleepState& rest, std::span<const ConstraintEdge> joints,
                IslandReport& island)
{
    const SleepSettings settings = sleepSettings(w.settings, 1.0f / w.settings.stepRate);
    const auto hasCause = [&](SleepBlocker cause) {
        return [&w, &settings, cause](uint32_t slot) {
            return sleepBlockerOf(w.bodies.slots.at(slot), w.bodies.motions[slot], settings) == cause;
        };
    };
    const auto isHeld = [&](uint32_t slot) {
        return std::any_of(joints.begin(), joints.end(), [slot](const ConstraintEdge& joint) {
            return joint.kind == ConstraintKind::Mouse && joint.bodyA == slot;
        });
    };
    island.restTime = rest.time;
    reportFastest(w, island, [](uint32_t) { return true; });
    if (!settings.enabled)
        island.reason = AwakeReason::SleepingOff;
    else if (reportFastest(w, island, isHeld))
        island.reason = AwakeReason::HeldByMouse;
    else if (reportFastest(w, island, hasCause(SleepBlocker::Forbidden)))
        island.reason = AwakeReason::Forbidden;
    else if (reportFastest(w, island, hasCause(SleepBlocker::Driven)))
        island.reason = AwakeReason::Driven;
    else if (reportFastest(w, island, hasCause(SleepBlocker::Fast))) {
        island.reason = AwakeReason::Fast;
        island.limit = sleepSpeedOf(w.bodies.slots.at(island.body), settings);
    } else {
        const bool hasMovingContact = rest.keptAwakeBy != kNoIndex;
        island.reason = hasMovingContact ? AwakeReason::MovingContact : AwakeReason::Resting;
        island.body = hasMovingContact ? rest.keptAwakeBy : rest.mostActiveBody;
        island.speed = surfaceSpeed(w.bodies.motions[island.body]);
    }
}

} // namespace

std::vector<IslandReport> reportIslands(const World& world)
{
    const WorldState& w = stateOf(world);
    const std::vector<ConstraintEdge> joints = w.joints.edges();
    const std::vector<uint32_t> labels = labelAwakeIslands(w.bodies, w.contacts.awake, joints);
    const std::vector<IslandSleepState> rest =
        computeIslandSleepStates(w.bodies, w.contacts.awake, joints, labels);

    // A label is the smallest index of its island, so islands are in the order of their lowest bodies.
    std::vector<IslandReport> reports;
    std::vector<int32_t> reportOf(labels.size(), kNone); // by label
    std::vector<int32_t> reportOfBody(w.bodies.motions.size(), kNone);
    for (size_t i = 0; i < labels.size(); ++i) {
        int32_t& report = reportOf[labels[i]];
        if (report == kNone) {
            report = static_cast<int32_t>(reports.size());
            reports.emplace_back();
        }
        reports[static_cast<size_t>(report)].bodies.push_back(w.bodies.awake[i]);
        reportOfBody[w.bodies.awake[i]] = report;
    }
    for (size_t label = 0; label < labels.size(); ++label)
        if (reportOf[label] != kNone)
            findReason(w, rest[label], joints, reports[static_cast<size_t>(reportOf[label])]);
    for (const Contact& c : w.contacts.awake) {
        if (!needsSolving(c)) continue;
        const int32_t a = w.bodies.canBePushed(c.bodyA) ? reportOfBody[c.bodyA] : kNone;
        const int32_t b = w.bodies.canBePushed(c.bodyB) ? reportOfBody[c.bodyB] : kNone;
        if (a != kNone) ++reports[static_cast<size_t>(a)].contacts;
        if (b != kNone && b != a) ++reports[static_cast<size_t>(b)].contacts;
    }

    const auto awake = static_cast<std::ptrdiff_t>(reports.size());
    for (const SleepingIsland& island : w.islands.asleep) {
        if (island.bodies.empty()) continue;
        IslandReport report{.bodies = island.bodies};
        report.contacts =
            static_cast<int>(std::count_if(island.contacts.begin(), island.contacts.end(), needsSolving));
        report.body = report.bodies.front();
        report.restTime = w.bodies.slots.at(report.body).sleepTime;
        for (const uint32_t slot : report.bodies)
            report.restTime = std::min(report.restTime, w.bodies.slots.at(slot).sleepTime);
        reports.push_back(std::move(report));
    }
    std::sort(reports.begin() + awake, reports.end(), [](const IslandReport& a, const IslandReport& b) {
        return a.bodies.front() < b.bodies.front();
    });
    return reports;
}

} // namespace satbox
