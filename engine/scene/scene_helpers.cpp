#include "engine/scene/scene_helpers.h"

#include <satbox/outlines.h>

#include <cmath>

namespace satbox {

Scene makeSceneWithoutSleep()
{
    Scene scene;
    WorldSettings settings;
    settings.sleeping = false;
    scene.world.setSettings(settings);
    return scene;
}

void turnGravityOff(World& world)
{
    WorldSettings settings = world.settings();
    settings.gravity = {0.0f, 0.0f};
    world.setSettings(settings);
}

BodyId addStatic(World& world, Vec2 position, Rot rotation)
{
    BodyDef def;
    def.type = BodyType::Static;
    def.position = position;
    def.rotation = rotation;
    return world.createBody(def);
}

BodyId addBody(World& world, Vec2 position, const Shape& geometry, const Material& material, Rot rotation)
{
    BodyDef def;
    def.position = position;
    def.rotation = rotation;
    const BodyId body = world.createBody(def);
    addShapeTo(world, body, geometry, material);
    return body;
}

BodyId addStaticBox(World& world, Vec2 center, Vec2 half, const Material& material, Rot rotation)
{
    const BodyId body = addStatic(world, center, rotation);
    addShapeTo(world, body, makeBox(half.x, half.y), material);
    return body;
}

BodyId addBox(World& world, Vec2 center, Vec2 half, const Material& material, Rot rotation)
{
    return addBody(world, center, makeBox(half.x, half.y), material, rotation);
}

BodyId addBall(World& world, Vec2 center, float radius, const Material& material)
{
    return addBody(world, center, Circle{{0.0f, 0.0f}, radius}, material);
}

void addShapeTo(World& world, BodyId body, const Shape& geometry, const Material& material,
                const Transform& local)
{
    ShapeDef def;
    def.geometry = geometry;
    def.material = material;
    def.local = local;
    world.addShape(body, def);
}

void addPartShape(World& world, BodyId body, const Shape& geometry, const Filter& filter,
                  const Material& material)
{
    ShapeDef def;
    def.geometry = geometry;
    def.material = material;
    def.filter = filter;
    world.addShape(body, def);
}

BodyId addPart(World& world, Vec2 center, const Shape& geometry, const Filter& filter,
               const Material& material, Rot rotation)
{
    BodyDef def;
    def.position = center;
    def.rotation = rotation;
    const BodyId body = world.createBody(def);
    addPartShape(world, body, geometry, filter, material);
    return body;
}

BodyId addRod(World& world, Vec2 from, Vec2 to, float radius, const Filter& filter, const Material& material)
{
    const float half = 0.5f * length(to - from);
    const Vec2 along = normalizeOrZero(to - from);
    return addPart(world, 0.5f * (from + to), Capsule{{-half, 0.0f}, {half, 0.0f}, radius}, filter, material,
                   {along.x, along.y});
}

void setName(World& world, BodyId body, std::string_view name)
{
    BodyDef def = world.bodyDef(body);
    def.name = name;
    world.setBodyDef(body, def);
}

BodyId addPlank(World& world, Vec2 from, Vec2 to, float thickness, const Material& material)
{
    const Vec2 along = normalizeOrZero(to - from);
    const Vec2 middle = 0.5f * (from + to) - 0.5f * thickness * perp(along);
    return addStaticBox(world, middle, {0.5f * length(to - from), 0.5f * thickness}, material,
                        {along.x, along.y});
}

BodyId addChain(World& world, std::span<const Vec2> points, const Material& material)
{
    const BodyId body = addStatic(world, {0.0f, 0.0f});
    for (size_t i = 0; i + 1 < points.size(); ++i)
        addShapeTo(world, body, Segment{points[i], points[i + 1]}, material);
    return body;
}

BodyId addChain(World& world, std::initializer_list<Vec2> points, const Material& material)
{
    return addChain(world, std::span(points.begin(), points.size()), material);
}

BodyId addBin(World& world, float halfWidth, float height, float thickness)
{
    const BodyId body = addStatic(world, {0.0f, 0.0f});
    const float half = 0.5f * thickness;
    addShapeTo(world, body, makeBox(halfWidth + thickness, half), {}, {{0.0f, -half}, {}});
    for (const float side : {-1.0f, 1.0f}) {
        addShapeTo(world, body, makeBox(half, 0.5f * height), {},
                   {{side * (halfWidth + half), 0.5f * height}, {}});
    }
    return body;
}

void addPyramid(World& world, Vec2 foot, int base, Vec2 half, float gap)
{
    for (int row = 0; row < base; ++row) {
        const int count = base - row;
        for (int i = 0; i < count; ++i) {
            const float x = static_cast<float>(2 * i - (count - 1)) * (half.x + 0.5f * gap);
            const float y = static_cast<float>(2 * row + 1) * half.y;
            addBox(world, foot + Vec2{x, y}, half);
        }
    }
}

Vec2 apex(Vec2 a, float ra, Vec2 b, float rb)
{
    const Vec2 along = normalizeOrZero(b - a);
    const float base = length(b - a);
    const float x = (base * base + ra * ra - rb * rb) / (2.0f * base);
    return a + x * along + std::sqrt(ra * ra - x * x) * perp(along);
}

Polygon hullOf(std::initializer_list<Vec2> points)
{
    return makePolygon(makeHull(std::span(points.begin(), points.size())).vertices);
}

JointId joinAt(World& world, BodyId a, BodyId b, Position point, const JointKind& kind, float axis)
{
    const WorldTransform frameA = world.motion(a).transform(), frameB = world.motion(b).transform();
    return world.createJoint({.bodyA = a,
                              .bodyB = b,
                              .anchorA = invTransformPoint(frameA, point),
                              .anchorB = invTransformPoint(frameB, point),
                              .angleA = axis - angleOf(frameA.q),
                              .angleB = axis - angleOf(frameB.q),
                              .kind = kind});
}

BodyId addWheel(World& world, BodyId chassis, Vec2 hub, float radius, const WheelJoint& kind,
                const Material& material)
{
    const BodyId wheel = addBall(world, hub, radius, material);
    joinAt(world, chassis, wheel, hub, kind, 0.5f * kPi);
    return wheel;
}

Shape randomShape(Random& random, float size)
{
    switch (random.below(7)) {
    case 0:
        return Circle{{0.0f, 0.0f}, 0.5f * size};
    case 1:
        return Capsule{{-0.3f * size, 0.0f}, {0.3f * size, 0.0f}, 0.25f * size};
    case 2:
        return makeRegularPolygon(3, 0.6f * size);
    case 3:
        return makeRegularPolygon(5, 0.55f * size);
    case 4:
        return makeRegularPolygon(6, 0.55f * size);
    case 5:
        return makeBox(0.65f * size, 0.2f * size);
    default:
        return makeBox(0.45f * size, 0.45f * size);
    }
}

} // namespace satbox
