#include "tests/bench/scenes.h"

#include "engine/scene/scene.h"

#include <array>
#include <cmath>
#include <stdexcept>

namespace satbox::bench {
namespace {

// How long a round of a scene is where 500 steps would not do.
struct RoundLength {
    std::string_view name;
    int steps;
};
constexpr std::array kRoundLengths{
    RoundLength{"tumbler", 750},       // most of a turn of the drum
    RoundLength{"many_pyramids", 200}, // every step of it is like every other
    RoundLength{"junkyard", 800},      // the box has been to one end and come back
    RoundLength{"smash", 300},         // by then the block has burst
};

// Slow at the ends, 12 m/s in the middle.
Point sweep(double time) { return {60.0 * std::sin(0.2 * time), 4.0}; }

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

    const World& world = opened.scene.world;
    BenchScene scene;
    scene.name = nameOrPath;
    scene.settings = world.settings();
    for (const RoundLength& length : kRoundLengths)
        if (length.name == nameOrPath) scene.steps = length.steps;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        BenchBody body{world.bodyDef(id), {}};
        for (const ShapeId shape : world.shapesOf(id)) body.shapes.push_back(world.shapeDef(shape));
        if (!body.def.enabled) return;
        if (nameOrPath == "junkyard" && body.def.name == "sweeper")
            scene.driven.push_back({scene.bodies.size(), &sweep});
        scene.bodies.push_back(std::move(body));
    });
    return scene;
}

} // namespace satbox::bench
