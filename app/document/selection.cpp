#include "app/document/selection.h"

#include "app/document/groups.h"
#include <satbox/queries.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <utility>

namespace satbox::app {

namespace {

std::vector<BodyId> groupWithLast(const World& world, BodyId last)
{
    std::vector<BodyId> group = groupOf(world, last);
    std::erase(group, last);
    group.push_back(last);
    return group;
}

} // namespace

void Selection::clear()
{
    body = {};
    others.clear();
    shape = {};
    joint = {};
    contact.reset();
}

void Selection::select(const World& world, ShapeId id, Pick pick)
{
    clear();
    if (!world.isValid(id)) return;
    shape = id;
    body = world.bodyOf(id);
    if (pick == Pick::Group) add(world, groupWithLast(world, body));
}

void Selection::select(const World& world, BodyId id)
{
    clear();
    if (!world.isValid(id)) return;
    body = id;
    const std::vector<ShapeId> shapes = world.shapesOf(id);
    if (!shapes.empty()) shape = shapes.front();
}

void Selection::select(const World& world, JointId id)
{
    clear();
    if (world.isValid(id)) joint = id;
}

void Selection::select(const World& world, std::span<const BodyId> selected)
{
    clear();
    add(world, selected);
}

void Selection::add(const World& world, std::span<const BodyId> added)
{
    if (added.empty()) return;
    std::vector<BodyId> all = bodies();
    for (const BodyId id : added)
        if (world.isValid(id)) all.push_back(id);
    if (all.empty()) return;
    const BodyId last = world.isValid(added.back()) ? added.back() : all.back();
    std::sort(all.begin(), all.end(), bySlot);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::erase(all, last);
    if (last != body) select(world, last);
    others = std::move(all);
}

void Selection::toggle(const World& world, ShapeId id, Pick pick)
{
    if (!world.isValid(id)) return;
    const BodyId clicked = world.bodyOf(id);
    std::vector<BodyId> all = bodies();
    if (!contains(clicked)) {
        select(world, id, pick);
        all.push_back(clicked); // stays the one selected last
        add(world, all);
        return;
    }
    const std::vector<BodyId> group = groupOf(world, clicked);
    std::erase_if(all, [&](BodyId other) {
        return other == clicked ||
               (pick == Pick::Group && std::find(group.begin(), group.end(), other) != group.end());
    });
    select(world, all);
}

std::vector<BodyId> Selection::bodies() const
{
    std::vector<BodyId> all = others;
    if (!body.isNull()) all.insert(std::upper_bound(all.begin(), all.end(), body, bySlot), body);
    return all;
}

void Selection::prune(const World& world)
{
    std::erase_if(others, [&](BodyId id) { return !world.isValid(id); });
    if (!world.isValid(body)) {
        body = {};
        if (!others.empty()) select(world, std::vector<BodyId>(others));
    }
    if (!world.isValid(shape)) shape = {};
    if (!world.isValid(joint)) joint = {};
    if (!world.isValid(hoveredJoint)) hoveredJoint = {};
    if (!world.isValid(hoveredBody)) hoveredBody = {};
    if (!world.isValid(hoveredShape)) hoveredShape = {};
    if (contact && !findContact(world, *contact)) contact.reset();
    if (hoveredContact && !findContact(world, *hoveredContact)) hoveredContact.reset();
}

// Does not use the queries of World: they skip filtered shapes and disabled bodies, but everything drawn must
// be pickable.
ShapeId pickShape(const World& world, Position point, float reach)
{
    ShapeId inside;
    ShapeId near;
    float smallestArea = 0.0f;
    float nearest = reach;
    world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        if (!contains(expand(world.boxes(id).tight, reach), point)) return;
        const Vec2 local = invTransformPoint(world.motion(world.bodyAt(shape.body)).transform(), point);
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

std::optional<ContactKey> pickContact(const World& world, Position point, float reach)
{
    std::optional<ContactKey> best;
    float bestDistance = reach * reach;
    world.forEachContactView([&](const ContactView& view) {
        for (size_t i = 0; i < view.points.size(); ++i) {
            const float distance = lengthSquared(pointPosition(world, *view.contact, view.points[i]) - point);
            if (distance > bestDistance) continue;
            bestDistance = distance;
            best = keyOf(world, *view.contact, static_cast<int>(i));
        }
    });
    return best;
}

} // namespace satbox::app
