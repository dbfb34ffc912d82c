#include "engine/world/visit_in_box.h"
#include <satbox/world.h>

#include <algorithm>

namespace satbox {

namespace {

bool touches(const WorldState& w, const BodyShape& target, const Shape& shape, const WorldTransform& pose)
{
    const WorldTransform targetPose = w.bodies.motions[target.body].transform();
    return separationOf(target.shape, shape, invMul(targetPose, pose)).separation <= 0.0f;
}

// What blocks a shape of a body: shapes of other bodies that its filter lets collide, except sensors and what
// a joint keeps apart.
bool blocks(const BodyStore& bodies, const BodyShape& own, const BodyShape& other)
{
    return own.body != other.body && !other.def.sensor &&
           !bodies.apart.contains(PairSet::key(own.body, other.body)) &&
           shouldCollide(own.def.filter, other.def.filter);
}

template<class Keep>
void searchBodyHits(const World& world, BodyId id, Vec2 translation, Keep&& keep)
{
    if (!world.isValid(id)) return;
    const WorldState& w = stateOf(world);
    const WorldTransform pose = w.bodies.motions[id.index].transform();
    NoQueryObserver noObserver;
    float maxFraction = 1.0f;
    forEachShapeOf(w.bodies, id.index, [&](uint32_t slot) {
        const BodyShape& own = w.shapes.at(slot);
        if (own.def.sensor) return;
        searchShapeCast(
            world, {own.shape, pose, world.shapeAt(slot)}, translation, maxFraction,
            [&](const BodyShape& other) { return blocks(w.bodies, own, other); }, keep, noObserver);
    });
}

} // namespace

std::vector<ShapeId> World::overlapShape(const Shape& shape, const WorldTransform& pose,
                                         const Filter& filter) const
{
    std::vector<ShapeId> ids;
    if (!detail::isUsable(shape, pose)) return ids;
    const WorldState& w = data().state;
    NoQueryObserver noObserver;
    forEachInBox(
        w, touchingBox(shape, pose), filter,
        [&](uint32_t slot, const BodyShape& target, const WorldTransform&) {
            if (touches(w, target, shape, pose)) ids.push_back(shapeAt(slot));
        },
        noObserver);
    return ids;
}

void World::overlapShape(const Shape& shape, const WorldTransform& pose, const Filter& filter,
                         FunctionRef<bool(ShapeId)> fn) const
{
    if (!detail::isUsable(shape, pose)) return;
    const WorldState& w = data().state;
    visitInBox(w, touchingBox(shape, pose), filter, [&](uint32_t slot, const BodyShape& target) {
        return !touches(w, target, shape, pose) || fn(shapeAt(slot));
    });
}

std::optional<WorldShapeHit> World::castShape(const Shape& shape, const WorldTransform& pose,
                                              Vec2 translation, const Filter& filter) const
{
    NoQueryObserver noObserver;
    return castShapeObserved(*this, shape, pose, translation, filter, noObserver);
}

std::vector<WorldShapeHit> World::castShapeAll(const Shape& shape, const WorldTransform& pose,
                                               Vec2 translation, const Filter& filter) const
{
    std::vector<WorldShapeHit> hits;
    NoQueryObserver noObserver;
    const auto keepAll = [&](const WorldShapeHit& hit) -> const WorldShapeHit* {
        hits.push_back(hit);
        return nullptr;
    };
    searchShapeCast(*this, shape, pose, translation, filter, keepAll, noObserver);
    std::sort(hits.begin(), hits.end(), ResultOrder{});
    return hits;
}

void World::castShape(const Shape& shape, const WorldTransform& pose, Vec2 translation, const Filter& filter,
                      FunctionRef<bool(const WorldShapeHit&)> fn) const
{
    NoQueryObserver noObserver;
    const auto search = [&](auto&& keep) {
        searchShapeCast(*this, shape, pose, translation, filter, keep, noObserver);
    };
    forEachInOrder<WorldShapeHit, kMaxHitBatch>(kFirstBatch, search, fn);
}

std::optional<WorldShapeHit> World::castBody(BodyId id, Vec2 translation) const
{
    return firstInOrder<WorldShapeHit>([&](auto&& keep) { searchBodyHits(*this, id, translation, keep); });
}

void World::castBody(BodyId id, Vec2 translation, FunctionRef<bool(const WorldShapeHit&)> fn) const
{
    const auto search = [&](auto&& keep) { searchBodyHits(*this, id, translation, keep); };
    forEachInOrder<WorldShapeHit, kMaxHitBatch>(kFirstBatch, search, fn);
}

} // namespace satbox
