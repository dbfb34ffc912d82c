#include "tests/bench/scenes.h"

#include "engine/scene/scene.h"

#include <array>
#include <stdexcept>

namespace satbox::bench {

std::span<const std::string_view> defaultScenes()
{
    static constexpr std::array<std::string_view, 3> kNames{"large_pyramid", "container2000", "tumbler"};
    return kNames;
}

BenchScene openBenchScene(std::string_view nameOrPath)
{
    const SceneResult opened = openScene(nameOrPath == "tumbler" ? "tumbler_bench" : nameOrPath);
    if (!opened.ok()) throw std::runtime_error(opened.error);

    const World& world = opened.scene.world;
    BenchScene scene{std::string(nameOrPath), world.settings(), {}};
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        BenchBody body{world.bodyDef(id), {}};
        for (const ShapeId shape : world.shapesOf(id)) body.shapes.push_back(world.shapeDef(shape));
        if (body.def.enabled) scene.bodies.push_back(std::move(body));
    });
    return scene;
}

} // namespace satbox::bench
