#include <satbox/lab/metrics.h>

#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include "engine/lab/measure_body.h"
#include "engine/lab/vec2d.h"
#include "engine/world/world_access.h"
#include <satbox/contacts.h>

#include <algorithm>
#include <cmath>

namespace satbox {
namespace {

// Sums in double: in float, thousands of bodies would lose the digits that show whether a quantity is
// conserved.
void addBody(WorldMetrics& metrics, const Body& body, const BodyMotion& motion, Vec2 gravity)
{
    if (body.type != BodyType::Dynamic || motion.invMass <= 0.0f) return;
    const double mass = 1.0 / static_cast<double>(motion.invMass);
    const double inertia = motion.invInertia > 0.0f ? 1.0 / static_cast<double>(motion.invInertia) : 0.0;
    const Vec2d v = toDouble(motion.v);
    const Position c = motion.center;
    const Energy energy = mechanicalEnergy(body, motion, gravity);
    metrics.kinetic += energy.kinetic;
    metrics.potential += energy.potential;
    metrics.momentumX += mass * v.x;
    metrics.momentumY += mass * v.y;
    metrics.angularMomentum += mass * (c.x * v.y - c.y * v.x) + inertia * static_cast<double>(motion.w);
    metrics.maxSpeed = std::max(metrics.maxSpeed, std::sqrt(v.x * v.x + v.y * v.y));
}

} // namespace

Energy mechanicalEnergy(const Body& body, const BodyMotion& motion, Vec2 gravity)
{
    if (body.type != BodyType::Dynamic || motion.invMass <= 0.0f) return {};
    const double mass = 1.0 / static_cast<double>(motion.invMass);
    const double inertia = motion.invInertia > 0.0f ? 1.0 / static_cast<double>(motion.invInertia) : 0.0;
    const Vec2d v = toDouble(motion.v), g = toDouble(gravity);
    const Position c = motion.center;
    const auto w = static_cast<double>(motion.w);
    const double speedSquared = v.x * v.x + v.y * v.y;
    return {.kinetic = 0.5 * mass * speedSquared + 0.5 * inertia * w * w,
            .potential = -(mass * static_cast<double>(motion.gravityScale) * (g.x * c.x + g.y * c.y))};
}

float currentDepth(const WorldState& state, const Contact& contact)
{
    const Manifold manifold =
        collide(state.shapes.at(contact.shapeA).shape, state.shapes.at(contact.shapeB).shape,
                poseInOther(state.bodies.motions[contact.bodyA], state.bodies.motions[contact.bodyB]),
                {0.0f, state.settings.lengthUnit});
    float depth = 0.0f;
    for (int i = 0; i < manifold.count; ++i) {
        depth = std::max(depth, -manifold.points[static_cast<size_t>(i)].separation);
    }
    return depth;
}

std::vector<float> penetrationDepths(const World& world)
{
    std::vector<float> depths;
    world.forEachContact([&](const Contact& contact) {
        if (contact.count > 0 && !contact.sensor) depths.push_back(currentDepth(stateOf(world), contact));
    });
    std::sort(depths.begin(), depths.end());
    return depths;
}

float quantile(std::span<const float> ascending, double fraction)
{
    if (ascending.empty()) return 0.0f;
    const double rank = std::ceil(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(ascending.size()));
    return ascending[static_cast<size_t>(std::max(rank, 1.0)) - 1];
}

WorldMetrics measure(const World& world)
{
    WorldMetrics metrics;
    metrics.time = world.time();
    const Vec2 gravity = world.settings().gravity;
    world.forEachBody([&](BodyId, const Body& body, const BodyMotion& motion) {
        addBody(metrics, body, motion, gravity);
        metrics.awakeBodies += body.awake ? 1 : 0;
    });
    metrics.total = metrics.kinetic + metrics.potential;
    const std::vector<float> depths = penetrationDepths(world);
    metrics.contacts = static_cast<int>(depths.size());
    metrics.maxPenetration = depths.empty() ? 0.0 : static_cast<double>(depths.back());
    metrics.p99Penetration = static_cast<double>(quantile(depths, 0.99));
    return metrics;
}

} // namespace satbox
