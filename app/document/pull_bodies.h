#pragma once

#include <satbox/op.h>
#include <satbox/world.h>

#include <vector>

namespace satbox::app {

// The magnet's field during the next step: it accelerates every dynamic body whose centre of mass is within
// `radius` of `center`, whatever its mass.
//
// Attraction (acceleration > 0): the magnitude is `acceleration` in the outer part of the field. Within the
// inner radius, a quarter of the radius but at least 2 * acceleration * dt^2, it falls linearly to 0, like a
// spring. Everywhere a drag of a quarter of that spring's critical damping acts, so that bodies gather around
// the centre instead of orbiting it.
// Repulsion (acceleration < 0): the magnitude falls linearly from `-acceleration` at the centre to 0 at the
// radius; no drag.
struct PullBodies {
    Position center{};
    float radius = 0.0f;       // m, > 0
    float acceleration = 0.0f; // m/s^2, towards the centre
    friend bool operator==(const PullBodies&, const PullBodies&) = default;
};

// The forces on the bodies of a world for one of its steps, in the order of their slots. They wake bodies.
std::vector<op::ApplyForce> forcesOf(const PullBodies& pull, const World& world);

// True if impulses and forces move the body.
inline bool isPushable(const Body& body)
{
    return body.type == BodyType::Dynamic && body.enabled && !body.quarantined;
}

} // namespace satbox::app
