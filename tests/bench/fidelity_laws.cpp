// Motion with closed-form solutions.
#include "tests/bench/fidelity_helpers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace satbox::bench {
namespace {

constexpr double kGravity = 9.81; // m/s^2, of makeScene
constexpr double kDegree = 3.14159265358979323846 / 180.0;

// A shape of half height `halfHeight` on a slope of `degrees`.
BenchScene onSlope(const Shape& shape, float halfHeight, float degrees, float friction)
{
    BenchScene scene = makeScene();
    const float angle = degrees * static_cast<float>(kDegree);
    const Rot q = makeRot(angle);
    addGround(scene, rough(friction), angle);
    addBody(scene, shape, {.position = rotate(q, {0.0f, halfHeight}), .rotation = q}, rough(friction));
    return scene;
}

constexpr size_t kOnSlope = 1; // the body of onSlope

// The smallest angle for which `moves` is true, degrees; bisects between `low` (false) and `high` (true).
double criticalAngle(float low, float high, const std::function<bool(float degrees)>& moves)
{
    for (int i = 0; i < 12; ++i) {
        const float middle = 0.5f * (low + high);
        (moves(middle) ? high : low) = middle;
    }
    return 0.5 * double{low + high};
}

Measure slope()
{
    return {"laws: block on a slope, friction 0.2, 0.6, 1",
            {{"critical angle off, degrees", 0.1}},
            [](const EngineKind& kind) -> std::vector<double> {
                double worst = 0.0;
                for (const float friction : {0.2f, 0.6f, 1.0f}) {
                    const double due = std::atan(double{friction}) / kDegree;
                    const float near = static_cast<float>(due);
                    const double found = criticalAngle(near - 5.0f, near + 5.0f, [&](float degrees) {
                        const BenchScene scene = onSlope(makeBox(1.0f, 0.2f), 0.2f, degrees, friction);
                        const auto engine = build(kind, scene);
                        run(*engine, 3.0f);
                        // Only motion along the slope counts, not lifting. At 0.01 degrees above the critical
                        // angle the block has slid 8 mm by then.
                        const BodyDef& began = scene.bodies[kOnSlope].def;
                        const Point is = engine->states()[kOnSlope].center;
                        const double slid = double{began.rotation.c} * (is.x - double{began.position.x}) +
                                            double{began.rotation.s} * (is.y - double{began.position.y});
                        return std::fabs(slid) > 0.01;
                    });
                    worst = std::max(worst, std::fabs(found - due));
                }
                return {worst};
            }};
}

Measure tipping()
{
    return {"laws: box twice as high as wide on a slope",
            {{"angle of tipping off, degrees", 0.5}},
            [](const EngineKind& kind) -> std::vector<double> {
                const double due = std::atan(0.5) / kDegree;
                const double found = criticalAngle(20.0f, 33.0f, [&](float degrees) {
                    const BenchScene scene = onSlope(makeBox(0.25f, 0.5f), 0.5f, degrees, 2.0f);
                    const auto engine = build(kind, scene);
                    run(*engine, 4.0f);
                    const Rot began = scene.bodies[kOnSlope].def.rotation;
                    const Pose pose = engine->states()[kOnSlope].pose;
                    const double turned = pose.c * double{began.c} + pose.s * double{began.s};
                    return turned < std::cos(25.0 * kDegree);
                });
                return {std::fabs(found - due)};
            }};
}

Measure rolling()
{
    return {"laws: disc rolls down a slope of 20 degrees",
            {{"acceleration off, %", 1.0}},
            [](const EngineKind& kind) -> std::vector<double> {
                constexpr float kDegrees = 20.0f, kSeconds = 3.0f;
                const auto engine = build(kind, onSlope(Circle{{0.0f, 0.0f}, 0.5f}, 0.5f, kDegrees, 0.6f));
                run(*engine, kSeconds);
                // 2/3 of g sin(angle): a third of the energy goes into the spin of a disc.
                const double due = 2.0 / 3.0 * kGravity * std::sin(double{kDegrees} * kDegree);
                const double found = engine->states()[kOnSlope].speed() / double{kSeconds};
                return {100.0 * std::fabs(found / due - 1.0)};
            }};
}

// Greatest height of a ball's lowest point after its first impact, m.
double bounceHeight(const EngineKind& kind, float restitution, float height, float rate)
{
    constexpr float kRadius = 0.25f;
    BenchScene scene = makeScene();
    const Material material{.restitution = restitution};
    addGround(scene, material);
    const size_t ball =
        addBody(scene, Circle{{0.0f, 0.0f}, kRadius}, {.position = {0.0f, height + kRadius}}, material);
    const auto engine = build(kind, scene);
    bool fell = false, rose = false;
    double highest = 0.0;
    for (int i = stepsOf(3.0f, rate); i > 0; --i) {
        engine->step(1.0f / rate);
        const BodySnapshot state = engine->states()[ball];
        fell |= state.velocity.y < -1.0;
        if (fell && state.velocity.y > 0.0) rose = true;
        if (rose && state.velocity.y < 0.0) break;
        if (rose) highest = std::max(highest, state.center.y - double{kRadius});
    }
    return highest;
}

Measure bounce(float rate)
{
    return {fmt::format("laws: ball dropped 4 m, e = 0.3 to 1, {:g} Hz", rate),
            {{"height off e^2 h, % of h", 3.0}},
            [=](const EngineKind& kind) -> std::vector<double> {
                constexpr float kHeight = 4.0f;
                double worst = 0.0;
                for (const float e : {0.3f, 0.5f, 0.8f, 1.0f}) {
                    const double due = double{e * e * kHeight};
                    worst = std::max(worst, std::fabs(bounceHeight(kind, e, kHeight, rate) - due));
                }
                return {100.0 * worst / double{kHeight}};
            }};
}

Measure projectile()
{
    return {"laws: ball thrown at 10 and 8 m/s, 2 s",
            {{"distance from the parabola, mm", 50.0}},
            [](const EngineKind& kind) -> std::vector<double> {
                BenchScene scene = makeScene();
                const size_t ball =
                    addBody(scene, Circle{{0.0f, 0.0f}, 0.25f}, {.linearVelocity = {10.0f, 8.0f}});
                const auto engine = build(kind, scene);
                run(*engine, 2.0f);
                const Point p = engine->states()[ball].center;
                return {1e3 * std::hypot(p.x - 20.0, p.y - (16.0 - 0.5 * kGravity * 4.0))};
            }};
}

Measure freeSpin()
{
    return {"laws: free body spinning at 10 rad/s, 60 s",
            {{"angular momentum off, share", 1e-5}, {"angle off, % of 600 rad", 0.1}},
            [](const EngineKind& kind) -> std::vector<double> {
                constexpr double kSpin = 10.0;
                BenchScene scene = makeScene(kNoGravity);
                addBody(scene, makeBox(0.5f, 0.1f), {.angularVelocity = static_cast<float>(kSpin)});
                const auto engine = build(kind, scene);
                run(*engine, 60.0f);
                const BodySnapshot state = engine->states().front();
                const double due = std::remainder(60.0 * kSpin, 360.0 * kDegree);
                const double angle = std::atan2(state.pose.s, state.pose.c);
                return {std::fabs(state.spin / kSpin - 1.0),
                        100.0 * std::fabs(std::remainder(angle - due, 360.0 * kDegree)) / (60.0 * kSpin)};
            }};
}

// A pyramid of unit boxes, 10 in its lowest row, spaced by the engine's gap between polygons at rest.
Measure pile(int substeps)
{
    return {
        fmt::format("laws: pyramid of 55 boxes, substeps: {}, 10 s", substeps),
        {{"its top moved by, mm", 50.0}, {"fastest body at the end, mm/s", 5.0}},
        [=](const EngineKind& kind) -> std::vector<double> {
            if (substeps != WorldSettings{}.substeps) requireSettings(kind);
            constexpr int kRows = 10;
            const float pitch = 1.0f + kind.polygonGap;
            BenchScene scene = makeScene();
            scene.settings.substeps = substeps;
            addGround(scene);
            Vec2 top;
            for (int row = 0; row < kRows; ++row) {
                for (int i = 0; i < kRows - row; ++i) {
                    const float x = static_cast<float>(i) + 0.5f * static_cast<float>(row);
                    top = {pitch * x, pitch * (static_cast<float>(row) + 1.0f) - 0.5f};
                    addBody(scene, makeBox(0.5f, 0.5f), {.position = top});
                }
            }
            const auto engine = build(kind, scene);
            run(*engine, 10.0f);
            const std::vector<BodySnapshot> states = engine->states();
            const Point is = states.back().pose.p;
            return {1e3 * std::hypot(is.x - double{top.x}, is.y - double{top.y}), 1e3 * fastestOf(states)};
        }};
}

} // namespace

std::vector<Measure> lawMeasures(const FidelityOptions&)
{
    std::vector<Measure> measures{slope(), tipping(), rolling()};
    for (const float rate : {30.0f, 60.0f, 240.0f}) measures.push_back(bounce(rate));
    measures.push_back(projectile());
    measures.push_back(freeSpin());
    for (const int substeps : {1, 2, 4, 8, 16}) measures.push_back(pile(substeps));
    return measures;
}

} // namespace satbox::bench
