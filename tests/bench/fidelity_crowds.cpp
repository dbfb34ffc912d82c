// The benchmark's scenes with thousands of bodies: lost bodies and overlap.
#include "tests/bench/fidelity_helpers.h"
#include "tests/bench/scenes.h"
#include "tests/bench/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>

namespace satbox::bench {
namespace {

// The region that bodies of a scene cannot leave.
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

// The circle around a drum or ring that rotates about the origin; else the sides and the bottom of static
// walls; unbounded if there is neither.
Container containerOf(const BenchScene& scene, std::span<const BodySnapshot> states)
{
    Container container;
    const double infinity = std::numeric_limits<double>::infinity();
    Point lower{infinity, infinity}, upper{-infinity, -infinity};
    double farthest = 0.0;
    bool walls = false, turning = false;
    for (size_t i = 0; i < scene.bodies.size(); ++i) {
        const BodyDef& def = scene.bodies[i].def;
        if (def.type == BodyType::Dynamic) continue;
        turning |= def.type == BodyType::Kinematic && def.angularVelocity != 0.0f;
        walls |= def.type == BodyType::Static;
        for (const ShapeDef& shape : scene.bodies[i].shapes) {
            const WorldShape placed = makeWorldShape(transformed(shape.geometry, shape.local), states[i].pose,
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

// Limits the processor time: with continuous collision in a crowd, long steps take Box2D seconds each.
class Stopwatch {
  public:
    explicit Stopwatch(double seconds) : seconds_(seconds), start_(std::clock()) {}
    void check() const
    {
        if (static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC > seconds_)
            throw std::runtime_error("takes too long");
    }

  private:
    double seconds_;
    std::clock_t start_;
};

Measure lostBodies(const std::string& name, const FidelityOptions& options)
{
    const double seconds = options.timeLimit;
    const int steps = options.brief ? 60 : 200;
    const std::vector<float> rates =
        options.brief ? std::vector{10.0f, 30.0f}
                      : std::vector{10.0f, 15.0f, 20.0f, 25.0f, 30.0f, 60.0f, 120.0f, 240.0f};
    return {fmt::format("lost: {}, {} steps at {:g} to {:g} Hz", name, steps, rates.front(), rates.back()),
            {{"frozen, outside or at top speed", 0.0}},
            [=](const EngineKind& kind) -> std::vector<double> {
                const BenchScene scene = openBenchScene(name);
                const double topSpeed = 0.999 * double{scene.settings.maxSpeed};
                const Stopwatch timeLimit(seconds);
                int count = 0;
                for (const float rate : rates) {
                    const auto engine = build(kind, scene);
                    const Container container = containerOf(scene, engine->states());
                    std::vector<bool> gone(scene.bodies.size());
                    for (int step = 0; step < steps; ++step) {
                        timeLimit.check();
                        setDrivenVelocities(scene, *engine, step, 1.0f / rate);
                        engine->step(1.0f / rate);
                        const std::vector<BodySnapshot> states = engine->states();
                        for (size_t i = 0; i < states.size(); ++i) {
                            const BodySnapshot& s = states[i];
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

// Steps of a scene during which its heap moves.
struct StepRange {
    const char* scene;
    int first, last;
    double deepest, p99; // mm, bounds
};
constexpr std::array kStepRanges{StepRange{"compounds", 175, 225, 25.0, 8.0},
                                 StepRange{"smash", 200, 250, 6.0, 3.0},
                                 StepRange{"tumbler", 500, 750, 92.0, 21.0}};

// Calls visit(depths) for every fifth of these steps of the scene, with the depths of all overlaps, m,
// ascending.
template<class Visit>
void forOverlaps(const BenchScene& scene, const EngineKind& kind, int first, int last,
                 const Stopwatch& timeLimit, Visit&& visit)
{
    constexpr int kEvery = 5;
    const auto engine = build(kind, scene);
    for (int step = 1; step <= last; ++step) {
        timeLimit.check();
        setDrivenVelocities(scene, *engine, step - 1, 1.0f / kRate);
        engine->step(1.0f / kRate);
        if (step < first || (step - first) % kEvery != 0) continue;
        visit(overlapDepths(makeWorldShapes(scene, engine->states()), pairsApart(scene)));
    }
}

// The mean over several poses: a single pose depends on chance.
Measure overlap(const StepRange& window, const FidelityOptions& options)
{
    const double seconds = options.timeLimit;
    return {fmt::format("overlap: {}, steps {} to {}", window.scene, window.first, window.last),
            {{"deepest, mean, mm", window.deepest}, {"99th percentile, mean, mm", window.p99}},
            [=](const EngineKind& kind) -> std::vector<double> {
                double deepest = 0.0, p99 = 0.0;
                int samples = 0;
                forOverlaps(openBenchScene(window.scene), kind, window.first, window.last, Stopwatch(seconds),
                            [&](const std::vector<double>& depths) {
                                deepest += depths.empty() ? 0.0 : depths.back();
                                p99 += percentile(depths, 0.99);
                                ++samples;
                            });
                return {1e3 * deepest / samples, 1e3 * p99 / samples};
            }};
}

// Paddles that nothing stops push a pile against the ground and a wall, so that some overlap cannot be
// avoided. Whether a pile jams is chance: the mean over several speeds of the wheel.
Measure jam(const FidelityOptions& options)
{
    constexpr int kFirst = 300, kLast = 1800;
    constexpr double kDeep = 0.1; // m
    const double seconds = options.timeLimit;
    const int speeds = options.brief ? 8 : 32;
    return {fmt::format("overlap: jam under paddles, {} speeds", speeds),
            {{"deepest, mean, mm", 20.0}, {fmt::format("time deeper than {:g} mm, %", 1e3 * kDeep), 5.0}},
            [=](const EngineKind& kind) -> std::vector<double> {
                const Stopwatch timeLimit(seconds);
                double deepest = 0.0;
                int samples = 0, deep = 0;
                BenchScene scene = openBenchScene("welcome");
                for (int i = 0; i < speeds; ++i) {
                    for (BenchBody& body : scene.bodies)
                        if (body.def.type == BodyType::Kinematic)
                            body.def.angularVelocity =
                                1.2f + 0.32f * static_cast<float>(i) / static_cast<float>(speeds);
                    forOverlaps(scene, kind, kFirst, kLast, timeLimit,
                                [&](const std::vector<double>& depths) {
                                    const double depth = depths.empty() ? 0.0 : depths.back();
                                    deepest += depth;
                                    deep += depth > kDeep;
                                    ++samples;
                                });
                }
                return {1e3 * deepest / samples, 100.0 * deep / samples};
            }};
}

} // namespace

std::vector<Measure> crowdMeasures(const FidelityOptions& options)
{
    std::vector<Measure> measures;
    for (const char* scene : {"tumbler", "junkyard", "smash", "washer", "mixed"})
        measures.push_back(lostBodies(scene, options));
    for (const StepRange& window : kStepRanges) measures.push_back(overlap(window, options));
    measures.push_back(jam(options));
    return measures;
}

} // namespace satbox::bench
