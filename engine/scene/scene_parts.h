#pragma once

#include "engine/geometry/polygon.h"
#include "engine/scene/random.h"
#include "engine/scene/scene.h"

#include <initializer_list>

namespace satbox {

// What the built-in scenes are put together from. Sizes are half extents, metres; a def's geometry is
// replaced, the rest of it (material, filter, sensor) is used.

inline constexpr float kDegree = kPi / 180.0f;

// For benchmarks: a resting pile must cost what it costs.
Scene makeSceneWithoutSleep();
void turnGravityOff(World& world);

BodyId addStatic(World& world, Vec2 position, Rot rotation = {});
BodyId addBody(World& world, Vec2 position, const Shape& geometry, const Material& material = {},
               Rot rotation = {});
BodyId addStaticBox(World& world, Vec2 center, Vec2 half, const Material& material = {}, Rot rotation = {});
BodyId addBox(World& world, Vec2 center, Vec2 half, const Material& material = {}, Rot rotation = {});
BodyId addBall(World& world, Vec2 center, float radius, const Material& material = {});

void addShapeTo(World& world, BodyId body, const Shape& geometry, const Material& material = {},
                const Transform& local = {});

// A static plank whose upper face runs from `from` to `to` (from left to right), `thickness` metres down.
BodyId addPlank(World& world, Vec2 from, Vec2 to, float thickness, const Material& material = {});
// A chain of static segments on one body.
BodyId addChain(World& world, std::initializer_list<Vec2> points, const Material& material = {});
BodyId addChain(World& world, std::span<const Vec2> points, const Material& material = {});

// Floor (upper face at y = 0) and two walls (inner faces at x = -halfWidth and halfWidth), one static body.
BodyId addBin(World& world, float halfWidth, float height, float thickness = 0.5f);

// Rows of boxes, the lowest of `base`, that stand on `foot`; `gap` m lie between neighbours in a row.
void addPyramid(World& world, Vec2 foot, int base, Vec2 half, float gap = 0.0f);

// One of box, ball, capsule, triangle, pentagon, hexagon and plank, of about this size.
Shape randomShape(Random& random, float size);

} // namespace satbox
