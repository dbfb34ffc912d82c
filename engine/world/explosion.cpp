#include "engine/geometry/shape.h"
#include "engine/step/proxies.h"
#include "engine/step/waking.h"
#include "engine/world/refusals.h"
#include "engine/world/world_access.h"
#include <satbox/queries.h>
#include <satbox/validate.h>
#include <satbox/world.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

// Width of a shape across a direction, m: what it shows to an explosion. `direction`: unit, in the body's
// frame.
float widthAcross(const Shape& shape, Vec2 direction)
{
    const Aabb box =
        computeAabb(shape, {{0.0f, 0.0f}, {direction.x, -direction.y}}); // direction turned to +x
    return box.upper.y - box.lower.y;
}

// The part of the strength at a distance from the centre, 0 to 1.
float strengthAt(const op::Explode& op, float distance)
{
    if (distance <= op.radius) return 1.0f;
    return op.falloff > 0.0f ? std::max(1.0f - (distance - op.radius) / op.falloff, 0.0f) : 0.0f;
}

void push(WorldState& w, const op::Explode& op, uint32_t slot)
{
    const BodyShape& shape = w.shapes.at(slot);
    BodyMotion& m = w.bodies.motions[shape.body];
    const Vec2 center = invTransformPoint(m.transform(), op.center); // in the body's frame
    const Vec2 nearest = closestPoint(shape.shape, center);
    const float distance = length(nearest - center);
    const float strength = strengthAt(op, distance);
    if (!(strength > 0.0f)) return;
    // From inside a shape it pushes towards the centre of mass, and from there upwards.
    Vec2 direction = normalizeOrZero(distance > 0.0f ? nearest - center : m.localCenter - center);
    if (direction == Vec2{0.0f, 0.0f}) direction = invRotate(m.q, {0.0f, 1.0f});
    const Vec2 impulse = op.impulse * strength * widthAcross(shape.shape, direction) * rotate(m.q, direction);
    const Vec2 arm = rotate(m.q, nearest - m.localCenter);
    const Vec2 v = m.v + m.invMass * impulse;
    const float spin = m.w + m.invInertia * cross(arm, impulse);
    if (!isFinite(v) || !std::isfinite(spin)) return;
    wake(w, shape.body);
    m.v = v;
    m.w = spin;
    limitVelocity(m);
    reachAtVelocity(w, shape.body);
}

std::string errorIn(const op::Explode& op)
{
    if (!isFinite(op.center)) return "center: not a finite number";
    if (!std::isfinite(op.impulse)) return "impulse: not a finite number";
    const auto isLength = [](float value) { return value >= 0.0f && value <= kMaxCoordinate; };
    if (!isLength(op.radius)) return "radius: expected 0 to 100,000 m";
    if (!isLength(op.falloff)) return "falloff: expected 0 to 100,000 m";
    return {};
}

} // namespace

OpResult World::Data::perform(const op::Explode& op)
{
    if (std::string wrong = errorIn(op); !wrong.empty()) return {.refusal = std::move(wrong)};
    const float reach = op.radius + op.falloff;
    const WorldBox box{op.center - Vec2{reach, reach}, op.center + Vec2{reach, reach}};
    std::vector<uint32_t> shapes;
    state.broadPhase.query(BroadPhase::Layer::Movable, box, [&](uint32_t slot) {
        const BodyShape& shape = state.shapes.at(slot);
        if (state.bodies.canBePushed(shape.body) && !shape.def.sensor &&
            (shape.def.filter.category & op.mask) != 0)
            shapes.push_back(slot);
        return true;
    });
    std::sort(shapes.begin(), shapes.end());
    for (const uint32_t slot : shapes) push(state, op, slot);
    return {};
}

bool World::explode(Position center, float radius, float falloff, float impulse, uint64_t mask)
{
    return apply(op::Explode{center, radius, falloff, impulse, mask}).ok();
}

} // namespace satbox
