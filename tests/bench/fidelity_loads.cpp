// Heavy bodies on light ones, and recovery from overlap.
#include "tests/bench/fidelity_helpers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace satbox::bench {
namespace {

constexpr float kHalf = 0.5f;  // m, half size of the boxes
constexpr float kDrop = 2.0f;  // m
constexpr float kWatch = 3.0f; // s, enough for a fall by kDrop and the bounce

// A heavy box above light ones on the ground, spaced by the engine's gap between polygons at rest, so that
// none is pushed apart at the start.
class Loaded {
  public:
    explicit Loaded(const EngineKind& kind) : gap_(kind.polygonGap) { addGround(scene); }

    void addLight(int column, int level)
    {
        const float x = static_cast<float>(column) * (2.0f * kHalf + gap_);
        addBody(scene, makeBox(kHalf, kHalf), {.position = {x, heightOf(level)}});
    }
    void addHeavy(int level, float ratio, float above)
    {
        restHeight = double{heightOf(level)};
        heavy = addBody(scene, makeBox(kHalf, kHalf), {.position = {0.0f, heightOf(level) + above}},
                        {.density = ratio});
    }

    BenchScene scene = makeScene();
    size_t heavy = 0;
    double restHeight = 0.0; // m, of the heavy box's centre

  private:
    float heightOf(int level) const
    {
        return kHalf + gap_ + static_cast<float>(level) * (2.0f * kHalf + gap_);
    }

