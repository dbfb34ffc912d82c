#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"
#include <satbox/outlines.h>

#include <array>

namespace satbox::builders {

namespace {

Scene unitBoxes(int count)
{
    Scene scene;
    addStaticBox(scene.world, {0.0f, -0.5f}, {12.0f, 0.5f});
    for (int i = 0; i < count; ++i) addBox(scene.world, {0.0f, 0.5f + static_cast<float>(i)}, {0.5f, 0.5f});
    return scene;
}

} // namespace

Scene boxStack()
{
    Scene scene = unitBoxes(15);
    scene.camera = {{0.0, 7.5}, 18.0f};
    return scene;
}

Scene tenBoxes()
{
    Scene scene = unitBoxes(10);
    scene.camera = {{0.0, 5.0}, 12.5f};
    return scene;
}

Scene pyramid()
{
    Scene scene;
    addStaticBox(scene.world, {0.0f, -0.5f}, {20.0f, 0.5f});
    addPyramid(scene.world, {0.0f, 0.0f}, 20, {0.5f, 0.5f});
    scene.camera = {{0.0, 9.5}, 23.0f};
    return scene;
}

Scene dominoes()
{
    Scene scene;
    addStaticBox(scene.world, {0.0f, -0.5f}, {16.0f, 0.5f});
    constexpr int kCount = 40;
    constexpr Vec2 kHalf{0.1f, 0.75f};
    for (int i = 0; i < kCount; ++i) {
        const float x = (static_cast<float>(i) - 0.5f * static_cast<float>(kCount - 1)) * 0.7f;
        const BodyId domino = addBox(scene.world, {x, kHalf.y}, kHalf);
        // Rotation about the lower right edge, so the centre moves as well.
        constexpr float kSpin = -1.6f; // rad/s, enough to pass the tipping point
        if (i == 0) scene.world.setVelocity(domino, cross(kSpin, Vec2{-kHalf.x, kHalf.y}), kSpin);
    }
    scene.camera = {{0.0, 4.0}, 23.0f};
    return scene;
}

Scene arch()
{
    Scene scene;
    const Material stone{.density = 2.0f, .staticFriction = 0.8f, .dynamicFriction = 0.8f};
    addStaticBox(scene.world, {0.0f, -0.5f}, {12.0f, 0.5f}, stone);
    constexpr int kStones = 15;
    constexpr float kInner = 4.0f,
                    kOuter =
                        5.4f; // m, radii; a semicircular arch stands if it is thicker than 11 % of its radius
    const auto ring = [](float radius, int joint) {
        return rotate(makeRot(kPi * static_cast<float>(joint) / kStones), {radius, 0.0f});
    };
    for (int i = 0; i < kStones; ++i) {
        const std::array<Vec2, 4> corners{ring(kInner, i), ring(kOuter, i), ring(kOuter, i + 1),
                                          ring(kInner, i + 1)};
        const Vec2 middle = 0.25f * (corners[0] + corners[1] + corners[2] + corners[3]);
        std::array<Vec2, 4> local{};
        for (size_t k = 0; k < corners.size(); ++k) local[k] = corners[k] - middle;
        addBody(scene.world, middle, makePolygon(makeHull(local).vertices), stone);
    }
    scene.camera = {{0.0, 2.8}, 10.0f};
    return scene;
}

// The two cards of a pair lean against each other at their upper inner corners; their upper outer corners
// carry the flat cards of the next storey. Everything touches from the start. A card of half size (e, h) that
// leans by `angle` from the vertical extends rise = h cos + e sin above and below its centre, and run = h sin
// + e cos to either side.
Scene cardHouse()
{
    Scene scene;
    const Material paper{.density = 1.0f, .staticFriction = 0.8f, .dynamicFriction = 0.8f};
    addStaticBox(scene.world, {0.0f, -0.5f}, {9.0f, 0.5f}, paper);
    constexpr Vec2 kHalf{0.03f, 1.0f}; // half extents of an upright card
    const Rot lean = makeRot(25.0f * kDegree);
    const float rise = kHalf.y * lean.c + kHalf.x * lean.s;
    const float run = kHalf.y * lean.s + kHalf.x * lean.c;
    const float pitch = 2.0f * kHalf.y; // from tip to tip, so that the flat cards touch end to end
    float floor = 0.0f;
    for (int pairs = 5; pairs > 0; --pairs) {
        const float left = -0.5f * pitch * static_cast<float>(pairs - 1);
        for (int i = 0; i < pairs; ++i) {
            const float tip = left + pitch * static_cast<float>(i);
            addBox(scene.world, {tip - run, floor + rise}, kHalf, paper, Rot{lean.c, -lean.s});
            addBox(scene.world, {tip + run, floor + rise}, kHalf, paper, lean);
        }
        for (int i = 0; i + 1 < pairs; ++i) {
            const float middle = left + pitch * (static_cast<float>(i) + 0.5f);
            addBox(scene.world, {middle, floor + 2.0f * rise + kHalf.x}, {kHalf.y, kHalf.x}, paper);
        }
        floor += 2.0f * rise + 2.0f * kHalf.x;
    }
    scene.camera = {{0.0, 4.6}, 11.5f};
    return scene;
}

Scene heavyOnLight()
{
    Scene scene;
    addStaticBox(scene.world, {0.0f, -0.5f}, {10.0f, 0.5f});
    float x = -6.0f;
    for (const float ratio : {2.0f, 10.0f, 50.0f, 100.0f}) {
        addBox(scene.world, {x, 0.5f}, {0.5f, 0.5f});
        addBox(scene.world, {x, 2.0f}, {1.0f, 1.0f},
               {.density = 0.25f * ratio}); // its area is 4 times that of the lower box
        x += 4.0f;
    }
    scene.camera = {{0.0, 3.0}, 12.5f};
    return scene;
}

} // namespace satbox::builders
