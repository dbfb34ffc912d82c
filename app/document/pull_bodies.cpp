#include "app/document/pull_bodies.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kInnerShare = 0.25f;   // of the radius, in which attraction is a spring
constexpr float kDampingRatio = 0.25f; // 1 is critical damping of that spring

// m/s^2. `offset`: from the centre to the body, m.
Vec2 attraction(const PullBodies& pull, Vec2 offset, Vec2 velocity, float dt)
{
    // An explicit spring is stable if its stiffness per mass is below 4 / dt^2; 0.5 / dt^2 leaves a margin.
    const float inner = std::max(kInnerShare * pull.radius, 2.0f * pull.acceleration * dt * dt);
    const float drag = 2.0f * kDampingRatio * std::sqrt(pull.acceleration / inner); // 1/s
    const float share = std::min(length(offset) / inner, 1.0f);
    return -pull.acceleration * share * normalizeOrZero(offset) - drag * velocity;
}

Vec2 repulsion(const PullBodies& pull, Vec2 offset)
{
    const float share = 1.0f - length(offset) / pull.radius;
    return -pull.acceleration * share * normalizeOrZero(offset);
}

} // namespace

std::vector<op::ApplyForce> forcesOf(const PullBodies& pull, const World& world)
{
    const float dt = 1.0f / world.settings().stepRate;
    std::vector<op::ApplyForce> forces;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (!isPushable(body) || motion.invMass <= 0.0f) return;
        const Vec2 offset = motion.center - pull.center;
        if (!(length(offset) <= pull.radius)) return;
        const Vec2 acceleration =
            pull.acceleration >= 0.0f ? attraction(pull, offset, motion.v, dt) : repulsion(pull, offset);
        forces.push_back({id, (1.0f / motion.invMass) * acceleration, motion.center});
    });
    return forces;
}

} // namespace satbox::app
