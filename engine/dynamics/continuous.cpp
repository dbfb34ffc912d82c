#include "engine/dynamics/continuous.h"

#include "engine/collision/distance.h"
#include "engine/core/parallel.h"

#include <algorithm>

namespace satbox {

namespace {

Sweep sweepOf(const BodyMotion& m) { return {m.localCenter, m.center0, m.center, m.q0, m.transform.q}; }

// A small disc at the middle of a shape: what must not pass even where the shape's skin touches already.
Circle coreOf(const Shape& shape, float minExtent)
{
    const Aabb box = computeAabb(shape, Transform{});
    return {center(box), std::max(0.25f * minExtent, 1e-3f)};
}

// Fraction of the motion after which `shape` meets `other`; 1 when it does not.
float impactFraction(const BodyShape& shape, const Sweep& sweep, float minExtent, const BodyShape& other,
                     const Sweep& otherSweep, float target)
{
    const TimeOfImpact skin = timeOfImpact(other.shape, otherSweep, shape.shape, sweep, target);
    if (skin.state == TimeOfImpact::State::Hit && skin.t > 0.0f) return skin.t;
    if (skin.state == TimeOfImpact::State::Separated) return 1.0f;
    // Touching when the step began (a wheel on its road): only the core has to stay on its side.
    const TimeOfImpact core =
        timeOfImpact(other.shape, otherSweep, coreOf(shape.shape, minExtent), sweep, target);
    return core.state == TimeOfImpact::State::Hit && core.t > 0.0f ? core.t : 1.0f;
}

bool canMeet(const BodyShape& shape, const BodyShape& other)
{
    return other.body != shape.body && !other.def.sensor && shouldCollide(shape.def.filter, other.def.filter);
}

void stopAtImpact(uint32_t slot, BodyStore& bodies, const ShapeStore& shapes, const BroadPhase& broadPhase,
                  float target)
{
    const Body& body = bodies.slots.at(slot);
    BodyMotion& motion = bodies.motions[slot];
    const Sweep sweep = sweepOf(motion);
    float fraction = 1.0f;

    for (const uint32_t s : body.shapes) {
        const BodyShape& shape = shapes.at(s);
        if (shape.proxy < 0 || shape.def.sensor) continue;
        const Aabb path = expand(unite(computeAabb(shape.shape, sweepTransform(sweep, 0.0f)),
                                       computeAabb(shape.shape, motion.transform)),
                                 target);
        const auto meet = [&](uint32_t otherSlot, int32_t) {
            const BodyShape& other = shapes.at(otherSlot);
            if (!canMeet(shape, other)) return true;
            // What moves is met where it is at the end of the step: its own motion is settled by then.
            const BodyMotion& o = bodies.motions[other.body];
            const Sweep still{o.localCenter, o.center, o.center, o.transform.q, o.transform.q};
            fraction =
                std::min(fraction, impactFraction(shape, sweep, motion.minExtent, other, still, target));
            return true;
        };
        broadPhase.tree(BroadPhase::Layer::Fixed).query(path, meet);
        if (body.bullet) broadPhase.tree(BroadPhase::Layer::Movable).query(path, meet);
    }
    if (fraction >= 1.0f) return;
    const Transform pose = sweepTransform(sweep, fraction);
    placeCenter(motion, transformPoint(pose, motion.localCenter), pose.q);
}

} // namespace

void stopAtImpacts(std::span<const uint32_t> fast, BodyStore& bodies, const ShapeStore& shapes,
                   const BroadPhase& broadPhase, float target, TaskExecutor* executor)
{
    constexpr size_t kRun = 16;
    forEachRange(executor, fast.size(), kRun, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) stopAtImpact(fast[i], bodies, shapes, broadPhase, target);
    });
}

} // namespace satbox
