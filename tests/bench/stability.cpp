#include "tests/bench/stability.h"

#include "engine/constraints/step_context.h"
#include "engine/scene/random.h"
#include "tests/bench/fidelity_helpers.h"
#include "tests/bench/scenes.h"
#include <satbox/settings_table.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace satbox::bench {
namespace {

constexpr std::array kRates{10.0f, 15.0f, 20.0f, 25.0f, 30.0f, 60.0f, 120.0f, 240.0f}; // Hz
constexpr std::array kSolvers{SolverType::SoftStep, SolverType::SequentialImpulse,
                              SolverType::ManifoldImpulse, SolverType::VertexContact};

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Properties of a scene's initial state.
struct InitialState {
    double size = 0.0;  // m, diagonal of the bounding box of all shapes
    double speed = 0.0; // m/s, of the fastest surface
    double top = 0.0;   // m, height of the highest point, against gravity
};

double heightOf(Point p, Vec2 gravity)
{
    const double g = std::hypot(double{gravity.x}, double{gravity.y});
    return g > 0.0 ? -(p.x * double{gravity.x} + p.y * double{gravity.y}) / g : 0.0;
}

InitialState initialStateOf(const BenchScene& scene, std::span<const BodySnapshot> states)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    InitialState start;
    start.top = -kInfinity;
    Point low{kInfinity, kInfinity}, high{-kInfinity, -kInfinity};
    for (const WorldShape& shape : makeWorldShapes(scene, states)) {
        const BodySnapshot& body = states[static_cast<size_t>(shape.body)];
        low = {std::min(low.x, shape.lower.x), std::min(low.y, shape.lower.y)};
        high = {std::max(high.x, shape.upper.x), std::max(high.y, shape.upper.y)};
        for (const Point& corner : {shape.lower, shape.upper}) {
            start.top = std::max(start.top, heightOf(corner, scene.settings.gravity));
            const double reach = distance(corner, body.center);
            start.speed = std::max(start.speed, body.speed() + std::fabs(body.spin) * reach);
        }
    }
    for (const DrivenBody& driven : scene.driven) {
        constexpr double kInterval = 0.01; // s
        for (double time = 0.0; time < 60.0; time += 0.1)
            start.speed =
                std::max(start.speed,
                         distance(driven.positionAt(time), driven.positionAt(time + kInterval)) / kInterval);
    }
    start.size = distance(low, high);
    return start;
}

// Checks the bodies after each step.
class RunMonitor {
  public:
    RunMonitor(const StabilityRun& run, std::vector<BodySnapshot> states)
        : run_(run), before_(std::move(states)), start_(initialStateOf(run.scene, before_))
    {
        const WorldSettings& settings = run.scene.settings;
        constexpr double kRounding = 1e-5; // of a speed
        topSpeed_ = (1.0 + kRounding) * double{settings.maxSpeed};
        topSpin_ = (1.0 + kRounding) * double{kMaxSpin};
        // Impacts and overlap correction move bodies as well: by up to the same distance again, and out of
        // each other.
        maxDisplacement_ = 2.0 * topSpeed_ * double{run.dt} + start_.size;
        gravity_ = std::hypot(double{settings.gravity.x}, double{settings.gravity.y});
    }

    std::optional<Finding> check(int step, std::vector<BodySnapshot> states)
    {
        for (size_t i = 0; i < states.size(); ++i) {
            if (run_.scene.bodies[i].def.type != BodyType::Dynamic) continue;
            if (std::optional<Finding> finding = check(states[i], before_[i])) {
                finding->step = step;
                finding->body = i;
                return finding;
            }
        }
        before_ = std::move(states);
        return {};
    }

