#pragma once

#include <satbox/config.h>
#include <satbox/world.h>

#include <limits>
#include <span>
#include <vector>

namespace satbox {

// Movers: characters that the program moves, not the solver. A mover is a capsule that slides along the
// shapes of a world. It is not part of the world and pushes nothing by itself. moveMover() moves it by one
// frame; a program that needs more control calls its parts, the other four functions.
//
// `mover` is in the frame of `pose`, and `filter` is that of the mover, as in the queries of World. Sensors
// count like other shapes: give them a category that the filter leaves out.

// The half plane that a shape leaves to the mover.
struct MoverPlane {
    Vec2 normal{0.0f, 0.0f}; // unit, out of the shape, towards the mover
    float separation = 0.0f; // m, of mover and shape; negative: overlap
    Position point{};        // on the surface of the shape
    ShapeId shape;

    // For the program to set: the most that solvePlanes() pushes the mover along the normal, m. Lower than
    // infinity for shapes that may yield, such as other characters; castMover() must leave these out by its
    // filter.
    float pushLimit = std::numeric_limits<float>::infinity();
    bool clipsVelocity = true; // false: clipVelocity() leaves this plane out

    float push = 0.0f; // m, along the normal: result of solvePlanes()
};

// Planes of the shapes that the mover touches or overlaps, in slot order. A tenth of the world's linear slop
// still counts as touching. Nothing if the capsule is invalid or the pose is not finite.
SATBOX_API std::vector<MoverPlane> collideMover(const World& world, const Capsule& mover,
                                                const WorldTransform& pose, const Filter& filter = {});
// The same without allocation: fn returns false to end.
SATBOX_API void collideMover(const World& world, const Capsule& mover, const WorldTransform& pose,
                             const Filter& filter, FunctionRef<bool(const MoverPlane&)> fn);

// The translation nearest to `translation` after which no separation is negative, and the push of each plane.
// Planes that contradict each other, or have a push limit, may stay overlapped. Convergence is slow in wedges
// of less than 10 degrees: castMover() keeps the mover out of what is left.
SATBOX_API Vec2 solvePlanes(Vec2 translation, std::span<MoverPlane> planes);

// Fraction of the translation that the mover can go, 0 to 1. It stops up to the world's linear slop inside
// the surface of a shape, so that it slides along a surface despite rounding, and collideMover() finds what
// stopped it. A shape that the mover overlaps deeper at the start stops it if the translation leads farther
// in. 0 if the capsule is invalid, or pose or translation are not finite or beyond World::kMaxRayCoordinate.
SATBOX_API float castMover(const World& world, const Capsule& mover, const WorldTransform& pose,
                           Vec2 translation, const Filter& filter = {});
// The same among the shapes for which `isObstacle` returns true: a mover that has a body of its own in the
// world leaves out that body's shapes.
SATBOX_API float castMover(const World& world, const Capsule& mover, const WorldTransform& pose,
                           Vec2 translation, const Filter& filter, FunctionRef<bool(ShapeId)> isObstacle);

// The velocity nearest to `velocity` that does not lead into a plane with a push: what slides along a wall
// keeps its tangential velocity, in a wedge it is zero.
SATBOX_API Vec2 clipVelocity(Vec2 velocity, std::span<const MoverPlane> planes);

struct MoverMove {
    Position position{};       // of the pose
    Vec2 velocity{0.0f, 0.0f}; // m/s, clipped
};

// Moves the mover for dt, s, at `velocity`, m/s: to the point that it can reach nearest to the one to which
// it would go freely, in at most five straight moves. Afterwards `planes` has the planes at the end, to tell
// the ground from a wall; its memory is reused. Returns the mover as it was, and no planes, if an argument is
// not usable.
//
//   std::vector<MoverPlane> planes;
//   const MoverMove move = moveMover(world, capsule, position, velocity, dt, {}, planes);
SATBOX_API MoverMove moveMover(const World& world, const Capsule& mover, const WorldTransform& pose,
                               Vec2 velocity, float dt, const Filter& filter,
                               std::vector<MoverPlane>& planes);
// The same among the shapes for which `isObstacle` returns true.
SATBOX_API MoverMove moveMover(const World& world, const Capsule& mover, const WorldTransform& pose,
                               Vec2 velocity, float dt, const Filter& filter,
                               FunctionRef<bool(ShapeId)> isObstacle, std::vector<MoverPlane>& planes);

} // namespace satbox
