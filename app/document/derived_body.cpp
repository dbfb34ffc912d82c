#include "app/document/derived_body.h"

namespace satbox::app {

namespace {

// Motion of a rigid body.
struct Motion {
    Position center{};            // of mass
    Vec2 velocity{0.0f, 0.0f};    // m/s, of the centre
    float angularVelocity = 0.0f; // rad/s

    Vec2 velocityAt(Position p) const { return velocity + cross(angularVelocity, p - center); }
};

Motion motionOf(const World& world, BodyId body)
{
    const BodyDef def = world.bodyDef(body);
    return {world.motion(body).center, def.linearVelocity, def.angularVelocity};
}

double massOf(const World& world, BodyId body) { return static_cast<double>(world.body(body).massData.mass); }

// A sum of vectors with weights, in doubles.
struct WeightedSum {
    double weight = 0.0, x = 0.0, y = 0.0;

    void add(double w, Vec2 v)
    {
        weight += w;
        x += w * static_cast<double>(v.x);
        y += w * static_cast<double>(v.y);
    }
    Vec2 mean() const { return {static_cast<float>(x / weight), static_cast<float>(y / weight)}; }
};

// Of all bodies as one, with their total mass and momenta. Without mass: of the first.
Motion commonMotion(const World& world, std::span<const BodyId> bodies)
{
    const Motion first = motionOf(world, bodies.front());
    WeightedSum centers, velocities;
    for (const BodyId body : bodies) {
        const Motion motion = motionOf(world, body);
        centers.add(massOf(world, body), motion.center - first.center);
        velocities.add(massOf(world, body), motion.velocity);
    }
    if (bodies.size() == 1 || !(centers.weight > 0.0)) return first;
    Motion common{first.center + centers.mean(), velocities.mean(), first.angularVelocity};
    if (world.body(bodies.front()).fixedRotation) return common;
    double spin = 0.0, inertia = 0.0; // N m s and kg m^2, about the common centre
    for (const BodyId body : bodies) {
        const Motion motion = motionOf(world, body);
        const Vec2 arm = motion.center - common.center;
        const double own = static_cast<double>(world.body(body).massData.inertia);
        spin += own * static_cast<double>(motion.angularVelocity) +
                massOf(world, body) * static_cast<double>(cross(arm, motion.velocity - common.velocity));
        inertia += own + massOf(world, body) * static_cast<double>(lengthSquared(arm));
    }
    if (inertia > 0.0) common.angularVelocity = static_cast<float>(spin / inertia);
    return common;
}

} // namespace

BodyDef derivedBody(const World& world, std::span<const BodyId> sources, Vec2 localOrigin)
{
    BodyDef def = world.bodyDef(sources.front());
    const Motion motion = commonMotion(world, sources);
    def.position = transformPoint({def.position, def.rotation}, localOrigin);
    def.linearVelocity = motion.velocityAt(def.position);
    def.angularVelocity = motion.angularVelocity;
    def.awake = true;
    // What its sources weighed by their own definition is not what the new body weighs: its shapes decide.
    def.mass = def.inertia = 0.0f;
    def.ownCenter = false;
    def.center = {0.0f, 0.0f};
    return def;
}

} // namespace satbox::app
