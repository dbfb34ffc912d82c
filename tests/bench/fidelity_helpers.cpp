#include "tests/bench/fidelity_helpers.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace satbox::bench {

BenchScene makeScene(Vec2 gravity)
{
    BenchScene scene;
    scene.name = "fidelity";
    scene.settings.gravity = gravity;
    return scene;
}

BenchScene makeElasticScene()
{
    BenchScene scene = makeScene(kNoGravity);
    scene.settings.restitutionThreshold = 0.0f;
    return scene;
}

size_t addBody(BenchScene& scene, const Shape& shape, const BodyDef& def, const Material& material)
{
    scene.bodies.push_back({def, {ShapeDef{.geometry = shape, .material = material}}});
    return scene.bodies.size() - 1;
}

size_t addGround(BenchScene& scene, const Material& material, float angle)
{
    const Rot q = makeRot(angle);
    return addBody(scene, makeBox(100.0f, 1.0f),
                   {.type = BodyType::Static, .position = rotate(q, {0.0f, -1.0f}), .rotation = q}, material);
}

std::unique_ptr<BenchEngine> build(const EngineKind& kind, const BenchScene& scene)
{
    return kind.build(scene, kind.threads);
}

int stepsOf(float seconds, float rate) { return static_cast<int>(seconds * rate + 0.5f); }

void run(BenchEngine& engine, float seconds, float rate)
{
    for (int i = stepsOf(seconds, rate); i > 0; --i) engine.step(1.0f / rate);
}

double energyOf(std::span<const BodySnapshot> states)
{
    double sum = 0.0;
    for (const BodySnapshot& s : states)
        sum += 0.5 * (s.mass * s.speed() * s.speed() + s.inertia * s.spin * s.spin);
    return sum;
}

Point momentumOf(std::span<const BodySnapshot> states)
{
    Point sum;
    for (const BodySnapshot& s : states) {
        sum.x += s.mass * s.velocity.x;
        sum.y += s.mass * s.velocity.y;
    }
    return sum;
}

Point centerOfMass(std::span<const BodySnapshot> states)
{
    Point sum;
    double mass = 0.0;
    for (const BodySnapshot& s : states) {
        sum.x += s.mass * s.center.x;
        sum.y += s.mass * s.center.y;
        mass += s.mass;
    }
    return {sum.x / mass, sum.y / mass};
}

double angularMomentumOf(std::span<const BodySnapshot> states, Point about)
{
    double sum = 0.0;
    for (const BodySnapshot& s : states)
        sum += s.inertia * s.spin +
               s.mass * ((s.center.x - about.x) * s.velocity.y - (s.center.y - about.y) * s.velocity.x);
    return sum;
}

double fastestOf(std::span<const BodySnapshot> states)
{
    double fastest = 0.0;
    for (const BodySnapshot& s : states)
        if (s.mass > 0.0) fastest = std::max(fastest, s.speed());
    return fastest;
}

void requireSettings(const EngineKind& kind)
{
    if (!kind.readsSettings) throw std::runtime_error(kind.name + " does not have this setting");
}

} // namespace satbox::bench
