#pragma once

#include "engine/world/ordered_results.h"
#include "engine/world/world_access.h"
#include <satbox/world.h>

#include <algorithm>
#include <cmath>

namespace satbox {

// Result of a shape's test. A query tests the shapes of the leaves that it hits.
enum class ShapeTestResult : uint8_t {
    NotTested, // inner node, or a leaf whose box was not hit
    Filtered,  // rejected by the filter
    Missed,    // box query: its tight box does not overlap; ray: the ray misses the shape
    Farther,   // ray: hit, but behind the nearest hit so far
    Hit,       // box query: in the result; ray: the nearest hit so far
};

// The world's queries as templates over an observer. It is called for each tree, for each visited node, and
// for each shape whose fat box was hit, with the result of the shape's test. NoQueryObserver is empty, so
// that its calls compile to nothing.
struct NoQueryObserver : BroadPhase::NoObserver {
    void onShape(uint32_t /*slot*/, ShapeTestResult) {}
};

namespace detail {

inline WorldRayHit toWorld(ShapeId shape, const RayHit& hit, const WorldTransform& t)
{
    return {shape, transformPoint(t, hit.point), rotate(t.q, hit.normal), hit.fraction};
}

inline Ray toBody(const WorldRay& ray, const WorldTransform& t)
{
    return {invTransformPoint(t, ray.origin), invRotate(t.q, ray.translation)};
}

// False for non-finite rays, and beyond kMaxRayCoordinate: squared lengths of much longer rays would
// overflow.
inline bool isUsable(const WorldRay& ray)
{
    const auto fits = [](double v) { return std::fabs(v) <= World::kMaxRayCoordinate; };
    return fits(ray.origin.x) && fits(ray.origin.y) && fits(static_cast<double>(ray.translation.x)) &&
           fits(static_cast<double>(ray.translation.y));
}

inline bool isUsable(const Shape& shape, const WorldTransform& pose)
{
    return isFinite(pose) && validate(shape).empty();
}

} // namespace detail

// Calls fn(slot) for each shape that passes the filter and whose tight box overlaps `box`, in the order of
// the trees.
template<class Fn, class Observer>
void searchBox(const WorldState& w, const WorldBox& box, const Filter& filter, Fn&& fn, Observer& observer)
{
    w.broadPhase.query(
        box,
        [&](uint32_t slot) {
            const bool passes = shouldCollide(w.shapes.at(slot).def.filter, filter);
            const bool meets = passes && overlaps(w.shapes.boxes[slot].tight, box);
            if constexpr (Observer::kRecords)
                observer.onShape(slot, meets    ? ShapeTestResult::Hit
                                       : passes ? ShapeTestResult::Missed
                                                : ShapeTestResult::Filtered);
            if (meets) fn(slot);
            return true;
        },
        observer);
}

// Calls fn(slot, shape, pose) for the same shapes in slot order, so that results do not depend on the tree.
template<class Fn, class Observer>
void forEachInBox(const WorldState& w, const WorldBox& box, const Filter& filter, Fn&& fn, Observer& observer)
{
    std::vector<uint32_t> slots;
    searchBox(
        w, box, filter, [&](uint32_t slot) { slots.push_back(slot); }, observer);
    std::sort(slots.begin(), slots.end());
    for (const uint32_t slot : slots) {
        const BodyShape& shape = w.shapes.at(slot);
        fn(slot, shape, w.bodies.motions[shape.body].transform());
    }
}

template<class Observer>
std::vector<ShapeId> queryBoxObserved(const World& world, const WorldBox& box, const Filter& filter,
                                      Observer& observer)
{
    std::vector<ShapeId> ids;
    if (!isFinite(box)) return ids;
    forEachInBox(
        stateOf(world), box, filter,
        [&](uint32_t slot, const BodyShape&, const WorldTransform&) { ids.push_back(world.shapeAt(slot)); },
        observer);
    return ids;
}

template<class Observer>
std::optional<WorldRayHit> castRayObserved(const World& world, const WorldRay& ray, const Filter& filter,
                                           Observer& observer)
{
    if (!detail::isUsable(ray)) return std::nullopt;
    const WorldState& w = stateOf(world);
    std::optional<WorldRayHit> best;
    uint32_t bestSlot = 0;
    const auto answer = [&](uint32_t slot, ShapeTestResult what) {
        if constexpr (Observer::kRecords)
            observer.onShape(slot, what);
        else
            static_cast<void>(slot), static_cast<void>(what);
    };
    w.broadPhase.castRay(
        ray,
        [&](uint32_t slot, float maxFraction) {
            const BodyShape& shape = w.shapes.at(slot);
            if (!shouldCollide(shape.def.filter, filter)) {
                answer(slot, ShapeTestResult::Filtered);
                return maxFraction;
            }
            const WorldTransform pose = w.bodies.motions[shape.body].transform();
            const auto hit = castRay(shape.shape, detail::toBody(ray, pose));
            // Of two hits at the same fraction the lower slot wins, whatever the order of the tree.
            const bool farther = hit && (hit->fraction > maxFraction ||
                                         (best && hit->fraction == best->fraction && bestSlot < slot));
            if (!hit || farther) {
                answer(slot, hit ? ShapeTestResult::Farther : ShapeTestResult::Missed);
                return maxFraction;
            }
            answer(slot, ShapeTestResult::Hit);
            best = detail::toWorld(world.shapeAt(slot), *hit, pose);
            bestSlot = slot;
            return hit->fraction;
        },
        observer);
    return best;
}

// A shape that is cast, in the world's frame or as part of a body.
struct MovingShape {
    const Shape& shape;
    WorldTransform pose;
    ShapeId id; // null if it belongs to no body
};

// Calls keep(hit) -> const WorldShapeHit* for the shapes that the moving shape touches, among those for which
// accepts(shape) is true. `maxFraction` is the part of the translation that is searched; it shrinks to the
// fraction of the hit that keep() returns.
template<class Accepts, class Keep, class Observer>
void searchShapeCast(const World& world, const MovingShape& moving, Vec2 translation, float& maxFraction,
                     Accepts&& accepts, Keep&& keep, Observer& observer)
{
    const WorldState& w = stateOf(world);
    const Aabb box = computeAabb(moving.shape, {{0.0f, 0.0f}, moving.pose.q});
    const WorldRay path(moving.pose.p + center(box), translation);
    if (!detail::isUsable(path)) return;
    const auto test = [&](uint32_t slot) {
        const BodyShape& shape = w.shapes.at(slot);
        if (!accepts(shape)) return ShapeTestResult::Filtered;
        const WorldTransform pose = w.bodies.motions[shape.body].transform();
        const auto hit =
            castShape(shape.shape, moving.shape, invMul(pose, moving.pose), invRotate(pose.q, translation));
        if (!hit) return ShapeTestResult::Missed;
        if (hit->fraction > maxFraction) return ShapeTestResult::Farther;
        const WorldShapeHit* last =
            keep(WorldShapeHit{world.shapeAt(slot), transformPoint(pose, hit->point),
                               rotate(pose.q, hit->normal), hit->fraction, moving.id});
        if (last) maxFraction = std::min(maxFraction, last->fraction);
        return ShapeTestResult::Hit;
    };
    w.broadPhase.castRay(
        path,
        [&](uint32_t slot, float treeFraction) {
            const ShapeTestResult result = test(slot);
            if constexpr (Observer::kRecords)
                observer.onShape(slot, result);
            else
                static_cast<void>(result);
            return std::min(maxFraction, treeFraction);
        },
        observer, extents(box));
}

// The same for a shape that belongs to no body.
template<class Keep, class Observer>
void searchShapeCast(const World& world, const Shape& shape, const WorldTransform& pose, Vec2 translation,
                     const Filter& filter, Keep&& keep, Observer& observer)
{
    if (!detail::isUsable(shape, pose)) return;
    float maxFraction = 1.0f;
    searchShapeCast(
        world, {shape, pose, {}}, translation, maxFraction,
        [&](const BodyShape& other) { return shouldCollide(other.def.filter, filter); }, keep, observer);
}

// Nearest hit, see World::castShape.
template<class Observer>
std::optional<WorldShapeHit> castShapeObserved(const World& world, const Shape& shape,
                                               const WorldTransform& pose, Vec2 translation,
                                               const Filter& filter, Observer& observer)
{
    return firstInOrder<WorldShapeHit>(
        [&](auto&& keep) { searchShapeCast(world, shape, pose, translation, filter, keep, observer); });
}

} // namespace satbox
