#include "app/tools/snapping.h"

#include <satbox/queries.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

// Snapping costs the number of moved corners times the number of shapes: more corners are left out.
constexpr size_t kMaxMovedPoints = 32;

// The point at `radius` from `center` towards `point`.
Vec2 onRim(Vec2 center, float radius, Vec2 point)
{
    const Vec2 arm = point - center;
    const float distance = length(arm);
    return distance > 0.0f ? center + arm * (radius / distance) : point;
}

// The point of the shape's outline nearest to `point`, body frame. Inside, closestPoint() returns the point
// itself, so round shapes are measured from their cores, and the edges of a polygon are tested one by one.
Vec2 nearestOnOutline(const Shape& shape, Vec2 point)
{
    if (const auto* circle = std::get_if<Circle>(&shape)) return onRim(circle->center, circle->radius, point);
    if (const auto* capsule = std::get_if<Capsule>(&shape))
        return onRim(closestPoint(Shape(Segment{capsule->p1, capsule->p2}), point), capsule->radius, point);
    const auto* polygon = std::get_if<Polygon>(&shape);
    if (!polygon) return closestPoint(shape, point);
    Vec2 nearest = polygon->vertices[0], outward = polygon->normals[0];
    for (int i = 0; i < polygon->count; ++i) {
        const size_t at = static_cast<size_t>(i);
        const Segment edge{polygon->vertices[at],
                           polygon->vertices[(at + 1) % static_cast<size_t>(polygon->count)]};
        const Vec2 candidate = closestPoint(Shape(edge), point);
        if (i > 0 && length(candidate - point) >= length(nearest - point)) continue;
        nearest = candidate;
        outward = polygon->normals[at];
    }
    // Beyond a vertex, the corner's arc is in the direction of the point.
    const bool isInFront = dot(point - nearest, outward) > 0.0f;
    return isInFront ? onRim(nearest, polygon->radius, point) : nearest + polygon->radius * outward;
}

template<class Visit>
void forEachEdgeMiddle(const Shape& shape, const WorldTransform& pose, Visit&& visit)
{
    const auto middle = [&](Vec2 a, Vec2 b) { visit(transformPoint(pose, 0.5f * (a + b))); };
    if (const auto* polygon = std::get_if<Polygon>(&shape)) {
        const auto points = polygon->points();
        for (size_t i = 0; i < points.size(); ++i) {
            const Vec2 out = polygon->radius * polygon->normals[i];
            middle(points[i] + out, points[(i + 1) % points.size()] + out);
        }
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        middle(capsule->p1, capsule->p2);
    } else if (const auto* segment = std::get_if<Segment>(&shape)) {
        middle(segment->p1, segment->p2);
    }
}

void keepNearer(std::optional<SnapTarget>& best, SnapTarget::Kind kind, Position at, Position point,
                float reach)
{
    const float distance = length(at - point);
    if (distance > reach || (best && best->distance <= distance)) return;
    best = SnapTarget{kind, at, distance};
}

} // namespace

std::optional<SnapTarget> nearestFeature(const World& world, Position point, const SnapSearch& search)
{
    std::optional<SnapTarget> vertex;
    std::optional<SnapTarget> edge;
    world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        if (!contains(expand(world.boxes(id).tight, search.reach), point)) return;
        const BodyId body = world.bodyAt(shape.body);
        if (std::ranges::find(search.ignored, body) != search.ignored.end()) return;
        const WorldTransform pose = world.motion(body).transform();
        const auto keepVertex = [&](Position corner) {
            keepNearer(vertex, SnapTarget::Kind::Vertex, corner, point, search.reach);
        };
        forEachCorner(shape.shape, pose, keepVertex);
        if (search.middles) {
            keepVertex(world.motion(body).center);
            forEachEdgeMiddle(shape.shape, pose, keepVertex);
        }
        const Vec2 onOutline = nearestOnOutline(shape.shape, invTransformPoint(pose, point));
        keepNearer(edge, SnapTarget::Kind::Edge, transformPoint(pose, onOutline), point, search.reach);
    });
    return vertex ? vertex : edge;
}

Position snapToGrid(Position point, float step)
{
    const double s = static_cast<double>(step);
    return {std::round(point.x / s) * s, std::round(point.y / s) * s};
}

SnapTarget snapPoint(const World& world, Position point, const SnapSearch& search)
{
    if (const std::optional<SnapTarget> feature = nearestFeature(world, point, search)) return *feature;
    const Position onGrid = snapToGrid(point, search.gridStep);
    return {SnapTarget::Kind::Grid, onGrid, length(onGrid - point)};
}

Vec2 snapTranslation(const World& world, std::span<const Position> points, Position anchor,
                     const SnapSearch& search)
{
    std::optional<SnapTarget> best;
    Vec2 translation{0.0f, 0.0f};
    for (const Position point : points.first(std::min(points.size(), kMaxMovedPoints))) {
        const std::optional<SnapTarget> found = nearestFeature(world, point, search);
        // A vertex wins over an edge, a nearer target over a farther one.
        if (!found ||
            (best && std::pair(best->kind, best->distance) <= std::pair(found->kind, found->distance)))
            continue;
        best = found;
        translation = found->point - point;
    }
    return best ? translation : snapToGrid(anchor, search.gridStep) - anchor;
}

} // namespace satbox::app
