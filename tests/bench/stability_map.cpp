#include "tests/bench/stability_map.h"

#include "engine/geometry/shape.h"
#include "engine/scene/scene_helpers.h"
#include "engine/step/step_settings.h"
#include <satbox/lab/metrics.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>

namespace satbox::bench {
namespace {

World makeWorld(const MapPoint& point)
{
    WorldSettings settings;
    settings.stepRate = point.rate;
    settings.substeps = point.substeps;
    settings.contactFrequency = point.frequency;
    settings.contactStiffening = point.stiffening;
    settings.sleeping = false;
    return World(settings);
}

// Calls fn(time) after each step of `seconds`.
template<class Fn>
void run(World& world, float seconds, Fn&& fn)
{
    const float rate = world.settings().stepRate;
    for (int i = 1; i <= static_cast<int>(seconds * rate + 0.5f); ++i) {
        world.step(1.0f / rate);
        fn(static_cast<float>(i) / rate);
    }
}

template<class Fn>
void forEachDynamic(const World& world, Fn&& fn)
{
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& m) {
        if (body.type == BodyType::Dynamic) fn(id, m);
    });
}

double fastestPoint(const World& world) // m/s
{
    float fastest = 0.0f;
    forEachDynamic(world, [&](BodyId, const BodyMotion& m) {
        fastest = std::max(fastest, length(m.v) + std::fabs(m.w) * m.maxExtent);
    });
    return double{fastest};
}

double farthestMove(const World& world, const World& start) // m
{
    float farthest = 0.0f;
    forEachDynamic(world, [&](BodyId id, const BodyMotion& m) {
        farthest = std::max(farthest, length(m.center - start.motion(id).center));
    });
    return double{farthest};
}

constexpr Vec2 kHalf{0.5f, 0.5f}; // m, of all boxes

void addGround(World& world) { addStaticBox(world, {0.0f, -1.0f}, {200.0f, 1.0f}); }

// Figures of bodies that should stay at rest.
class RestFigures {
  public:
    void observe(World world, float seconds)
    {
        constexpr float kLast = 2.0f; // s
        const World start = world;
        run(world, seconds, [&](float time) {
            if (time > seconds - kLast) speed_ = std::max(speed_, fastestPoint(world));
        });
        move_ = std::max(move_, farthestMove(world, start));
        overlap_ = std::max(overlap_, measure(world).maxPenetration);
    }
    std::vector<MapFigure> figures() const
    {
        return {{"fastest point at the end, m/s", speed_, 0.05},
                {"farthest move, m", move_, 0.25},
                {"deepest overlap, m", overlap_, 0.1}};
    }

  private:
    double speed_ = 0.0, move_ = 0.0, overlap_ = 0.0;
};

// A pyramid of unit boxes, one every `pitch` m: the less the rows overlap, the sooner they tremble.
World makeLooseRows(const MapPoint& point, float pitch)
{
    constexpr int kRows = 14;
    World world = makeWorld(point);
    addGround(world);
    addPyramid(world, {0.0f, 0.0f}, kRows, kHalf, pitch - 1.0f);
    return world;
}

// Loose rows, and a tower with a heavy box on top.
std::vector<MapFigure> measurePiles(const MapPoint& point)
{
    constexpr float kSeconds = 10.0f;
    constexpr int kTower = 5;
    RestFigures rest;
    rest.observe(makeLooseRows(point, 1.3f), kSeconds);
    World tower = makeWorld(point);
    addGround(tower);
    for (int i = 0; i <= kTower; ++i)
        addBox(tower, {0.0f, 0.5f + static_cast<float>(i)}, kHalf,
               {.density = i == kTower ? point.massRatio : 1.0f});
    rest.observe(std::move(tower), kSeconds);
    return rest.figures();
}

