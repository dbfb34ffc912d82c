#include "app/document/select_by.h"

#include "app/document/groups.h"

#include <algorithm>

namespace satbox::app {

namespace {

bool isAmong(std::span<const BodyId> bodies, BodyId body)
{
    return std::binary_search(bodies.begin(), bodies.end(), body, bySlot);
}

// The number of vertices of each shape, or a higher number with round corners; 0 to 2 for circles, capsules
// and segments. Equal for bodies of the same make, whatever their size.
std::vector<int> shapeKinds(const World& world, BodyId body)
{
    std::vector<int> kinds;
    for (const ShapeId id : world.shapesOf(body)) {
        const Shape& shape = world.shape(id).shape;
        const Polygon* polygon = std::get_if<Polygon>(&shape);
        const int roundCorners = polygon && polygon->radius > 0.0f ? kMaxPolygonVertices : 0;
        kinds.push_back(polygon ? polygon->count + roundCorners : static_cast<int>(kindOf(shape)));
    }
    std::sort(kinds.begin(), kinds.end());
    return kinds;
}

std::vector<BodyId> touching(const World& world, std::span<const BodyId> selected)
{
    std::vector<BodyId> bodies(selected.begin(), selected.end());
    world.forEachContactView([&](const ContactView& view) {
        if (view.points.empty()) return;
        const BodyId a = world.bodyAt(view.contact->bodyA);
        const BodyId b = world.bodyAt(view.contact->bodyB);
        if (isAmong(selected, a)) bodies.push_back(b);
        if (isAmong(selected, b)) bodies.push_back(a);
    });
    std::sort(bodies.begin(), bodies.end(), bySlot);
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
    return bodies;
}

} // namespace

std::vector<BodyId> bodiesBy(const World& world, SelectBy kind, std::span<const BodyId> selected)
{
    if (kind == SelectBy::Touching) return touching(world, selected);
    std::vector<std::vector<int>> kinds;
    if (kind == SelectBy::SameShapes)
        for (const BodyId body : selected) kinds.push_back(shapeKinds(world, body));

    std::vector<BodyId> bodies;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        const auto isOfKind = [&] {
            switch (kind) {
            case SelectBy::Inverse:
                return !isAmong(selected, id);
            case SelectBy::Dynamic:
                return body.type == BodyType::Dynamic;
            case SelectBy::Kinematic:
                return body.type == BodyType::Kinematic;
            case SelectBy::Static:
                return body.type == BodyType::Static;
            case SelectBy::Asleep:
                return body.type == BodyType::Dynamic && body.sleepingIsland >= 0;
            case SelectBy::SameShapes:
                return std::ranges::find(kinds, shapeKinds(world, id)) != kinds.end();
            case SelectBy::All:
            case SelectBy::Touching:
                break;
            }
            return true;
        };
        if (isOfKind()) bodies.push_back(id);
    });
    return bodies;
}

} // namespace satbox::app
