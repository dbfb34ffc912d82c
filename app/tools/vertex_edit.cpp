#include "app/tools/vertex_edit.h"

#include "app/document/body_outline.h"
#include "app/text/format.h"
#include <satbox/outlines.h>
#include <satbox/queries.h>

#include <algorithm>
#include <optional>

namespace satbox::app {

namespace {

EditedOutline edited(BodyOutline outline, size_t corner)
{
    return {.filling = {.shapes = std::move(outline.shapes)},
            .points = std::move(outline.points),
            .radius = outline.radius,
            .corner = corner};
}

std::optional<size_t> nearestCorner(std::span<const Vec2> points, Vec2 point, float reach)
{
    std::optional<size_t> nearest;
    for (size_t i = 0; i < points.size(); ++i) {
        const float distance = length(points[i] - point);
        if (distance > reach) continue;
        reach = distance;
        nearest = i;
    }
    return nearest;
}

std::string fillRounded(EditedOutline& outline)
{
    const HullResult hull = makeHull(outline.points);
    if (!hull.ok()) return asSentence(hull.error);
    if (hull.report.interior > 0) return "A polygon with round corners must stay convex.";
    if (hull.vertices.size() > static_cast<size_t>(kMaxPolygonVertices))
        return "A polygon with round corners has at most 8 of them.";
    outline.filling.pieces = {makePolygon(hull.vertices, outline.radius)};
    return {};
}

} // namespace

std::vector<EditedOutline> cornerAt(std::span<const BodyOutline> outlines, Vec2 point, float reach)
{
    std::optional<Vec2> nearest;
    for (const BodyOutline& outline : outlines)
        if (const std::optional<size_t> index = nearestCorner(outline.points, point, reach)) {
            nearest = outline.points[*index];
            reach = length(*nearest - point);
        }
    std::vector<EditedOutline> found;
    if (!nearest) return found;
    for (const BodyOutline& outline : outlines)
        if (const std::optional<size_t> index = nearestCorner(outline.points, *nearest, kSharedReach))
            found.push_back(edited(outline, *index));
    return found;
}

std::vector<EditedOutline> newCornerAt(std::span<const BodyOutline> outlines, Vec2 point, float reach)
{
    std::optional<EditedOutline> found;
    for (const BodyOutline& outline : outlines)
        for (size_t i = 0; i < outline.points.size(); ++i) {
            const Segment edge{outline.points[i], outline.points[(i + 1) % outline.points.size()]};
            const float distance = length(closestPoint(Shape(edge), point) - point);
            if (distance > reach) continue;
            reach = distance;
            found = edited(outline, i + 1);
        }
    if (!found) return {};
    found->points.insert(found->points.begin() + static_cast<std::ptrdiff_t>(found->corner), point);
    return {*found};
}

void moveCorner(std::span<EditedOutline> outlines, Vec2 to)
{
    for (EditedOutline& outline : outlines) outline.points[outline.corner] = to;
}

void removeCorner(std::span<EditedOutline> outlines)
{
    for (EditedOutline& outline : outlines)
        outline.points.erase(outline.points.begin() + static_cast<std::ptrdiff_t>(outline.corner));
}

std::string fill(EditedOutline& outline)
{
    if (outline.points.size() < 3) return "An outline needs at least 3 corners.";
    const OutlineCheck check = checkOutline(outline.points);
    if (check.fault == OutlineFault::Crossing) return "The outline must not cross itself.";
    if (!check.ok()) return asSentence(check.error);
    if (outline.radius > 0.0f) return fillRounded(outline);
    Decomposition cut = decompose(outline.points);
    if (!cut.ok()) return asSentence(cut.error);
    outline.filling.pieces = std::move(cut.pieces);
    return {};
}

void followNewShapes(const World& world, BodyId body, std::span<const ShapeId> before,
                     std::span<EditedOutline> outlines)
{
    std::vector<ShapeId> added;
    for (const ShapeId shape : world.shapesOf(body))
        if (std::ranges::find(before, shape) == before.end()) added.push_back(shape);
    auto next = added.begin();
    for (EditedOutline& outline : outlines) {
        std::vector<ShapeId>& shapes = outline.filling.shapes;
        const size_t count = outline.filling.pieces.size();
        if (shapes.size() > count) shapes.resize(count);
        while (shapes.size() < count && next != added.end()) shapes.push_back(*next++);
    }
}

} // namespace satbox::app