// A rotating square drum: no body may be faster than the walls and a fall through the drum explain, or leave
// it.
std::vector<MapFigure> measureDrum(const MapPoint& point)
{
    constexpr float kInner = 4.0f, kWall = 0.5f; // m, half sizes
    constexpr float kSpin = 0.6f;                // rad/s
    constexpr float kSeconds = 12.0f, kEvery = 0.5f;
    World world = makeWorld(point);
    const BodyId drum = world.createBody({.type = BodyType::Kinematic});
    for (const float side : {-kInner - kWall, kInner + kWall}) {
        addShapeTo(world, drum, makeBox(kWall, kInner + 2.0f * kWall), {}, {{side, 0.0f}, {}});
        addShapeTo(world, drum, makeBox(kInner + 2.0f * kWall, kWall), {}, {{0.0f, side}, {}});
    }
    world.setVelocity(drum, {0.0f, 0.0f}, kSpin);
    Random random(3);
    for (int i = 0; i < 64; ++i)
        addBody(world, {0.9f * (static_cast<float>(i % 8) - 3.5f), 0.9f * (static_cast<float>(i / 8) - 3.5f)},
                randomShape(random, random.between(0.35f, 0.5f)),
                {.density = i % 9 == 4 ? point.massRatio : 1.0f});

    const double corner = std::sqrt(2.0) * double{kInner};
    const double explained = double{kSpin} * corner + std::sqrt(2.0 * 9.81 * 2.0 * corner); // m/s
    const double outside = corner + 2.0 * double{kWall};
    double fastest = 0.0, overlap = 0.0;
    int samples = 0, lost = 0;
    float next = 2.0f; // s, when all bodies have reached the bottom
    run(world, kSeconds, [&](float time) {
        forEachDynamic(
            world, [&](BodyId, const BodyMotion& m) { fastest = std::max(fastest, double{length(m.v)}); });
        if (time < next) return;
        next += kEvery;
        overlap += measure(world).p99Penetration;
        ++samples;
    });
    forEachDynamic(world, [&](BodyId id, const BodyMotion& m) {
        lost += world.body(id).quarantined || double{length(toVec2(m.center))} > outside ? 1 : 0;
    });
    return {{"fastest, share of what drum and fall explain", fastest / explained, 1.0},
            {"overlap, 99th percentile, mean, m", overlap / samples, 0.1},
            {"lost", static_cast<double>(lost), 0.5}};
}

// A heavy box falls 2 m onto a row of boxes and onto a tower; another flies into a wall of boxes at 20 m/s.
// No impact may add energy or throw the heavy box back, and the row must come to rest.
std::vector<MapFigure> measureImpacts(const MapPoint& point)
{
    constexpr float kDrop = 2.0f, kShot = 20.0f; // m, m/s
    constexpr float kSeconds = 6.0f, kSettled = 5.0f;
    double gain = 0.0, rise = 0.0, unrest = 0.0;
    const auto fall = [&](int columns, int levels) {
        World world = makeWorld(point);
        addGround(world);
        for (int i = 0; i < columns * levels; ++i)
            addBox(world,
                   {static_cast<float>(i % columns - columns / 2), 0.5f + static_cast<float>(i / columns)},
                   kHalf);
        const auto rest = 0.5 + static_cast<double>(levels); // m, of the heavy box's centre
        const BodyId heavy =
            addBox(world, {0.0f, static_cast<float>(rest) + kDrop}, kHalf, {.density = point.massRatio});
        const double before = measure(world).total;
        const double blow = 9.81 * double{kDrop} / double{world.motion(heavy).invMass};
        bool hasHit = false;
        run(world, kSeconds, [&](float time) {
            gain = std::max(gain, (measure(world).total - before) / blow);
            const double height = double{world.motion(heavy).center.y} - rest;
            hasHit |= height < 0.02;
            if (hasHit) rise = std::max(rise, height / double{kDrop});
            if (columns > 1 && time > kSettled) unrest = std::max(unrest, fastestPoint(world));
        });
    };
    fall(5, 1);
    fall(1, 2);

    World world = makeWorld(point);
    addGround(world);
    for (int i = 0; i < 12; ++i)
        addBox(world, {static_cast<float>(i % 2), 0.5f + static_cast<float>(i / 2)}, kHalf);
    const BodyId shot = addBox(world, {-5.0f, 2.5f}, kHalf, {.density = point.massRatio});
    world.setVelocity(shot, {kShot, 0.0f}, 0.0f);
    const double before = measure(world).total, blow = measure(world).kinetic;
    run(world, kSeconds, [&](float) { gain = std::max(gain, (measure(world).total - before) / blow); });
    return {{"energy gained, share of the blow", gain, 0.02},
            {"heavy box thrown back, share of its fall", rise, 0.25},
            {"fastest point at the end, m/s", unrest, 0.05}};
}

