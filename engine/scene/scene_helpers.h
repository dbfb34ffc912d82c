#pragma once

#include "engine/scene/random.h"
#include <satbox/scene/scene.h>
#include <satbox/shapes.h>

#include <initializer_list>
#include <string_view>

namespace satbox {

// Helpers of the built-in scenes. Box sizes are half extents in metres.

inline constexpr float kDegree = kPi / 180.0f;

// For benchmarks: a sleeping pile would cost nothing.
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

// Parts of one machine, with the same group > 0, do not collide with each other.
inline Filter partOf(int32_t group) { return {.group = -group}; }
// For show, or behind the other bodies: collides with nothing.
inline constexpr Filter kScenery{.mask = 0};

void addPartShape(World& world, BodyId body, const Shape& geometry, const Filter& filter,
                  const Material& material = {});
BodyId addPart(World& world, Vec2 center, const Shape& geometry, const Filter& filter,
               const Material& material = {}, Rot rotation = {});
// A rod with round ends at `from` and `to`. Its frame is in the middle, with the x-axis along the rod.
BodyId addRod(World& world, Vec2 from, Vec2 to, float radius, const Filter& filter,
              const Material& material = {});

void setName(World& world, BodyId body, std::string_view name);

// A static plank. Its upper face runs from `from` to `to`, left to right; it is `thickness` metres thick.
BodyId addPlank(World& world, Vec2 from, Vec2 to, float thickness, const Material& material = {});
// A static body of connected segments.
BodyId addChain(World& world, std::initializer_list<Vec2> points, const Material& material = {});
BodyId addChain(World& world, std::span<const Vec2> points, const Material& material = {});

// One static body: a floor (upper face at y = 0) and two walls (inner faces at x = -halfWidth and halfWidth).
BodyId addBin(World& world, float halfWidth, float height, float thickness = 0.5f);

// A pyramid of boxes centred above `foot`. The lowest row has `base` boxes; neighbours in a row are `gap` m
// apart.
void addPyramid(World& world, Vec2 foot, int base, Vec2 half, float gap = 0.0f);

// The point at distance `ra` from `a` and `rb` from `b`, to the left as seen from `a` to `b`. Precondition:
// there is one.
Vec2 apex(Vec2 a, float ra, Vec2 b, float rb);

// A convex polygon through the points, in any order.
Polygon hullOf(std::initializer_list<Vec2> points);

// A joint at a point of the world, whose frames agree: its angle is 0. `axis`: direction of its x-axis, rad.
JointId joinAt(World& world, BodyId a, BodyId b, Position point, const JointKind& kind, float axis = 0.0f);

// A wheel, and the joint with which it turns below `chassis`; its axis points upwards.
BodyId addWheel(World& world, BodyId chassis, Vec2 hub, float radius, const WheelJoint& kind,
                const Material& material = {.staticFriction = 0.9f, .dynamicFriction = 0.9f});

// A box, ball, capsule, triangle, pentagon, hexagon or plank about `size` m across.
Shape randomShape(Random& random, float size);

} // namespace satbox
