#include "engine/world/visit_in_box.h"
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

std::vector<ContactView> World::contactsOf(BodyId id) const
{
    std::vector<ContactView> found;
    if (!isValid(id)) return found;
    for (const Contact* c : data().contactIndex.of(data().state, id.index)) found.push_back(viewOf(*c));
    return found;
}

std::vector<ContactView> World::contactsOf(ShapeId id) const
{
    std::vector<ContactView> found;
    if (!isValid(id)) return found;
    for (const Contact* c : data().contactIndex.of(data().state, data().state.shapes.at(id.index).body))
        if (c->shapeA == id.index || c->shapeB == id.index) found.push_back(viewOf(*c));
    return found;
}

std::vector<ShapeId> World::visitorsOf(ShapeId sensor) const
{
    std::vector<ShapeId> visitors;
    if (!isValid(sensor) || !shape(sensor).def.sensor) return visitors;
    for (const ContactView& view : contactsOf(sensor))
        if (view.contact->touching)
            visitors.push_back(
                shapeAt(view.contact->shapeA == sensor.index ? view.contact->shapeB : view.contact->shapeA));
    std::sort(visitors.begin(), visitors.end(), [](ShapeId a, ShapeId b) { return a.index < b.index; });
    return visitors;
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
    // A little larger, so that rounding loses no grazing hit that the other form finds.
    const float slack = 1e-4f + 2e-6f * length(ray.translation);
    const WorldBox box = expand({minimum(ray.origin, end), maximum(ray.origin, end)}, slack);
    forEachInBox(data().state, box, filter,
                 [&](uint32_t slot, const BodyShape& shape, const WorldTransform& pose) {
                     if (const auto hit = satbox::castRay(shape.shape, detail::toBody(ray, pose)))
                         hits.push_back(detail::toWorld(shapeAt(slot), *hit, pose));
                 });
    std::sort(hits.begin(), hits.end(), ResultOrder{});
    return hits;
}

void World::castRay(const WorldRay& ray, const Filter& filter, FunctionRef<bool(const WorldRayHit&)> fn) const
{
    if (!detail::isUsable(ray)) return;
    const WorldState& w = data().state;
    const auto search = [&](auto&& keep) {
        w.broadPhase.castRay(ray, [&](uint32_t slot, float maxFraction) {
            const BodyShape& shape = w.shapes.at(slot);
            if (!shouldCollide(shape.def.filter, filter)) return maxFraction;
            const WorldTransform pose = w.bodies.motions[shape.body].transform();
            const auto hit = satbox::castRay(shape.shape, detail::toBody(ray, pose));
            const WorldRayHit* last = hit ? keep(detail::toWorld(shapeAt(slot), *hit, pose)) : nullptr;
            return last ? std::min(maxFraction, last->fraction) : maxFraction;
        });
    };
    forEachInOrder<WorldRayHit, kMaxHitBatch>(kFirstBatch, search, fn);
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

void World::queryBox(const WorldBox& box, const Filter& filter, FunctionRef<bool(ShapeId)> fn) const
{
    if (!isFinite(box)) return;
    visitInBox(data().state, box, filter, [&](uint32_t slot, const BodyShape&) { return fn(shapeAt(slot)); });
}

std::vector<ShapeId> World::queryPoint(Position point, const Filter& filter) const
{
    std::vector<ShapeId> ids;
    if (!isFinite(point)) return ids;
    const WorldState& w = data().state;
    forEachInBox(w, {point, point}, filter,
                 [&](uint32_t slot, const BodyShape& shape, const WorldTransform& pose) {
                     if (containsPoint(shape.shape, invTransformPoint(pose, point)))
                         ids.push_back(shapeAt(slot));
                 });
    return ids;
}

void World::queryPoint(Position point, const Filter& filter, FunctionRef<bool(ShapeId)> fn) const
{
    if (!isFinite(point)) return;
    const WorldState& w = data().state;
    visitInBox(w, {point, point}, filter, [&](uint32_t slot, const BodyShape& shape) {
        const WorldTransform pose = w.bodies.motions[shape.body].transform();
        return !containsPoint(shape.shape, invTransformPoint(pose, point)) || fn(shapeAt(slot));
    });
}

namespace {

// Calls keep() with the nearest point of each shape within maxDistance.
template<class Keep>
void searchClosest(const World& world, Position point, float maxDistance, const Filter& filter, Keep&& keep)
{
    if (!isFinite(point) || !(maxDistance >= 0.0f)) return;
    const WorldState& w = stateOf(world);
    NoQueryObserver noObserver;
    const auto test = [&](uint32_t slot) {
        const BodyShape& shape = w.shapes.at(slot);
        const WorldTransform pose = w.bodies.motions[shape.body].transform();
        const Vec2 local = invTransformPoint(pose, point);
        const Vec2 closest = closestPoint(shape.shape, local);
        // Inside, return the point itself, without the rounding of the two transforms.
        const Position near = closest == local ? point : transformPoint(pose, closest);
        const float distance = length(near - point);
        if (distance <= maxDistance) keep(ClosestPoint{world.shapeAt(slot), near, distance});
    };
    searchBox(w, expand({point, point}, maxDistance), filter, test, noObserver);
}

} // namespace

std::optional<ClosestPoint> World::queryClosest(Position point, float maxDistance, const Filter& filter) const
{
    return firstInOrder<ClosestPoint>(
        [&](auto&& keep) { searchClosest(*this, point, maxDistance, filter, keep); });
}

void World::queryClosest(Position point, float maxDistance, const Filter& filter,
                         FunctionRef<bool(const ClosestPoint&)> fn) const
{
    const auto search = [&](auto&& keep) { searchClosest(*this, point, maxDistance, filter, keep); };
    forEachInOrder<ClosestPoint, kMaxHitBatch>(kFirstBatch, search, fn);
}

} // namespace satbox
