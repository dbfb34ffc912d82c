#include "app/tools/vertex_edit.h"

#include <satbox/outlines.h>
#include <satbox/queries.h>
#include <satbox/shapes.h>

#include <fmt/format.h>

#include <cmath>

namespace satbox::app {

namespace {

constexpr float kSharedReach = 2e-3f; // m; corners of several pieces within this are one

// Calls visit(EditedPolygon) with the polygons of the body.
template<class Visit>
void forEachPolygon(const World& world, BodyId body, Visit&& visit)
{
    for (const ShapeId id : world.shapesOf(body)) {
        const auto* polygon = std::get_if<Polygon>(&world.shape(id).shape);
        if (!polygon) continue;
        const std::span<const Vec2> points = polygon->points();
        visit(EditedPolygon{.shape = id, .points = {points.begin(), points.end()}});
    }
}

std::optional<size_t> nearestCorner(const EditedPolygon& polygon, Vec2 point, float reach)
{
    std::optional<size_t> nearest;
    for (size_t i = 0; i < polygon.points.size(); ++i) {
        const float distance = length(polygon.points[i] - point);
        if (distance > reach) continue;
        reach = distance;
        nearest = i;
    }
    return nearest;
}

std::vector<EditedPolygon> allWithCorner(const World& world, BodyId body, Vec2 corner)
{
    std::vector<EditedPolygon> polygons;
    forEachPolygon(world, body, [&](EditedPolygon polygon) {
        const std::optional<size_t> index = nearestCorner(polygon, corner, kSharedReach);
        if (!index) return;
        polygon.corner = *index;
        polygons.push_back(std::move(polygon));
    });
    return polygons;
}

} // namespace

std::vector<EditedPolygon> cornerAt(const World& world, BodyId body, Position point, float reach)
{
    const Vec2 local = invTransformPoint(world.motion(body).transform(), point);
    std::optional<Vec2> nearest;
    forEachPolygon(world, body, [&](const EditedPolygon& polygon) {
        const std::optional<size_t> index = nearestCorner(polygon, local, reach);
        if (!index) return;
        nearest = polygon.points[*index];
        reach = length(*nearest - local);
    });
    return nearest ? allWithCorner(world, body, *nearest) : std::vector<EditedPolygon>{};
}

std::vector<EditedPolygon> newCornerAt(const World& world, BodyId body, Position point, float reach)
{
    const Vec2 local = invTransformPoint(world.motion(body).transform(), point);
    std::optional<EditedPolygon> found;
    forEachPolygon(world, body, [&](const EditedPolygon& polygon) {
        for (size_t i = 0; i < polygon.points.size(); ++i) {
            const Segment edge{polygon.points[i], polygon.points[(i + 1) % polygon.points.size()]};
            const float distance = length(closestPoint(edge, local) - local);
            if (distance > reach) continue;
            reach = distance;
            found = polygon;
            found->corner = i + 1;
        }
    });
    if (!found) return {};
    found->points.insert(found->points.begin() + static_cast<std::ptrdiff_t>(found->corner), local);
    return {*found};
}

void moveCorner(std::span<EditedPolygon> polygons, Vec2 to)
{
    for (EditedPolygon& polygon : polygons) polygon.points[polygon.corner] = to;
}

void removeCorner(std::span<EditedPolygon> polygons)
{
    for (EditedPolygon& polygon : polygons)
        polygon.points.erase(polygon.points.begin() + static_cast<std::ptrdiff_t>(polygon.corner));
}

std::string faultOf(const EditedPolygon& polygon)
{
    const std::vector<Vec2>& points = polygon.points;
    const size_t count = points.size();
    if (count < 3) return "A polygon needs at least 3 corners.";
    if (count > static_cast<size_t>(kMaxPolygonVertices))
        return fmt::format("A polygon has at most {} corners.", kMaxPolygonVertices);
    for (size_t i = 0; i < count; ++i) {
        const Vec2 &a = points[i], &b = points[(i + 1) % count], &c = points[(i + 2) % count];
        if (!(cross(b - a, c - b) > 0.0f))
            return "The polygon must stay convex: move the corner outward, or draw a new outline.";
    }
    if (!checkOutline(points).ok()) return "The polygon must not cross itself.";
    const std::string error = validate(Shape(makePolygon(points)));
    return error.empty() ? error : fmt::format("Not valid, {}.", error);
}

std::vector<std::pair<ShapeId, ShapeDef>> definitionsOf(const World& world,
                                                        std::span<const EditedPolygon> polygons)
{
    std::vector<std::pair<ShapeId, ShapeDef>> definitions;
    for (const EditedPolygon& polygon : polygons) {
        ShapeDef def = world.shapeDef(polygon.shape);
        def.geometry = makePolygon(polygon.points);
        def.local = {};
        definitions.emplace_back(polygon.shape, std::move(def));
    }
    return definitions;
}

} // namespace satbox::app
