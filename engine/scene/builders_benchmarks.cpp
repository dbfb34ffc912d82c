#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"

// Piles and a drum in the sizes of other engines' benchmarks, so that times can be compared.
namespace satbox::builders {
Scene largePyramid()
{
    Scene scene = makeSceneWithoutSleep();
    addStaticBox(scene.world, {0.0f, -1.0f}, {100.0f, 1.0f});
    addPyramid(scene.world, {0.0f, 0.0f}, 100, {0.5f, 0.5f});
    scene.camera = {{0.0, 48.0}, 110.0f};
    return scene;
}

Scene manyPyramids()
{
    Scene scene = makeSceneWithoutSleep();
    constexpr int kRows = 20, kColumns = 20, kBase = 10;
    constexpr float kPitch = 11.0f; // m, in x and y: 1 m of free space beside and above each pyramid
    for (int row = 0; row < kRows; ++row) {
        const float y = kPitch * static_cast<float>(row);
        const float end = 0.5f * kPitch * static_cast<float>(kColumns);
        addChain(scene.world, {{-end, y}, {end, y}});
        for (int column = 0; column < kColumns; ++column) {
            const float x = kPitch * (static_cast<float>(column) - 0.5f * static_cast<float>(kColumns - 1));
            addPyramid(scene.world, {x, y}, kBase, {0.5f, 0.5f});
        }
    }
    scene.camera = {{0.0, 110.0}, 230.0f};
    return scene;
}

Scene container2000()
{
    Scene scene = makeSceneWithoutSleep();
    addStaticBox(scene.world, {0.0f, -1.0f}, {22.0f, 1.0f});
    for (const float side : {-21.0f, 21.0f}) addStaticBox(scene.world, {side, 69.0f}, {1.0f, 71.0f});
    Random random(42);
    for (int row = 0; row < 80; ++row) {
        for (int column = 0; column < 25; ++column) {
            // 1.5 m apart: unit boxes at any angle, each displaced by up to 0.04 m, do not touch.
            const float x = 1.5f * static_cast<float>(column - 12) + random.between(-0.04f, 0.04f);
            const float y = 1.0f + 1.5f * static_cast<float>(row) + random.between(-0.04f, 0.04f);
            const Rot turned = makeRot(random.between(-kPi, kPi));
            addBox(scene.world, {x, y}, {0.5f, 0.5f}, {}, turned);
        }
    }
    scene.camera = {{0.0, 60.0}, 135.0f};
    return scene;
}

Scene tumblerBench()
{
    Scene scene = makeSceneWithoutSleep();
    BodyDef def;
    def.type = BodyType::Kinematic;
    const BodyId drum = scene.world.createBody(def);
    for (const float side : {-10.0f, 10.0f}) {
        addShapeTo(scene.world, drum, makeBox(0.5f, 10.0f), {}, {{side, 0.0f}, {}});
        addShapeTo(scene.world, drum, makeBox(10.0f, 0.5f), {}, {{0.0f, side}, {}});
    }
    scene.world.setVelocity(drum, {0.0f, 0.0f}, 25.0f * kDegree);
    constexpr int kGrid = 45;
    for (int row = 0; row < kGrid; ++row) {
        for (int column = 0; column < kGrid; ++column) {
            const Vec2 position{0.4f * static_cast<float>(column - kGrid / 2),
                                0.4f * static_cast<float>(row - kGrid / 2)};
            addBox(scene.world, position, {0.125f, 0.125f});
        }
    }
    scene.camera = {{0.0, 0.0}, 30.0f};
    return scene;
}

} // namespace satbox::builders
