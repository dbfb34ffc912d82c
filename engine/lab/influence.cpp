#include "engine/lab/influence.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

namespace satbox {

void InfluenceTrace::record(const World& world)
{
    ++steps_;
    now_.clear();
    world.forEachContactView([&](const ContactView& view) {
        const Contact& c = *view.contact;
        if (c.sensor || view.points.empty()) return;
        const auto [low, high] = std::minmax(c.bodyA, c.bodyB);
        now_.push_back({low, high, steps_, steps_});
    });
    const auto before = [](const Interval& a, const Interval& b) {
        return std::tuple(a.bodyA, a.bodyB) < std::tuple(b.bodyA, b.bodyB);
    };
    std::sort(now_.begin(), now_.end(), before);
    const auto isSamePair = [](const Interval& a, const Interval& b) {
        return a.bodyA == b.bodyA && a.bodyB == b.bodyB;
    };
    now_.erase(std::unique(now_.begin(), now_.end(), isSamePair), now_.end());
    auto old = open_.begin();
    for (Interval& interval : now_) {
        for (; old != open_.end() && before(*old, interval); ++old) closed_.push_back(*old);
        if (old == open_.end() || !isSamePair(*old, interval)) continue;
        interval.begin = old->begin;
        ++old;
    }
    closed_.insert(closed_.end(), old, open_.end());
    std::swap(open_, now_);
}

// Dijkstra's algorithm, with the latest step in place of the shortest distance.
std::vector<uint32_t> InfluenceTrace::lastInfluence(const World& world, std::span<const BodyId> bodies)
{
    std::vector<Interval> intervals = closed_;
    intervals.insert(intervals.end(), open_.begin(), open_.end());
    std::vector<std::vector<uint32_t>> ofBody;
    for (uint32_t i = 0; i < intervals.size(); ++i)
        for (const uint32_t slot : {intervals[i].bodyA, intervals[i].bodyB}) {
            if (ofBody.size() <= slot) ofBody.resize(slot + 1);
            ofBody[slot].push_back(i);
        }
    std::vector<uint32_t> last(ofBody.size(), 0);
    std::priority_queue<std::pair<uint32_t, uint32_t>> next; // step, slot
    const auto reach = [&](uint32_t slot, uint32_t step) {
        if (last.size() <= slot) last.resize(slot + 1, 0);
        if (last[slot] >= step) return;
        last[slot] = step;
        next.emplace(step, slot);
    };
    for (const BodyId body : bodies) reach(body.index, steps_);
    while (!next.empty()) {
        const auto [step, slot] = next.top();
        next.pop();
        const BodyId id = world.bodyAt(slot);
        const bool passesOn = id && world.motion(id).invMass > 0.0f;
        if (step < last[slot] || !passesOn || slot >= ofBody.size()) continue;
        for (const uint32_t i : ofBody[slot]) {
            const Interval& interval = intervals[i];
            const uint32_t other = interval.bodyA == slot ? interval.bodyB : interval.bodyA;
            if (interval.begin <= step) reach(other, std::min(step, interval.end));
        }
    }
    return last;
}

} // namespace satbox
