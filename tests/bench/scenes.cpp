#include "tests/bench/scenes.h"

#include "engine/scene/scene_helpers.h"
#include <satbox/scene/scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

namespace satbox::bench {
namespace {

// Steps of a round, for scenes whose rounds do not have 500 steps.
struct RoundLength {
    std::string_view name;
    int steps;
};
constexpr std::array kRoundLengths{
    RoundLength{"tumbler", 750},       // most of a revolution of the drum
    RoundLength{"many_pyramids", 200}, // all its steps are alike
    RoundLength{"junkyard", 800},      // the box has gone to one end and back
    RoundLength{"smash", 300},         // enough for the block to burst
};

// Position at `time`: slow at the ends, 12 m/s in the middle.
Point sweep(double time) { return {60.0 * std::sin(0.2 * time), 4.0}; }

BenchScene describe(std::string_view name, const World& world)
{
    BenchScene scene;
    scene.name = name;
    scene.settings = world.settings();
    std::map<BodyId, size_t> indexOf;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        BenchBody body{world.bodyDef(id), {}};
        for (const ShapeId shape : world.shapesOf(id)) body.shapes.push_back(world.shapeDef(shape));
        if (!body.def.enabled) return;
        indexOf[id] = scene.bodies.size();
        scene.bodies.push_back(std::move(body));
    });
    for (const JointId id : world.joints()) {
        const JointDef def = world.jointDef(id);
        if (indexOf.contains(def.bodyA) && indexOf.contains(def.bodyB))
            scene.joints.push_back({def, indexOf[def.bodyA], indexOf[def.bodyB]});
    }
    for (size_t i = 0; name == "junkyard" && i < scene.bodies.size(); ++i)
        if (scene.bodies[i].def.name == "sweeper") scene.driven.push_back({i, &sweep});
    return scene;
}

constexpr int kPilesInRow = 10;

// 25 rows of unit boxes, 52 in the lowest and one fewer in each row above: 1,000 boxes, on ground of their
// own.
void addPile(World& world, int column, int row)
{
    constexpr int kRows = 25, kBase = 52;
    constexpr float kPitchX = 56.0f, kPitchY = 30.0f; // m
    const Vec2 foot{kPitchX * (static_cast<float>(column) - 0.5f * (kPilesInRow - 1)),
                    kPitchY * static_cast<float>(row)};
    addStaticBox(world, foot - Vec2{0.0f, 0.5f}, {0.5f * kPitchX - 1.0f, 0.5f});
    for (int level = 0; level < kRows; ++level) {
        const int count = kBase - level;
        for (int i = 0; i < count; ++i)
            addBox(world,
                   foot + 0.5f * Vec2{static_cast<float>(2 * i - (count - 1)),
                                      static_cast<float>(2 * level + 1)},
                   {0.5f, 0.5f});
    }
}

} // namespace

std::span<const std::string_view> defaultScenes()
{
    static constexpr std::array<std::string_view, 4> kNames{"large_pyramid", "container2000", "tumbler",
                                                            "many_pyramids"};
    return kNames;
}

BenchScene openBenchScene(std::string_view nameOrPath)
{
    const SceneResult opened = openScene(nameOrPath == "tumbler" ? "tumbler_bench" : nameOrPath);
    if (!opened.ok()) throw std::runtime_error(opened.error);

    BenchScene scene = describe(nameOrPath, opened.scene.world);
    for (const RoundLength& length : kRoundLengths)
        if (length.name == nameOrPath) scene.steps = length.steps;
    return scene;
}

BenchScene benchSceneOf(const BuiltinScene& scene) { return describe(scene.name, scene.build().world); }

void setDrivenVelocities(const BenchScene& scene, BenchEngine& engine, int step, float dt)
{
    for (const DrivenBody& driven : scene.driven) {
        const Point from = driven.positionAt(double{dt} * step);
        const Point to = driven.positionAt(double{dt} * (step + 1));
        engine.setVelocity(driven.body, {static_cast<float>((to.x - from.x) / double{dt}),
                                         static_cast<float>((to.y - from.y) / double{dt})});
    }
}

std::vector<WorldShape> makeWorldShapes(const BenchScene& scene, std::span<const BodySnapshot> states)
{
    std::vector<WorldShape> shapes;
    for (size_t i = 0; i < scene.bodies.size(); ++i) {
        const bool dynamic = scene.bodies[i].def.type == BodyType::Dynamic;
        for (const ShapeDef& def : scene.bodies[i].shapes) {
            if (def.sensor) continue;
            shapes.push_back(makeWorldShape(transformed(def.geometry, def.local), states[i].pose,
                                            static_cast<int>(i), dynamic));
            shapes.back().group = def.filter.group;
        }
    }
    return shapes;
}

BodyPairs pairsApart(const BenchScene& scene)
{
    BodyPairs pairs;
    for (const BenchJoint& joint : scene.joints)
        if (!joint.def.collideConnected)
            pairs.insert(std::minmax(static_cast<int>(joint.bodyA), static_cast<int>(joint.bodyB)));
    return pairs;
}

std::vector<double> jointErrors(const BenchScene& scene, std::span<const BodySnapshot> states)
{
    std::vector<double> errors;
    for (const BenchJoint& joint : scene.joints) {
        const Pose &a = states[joint.bodyA].pose, &b = states[joint.bodyB].pose;
        const auto inWorld = [](const Pose& pose, Vec2 local) {
            const double x = static_cast<double>(local.x), y = static_cast<double>(local.y);
            return Point{pose.p.x + pose.c * x - pose.s * y, pose.p.y + pose.s * x + pose.c * y};
        };
        const Point anchorA = inWorld(a, joint.def.anchorA), anchorB = inWorld(b, joint.def.anchorB);
        const double dx = anchorB.x - anchorA.x, dy = anchorB.y - anchorA.y;
        if (std::holds_alternative<WheelJoint>(joint.def.kind)) {
            const double angle = std::atan2(a.s, a.c) + static_cast<double>(joint.def.angleA);
            errors.push_back(std::fabs(std::cos(angle) * dy - std::sin(angle) * dx));
        } else {
            errors.push_back(std::hypot(dx, dy));
        }
    }
    std::ranges::sort(errors);
    return errors;
}

std::vector<BenchScene> growthScenes()
{
    std::vector<BenchScene> scenes;
    for (const int piles : {1, 3, 10, 30, 100}) {
        World world;
        for (int i = 0; i < piles; ++i) addPile(world, i % kPilesInRow, i / kPilesInRow);
        scenes.push_back(describe("piles_" + std::to_string(piles), world));
        scenes.back().steps = 200;
    }
    return scenes;
}

} // namespace satbox::bench
