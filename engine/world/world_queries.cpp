#include "engine/world/world.h"

#include <algorithm>

namespace satbox {

namespace {

RayHit toWorld(const RayHit& hit, const Transform& t)
{
    return {transformPoint(t, hit.point), rotate(t.q, hit.normal), hit.fraction};
}

Ray toBody(const Ray& ray, const Transform& t)
{
    return {invTransformPoint(t, ray.origin), invRotate(t.q, ray.translation)};
}

// fn(slot, shape, pose) for each shape whose tight box overlaps `box` and that the filter lets through; in
// the order of slots, so that answers do not depend on the tree.
template<class Fn>
void forEachInBox(const WorldState& w, const Aabb& box, const Filter& filter, Fn&& fn)
{
    std::vector<uint32_t> slots;
    w.broadPhase.query(box, [&](uint32_t slot) {
        const BodyShape& shape = w.shapes.at(slot);
        if (shouldCollide(shape.def.filter, filter) && overlaps(w.shapes.boxes[slot].tight, box))
            slots.push_back(slot);
        return true;
    });
    std::sort(slots.begin(), slots.end());
    for (const uint32_t slot : slots) {
        const BodyShape& shape = w.shapes.at(slot);
        fn(slot, shape, w.bodies.motions[shape.body].transform);
    }
}

bool isUsable(const Ray& ray) { return isFinite(ray.origin) && isFinite(ray.translation); }

} // namespace

std::vector<World::WorldRayHit> World::castRayAll(const Ray& ray, const Filter& filter) const
{
    std::vector<WorldRayHit> hits;
    if (!isUsable(ray)) return hits;
    const Vec2 end = ray.origin + ray.translation;
    forEachInBox(state_, {minimum(ray.origin, end), maximum(ray.origin, end)}, filter,
                 [&](uint32_t slot, const BodyShape& shape, const Transform& pose) {
                     if (const auto hit = satbox::castRay(shape.shape, toBody(ray, pose)))
                         hits.push_back({shapeAt(slot), toWorld(*hit, pose)});
                 });
    std::sort(hits.begin(), hits.end(), [](const WorldRayHit& a, const WorldRayHit& b) {
        return a.hit.fraction != b.hit.fraction ? a.hit.fraction < b.hit.fraction : a.shape < b.shape;
    });
    return hits;
}

std::optional<World::WorldRayHit> World::castRay(const Ray& ray, const Filter& filter) const
{
    if (!isUsable(ray)) return std::nullopt;
    std::optional<WorldRayHit> best;
    uint32_t bestSlot = 0;
    state_.broadPhase.castRay(ray, [&](uint32_t slot, float maxFraction) {
        const BodyShape& shape = state_.shapes.at(slot);
        if (!shouldCollide(shape.def.filter, filter)) return maxFraction;
        const Transform& pose = state_.bodies.motions[shape.body].transform;
        const auto hit = satbox::castRay(shape.shape, toBody(ray, pose));
        if (!hit || hit->fraction > maxFraction) return maxFraction;
        // Of two hits at the same place the lower slot wins, whatever the tree's order.
        if (best && hit->fraction == best->hit.fraction && bestSlot < slot) return maxFraction;
        best = WorldRayHit{shapeAt(slot), toWorld(*hit, pose)};
        bestSlot = slot;
        return hit->fraction;
    });
    return best;
}

std::vector<ShapeId> World::queryBox(const Aabb& box, const Filter& filter) const
{
    std::vector<ShapeId> ids;
    if (!isFinite(box)) return ids;
    forEachInBox(state_, box, filter,
                 [&](uint32_t slot, const BodyShape&, const Transform&) { ids.push_back(shapeAt(slot)); });
    return ids;
}

std::vector<ShapeId> World::queryPoint(Vec2 point, const Filter& filter) const
{
    std::vector<ShapeId> ids;
    if (!isFinite(point)) return ids;
    forEachInBox(state_, {point, point}, filter,
                 [&](uint32_t slot, const BodyShape& shape, const Transform& pose) {
                     if (containsPoint(shape.shape, invTransformPoint(pose, point)))
                         ids.push_back(shapeAt(slot));
                 });
    return ids;
}

std::optional<World::ClosestPoint> World::queryClosest(Vec2 point, float maxDistance,
                                                       const Filter& filter) const
{
    if (!isFinite(point) || !(maxDistance >= 0.0f)) return std::nullopt;
    std::optional<ClosestPoint> best;
    forEachInBox(state_, expand({point, point}, maxDistance), filter,
                 [&](uint32_t slot, const BodyShape& shape, const Transform& pose) {
                     const Vec2 near = transformPoint(
                         pose, satbox::closestPoint(shape.shape, invTransformPoint(pose, point)));
                     const float distance = length(near - point);
                     if (distance <= maxDistance && (!best || distance < best->distance))
                         best = ClosestPoint{shapeAt(slot), near, distance};
                 });
    return best;
}

} // namespace satbox
