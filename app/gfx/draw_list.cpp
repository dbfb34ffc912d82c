#include "app/gfx/draw_list.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace satbox::app {

namespace {

template<typename T>
void appendTo(std::vector<T>& to, const std::vector<T>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

} // namespace

void DrawList::clear()
{
    rounds.clear();
    polygons.clear();
    primitives.clear();
    labels.clear();
}

void DrawList::append(const DrawList& other)
{
    appendTo(rounds, other.rounds);
    appendTo(polygons, other.polygons);
    appendTo(primitives, other.primitives);
    appendTo(labels, other.labels);
}

void DrawList::append(const DrawList& other, Position origin)
{
    const auto shifted = [&](Position p) { return Position{origin.x + p.x, origin.y + p.y}; };
    const size_t firstRound = rounds.size(), firstPolygon = polygons.size();
    const size_t firstPrimitive = primitives.size(), firstLabel = labels.size();
    append(other);
    for (size_t i = firstRound; i < rounds.size(); ++i)
        rounds[i].transform.p = shifted(rounds[i].transform.p);
    for (size_t i = firstPolygon; i < polygons.size(); ++i)
        polygons[i].transform.p = shifted(polygons[i].transform.p);
    for (size_t i = firstPrimitive; i < primitives.size(); ++i) {
        Primitive& p = primitives[i];
        p.a = shifted(p.a);
        p.b = shifted(p.b);
        p.c = shifted(p.c);
    }
    for (size_t i = firstLabel; i < labels.size(); ++i) labels[i].point = shifted(labels[i].point);
}

void DrawList::addCircle(const WorldTransform& transform, Vec2 localCenter, float radius,
                         const ShapeStyle& style)
{
    rounds.push_back({transform, localCenter, localCenter, radius, style});
}

void DrawList::addCircle(const WorldTransform& transform, float radius, const ShapeStyle& style)
{
    addCircle(transform, Vec2(0.0f, 0.0f), radius, style);
}

void DrawList::addCapsule(const WorldTransform& transform, Vec2 p1, Vec2 p2, float radius,
                          const ShapeStyle& style)
{
    rounds.push_back({transform, p1, p2, radius, style});
}

void DrawList::addPolygon(const WorldTransform& transform, std::span<const Vec2> vertices,
                          const ShapeStyle& style, float radius)
{
    assert(vertices.size() >= 3);
    if (vertices.size() > PolygonShape::kMaxVertices) {
        std::vector<Position> world(vertices.size());
        std::transform(vertices.begin(), vertices.end(), world.begin(),
                       [&](Vec2 v) { return transformPoint(transform, v); });
        addConvex(world, style.fill);
        addPolyline(world, {style.outline, style.outlineWidthPx}, true);
        return;
    }
    PolygonShape& shape = polygons.emplace_back();
    shape.transform = transform;
    std::copy(vertices.begin(), vertices.end(), shape.vertices.begin());
    shape.count = static_cast<std::uint32_t>(vertices.size());
    shape.radius = radius;
    shape.style = style;
}

void DrawList::addLine(Position a, Position b, const LineStyle& style)
{
    primitives.push_back({.a = a, .b = b, .widthPx = style.widthPx, .color = style.color});
}

void DrawList::addDashedLine(Position a, Position b, const LineStyle& style)
{
    primitives.push_back(
        {.a = a, .b = b, .widthPx = style.widthPx, .color = style.color, .kind = PrimitiveKind::Dashed});
}

void DrawList::addBar(Position a, Position b, const LineStyle& style)
{
    primitives.push_back(
        {.a = a, .b = b, .widthPx = style.widthPx, .color = style.color, .kind = PrimitiveKind::Bar});
}

void DrawList::addArrow(Position from, Position to, const LineStyle& style)
{
    primitives.push_back(
        {.a = from, .b = to, .widthPx = style.widthPx, .color = style.color, .kind = PrimitiveKind::Arrow});
}

void DrawList::addPolyline(std::span<const Position> points, const LineStyle& style, bool closed)
{
    for (std::size_t i = 0; i + 1 < points.size(); ++i) addLine(points[i], points[i + 1], style);
    if (closed && points.size() > 2) addLine(points.back(), points.front(), style);
}

void DrawList::addDisc(Position center, float radiusPx, const Color& color)
{
    primitives.push_back({.a = center, .sizePx = radiusPx, .color = color, .kind = PrimitiveKind::Disc});
}

void DrawList::addRing(Position center, float radiusPx, const Color& color, float widthPx)
{
    primitives.push_back(
        {.a = center, .widthPx = widthPx, .sizePx = radiusPx, .color = color, .kind = PrimitiveKind::Ring});
}

void DrawList::addCross(Position center, float halfExtentPx, const Color& color, float widthPx)
{
    primitives.push_back({.a = center,
                          .widthPx = widthPx,
                          .sizePx = halfExtentPx,
                          .color = color,
                          .kind = PrimitiveKind::Cross});
}

void DrawList::addSquare(Position center, float halfExtentPx, const Color& color)
{
    primitives.push_back(
        {.a = center, .sizePx = halfExtentPx, .color = color, .kind = PrimitiveKind::Square});
}

void DrawList::addTriangle(Position a, Position b, Position c, const Color& color)
{
    primitives.push_back({.a = a, .b = b, .c = c, .color = color, .kind = PrimitiveKind::Triangle});
}

void DrawList::addConvex(std::span<const Position> points, const Color& color)
{
    // A triangle fan. Inner edges are not antialiased: they would show as seams.
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        addTriangle(points[0], points[i], points[i + 1], color);
        const bool first = i == 1;
        const bool last = i + 2 == points.size();
        primitives.back().antialiasedEdges = static_cast<std::uint8_t>((first ? 1 : 0) | 2 | (last ? 4 : 0));
    }
}

void DrawList::addConvex(std::span<const Vec2> points, const Color& color)
{
    const std::vector<Position> positions(points.begin(), points.end());
    addConvex(positions, color);
}

void DrawList::addBox(const WorldBox& box, const LineStyle& style, bool dashed)
{
    const std::array<Position, 4> corners{box.lower, Position(box.upper.x, box.lower.y), box.upper,
                                          Position(box.lower.x, box.upper.y)};
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Position next = corners[(i + 1) % corners.size()];
        if (dashed)
            addDashedLine(corners[i], next, style);
        else
            addLine(corners[i], next, style);
    }
}

void DrawList::addLabel(Position point, std::string text, const Color& color, float priority)
{
    labels.push_back({.point = point, .text = std::move(text), .color = color, .priority = priority});
}

void DrawList::addRequiredLabel(Position point, std::string text, const Color& color, float priority,
                                float clearancePx)
{
    WorldLabel label;
    label.point = point;
    label.text = std::move(text);
    label.color = color;
    label.priority = priority;
    label.clearancePx = clearancePx;
    label.required = true;
    labels.push_back(std::move(label));
}

} // namespace satbox::app
