#include "engine/world/queries_observed.h"
#include "engine/world/world_access.h"
#include <satbox/world.h>

#include <algorithm>

namespace satbox {

ContactView World::Data::viewOf(const Contact& contact) const
{
    if (state.settings.solver != SolverType::VertexContact || contact.sensor)
        return {&contact, {contact.points, contact.count}};
    const ContactView vertices = report.vertexContacts.find(contact.shapeA, contact.shapeB);
    return vertices ? vertices : ContactView{&contact, {}};
}

ContactView World::viewOf(const Contact& contact) const { return data().viewOf(contact); }

ContactView World::contactView(ShapeId a, ShapeId b) const
{
    ContactView found;
    if (!isValid(a) || !isValid(b)) return found;
    const uint64_t key = PairSet::key(a.index, b.index);
    forEachContact([&](const Contact& c) {
        if (PairSet::key(c.shapeA, c.shapeB) == key) found = viewOf(c);
    });
    return found;
}

namespace {

template<class Fn>
void forEachInBox(const WorldState& w, const WorldBox& box, const Filter& filter, Fn&& fn)
{
    NoQueryObserver noObserver;
    forEachInBox(w, box, filter, fn, noObserver);
}

} // namespace

std::vector<WorldRayHit> World::castRayAll(const WorldRay& ray, const Filter& filter) const
{
    std::vector<WorldRayHit> hits;
    if (!detail::isUsable(ray)) return hits;
    const Position end = ray.origin + ray.translation;
    forEachInBox(data().state, {minimum(ray.origin, end), maximum(ray.origin, end)}, filter,
                 [&](uint32_t slot, const BodyShape& shape, const WorldTransform& pose) {
                     if (const auto hit = satbox::castRay(shape.shape, detail::toBody(ray, pose)))
                         hits.push_back(detail::toWorld(shapeAt(slot), *hit, pose));
                 });
    std::sort(hits.begin(), hits.end(), [](const WorldRayHit& a, const WorldRayHit& b) {
        return a.fraction != b.fraction ? a.fraction < b.fraction : a.shape < b.shape;
    });
    return hits;
}

std::optional<WorldRayHit> World::castRay(const WorldRay& ray, const Filter& filter) const
{
    NoQueryObserver noObserver;
    return castRayObserved(*this, ray, filter, noObserver);
}

std::vector<ShapeId> World::queryBox(const WorldBox& box, const Filter& filter) const
{
    NoQueryObserver noObserver;
    return queryBoxObserved(*this, box, filter, noObserver);
}

std::vector<ShapeId> World::queryPoint(Position point, const Filter& filter) const
{
    std::vector<ShapeId> ids;
    if (!isFinite(point)) return ids;
    forEachInBox(data().state, {point, point}, filter,
                 [&](uint32_t slot, const BodyShape& shape, const WorldTransform& pose) {
                     if (containsPoint(shape.shape, invTransformPoint(pose, point)))
                         ids.push_back(shapeAt(slot));
                 });
    return ids;
}

std::optional<ClosestPoint> World::queryClosest(Position point, float maxDistance, const Filter& filter) const
{
    if (!isFinite(point) || !(maxDistance >= 0.0f)) return std::nullopt;
    std::optional<ClosestPoint> best;
    forEachInBox(data().state, expand({point, point}, maxDistance), filter,
                 [&](uint32_t slot, const BodyShape& shape, const WorldTransform& pose) {
                     const Vec2 local = invTransformPoint(pose, point);
                     const Vec2 closest = satbox::closestPoint(shape.shape, local);
                     // Inside, return the point itself, without the rounding of the two transforms.
                     const Position near = closest == local ? point : transformPoint(pose, closest);
                     const float distance = length(near - point);
                     if (distance <= maxDistance && (!best || distance < best->distance))
                         best = ClosestPoint{shapeAt(slot), near, distance};
                 });
    return best;
}

} // namespace satbox