    float gap_; // m
};

Loaded makeRow(const EngineKind& kind, float ratio)
{
    Loaded loaded(kind);
    for (int column = -2; column <= 2; ++column) loaded.addLight(column, 0);
    loaded.addHeavy(1, ratio, kDrop);
    return loaded;
}

Loaded makeStack(const EngineKind& kind, float ratio)
{
    Loaded loaded(kind);
    for (int level = 0; level < 5; ++level) loaded.addLight(0, level);
    loaded.addHeavy(5, ratio, kDrop);
    return loaded;
}

Loaded makePair(const EngineKind& kind, float ratio, float above)
{
    Loaded loaded(kind);
    loaded.addLight(0, 0);
    loaded.addHeavy(1, ratio, above);
    return loaded;
}

using MakeLoaded = Loaded (*)(const EngineKind& kind, float ratio);

// How far the heavy box rises above its rest height after first reaching it, m.
double greatestRise(const EngineKind& kind, const Loaded& loaded)
{
    constexpr double kReached = 0.01; // m above its rest height
    const auto engine = build(kind, loaded.scene);
    bool reached = false;
    double rise = 0.0;
    for (int i = stepsOf(kWatch); i > 0; --i) {
        engine->step(1.0f / kRate);
        const double height = engine->states()[loaded.heavy].center.y - loaded.restHeight;
        reached |= height < kReached;
        if (reached) rise = std::max(rise, height);
    }
    return reached ? rise : HUGE_VAL;
}

double reboundPercent(const EngineKind& kind, const Loaded& loaded)
{
    return 100.0 * greatestRise(kind, loaded) / double{kDrop};
}

Measure drop(const char* name, MakeLoaded make)
{
    return {fmt::format("load: 10:1 box dropped 2 m on {}", name),
            {{"rebound, % of the drop", 5.0}},
            [=](const EngineKind& kind) -> std::vector<double> {
                return {reboundPercent(kind, make(kind, 10.0f))};
            }};
}

// Stiffening of contacts under load must not increase the rebound.
Measure dropAgainstSoft(const char* name, MakeLoaded make)
{
    return {fmt::format("load: the same on {}, against stiffening 1", name),
            {{"rebound greater by, % of the drop", 0.1}},
            [=](const EngineKind& kind) -> std::vector<double> {
                requireSettings(kind);
                const Loaded stiff = make(kind, 10.0f);
                Loaded soft = stiff;
                soft.scene.settings.contactStiffening = 1.0f;
                return {reboundPercent(kind, stiff) - reboundPercent(kind, soft)};
            }};
}

constexpr std::array kRatios{2.0f, 5.0f, 10.0f, 20.0f, 50.0f, 100.0f, 200.0f, 500.0f, 1000.0f};

std::vector<Measure> ratios()
{
    const auto worst = [](double (*value)(const EngineKind&, const Loaded&), float above) {
        return [=](const EngineKind& kind) -> std::vector<double> {
            double greatest = 0.0;
            for (const float ratio : kRatios)
                greatest = std::max(greatest, value(kind, makePair(kind, ratio, above)));
            return {greatest};
        };
    };
    const auto millimetres = [](const EngineKind& kind, const Loaded& loaded) {
        return 1e3 * greatestRise(kind, loaded);
    };
    return {{"load: 2:1 to 1000:1 box dropped 2 m on one",
             {{"rebound at most, % of the drop", 5.0}},
             worst(reboundPercent, kDrop)},
            {"load: 2:1 to 1000:1 box placed on one", {{"rise at most, mm", 5.0}}, worst(millimetres, 0.0f)}};
}

// A box of 2 x 2 m on two of 0.5 x 0.5 m, 400 times as heavy as either.
Measure heavyOnTwo()
{
    return {
        "load: 400:1 box at rest on two, 20 s",
        {{"fastest body in the last 5 s, m/s", 0.01}, {"a small box moved by, m", 0.05}},
        [](const EngineKind& kind) -> std::vector<double> {
            constexpr float kSmall = 0.25f, kLarge = 1.0f; // m, half sizes
            constexpr float kRatio = 400.0f;
            const float gap = kind.polygonGap;
            BenchScene scene = makeScene();
            addGround(scene);
            std::array<size_t, 2> small{};
            for (const int side : {0, 1})
                small[static_cast<size_t>(side)] = addBody(
                    scene, makeBox(kSmall, kSmall), {.position = {side == 0 ? -0.6f : 0.6f, kSmall + gap}});
            addBody(scene, makeBox(kLarge, kLarge), {.position = {0.0f, 2.0f * kSmall + kLarge + 2.0f * gap}},
                    {.density = kRatio * kSmall * kSmall / (kLarge * kLarge)});
            const auto engine = build(kind, scene);
            run(*engine, 15.0f);
            double fastest = 0.0, moved = 0.0;
            for (int i = stepsOf(5.0f); i > 0; --i) {
                engine->step(1.0f / kRate);
                fastest = std::max(fastest, fastestOf(engine->states()));
            }
            const std::vector<BodySnapshot> states = engine->states();
            for (const size_t i : small)
                moved =
                    std::max(moved, std::fabs(states[i].pose.p.x - double{scene.bodies[i].def.position.x}));
            return {fastest, moved};
        }};
}

// How far a ball rises above its final height, mm.
double overshoot(BenchEngine& engine, size_t ball)
{
    double highest = 0.0, height = 0.0; // m
    for (int i = stepsOf(4.0f); i > 0; --i) {
        engine.step(1.0f / kRate);
        height = engine.states()[ball].center.y;
        highest = std::max(highest, height);
    }
    return 1e3 * (highest - height);
}

std::vector<Measure> pressedBalls()
{
    constexpr float kRadius = 0.25f; // m
    const auto released = [](const EngineKind& kind) -> std::vector<double> {
        BenchScene scene = makeScene();
        addGround(scene);
        const Circle circle{{0.0f, 0.0f}, kRadius};
        const size_t ball = addBody(scene, circle, {.position = {0.0f, kRadius}});
        // Fixed rotation, so that it cannot roll off.
        const size_t heavy = addBody(
            scene, circle, {.position = {0.0f, 3.0f * kRadius}, .fixedRotation = true}, {.density = 100.0f});
        const auto engine = build(kind, scene);
        run(*engine, 2.0f);
        engine->setPosition(heavy, {50.0f, kRadius});
        engine->setVelocity(heavy, {0.0f, 0.0f});
        return {overshoot(*engine, ball)};
    };
    const auto placed = [](const EngineKind& kind) -> std::vector<double> {
        BenchScene scene = makeScene();
        addGround(scene);
        const size_t ball =
            addBody(scene, Circle{{0.0f, 0.0f}, kRadius}, {.position = {0.0f, kRadius - 0.02f}});
        return {overshoot(*build(kind, scene), ball)};
    };
    return {
        {"overlap: ball released from under one of 100:1", {{"overshoot above rest, mm", 10.0}}, released},
        {"overlap: ball placed 20 mm inside the ground", {{"overshoot above rest, mm", 10.0}}, placed}};
}

Measure circlesAtOnePoint()
{
    return {"overlap: 100 circles at one point, no gravity",
            {{"greatest speed in 5 s, m/s", double{WorldSettings{}.pushSpeed}},
             {"greatest energy, J/kg", 0.5 * double{WorldSettings{}.pushSpeed * WorldSettings{}.pushSpeed}}},
            [](const EngineKind& kind) -> std::vector<double> {
                BenchScene scene = makeScene(kNoGravity);
                for (int i = 0; i < 100; ++i) addBody(scene, Circle{{0.0f, 0.0f}, 0.25f}, {});
                const auto engine = build(kind, scene);
                double fastest = 0.0, energy = 0.0;
                for (int i = stepsOf(5.0f); i > 0; --i) {
                    engine->step(1.0f / kRate);
                    const std::vector<BodySnapshot> states = engine->states();
                    double mass = 0.0;
                    for (const BodySnapshot& s : states) mass += s.mass;
                    fastest = std::max(fastest, fastestOf(states));
                    energy = std::max(energy, energyOf(states) / mass);
                }
                return {fastest, energy};
            }};
}

} // namespace

std::vector<Measure> loadMeasures(const FidelityOptions&)
{
    std::vector<Measure> measures;
    measures.push_back(drop("a row of 5", makeRow));
    measures.push_back(drop("a stack of 5", makeStack));
    measures.push_back(dropAgainstSoft("the row", makeRow));
    measures.push_back(dropAgainstSoft("the stack", makeStack));
    for (Measure& measure : ratios()) measures.push_back(std::move(measure));
    measures.push_back(heavyOnTwo());
    for (Measure& measure : pressedBalls()) measures.push_back(std::move(measure));
    measures.push_back(circlesAtOnePoint());
    return measures;
}

} // namespace satbox::bench