  private:
    std::optional<Finding> check(const BodySnapshot& body, const BodySnapshot& before) const
    {
        if (body.frozen || !body.isFinite())
            return Finding{Fault::Frozen, 0, 0, fmt::format("last speed {:.4g} m/s", before.speed())};
        if (body.speed() > topSpeed_ || std::fabs(body.spin) > topSpin_)
            return Finding{Fault::TooFast, 0, 0,
                           fmt::format("{:.4g} m/s, {:.4g} rad/s", body.speed(), body.spin)};
        const double displacement = distance(body.center, before.center);
        if (displacement > maxDisplacement_)
            return Finding{Fault::Jumped, 0, 0,
                           fmt::format("by {:.4g} m, {:.4g} m/s before", displacement, before.speed())};
        if (!run_.checksThrown) return {};
        const double fall = std::max(start_.top - heightOf(body.center, run_.scene.settings.gravity), 0.0);
        const double limit = 10.0 + 4.0 * start_.speed + std::sqrt(2.0 * gravity_ * fall);
        if (body.speed() > limit)
            return Finding{Fault::Thrown, 0, 0,
                           fmt::format("{:.4g} m/s, at most {:.4g} m/s is plausible", body.speed(), limit)};
        return {};
    }

    const StabilityRun& run_;
    std::vector<BodySnapshot> before_;
    InitialState start_;
    double topSpeed_ = 0.0, topSpin_ = 0.0; // m/s, rad/s
    double maxDisplacement_ = 0.0;          // m, in one step
    double gravity_ = 0.0;                  // m/s^2
};

// --- small scenes for random settings ---

// A heavy bullet flies into two overlapping boxes. A disc of radius 3 m once threw all three out of the
// world, a disc of 10 m one of them over 19 km in a step.
BenchScene bulletDisc(float radius, float x, float restitution)
{
    BenchScene scene = makeScene();
    addBody(scene, makeBox(0.4f, 0.2f), {.position = {0.0f, 3.4f}}, {.density = 2.0f});
    addBody(scene, makeBox(0.4f, 0.2f), {.position = {0.4f, 3.8f}}, {.density = 2.0f});
    addBody(scene, Circle{{0.0f, 0.0f}, radius},
            {.position = {x, 5.2f}, .linearVelocity = {300.0f, 0.0f}, .bullet = true},
            {.density = 30.0f, .restitution = restitution});
    return scene;
}

// Loose bodies of every shape in a bin, with a heavy ball on top and a rotating paddle.
BenchScene stirredBin()
{
    BenchScene scene = makeScene();
    addGround(scene);
    for (const float side : {-3.0f, 3.0f})
        addBody(scene, makeBox(0.25f, 4.0f), {.type = BodyType::Static, .position = {side, 4.0f}});
    addBody(scene, makeBox(1.2f, 0.1f),
            {.type = BodyType::Kinematic, .position = {0.0f, 1.5f}, .angularVelocity = 2.0f});
    for (int i = 0; i < 9; ++i) {
        const Vec2 place{1.6f * static_cast<float>(i % 3 - 1), 3.2f + 1.1f * static_cast<float>(i / 3)};
        const Material material{.density = i % 2 == 0 ? 1.0f : 20.0f,
                                .restitution = i % 3 == 0 ? 0.8f : 0.0f};
        const Shape shapes[]{makeBox(0.4f, 0.25f), Circle{.radius = 0.35f},
                             Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.2f}, makeRegularPolygon(5, 0.4f)};
        addBody(scene, shapes[i % 4], {.position = place, .angularVelocity = static_cast<float>(i)},
                material);
    }
    addBody(scene, Circle{.radius = 0.6f}, {.position = {0.2f, 8.0f}}, {.density = 100.0f});
    return scene;
}

struct SmallScene {
    const char* name;
    BenchScene (*make)() = nullptr; // nullptr: the built-in scene of this name
};
constexpr std::array kSmallScenes{
    SmallScene{"bullet disc of 3 m", [] { return bulletDisc(3.0f, -5.2f, 0.0f); }},
    SmallScene{"bullet disc of 10 m", [] { return bulletDisc(10.0f, -12.2f, 0.2f); }},
    SmallScene{"stirred bin", stirredBin},
    SmallScene{"box_stack"},
    SmallScene{"dominoes"},
    SmallScene{"restitution_row"},
    SmallScene{"newtons_cradle"},
    SmallScene{"heavy_on_light"},
    SmallScene{"compound"},
    SmallScene{"two_triangles"},
    SmallScene{"friction_ramp"},
    SmallScene{"card_house"},
    SmallScene{"vertex_contacts"},
};

// --- random settings ---

