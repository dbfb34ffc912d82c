#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"

namespace satbox::builders {
namespace {

Material withFriction(float friction) { return {.staticFriction = friction, .dynamicFriction = friction}; }

} // namespace

Scene frictionRamp()
{
    Scene scene;
    WorldSettings settings;
    settings.frictionRule =
        CombineRule::Product; // the slope has friction 1, so that each box's own value applies
    scene.world.setSettings(settings);
    const Rot slope = makeRot(-25.0f * kDegree);
    const Vec2 top{-11.0f, 10.0f};
    const Vec2 along = rotate(slope, {1.0f, 0.0f});
    const Vec2 foot = top + 23.0f * along;
    addPlank(scene.world, top, foot, 0.5f, withFriction(1.0f));
    addPlank(scene.world, foot, foot + Vec2{9.0f, 0.0f}, 0.5f, withFriction(1.0f));
    addStaticBox(scene.world, foot + Vec2{9.25f, 1.75f}, {0.25f, 2.25f});
    // The boxes with less friction start lower, so that none slides into another.
    float distance = 13.0f;
    for (const float friction : {0.0f, 0.15f, 0.3f, 0.45f, 0.6f}) {
        addBox(scene.world, top + distance * along + 0.5f * perp(along), {0.5f, 0.5f}, withFriction(friction),
               slope);
        distance -= 2.8f;
    }
    scene.camera = {{4.5, 5.0}, 24.0f};
    return scene;
}

Scene restitutionRow()
{
    Scene scene;
    addStaticBox(scene.world, {0.0f, -0.5f}, {10.0f, 0.5f});
    for (int i = 0; i <= 10; ++i) {
        const float restitution = static_cast<float>(i) / 10.0f;
        addBall(scene.world, {1.6f * static_cast<float>(i - 5), 6.0f}, 0.5f, {.restitution = restitution});
    }
    scene.camera = {{0.0, 3.5}, 16.0f};
    return scene;
}

// The rail's restitution is 0 and the smaller value applies, so balls bounce off each other but not off the
// rail.
Scene newtonsCradle()
{
    Scene scene;
    WorldSettings settings;
    settings.restitutionRule = CombineRule::Minimum;
    settings.restitutionThreshold = 0.01f;
    settings.speculativeMargin = 0.005f;
    settings.sleeping = false;
    scene.world.setSettings(settings);
    constexpr float kFlat = 3.0f;  // m, half the length of the level section
    constexpr float kCurve = 5.0f; // m, radius of the curved ends
    constexpr int kQuarter = 90;   // segments of a quarter circle, one per degree
    std::vector<Vec2> rail;
    for (int i = kQuarter; i >= 0; --i) {
        const Rot q = makeRot(static_cast<float>(i) * kDegree);
        rail.push_back({-kFlat - kCurve * q.s, kCurve - kCurve * q.c});
    }
    for (size_t i = rail.size(); i > 0; --i) rail.push_back({-rail[i - 1].x, rail[i - 1].y});
    addChain(scene.world, rail, withFriction(0.0f));

    const Material steel{
        .density = 5.0f, .staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = 1.0f};
    constexpr float kRadius = 0.5f, kGap = 0.03f; // m
    for (int i = 0; i < 5; ++i) {
        addBall(scene.world, {(2.0f * kRadius + kGap) * static_cast<float>(i - 2), kRadius}, kRadius, steel);
    }
    const Rot raised = makeRot(60.0f * kDegree);
    const float inner = kCurve - kRadius; // radius of the path of the ball's centre
    addBall(scene.world, {-kFlat - inner * raised.s, kCurve - inner * raised.c}, kRadius, steel);
    scene.camera = {{0.0, 3.0}, 13.5f};
    return scene;
}

Scene gas()
{
    Scene scene;
    WorldSettings settings;
    settings.gravity = {0.0f, 0.0f};
    settings.restitutionThreshold = 0.0f;
    settings.sleeping = false;
    scene.world.setSettings(settings);
    const Material hard{
        .density = 1.0f, .staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = 1.0f};
    constexpr Vec2 kHalf{10.0f, 6.0f};
    const BodyId box = addStatic(scene.world, {0.0f, 0.0f});
    for (const float side : {-1.0f, 1.0f}) {
        addShapeTo(scene.world, box, makeBox(kHalf.x + 1.0f, 0.5f), hard,
                   {{0.0f, side * (kHalf.y + 0.5f)}, {}});
        addShapeTo(scene.world, box, makeBox(0.5f, kHalf.y), hard, {{side * (kHalf.x + 0.5f), 0.0f}, {}});
    }
    Random random(7);
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 14; ++column) {
            const Vec2 position{1.35f * (static_cast<float>(column) - 6.5f),
                                1.4f * (static_cast<float>(row) - 3.5f)};
            const BodyId disc = addBall(scene.world, position, random.between(0.15f, 0.35f), hard);
            const Vec2 direction = rotate(makeRot(random.between(0.0f, 2.0f * kPi)), {1.0f, 0.0f});
            scene.world.setVelocity(disc, random.between(1.0f, 5.0f) * direction, 0.0f);
        }
    }
    scene.camera = {{0.0, 0.0}, 17.5f};
    return scene;
}

} // namespace satbox::builders
