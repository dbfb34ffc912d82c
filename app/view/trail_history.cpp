#include "app/view/trail_history.h"
#include "engine/world/world_access.h"

#include <algorithm>

namespace satbox::app {

void TrailHistory::clear()
{
    trails.clear();
    lastStep = 0;
}

void TrailHistory::record(const World& world)
{
    const uint64_t step = world.stepCount();
    if (step != lastStep && step != lastStep + 1) clear();
    if (step == lastStep) return;
    lastStep = step;
    stepSeconds = 1.0 / static_cast<double>(world.settings().stepRate);

    trails.resize(std::min<size_t>(stateOf(world).bodies.slots.slotCount(), kMaxBodies));
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (id.index >= trails.size()) return;
        Trail& trail = trails[id.index];
        if (trail.body != id) trail = {id, {}, 0};
        if (body.type == BodyType::Static || !isFinite(motion.center)) return;
        if (trail.points.size() < kMaxPoints) {
            trail.points.push_back(motion.center);
        } else {
            trail.points[trail.next] = motion.center;
        }
        trail.next = (trail.next + 1) % kMaxPoints;
    });
}

Position trailPoint(const TrailHistory::Trail& trail, size_t i)
{
    const size_t count = trail.points.size();
    const size_t newest = (trail.next + TrailHistory::kMaxPoints - 1) % TrailHistory::kMaxPoints;
    return trail.points[count < TrailHistory::kMaxPoints ? count - 1 - i
                                                         : (newest + count - i) % TrailHistory::kMaxPoints];
}

} // namespace satbox::app
