// Fast shapes against thin static walls: how many tunnel through.
#include "engine/geometry/shape.h"
#include "tests/bench/fidelity_helpers.h"
#include "tests/support/lcg.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace satbox::bench {
namespace {

using test::Lcg;

constexpr float kWallHalfLength = 50.0f; // m
constexpr float kThinnest = 0.003f;      // m; Box2D welds vertices closer than 2.5 mm

enum class WallKind { Box, Segment, Chain };

struct Wall {
    WallKind kind = WallKind::Box;
    float thickness = 0.04f; // m, of a box
};

// A shape that flies towards the wall, whose centre line is x = 0.
struct Shot {
    Shape shape;
    float extent = 0.0f; // m, greatest distance of a point from the centre
    float tilt = 0.0f;   // rad
    float spin = 0.0f;   // rad/s
    Vec2 velocity;       // m/s
    float gap = 1.0f;    // m, between the wall and the shape's bounding circle
    float rate = kRate;  // Hz
    int substeps = WorldSettings{}.substeps;
};

float thicknessOf(const Wall& wall) { return wall.kind == WallKind::Box ? wall.thickness : 0.0f; }

void addWall(BenchScene& scene, const Wall& wall)
{
    const BodyDef still{.type = BodyType::Static};
    if (wall.kind == WallKind::Box) {
        addBody(scene, makeBox(0.5f * wall.thickness, kWallHalfLength), still);
        return;
    }
    constexpr int kLinks = 50;
    const int links = wall.kind == WallKind::Chain ? kLinks : 1;
    const float length = 2.0f * kWallHalfLength / static_cast<float>(links);
    BenchBody body{still, {}};
    for (int i = 0; i < links; ++i) {
        const float from = -kWallHalfLength + length * static_cast<float>(i);
        body.shapes.push_back({.geometry = Segment{{0.0f, from}, {0.0f, from + length}}});
    }
    scene.bodies.push_back(std::move(body));
}

// True if the shape's centre passes the centre line of the wall or becomes non-finite. A shape that slides to
// the end of the wall has not passed.
bool tunnels(const EngineKind& kind, const Wall& wall, const Shot& shot)
{
    BenchScene scene = makeScene(kNoGravity);
    scene.settings.maxSpeed = 1000.0f; // above the speed of any shot
    scene.settings.substeps = shot.substeps;
    addWall(scene, wall);
    const float distance = 0.5f * thicknessOf(wall) + shot.extent + shot.gap;
    // Aimed at the middle of the wall's height.
    const Vec2 from{-distance, -distance * shot.velocity.y / shot.velocity.x};
    const size_t body = addBody(scene, shot.shape,
                                {.position = from,
                                 .rotation = makeRot(shot.tilt),
                                 .linearVelocity = shot.velocity,
                                 .angularVelocity = shot.spin});
    const auto engine = build(kind, scene);
    constexpr int kStepsAfter = 20;
    const int steps = static_cast<int>(distance / shot.velocity.x * shot.rate) + kStepsAfter;
    for (int i = 0; i < steps; ++i) {
        engine->step(1.0f / shot.rate);
        const BodySnapshot state = engine->states()[body];
        if (std::fabs(state.center.y) > double{kWallHalfLength - shot.extent}) return false;
        if (state.frozen || !(state.center.x <= 0.0)) return true;
    }
    return false;
}

Shape boxOf(float width, float height) { return makeBox(0.5f * width, 0.5f * height); }
Shape capsuleOf(float length, float width)
{
    const float half = 0.5f * (length - width);
    return Capsule{{-half, 0.0f}, {half, 0.0f}, 0.5f * width};
}

// The same shape many times, perpendicular to a box wall, from random distances and at random tilts.
Measure volley(const std::string& name, const Shape& shape, float speed, float thickness, int count)
{
    return {fmt::format("walls: {}, {:g} m/s, {:g} mm", name, speed, 1e3f * thickness),
            {{fmt::format("through, of {}", count), 0.0}},
            [=](const EngineKind& kind) -> std::vector<double> {
                Lcg random(1);
                int through = 0;
                for (int i = 0; i < count; ++i) {
                    Shot shot;
                    shot.shape = shape;
                    shot.extent = maxExtent(shape, {0.0f, 0.0f});
                    shot.tilt = random.between(-kPi, kPi);
                    shot.velocity = {speed, 0.0f};
                    shot.gap = random.between(0.1f, 0.1f + 2.0f * speed / kRate);
                    through += tunnels(kind, {.thickness = thickness}, shot) ? 1 : 0;
                }
                return {static_cast<double>(through)};
            }};
}

float betweenByFactor(Lcg& random, float low, float high)
{
    return low * std::exp(random.between(0.0f, std::log(high / low)));
}

using MakeShape = Shape (*)(Lcg& random, float size); // about `size` metres across
constexpr std::array<std::pair<const char*, MakeShape>, 5> kShotShapes{{
    {"circles",
     [](Lcg&, float size) -> Shape {
         return Circle{{0.0f, 0.0f}, 0.5f * size};
     }},
    {"capsules",
     [](Lcg& random, float size) -> Shape { return capsuleOf(size, random.between(0.2f, 0.8f) * size); }},
    {"boxes",
     [](Lcg& random, float size) -> Shape { return boxOf(size, random.between(0.3f, 1.0f) * size); }},
    {"rods",
     [](Lcg& random, float size) -> Shape {
         return boxOf(size, std::max(kThinnest, random.between(0.02f, 0.2f) * size));
     }},
    {"polygons",
     [](Lcg& random, float size) -> Shape {
         return makeRegularPolygon(3 + static_cast<int>(random.below(6)), 0.5f * size);
     }},
}};

Measure randomShots(const char* name, MakeShape makeShape, int count)
{
    return {fmt::format("walls: random {}", name),
            {{fmt::format("through, of {}", count), 0.0}},
            [=](const EngineKind& kind) -> std::vector<double> {
                Lcg random(2);
                int through = 0;
                for (int i = 0; i < count; ++i) {
                    Shot shot;
                    shot.shape = makeShape(random, betweenByFactor(random, 0.04f, 1.0f));
                    shot.extent = maxExtent(shot.shape, {0.0f, 0.0f});
                    shot.tilt = random.between(-kPi, kPi);
                    shot.spin = random.between(-30.0f, 30.0f);
                    const float speed = betweenByFactor(random, 5.0f, 400.0f);
                    shot.velocity = speed * rotate(makeRot(random.between(-1.0f, 1.0f)), {1.0f, 0.0f});
                    shot.rate = betweenByFactor(random, 30.0f, 240.0f);
                    shot.substeps = 1 + static_cast<int>(random.below(16));
                    shot.gap = random.between(0.1f, 0.1f + 2.0f * speed / shot.rate);
                    const Wall wall{static_cast<WallKind>(random.below(3)),
                                    betweenByFactor(random, kThinnest, 1.0f)};
                    through += tunnels(kind, wall, shot) ? 1 : 0;
                }
                return {static_cast<double>(through)};
            }};
}

} // namespace

std::vector<Measure> wallMeasures(const FidelityOptions& options)
{
    constexpr int kVolley = 200;
    const Shape triangle = makeRegularPolygon(3, 0.2f);
    const Shape rod = boxOf(1.0f, 0.04f);
    const Shape capsule = capsuleOf(0.26f, 0.06f);
    std::vector<Measure> measures;
    for (const float speed : {15.0f, 20.0f, 50.0f, 100.0f})
        measures.push_back(volley("triangle", triangle, speed, 0.04f, kVolley));
    for (const float speed : {20.0f, 50.0f, 100.0f})
        measures.push_back(volley("rod", rod, speed, 0.04f, kVolley));
    for (const float thickness : {0.04f, 0.2f})
        measures.push_back(volley("capsule", capsule, 50.0f, thickness, kVolley));
    const int shots = options.shots / static_cast<int>(kShotShapes.size());
    for (const auto& [name, makeShape] : kShotShapes) measures.push_back(randomShots(name, makeShape, shots));
    return measures;
}

} // namespace satbox::bench
