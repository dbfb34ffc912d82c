// The benchmark's scenes with thousands of bodies: none may get lost, and how deep they get into each other.
#include "tests/bench/fidelity_parts.h"
#include "tests/bench/scenes.h"
#include "tests/bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace satbox::bench {
namespace {

// What holds a scene's bodies in.
struct Container {
    double left = -std::numeric_limits<double>::infinity();
    double right = std::numeric_limits<double>::infinity();
    double bottom = -std::numeric_limits<double>::infinity();
    double radius = std::numeric_limits<double>::infinity(); // about the origin

    bool holds(Point p) const
    {
        return p.x >= left && p.x <= right && p.y >= bottom && std::hypot(p.x, p.y) <= radius;
    }
};

// A turning drum or ring, all of whose shapes are around the origin, or walls that do not move; nothing holds
// bodies where there is neither.
Container containerOf(const BenchScene& scene, std::span<const BodyState> states)
{
    Container container;
    const double infinity = std::numeric_limits<double>::infinity();
    Point lower{infinity, infinity}, upper{-infinity, -infinity};
    double farthest = 0.0;
    bool walls = false, turning = false;
    for (size_t i = 0; i < scene.bodies.size(); ++i) {
        const BodyDef& def = scene.bodies[i].def;
        if (def.type == BodyType::Dynamic) continue;
        const bool turns = def.type == BodyType::Kinematic && def.angularVelocity != 0.0f;
        (turns ? turning : walls) |= turns || def.type == BodyType::Static;
        for (const ShapeDef& shape : scene.bodies[i].shapes) {
            const PlacedShape placed = placeShape(transformed(shape.geometry, shape.local), states[i].pose,
                                                  static_cast<int>(i), false);
            lower = {std::min(lower.x, placed.lower.x), std::min(lower.y, placed.lower.y)};
            upper = {std::max(upper.x, placed.upper.x), std::max(upper.y, placed.upper.y)};
            for (const Point& p : placed.points) farthest = std::max(farthest, std::hypot(p.x, p.y));
        }
    }
    if (turning) {
        container.radius = farthest;
    } else if (walls) {
        container.left = lower.x;
        container.right = upper.x;
        container.bottom = lower.y;
    }
    return container;
}

Measure lost(const std::string& name, const FidelityOptions& options)
{
    const int steps = options.brief ? 50 : 200;
    const std::vector<float> rates =
        options.brief ? std::vector{10.0f, 30.0f, 60.0f}
                      : std::vector{10.0f, 15.0f, 20.0f, 25.0f, 30.0f, 60.0f, 120.0f, 240.0f};
    return {fmt::format("lost: {}, {} steps at {:g} to {:g} Hz", name, steps, rates.front(), rates.back()),
            {{"frozen, outside or at top speed", 0.0}},
            [=](const EngineKind& kind) -> std::vector<double> {
                const BenchScene scene = openBenchScene(name);
                const double topSpeed = 0.999 * double{scene.settings.maxSpeed};
                int count = 0;
                for (const float rate : rates) {
                    const auto engine = build(kind, scene);
                    const Container container = containerOf(scene, engine->states());
                    std::vector<bool> gone(scene.bodies.size());
                    for (int step = 0; step < steps; ++step) {
                        driveBodies(scene, *engine, step, 1.0f / rate);
                        engine->step(1.0f / rate);
                        const std::vector<BodyState> states = engine->states();
                        for (size_t i = 0; i < states.size(); ++i) {
                            const BodyState& s = states[i];
                            if (scene.bodies[i].def.type == BodyType::Dynamic &&
                                (s.frozen || !s.isFinite() || s.speed() >= topSpeed ||
                                 !container.holds(s.center)))
                                gone[i] = true;
                        }
                    }
                    count += static_cast<int>(std::count(gone.begin(), gone.end(), true));
                }
                return {static_cast<double>(count)};
            }};
}

// Over the poses after every tenth step.
Measure overlap(const std::string& name, double deepest, double p99, const FidelityOptions& options)
{
    const int steps = options.brief ? 150 : openBenchScene(name).steps;
    return {fmt::format("overlap: {}, {} steps", name, steps),
            {{"deepest, mm", deepest}, {"99th percentile, mm", p99}},
            [=](const EngineKind& kind) -> std::vector<double> {
                constexpr int kEvery = 10;
                const BenchScene scene = openBenchScene(name);
                const auto engine = build(kind, scene);
                std::vector<double> depths;
                for (int step = 0; step < steps; ++step) {
                    driveBodies(scene, *engine, step, 1.0f / kRate);
                    engine->step(1.0f / kRate);
                    if ((step + 1) % kEvery != 0) continue;
                    const std::vector<double> now = overlapDepths(placeShapes(scene, engine->states()));
                    depths.insert(depths.end(), now.begin(), now.end());
                }
                std::sort(depths.begin(), depths.end());
                return {depths.empty() ? 0.0 : 1e3 * depths.back(), 1e3 * percentile(depths, 0.99)};
            }};
}

} // namespace

std::vector<Measure> crowdMeasures(const FidelityOptions& options)
{
    std::vector<Measure> measures;
    for (const char* scene : {"tumbler", "junkyard", "smash", "washer", "mixed"})
        measures.push_back(lost(scene, options));
    measures.push_back(overlap("compounds", 25.0, 8.0, options));
    measures.push_back(overlap("smash", 6.0, 3.0, options));
    measures.push_back(overlap("tumbler", 92.0, 21.0, options));
    return measures;
}

} // namespace satbox::bench
