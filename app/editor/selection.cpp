#include "app/editor/selection.h"

#include "engine/collision/ray_cast.h"
#include "engine/geometry/mass.h"

namespace satbox::app {

namespace {

Vec2 pointPosition(const World& world, const Contact& contact, int point)
{
    const BodyMotion& a = world.motion(world.bodyAt(contact.bodyA));
    const BodyMotion& b = world.motion(world.bodyAt(contact.bodyB));
    const ContactPoint& p = contact.points[point];
    return 0.5f * ((a.center + p.anchorA) + (b.center + p.anchorB));
}

} // namespace

ContactKey keyOf(const World& world, const Contact& contact, int point)
{
    return {world.shapeAt(contact.shapeA), world.shapeAt(contact.shapeB), point};
}

const Contact* findContact(const World& world, const ContactKey& key)
{
    if (!world.isValid(key.shapeA) || !world.isValid(key.shapeB)) return nullptr;
    const Contact* found = nullptr;
    world.forEachContact([&](const Contact& c) {
        if (c.shapeA == key.shapeA.index && c.shapeB == key.shapeB.index) found = &c;
    });
    return found;
}

std::optional<Vec2> contactPosition(const World& world, const ContactKey& key)
{
    const Contact* contact = findContact(world, key);
    if (!contact || contact->count == 0 || key.point >= contact->count) return std::nullopt;
    if (key.point >= 0) return pointPosition(world, *contact, key.point);
    Vec2 sum{0.0f, 0.0f};
    for (int i = 0; i < contact->count; ++i) sum += pointPosition(world, *contact, i);
    return sum / static_cast<float>(contact->count);
}

void Selection::clear()
{
    body = {};
    shape = {};
    contact.reset();
}

void Selection::select(const World& world, ShapeId id)
{
    clear();
    if (!world.isValid(id)) return;
    shape = id;
    body = world.bodyOf(id);
}

void Selection::select(const World& world, BodyId id)
{
    clear();
    if (!world.isValid(id)) return;
    body = id;
    const std::vector<ShapeId> shapes = world.shapesOf(id);
    if (!shapes.empty()) shape = shapes.front();
}

void Selection::prune(const World& world)
{
    if (!world.isValid(body)) body = {};
    if (!world.isValid(shape)) shape = {};
    if (!world.isValid(hoveredBody)) hoveredBody = {};
    if (!world.isValid(hoveredShape)) hoveredShape = {};
    if (contact && !findContact(world, *contact)) contact.reset();
    if (hoveredContact && !findContact(world, *hoveredContact)) hoveredContact.reset();
}

// The world's own queries leave out what a filter forbids and bodies that are switched off; here everything
// that is drawn must be found.
ShapeId pickShape(const World& world, Vec2 point, float reach)
{
    ShapeId inside;
    ShapeId near;
    float smallestArea = 0.0f;
    float nearest = reach;
    world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        if (!contains(expand(world.boxes(id).tight, reach), point)) return;
        const Vec2 local = invTransformPoint(world.motion(world.bodyAt(shape.body)).transform, point);
        if (containsPoint(shape.shape, local)) {
            const float area = computeArea(shape.shape);
            if (inside.isNull() || area < smallestArea) {
                inside = id;
                smallestArea = area;
            }
        } else if (const float distance = length(closestPoint(shape.shape, local) - local);
                   distance <= nearest) {
            near = id;
            nearest = distance;
        }
    });
    return inside.isNull() ? near : inside;
}

std::optional<ContactKey> pickContact(const World& world, Vec2 point, float reach)
{
    std::optional<ContactKey> best;
    float bestDistance = reach * reach;
    world.forEachContact([&](const Contact& c) {
        for (int i = 0; i < c.count; ++i) {
            const float distance = lengthSquared(pointPosition(world, c, i) - point);
            if (distance > bestDistance) continue;
            bestDistance = distance;
            best = keyOf(world, c, i);
        }
    });
    return best;
}

} // namespace satbox::app
