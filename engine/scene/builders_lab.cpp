#include "engine/scene/builder_functions.h"
#include "engine/scene/scene_helpers.h"
#include <satbox/outlines.h>

#include <vector>

namespace satbox::builders {
namespace {

struct Pose {
    Vec2 position{0.0f, 0.0f};
    float angle = 0.0f; // rad
};

Scene shapePair(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB,
                const SceneCamera& camera)
{
    Scene scene;
    turnGravityOff(scene.world);
    addBody(scene.world, poseA.position, a, {}, makeRot(poseA.angle));
    addBody(scene.world, poseB.position, b, {}, makeRot(poseB.angle));
    scene.camera = camera;
    return scene;
}

Polygon hullOf(std::initializer_list<Vec2> points)
{
    return makePolygon(makeHull(std::vector<Vec2>(points)).vertices);
}

} // namespace

Scene labHexagonHeptagon()
{
    return shapePair(makeRegularPolygon(6, 1.5f), {{-1.1f, 0.0f}, 0.0f}, makeRegularPolygon(7, 1.5f),
                     {{1.2f, 0.4f}, 0.3f}, {{0.0f, 0.0f}, 7.0f});
}

Scene labTriangles()
{
    const Polygon triangle = hullOf({{-1.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 2.0f}});
    return shapePair(triangle, {{2.0f, 1.0f}, 0.0f}, triangle, {{3.0f, 2.0f}, 0.0f}, {{2.5f, 2.0f}, 6.0f});
}

Scene labParallelEdges()
{
    return shapePair(makeBox(1.5f, 0.5f), {{0.0f, 0.0f}, 0.0f}, makeBox(0.75f, 0.5f), {{1.2f, 0.9f}, 0.0f},
                     {{0.4f, 0.2f}, 4.5f});
}

Scene labContainment()
{
    return shapePair(makeBox(2.0f, 1.25f), {{0.0f, 0.0f}, 0.0f}, makeBox(0.4f, 0.3f), {{0.9f, 0.3f}, 0.4f},
                     {{0.0f, 0.0f}, 6.0f});
}

Scene labCoincident()
{
    const Polygon hexagon = makeRegularPolygon(6, 1.0f);
    return shapePair(hexagon, {}, hexagon, {}, {{0.0f, 0.0f}, 5.5f});
}

Scene labCorner()
{
    const Polygon box = makeBox(0.5f, 0.5f);
    return shapePair(box, {}, box, {{1.0f, 1.0f}, 0.0f}, {{0.5f, 0.3f}, 4.5f});
}

Scene labNeedle()
{
    return shapePair(makeBox(0.75f, 0.75f), {}, hullOf({{-1.5f, -0.005f}, {-1.5f, 0.005f}, {1.5f, 0.0f}}),
                     {{-2.0f, 0.3f}, -0.2f}, {{-0.8f, 0.0f}, 4.5f});
}

Scene labNearParallel()
{
    return shapePair(makeBox(1.5f, 0.5f), {}, makeBox(1.0f, 0.5f), {{0.3f, 0.99f}, 0.01f * kDegree},
                     {{0.0f, 0.2f}, 4.5f});
}

Scene labCrossedBars()
{
    return shapePair(makeBox(1.5f, 0.2f), {}, makeBox(0.2f, 1.5f), {{0.4f, 0.1f}, 0.2f},
                     {{0.0f, 0.0f}, 5.0f});
}

Scene labCircleCorner()
{
    return shapePair(makeBox(1.0f, 0.6f), {}, Circle{{0.0f, 0.0f}, 0.5f}, {{1.3f, 0.9f}, 0.0f},
                     {{0.4f, 0.2f}, 4.5f});
}

Scene labCapsules()
{
    const Capsule capsule{{-0.75f, 0.0f}, {0.75f, 0.0f}, 0.3f};
    return shapePair(capsule, {{-1.0f, 0.0f}, 0.1f}, capsule, {{1.0f, 0.35f}, 0.5f}, {{0.0f, 0.0f}, 4.5f});
}

} // namespace satbox::builders
