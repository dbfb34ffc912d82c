#include <satbox/mover.h>

#include "engine/collision/collide_chain.h"
#include "engine/world/visit_in_box.h"

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

constexpr int kMaxSweeps = 200; // of solvePlanes(); planes at a right angle need two
constexpr int kMaxMoves = 5;    // of moveMover(); each ends at another shape
// Of the slop: distance up to which a shape has a plane. It covers the rounding of what rests on a shape.
// More would lift movers at the seams of a floor, where the corner of the next piece comes near.
constexpr float kPlaneMargin = 0.1f;
constexpr float kMinMove = 0.01f;   // of the slop: a shorter move is the last one
constexpr float kMaxShrink = 0.25f; // of the radius: of small movers, the slop is not the whole radius

bool isUsable(const Capsule& mover, const WorldTransform& pose)
{
    return detail::isUsable(Shape{mover}, pose);
}

bool isUsable(const Capsule& mover, const WorldTransform& pose, Vec2 translation)
{
    return isUsable(mover, pose) && detail::isUsable(WorldRay(pose.p, translation));
}

bool isAnyShape(ShapeId) { return true; }

} // namespace

std::vector<MoverPlane> collideMover(const World& world, const Capsule& mover, const WorldTransform& pose,
                                     const Filter& filter)
{
    std::vector<MoverPlane> planes;
    collideMover(world, mover, pose, filter, [&](const MoverPlane& plane) {
        planes.push_back(plane);
        return true;
    });
    return planes;
}

void collideMover(const World& world, const Capsule& mover, const WorldTransform& pose, const Filter& filter,
                  FunctionRef<bool(const MoverPlane&)> fn)
{
    if (!isUsable(mover, pose)) return;
    const WorldState& w = stateOf(world);
    const float margin = kPlaneMargin * tolerancesOf(w.settings).linearSlop;
    const WorldBox box = expand(touchingBox(mover, pose), margin);
    visitInBox(w, box, filter, [&](uint32_t slot, const BodyShape& shape) {
        const WorldTransform shapePose = w.bodies.motions[shape.body].transform();
        const Transform moverInShape = invMul(shapePose, pose);
        if (passesChain(shape.shape, mover, moverInShape)) return true;
        const ShapeSeparation found = separationOf(shape.shape, mover, moverInShape);
        if (found.separation > margin) return true;
        MoverPlane plane;
        plane.normal = rotate(shapePose.q, found.normal);
        plane.separation = found.separation;
        plane.point = transformPoint(shapePose, found.point);
        plane.shape = world.shapeAt(slot);
        return fn(plane);
    });
}

// Projections onto the planes in turn, each of which takes back what it pushed too much before (Hildreth, "A
// quadratic programming procedure", 1957). This converges to the nearest point that satisfies all planes;
// projections without taking back would end at some point that does.
Vec2 solvePlanes(Vec2 translation, std::span<MoverPlane> planes)
{
    for (MoverPlane& plane : planes) plane.push = 0.0f;
    Vec2 moved = translation;
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
        bool changed = false;
        for (MoverPlane& plane : planes) {
            const float missing = -(plane.separation + dot(plane.normal, moved));
            const float push = std::clamp(plane.push + missing, 0.0f, std::max(plane.pushLimit, 0.0f));
            const Vec2 before = moved;
            moved += (push - plane.push) * plane.normal;
            plane.push = push;
            changed = changed || moved != before;
        }
        if (!changed) break;
    }
    return moved;
}

float castMover(const World& world, const Capsule& mover, const WorldTransform& pose, Vec2 translation,
                const Filter& filter)
{
    return castMover(world, mover, pose, translation, filter, isAnyShape);
}

float castMover(const World& world, const Capsule& mover, const WorldTransform& pose, Vec2 translation,
                const Filter& filter, FunctionRef<bool(ShapeId)> isObstacle)
{
    if (!isUsable(mover, pose, translation)) return 0.0f;
    const float slop = tolerancesOf(world.settings()).linearSlop;
    const Shape inner = Capsule{mover.p1, mover.p2, mover.radius - std::min(slop, kMaxShrink * mover.radius)};
    NoQueryObserver noObserver;
    const auto hit = firstInOrder<WorldShapeHit>([&](auto&& keep) {
        float maxFraction = 1.0f;
        searchShapeCast(
            world, {inner, pose, {}}, translation, maxFraction,
            [&](const BodyShape& shape) { return shouldCollide(shape.def.filter, filter); },
            [&](const WorldShapeHit& found) -> const WorldShapeHit* {
                // Shapes are convex: what leaves one along its normal does not enter it again.
                const bool leaves = found.fraction == 0.0f && dot(found.normal, translation) >= 0.0f;
                return leaves || !isObstacle(found.shape) ? nullptr : keep(found);
            },
            noObserver);
    });
    return hit ? hit->fraction : 1.0f;
}

// In two dimensions the planes leave a wedge. The nearest vector in it is the velocity itself, its projection
// onto one of the planes, or zero.
Vec2 clipVelocity(Vec2 velocity, std::span<const MoverPlane> planes)
{
    const auto clips = [](const MoverPlane& plane) { return plane.clipsVelocity && plane.push > 0.0f; };
    const float tolerance = 1e-6f * length(velocity);
    const auto leadsOut = [&](Vec2 v) {
        return std::all_of(planes.begin(), planes.end(), [&](const MoverPlane& plane) {
            return !clips(plane) || dot(plane.normal, v) >= -tolerance;
        });
    };
    if (leadsOut(velocity)) return velocity;
    Vec2 best{0.0f, 0.0f};
    for (const MoverPlane& plane : planes) {
        const float towards = dot(plane.normal, velocity);
        if (!clips(plane) || towards >= 0.0f) continue;
        const Vec2 along = velocity - towards * plane.normal;
        // The longest projection is the nearest to the velocity.
        if (lengthSquared(along) > lengthSquared(best) && leadsOut(along)) best = along;
    }
    return best;
}

MoverMove moveMover(const World& world, const Capsule& mover, const WorldTransform& pose, Vec2 velocity,
                    float dt, const Filter& filter, std::vector<MoverPlane>& planes)
{
    return moveMover(world, mover, pose, velocity, dt, filter, isAnyShape, planes);
}

MoverMove moveMover(const World& world, const Capsule& mover, const WorldTransform& pose, Vec2 velocity,
                    float dt, const Filter& filter, FunctionRef<bool(ShapeId)> isObstacle,
                    std::vector<MoverPlane>& planes)
{
    planes.clear();
    MoverMove move{pose.p, velocity};
    if (!isUsable(mover, pose, dt * velocity)) return move;
    const auto addPlane = [&](const MoverPlane& plane) {
        if (isObstacle(plane.shape)) planes.push_back(plane);
        return true;
    };
    const Position target = pose.p + dt * velocity;
    const float minMove = kMinMove * tolerancesOf(world.settings()).linearSlop;
    for (int i = 0;; ++i) {
        planes.clear();
        collideMover(world, mover, {move.position, pose.q}, filter, addPlane);
        const Vec2 wanted = solvePlanes(target - move.position, planes);
        if (i == kMaxMoves) break;
        const float fraction = castMover(world, mover, {move.position, pose.q}, wanted, filter, isObstacle);
        move.position += fraction * wanted;
        if (fraction * length(wanted) <= minMove) break;
    }
    move.velocity = clipVelocity(velocity, planes);
    return move;
}

} // namespace satbox