void printCell(std::string_view panel, std::string_view scene, double x, double y,
               const std::vector<MapFigure>& figures)
{
    const MapFigure& worst = worstOf(figures);
    fmt::print("{},{},{:g},{:g},{:.4g},\"{}\",{:.4g},{:g}\n", panel, scene, x, y, worst.value / worst.bound,
               worst.name, worst.value, worst.bound);
    std::fflush(stdout);
}

} // namespace

const MapFigure& worstOf(const std::vector<MapFigure>& figures)
{
    return *std::ranges::max_element(figures, {},
                                     [](const MapFigure& figure) { return figure.value / figure.bound; });
}

std::array<MapScene, 3> mapScenes()
{
    return {{{"piles", measurePiles}, {"drum", measureDrum}, {"impacts", measureImpacts}}};
}

void printStabilityMap(std::string_view only)
{
    constexpr std::array kRates{10.0f, 15.0f, 20.0f, 30.0f, 60.0f, 120.0f, 240.0f};
    constexpr std::array kFrequencies{5.0f, 10.0f, 15.0f, 30.0f, 60.0f, 120.0f, 240.0f};
    constexpr std::array kStiffenings{1.0f, 1.65f, 3.3f, 6.6f, 10.0f};
    constexpr std::array kMassRatios{1.0f, 3.0f, 10.0f, 30.0f, 100.0f, 300.0f, 1000.0f};
    constexpr std::array kSubsteps{1, 2, 4, 8, 16};
    fmt::print("panel,scene,x,y,share of bound,figure,value,bound\n");
    for (const MapScene& scene : mapScenes()) {
        const auto print = [&](std::string_view panel, double x, double y, const MapPoint& point) {
            if (panel.find(only) != panel.npos) printCell(panel, scene.name, x, y, scene.measure(point));
        };
        for (const int substeps : kSubsteps)
            for (const float rate : kRates)
                print("substeps over step rate", double{rate}, substeps,
                      {.rate = rate, .substeps = substeps});
        for (const float stiffening : kStiffenings)
            for (const float frequency : kFrequencies)
                print("stiffening over contact frequency", double{frequency}, double{stiffening},
                      {.frequency = frequency, .stiffening = stiffening});
        for (const float ratio : kMassRatios)
            for (const float rate : kRates)
                print("mass ratio over step rate", double{rate}, double{ratio},
                      {.rate = rate, .massRatio = ratio});
        // All combinations of halved, default and doubled values. Several runs share a cell; the worst
        // counts.
        constexpr std::array kFactors{0.5f, 1.0f, 2.0f};
        for (const float rate : kFactors)
            for (const float substeps : kFactors)
                for (const float frequency : kFactors)
                    for (const float stiffening : kFactors)
                        for (const float ratio : {1.0f, 2.0f}) {
                            MapPoint point;
                            point.rate *= rate;
                            point.substeps = static_cast<int>(substeps * static_cast<float>(point.substeps));
                            point.frequency *= frequency;
                            point.stiffening *= stiffening;
                            point.massRatio *= ratio;
                            print("defaults halved and doubled", double{point.rate}, point.substeps, point);
                        }
    }
    // kMaxContactStiffness is not a setting: builds with other values of it give the other columns.
    constexpr std::string_view kPanel = "pitch of loose rows over kMaxContactStiffness";
    constexpr float kSeconds = 30.0f;
    for (const float pitch : {1.1f, 1.3f, 1.5f, 1.8f}) {
        if (kPanel.find(only) == kPanel.npos) continue;
        RestFigures rest;
        rest.observe(makeLooseRows({.stiffening = 10.0f}, pitch), kSeconds);
        printCell(kPanel, "piles", double{kMaxContactStiffness}, double{pitch}, rest.figures());
    }
}

} // namespace satbox::bench
