// Conservation in impacts: energy, momentum, angular momentum.
#include "tests/bench/fidelity_helpers.h"
#include "tests/support/lcg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace satbox::bench {
namespace {

using test::Lcg;

double percentOff(double value, double due) { return 100.0 * (value / due - 1.0); }

// A ball hits the first of `targets` balls in a row.
Measure rowOfBalls(int targets)
{
    return {
        fmt::format("impact: ball hits {} in a row, gaps 0 to 30 mm", targets),
        {{"energy off at most, %", 1.0}},
        [=](const EngineKind& kind) -> std::vector<double> {
            constexpr float kRadius = 0.25f;
            const Circle ball{{0.0f, 0.0f}, kRadius};
            double worst = 0.0;
            for (const float gap : {0.0f, 0.001f, 0.002f, 0.005f, 0.01f, 0.02f, 0.03f}) {
                BenchScene scene = makeScene(kNoGravity);
                addBody(scene, ball, {.position = {-1.0f, 0.0f}, .linearVelocity = {3.0f, 0.0f}}, elastic());
                for (int i = 0; i < targets; ++i)
                    addBody(scene, ball, {.position = {(2.0f * kRadius + gap) * static_cast<float>(i), 0.0f}},
                            elastic());
                const auto engine = build(kind, scene);
                const double before = energyOf(engine->states());
                run(*engine, 1.0f);
                worst = std::max(worst, std::fabs(percentOff(energyOf(engine->states()), before)));
            }
            return {worst};
        }};
}

// Two free, frictionless, spinning pentagons that collide.
Measure pentagons(int pairs)
{
    return {fmt::format("impact: {} pairs of spinning pentagons, e = 1", pairs),
            {{"energy gained at most, %", 0.1},
             {"energy lost at most, %", 2.0},
             {"momentum off, % of m v", 0.001},
             {"angular momentum off, % of m v r", 0.01}},
            [=](const EngineKind& kind) -> std::vector<double> {
                Lcg random(3);
                double gain = 0.0, loss = 0.0, momentum = 0.0, angular = 0.0;
                for (int pair = 0; pair < pairs; ++pair) {
                    BenchScene scene = makeElasticScene();
                    const float speed = random.between(1.0f, 8.0f);
                    double radii = 0.0;
                    for (const float side : {-1.0f, 1.0f}) {
                        const float radius = random.between(0.3f, 0.6f);
                        radii += double{radius};
                        const float y = random.between(-0.25f, 0.25f), tilt = random.between(-kPi, kPi);
                        addBody(scene, makeRegularPolygon(5, radius),
                                {.position = {side * 1.0f, y},
                                 .rotation = makeRot(tilt),
                                 .linearVelocity = {-0.5f * side * speed, 0.0f},
                                 .angularVelocity = random.between(-8.0f, 8.0f)},
                                elastic());
                    }
                    const auto engine = build(kind, scene);
                    const std::vector<BodySnapshot> before = engine->states();
                    const Point center = centerOfMass(before);
                    // Slow pairs need 2 s to meet.
                    run(*engine, 3.0f);
                    const std::vector<BodySnapshot> after = engine->states();
                    const double change = percentOff(energyOf(after), energyOf(before));
                    gain = std::max(gain, change);
                    loss = std::max(loss, -change);
                    const Point p = momentumOf(before), q = momentumOf(after);
                    const double scale = before[0].mass * double{speed};
                    momentum = std::max(momentum, 100.0 * std::hypot(q.x - p.x, q.y - p.y) / scale);
                    // About the bodies' moving centre of mass; about a fixed point the rounding of
                    // coordinates would count.
                    angular = std::max(angular, 100.0 *
                                                    std::fabs(angularMomentumOf(after, centerOfMass(after)) -
                                                              angularMomentumOf(before, center)) /
                                                    (scale * 0.5 * radii));
                }
                return {gain, loss, momentum, angular};
            }};
}

Measure discsOffCentre(float speed, float restitution)
{
    return {fmt::format("impact: discs off centre, {:g} m/s, e = {:g}", speed, restitution),
            {{"angular momentum off, share", 1e-5}},
            [=](const EngineKind& kind) -> std::vector<double> {
                constexpr float kRadius = 0.5f;
                double worst = 0.0;
                for (const float offset : {0.2f, 0.5f, 0.8f}) { // m
                    BenchScene scene = makeElasticScene();
                    const Material material{.restitution = restitution};
                    for (const float side : {-1.0f, 1.0f})
                        addBody(scene, Circle{{0.0f, 0.0f}, kRadius},
                                {.position = {side * 2.0f, 0.5f * side * offset},
                                 .linearVelocity = {-0.5f * side * speed, 0.0f}},
                                material);
                    const auto engine = build(kind, scene);
                    const std::vector<BodySnapshot> before = engine->states();
                    const double due = angularMomentumOf(before, centerOfMass(before));
                    run(*engine, 6.0f / speed);
                    const std::vector<BodySnapshot> after = engine->states();
                    worst =
                        std::max(worst, std::fabs(angularMomentumOf(after, centerOfMass(after)) / due - 1.0));
                }
                return {worst};
            }};
}

// 25 bodies of a shape in a box, of equal speed and without friction; `turn` (rad) rotates their directions.
BenchScene makeGas(const Shape& shape, float turn)
{
    BenchScene scene = makeElasticScene();
    for (int side = 0; side < 4; ++side) {
        const Rot q = makeRot(0.5f * kPi * static_cast<float>(side));
        addBody(scene, makeBox(1.0f, 7.0f),
                {.type = BodyType::Static, .position = rotate(q, {6.0f, 0.0f}), .rotation = q}, elastic());
    }
    for (int i = 0; i < 25; ++i) {
        const Vec2 place{2.0f * static_cast<float>(i % 5 - 2), 2.0f * static_cast<float>(i / 5 - 2)};
        const Rot direction = makeRot(2.4f * static_cast<float>(i) + turn); // golden angle
        addBody(scene, shape, {.position = place, .linearVelocity = 4.0f * rotate(direction, {1.0f, 0.0f})},
                elastic());
    }
    return scene;
}

Measure gas(const char* name, const Shape& shape)
{
    constexpr int kGases = 4;
    constexpr float kSeconds = 60.0f;
    return {fmt::format("impact: gas of 25 {}, {:g} s, worst of {}", name, kSeconds, kGases),
            {{"energy lost at the end, %", 2.0}, {"energy gained at any time, %", 0.1}},
            [=](const EngineKind& kind) -> std::vector<double> {
                double loss = 0.0, gain = 0.0;
                for (int g = 0; g < kGases; ++g) {
                    const auto engine = build(kind, makeGas(shape, 0.1f * static_cast<float>(g)));
                    const double before = energyOf(engine->states());
                    double change = 0.0;
                    for (int i = stepsOf(kSeconds); i > 0; --i) {
                        engine->step(1.0f / kRate);
                        change = percentOff(energyOf(engine->states()), before);
                        gain = std::max(gain, change);
                    }
                    loss = std::max(loss, -change);
                }
                return {loss, gain};
            }};
}

Measure capsulesEndToEnd()
{
    return {"impact: capsules end to end, e = 0",
            {{"rebound, % of the closing speed", 0.5}, {"spin, share of v/r", 1e-3}},
            [](const EngineKind& kind) -> std::vector<double> {
                constexpr float kRadius = 0.2f;
                constexpr int kDirections = 24;
                double rebound = 0.0, spin = 0.0;
                for (const float speed : {1.0f, 4.0f, 20.0f}) {
                    for (int i = 0; i < kDirections; ++i) {
                        const Rot q = makeRot(2.0f * kPi * static_cast<float>(i) / kDirections);
                        const Vec2 ahead = rotate(q, {1.0f, 0.0f});
                        BenchScene scene = makeScene(kNoGravity);
                        for (const float side : {-1.0f, 1.0f})
                            addBody(scene, Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, kRadius},
                                    {.position = 1.5f * side * ahead,
                                     .rotation = q,
                                     .linearVelocity = -0.5f * side * speed * ahead});
                        const auto engine = build(kind, scene);
                        run(*engine, 2.0f / speed + 0.5f);
                        const std::vector<BodySnapshot> states = engine->states();
                        const double parting =
                            (states[1].velocity.x - states[0].velocity.x) * double{ahead.x} +
                            (states[1].velocity.y - states[0].velocity.y) * double{ahead.y};
                        rebound = std::max(rebound, 100.0 * parting / double{speed});
                        for (const BodySnapshot& s : states)
                            spin = std::max(spin, std::fabs(s.spin) * double{kRadius} / double{speed});
                    }
                }
                return {rebound, spin};
            }};
}

} // namespace

std::vector<Measure> impactMeasures(const FidelityOptions&)
{
    std::vector<Measure> measures;
    for (const int targets : {1, 2, 4}) measures.push_back(rowOfBalls(targets));
    measures.push_back(pentagons(500));
    for (const float speed : {4.0f, 20.0f})
        for (const float restitution : {1.0f, 0.0f}) measures.push_back(discsOffCentre(speed, restitution));
    measures.push_back(gas("circles", Circle{{0.0f, 0.0f}, 0.3f}));
    measures.push_back(gas("capsules", Capsule{{-0.2f, 0.0f}, {0.2f, 0.0f}, 0.2f}));
    measures.push_back(gas("boxes", makeBox(0.3f, 0.3f)));
    measures.push_back(capsulesEndToEnd());
    return measures;
}

} // namespace satbox::bench