// Draws one of: an end of the range, a number in it (uniform or log-uniform), a number in the usual range.
float drawNumber(const SettingField& field, Random& random)
{
    const auto low = static_cast<float>(field.minimum), high = static_cast<float>(field.maximum);
    switch (random.below(5)) {
    case 0:
        return low;
    case 1:
        return high;
    case 2:
        return random.between(low, high);
    case 3: {
        const float least = std::max(low, 1e-3f * high);
        return least > 0.0f ? std::min(least * std::pow(high / least, random.unit()), high) : low;
    }
    default:
        return random.between(static_cast<float>(field.usualMinimum), static_cast<float>(field.usualMaximum));
    }
}

template<class T>
T draw(const SettingField& field, Random& random)
{
    if constexpr (std::is_same_v<T, Vec2>) {
        const float x = drawNumber(field, random);
        return {x, drawNumber(field, random)};
    } else if constexpr (std::is_same_v<T, float>) {
        return drawNumber(field, random);
    } else if constexpr (std::is_same_v<T, int>) {
        return static_cast<int>(drawNumber(field, random));
    } else { // bool and enumerations
        return static_cast<T>(random.below(static_cast<int>(field.maximum) + 1));
    }
}

void drawSettings(WorldSettings& settings, Random& random)
{
    for (const SettingField& field : settingFields()) {
        // A world with all settings at extremes rarely does anything, so most keep their defaults.
        const bool isDrawn = field.key == "solver" || random.below(3) == 0;
        if (!isDrawn) continue;
        std::visit([&]<class T>(T WorldSettings::*member) { settings.*member = draw<T>(field, random); },
                   field.member);
    }
}

} // namespace

const char* toString(Fault fault)
{
    constexpr std::array kNames{"frozen", "too fast", "jumped", "thrown"};
    static_assert(kNames.size() == static_cast<size_t>(Fault::Count));
    return kNames[static_cast<size_t>(fault)];
}

std::optional<Finding> findFault(const StabilityRun& run)
{
    const auto engine = build(satboxEngine(1), run.scene);
    RunMonitor monitor(run, engine->states());
    for (int step = 1; step <= run.steps; ++step) {
        setDrivenVelocities(run.scene, *engine, step - 1, run.dt);
        engine->step(run.dt);
        if (std::optional<Finding> finding = monitor.check(step, engine->states())) return finding;
    }
    return {};
}

std::vector<StabilityTask> sceneTasks(int steps)
{
    std::vector<StabilityTask> tasks;
    const auto addScene = [&](std::string_view name, const std::function<BenchScene()>& make) {
        for (const SolverType solver : kSolvers)
            for (const float rate : kRates)
                tasks.push_back({fmt::format("scenes: {}, {}, {:g} Hz", name, toString(solver), rate), [=] {
                                     StabilityRun run{make(), 1.0f / rate, steps, true};
                                     run.scene.settings.solver = solver;
                                     run.scene.settings.stepRate = rate;
                                     return run;
                                 }});
    };
    for (const BuiltinScene& scene : builtinScenes())
        addScene(scene.name, [&scene] { return benchSceneOf(scene); });
    for (const SmallScene& small : kSmallScenes)
        if (small.make) addScene(small.name, small.make);
    return tasks;
}

StabilityTask randomTask(uint32_t index)
{
    const SmallScene& small = kSmallScenes[index % kSmallScenes.size()];
    return {fmt::format("random {}: {}", index, small.name), [index, &small] {
                Random random(index);
                StabilityRun run;
                run.scene = small.make ? small.make() : benchSceneOf(*findBuiltinScene(small.name));
                run.scene.sleeps = true;
                WorldSettings& settings = run.scene.settings;
                drawSettings(settings, random);
                run.dt = random.below(8) == 0 ? random.between(0.1f, 1.0f) : 1.0f / settings.stepRate;
                // Few enough steps that free flight takes no body out of the world (2,000 km).
                constexpr float kMaxTypedPosition = 6e4f; // m
                constexpr float kSteps = 300.0f;
                run.steps =
                    static_cast<int>(std::min(kSteps, kMaxTypedPosition / (settings.maxSpeed * run.dt)));
                return run;
            }};
}

} // namespace satbox::bench
