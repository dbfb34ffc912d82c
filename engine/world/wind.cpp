#include "engine/geometry/shape.h"
#include "engine/world/refusals.h"
#include "engine/world/world_access.h"
#include <satbox/validate.h>
#include <satbox/world.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

struct Push {
    Vec2 force{0.0f, 0.0f}; // N
    float torque = 0.0f;    // N m, about the centre of mass
};

// Pressure of air of a density in Newton's model: 1/2 rho (u . n)^2 on all that faces the wind, where u is
// the velocity of the air relative to the surface. What is behind something else counts as well.
class WindOnBody {
  public:
    WindOnBody(const BodyMotion& motion, const op::ApplyWind& op)
        : motion_(motion), density_(op.density), wind_(op.velocity)
    {}

    void add(const Shape& shape)
    {
        if (const auto* circle = std::get_if<Circle>(&shape)) {
            addDisc(circle->center, circle->radius);
        } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
            addOutline(asPolygon(*capsule));
            addDisc(0.5f * (capsule->p1 + capsule->p2), capsule->radius); // its two round ends
        } else if (const auto* segment = std::get_if<Segment>(&shape)) {
            addOutline(asPolygon(*segment));
        } else {
            addOutline(std::get<Polygon>(shape));
        }
    }
    const Push& sum() const { return sum_; }

  private:
    Vec2 flowAt(Vec2 arm) const { return wind_ - (motion_.v + cross(motion_.w, arm)); }

    void addForce(Vec2 arm, Vec2 force)
    {
        sum_.force += force;
        sum_.torque += cross(arm, force);
    }
    // The integral of the pressure over the half of a disc that faces the wind is 2/3 rho r |u| u.
    void addDisc(Vec2 center, float radius)
    {
        const Vec2 arm = rotate(motion_.q, center - motion_.localCenter);
        const Vec2 flow = flowAt(arm);
        addForce(arm, 2.0f / 3.0f * density_ * radius * length(flow) * flow);
    }
    // The same for the sector of a disc between two unit vectors of a polygon's corner, in the body's frame.
    // With the angle a of a direction from upwind, the integral of cos(a)^2 times that direction has the
    // antiderivative sin - sin^3 / 3 upwind and -cos^3 / 3 across, for |a| up to 90 degrees.
    void addCorner(Vec2 center, float radius, Vec2 from, Vec2 to)
    {
        const Vec2 arm = rotate(motion_.q, center - motion_.localCenter);
        const Vec2 flow = flowAt(arm);
        const float speed = length(flow);
        const Vec2 upwind = -1.0f * normalizeOrZero(flow), across = perp(upwind);
        const Vec2 first = rotate(motion_.q, from), second = rotate(motion_.q, to);
        float cosFirst = dot(first, upwind), sinFirst = dot(first, across);
        float cosSecond = dot(second, upwind), sinSecond = dot(second, across);
        if (cosFirst <= 0.0f && cosSecond <= 0.0f) return; // a corner turns by less than 180 degrees
        if (cosFirst < 0.0f) {
            cosFirst = 0.0f;
            sinFirst = -1.0f;
        }
        if (cosSecond < 0.0f) {
            cosSecond = 0.0f;
            sinSecond = 1.0f;
        }
        const auto along = [](float sine) { return sine - sine * sine * sine / 3.0f; };
        const auto sideways = [](float cosine) { return -cosine * cosine * cosine / 3.0f; };
        const Vec2 facing = (along(sinSecond) - along(sinFirst)) * upwind +
                            (sideways(cosSecond) - sideways(cosFirst)) * across;
        addForce(arm, -0.5f * density_ * radius * speed * speed * facing);
    }
    void addOutline(const Polygon& polygon)
    {
        for (int i = 0; i < polygon.count; ++i) {
            const auto from = static_cast<size_t>(i), to = static_cast<size_t>((i + 1) % polygon.count);
            const Vec2 edge = polygon.vertices[to] - polygon.vertices[from];
            const Vec2 normal = rotate(motion_.q, polygon.normals[from]);
            const Vec2 middle = 0.5f * (polygon.vertices[to] + polygon.vertices[from]) +
                                polygon.radius * polygon.normals[from];
            const Vec2 arm = rotate(motion_.q, middle - motion_.localCenter);
            const float against = std::min(dot(flowAt(arm), normal), 0.0f);
            addForce(arm, -0.5f * density_ * against * against * length(edge) * normal);
            if (polygon.count > 2 && polygon.radius > 0.0f)
                addCorner(polygon.vertices[to], polygon.radius, polygon.normals[from], polygon.normals[to]);
        }
    }

    const BodyMotion& motion_;
    float density_;
    Vec2 wind_;
    Push sum_;
};

// In one step the wind makes a body at most as fast as the air: a light one would else be thrown back.
Push limited(Push push, const BodyMotion& m, Vec2 wind, float dt)
{
    const float most = length(wind - m.v) + std::fabs(m.w) * m.maxExtent; // m/s
    const float gained =
        dt * (m.invMass * length(push.force) + m.invInertia * std::fabs(push.torque) * m.maxExtent);
    if (gained > most) {
        push.force *= most / gained;
        push.torque *= most / gained;
    }
    return push;
}

} // namespace

OpResult World::Data::perform(const op::ApplyWind& op)
{
    if (!isFinite(op.velocity) || length(op.velocity) > kMaxVelocity)
        return {.refusal = "velocity: expected at most 10,000 m/s"};
    if (!(op.density >= 0.0f) || !(op.density <= kMaxDensity))
        return {.refusal = "density: expected 0 to 1,000,000 kg/m^2"};
    if (std::string refusal = stepRefusal(op.dt); !refusal.empty()) return {.refusal = std::move(refusal)};
    for (const uint32_t slot : state.bodies.awake) {
        if (!state.bodies.canBePushed(slot)) continue;
        BodyMotion& m = state.bodies.motions[slot];
        WindOnBody wind(m, op);
        forEachShapeOf(state.bodies, slot, [&](uint32_t s) {
            const BodyShape& shape = state.shapes.at(s);
            if (!shape.def.sensor && (shape.def.filter.category & op.mask) != 0) wind.add(shape.shape);
        });
        const Push push = limited(wind.sum(), m, op.velocity, op.dt);
        const Vec2 force = m.force + push.force;
        const float torque = m.torque + push.torque;
        if (!isFinite(force) || !std::isfinite(torque)) continue; // forces applied before fill the range
        m.force = force;
        m.torque = torque;
    }
    return {};
}

bool World::applyWind(Vec2 velocity, float density, float dt, uint64_t mask)
{
    return apply(op::ApplyWind{velocity, density, dt, mask}).ok();
}

} // namespace satbox
