// DebugDraw's own drawShape() and drawMark(): shapes and marks as lines, convex polygons and discs.

#include "app/gfx/label_layout.h"
#include <satbox/draw/debug_draw.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace satbox {

namespace {

// Pixels, as in the shaders of the window.
constexpr float kFlatness = 0.2f; // largest distance of a polygon from the circle that it stands for
constexpr float kDashPx = 6.0f;
constexpr float kDashPeriodPx = 10.0f;
constexpr float kDashShare = kDashPx / kDashPeriodPx; // of the period, in outlines
constexpr double kMinDashShare = 1e-3;                // of a dash: what rounding leaves is no dash
constexpr float kHeadPx = 8.0f;
constexpr float kHeadShare = 0.4f;      // largest part of an arrow that is its head
constexpr float kHeadHalfWidth = 0.45f; // of the head's length
constexpr float kShaftShare = 0.6f;     // largest width of the shaft, of the head's length
constexpr float kStripePx = 1.5f;
constexpr float kStripePeriodPx = 12.0f;         // along x or y
constexpr int kMinPieces = 12, kMaxPieces = 128; // of a circle
constexpr int kMaxStripes = 2000;

int piecesOf(float radius, float pixel)
{
    // n sides differ from the circle by radius * (1 - cos(pi / n)), about radius * (pi / n)^2 / 2.
    const float pieces = kPi * std::sqrt(radius / (2.0f * kFlatness * pixel));
    return std::clamp(static_cast<int>(std::min(pieces, 1e6f)) + 1, kMinPieces, kMaxPieces);
}

// `pieces` + 1 points on an arc, counter-clockwise from the direction `from`, by `turn` rad.
void appendArc(std::vector<Position>& out, Position center, Vec2 from, float radius, float turn, int pieces)
{
    for (int i = 0; i <= pieces; ++i) {
        const Rot q = makeRot(turn * static_cast<float>(i) / static_cast<float>(pieces));
        out.push_back(center + radius * rotate(q, from));
    }
}

// The border of a shape with a radius as a polygon, counter-clockwise, moved inwards by `inset`.
std::vector<Position> borderOf(const DrawShape& shape, float inset, float pixel)
{
    std::vector<Position> border;
    const float radius = std::max(shape.radius - inset, 0.0f);
    const int pieces = piecesOf(radius, pixel);
    const size_t count = shape.points.size();
    const auto point = [&](size_t i) { return shape.points[i % count]; };
    if (count == 1) {
        appendArc(border, point(0), {1.0f, 0.0f}, radius, 2.0f * kPi, pieces);
        border.pop_back(); // the first point again
        return border;
    }
    // At each corner an arc, from the normal of the edge before it to that of the edge after it; a capsule
    // has two edges.
    const auto normal = [&](size_t i) { return -perp(normalizeOrZero(point(i + 1) - point(i))); };
    for (size_t i = 0; i < count; ++i) {
        const Vec2 from = normal(i + count - 1), to = normal(i);
        const float turn = std::abs(angleOf({dot(from, to), cross(from, to)}));
        const float share = turn / (2.0f * kPi);
        const int parts = static_cast<int>(std::ceil(static_cast<float>(pieces) * share - 1e-3f));
        appendArc(border, point(i), from, radius, turn, std::max(parts, 1));
    }
    return border;
}

// The part of a to b within the box, as fractions of the length: first > second if there is none.
std::pair<double, double> clippedTo(const WorldBox& box, Position a, Position b)
{
    double first = 0.0, last = 1.0;
    const auto clip = [&](double start, double end, double low, double high) {
        const double along = end - start;
        if (along == 0.0) {
            if (start < low || start > high) first = 2.0;
            return;
        }
        const double enters = ((along > 0.0 ? low : high) - start) / along;
        const double leaves = ((along > 0.0 ? high : low) - start) / along;
        first = std::max(first, enters);
        last = std::min(last, leaves);
    };
    clip(a.x, b.x, box.lower.x, box.upper.x);
    clip(a.y, b.y, box.lower.y, box.upper.y);
    return {first, last};
}

Position between(Position a, Position b, double t) { return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}; }

// A pattern of dashes along a path.
struct Dashes {
    double period = 1.0; // m
    double dash = 0.6;   // m
    double start = 0.0;  // m along the path, where a dash begins
};

// The dashes of the edge a to b, whose first point is `from` m along the path. Only those in view: there may
// be millions on a long edge.
void drawDashes(DebugDraw& draw, const DrawFrame& frame, Position a, Position b, double from,
                const Dashes& dashes, float width, const DrawColor& color)
{
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const auto [first, last] = clippedTo(frame.visible, a, b);
    if (!(length > 0.0) || first > last) return;
    const double low = from + first * length, high = from + last * length;
    for (double k = std::floor((low - dashes.start) / dashes.period);; ++k) {
        const double begin = dashes.start + k * dashes.period;
        if (begin >= high) break;
        const double dashStart = std::max(begin, from);
        const double dashEnd = std::min(begin + dashes.dash, from + length);
        if (dashEnd - dashStart < kMinDashShare * dashes.dash || dashEnd < low) continue;
        draw.drawLine(between(a, b, (dashStart - from) / length), between(a, b, (dashEnd - from) / length),
                      width, color);
    }
}

// A line of an outline, whose outer side is on the edge of the shape.
struct OutlineEdge {
    Position a{};
    Position b{};
};

// Acute corners are cut, so that the line does not leave the shape there.
std::vector<OutlineEdge> edgesOfPolygon(const DrawShape& shape)
{
    const size_t count = shape.points.size();
    const auto point = [&](size_t i) { return shape.points[i % count]; };
    const auto direction = [&](size_t i) { return normalizeOrZero(point(i + 1) - point(i)); };
    std::vector<OutlineEdge> edges;
    for (size_t i = 0; i < count; ++i) {
        const Vec2 before = direction(i + count - 1), along = direction(i), after = direction(i + 1);
        const float length = satbox::length(point(i + 1) - point(i));
        // The interior angle is 180 degrees less the turn: acute if the directions point apart.
        const auto cut = [&](Vec2 u, Vec2 v) {
            const float cosine = -dot(u, v), sine = std::abs(cross(u, v));
            if (cosine <= 0.0f) return 0.0f;
            return std::min(shape.outlineWidth * cosine / std::max(sine, 1e-3f), 0.5f * length);
        };
        const Vec2 inwards = 0.5f * shape.outlineWidth * perp(along);
        edges.push_back({point(i) + cut(before, along) * along + inwards,
                         point(i + 1) - cut(along, after) * along + inwards});
    }
    return edges;
}

std::vector<OutlineEdge> edgesOfRound(const DrawShape& shape, float pixel)
{
    const std::vector<Position> border =
        borderOf(shape, 0.5f * std::min(shape.outlineWidth, shape.radius), pixel);
    std::vector<OutlineEdge> edges;
    for (size_t i = 0; i < border.size(); ++i) edges.push_back({border[i], border[(i + 1) % border.size()]});
    return edges;
}

void drawOutline(DebugDraw& draw, const DrawShape& shape, const DrawFrame& frame)
{
    const std::vector<OutlineEdge> edges = shape.points.size() < 3 || shape.radius > 0.0f
                                               ? edgesOfRound(shape, frame.pixel)
                                               : edgesOfPolygon(shape);
    if (!shape.dashed) {
        for (const OutlineEdge& edge : edges)
            draw.drawLine(edge.a, edge.b, shape.outlineWidth, shape.outline);
        return;
    }
    double perimeter = 0.0;
    for (const OutlineEdge& edge : edges) perimeter += std::hypot(edge.b.x - edge.a.x, edge.b.y - edge.a.y);
    if (!(perimeter > 0.0)) return;
    // A whole number of dashes, and one in the middle of the first corner.
    const double count =
        std::max(std::round(perimeter / static_cast<double>(kDashPeriodPx * frame.pixel)), 2.0);
    Dashes dashes{perimeter / count, static_cast<double>(kDashShare) * perimeter / count, 0.0};
    dashes.start = -0.5 * dashes.dash;
    double from = 0.0;
    for (const OutlineEdge& edge : edges) {
        drawDashes(draw, frame, edge.a, edge.b, from, dashes, shape.outlineWidth, shape.outline);
        from += std::hypot(edge.b.x - edge.a.x, edge.b.y - edge.a.y);
    }
}

// Stripes on which x + y is constant, within a convex polygon.
void drawHatching(DebugDraw& draw, std::span<const Position> polygon, const DrawColor& color,
                  const DrawFrame& frame)
{
    const auto sum = [](Position p) { return p.x + p.y; };
    double low = sum(polygon[0]), high = low;
    for (const Position p : polygon) {
        low = std::min(low, sum(p));
        high = std::max(high, sum(p));
    }
    low = std::max(low, sum(frame.visible.lower));
    high = std::min(high, sum(frame.visible.upper));
    const double period = static_cast<double>(kStripePeriodPx * frame.pixel);
    double at = (std::ceil(low / period - 0.5) + 0.5) * period;
    for (int i = 0; i < kMaxStripes && at <= high; ++i, at += period) {
        std::array<Position, 2> ends{};
        size_t found = 0;
        for (size_t k = 0; k < polygon.size() && found < 2; ++k) {
            const Position a = polygon[k], b = polygon[(k + 1) % polygon.size()];
            const double fromA = sum(a) - at, fromB = sum(b) - at;
            if ((fromA < 0.0) != (fromB < 0.0)) ends[found++] = between(a, b, fromA / (fromA - fromB));
        }
        if (found == 2) draw.drawLine(ends[0], ends[1], kStripePx * frame.pixel, color);
    }
}

void drawArrow(DebugDraw& draw, const DrawMark& mark, const DrawFrame& frame)
{
    const Vec2 whole = mark.b - mark.a;
    const Vec2 along = normalizeOrZero(whole);
    const float head = std::min(kHeadPx * frame.pixel, kHeadShare * length(whole));
    const Position base = mark.b - head * along;
    const Vec2 side = kHeadHalfWidth * head * perp(along);
    draw.drawLine(mark.a, base, std::min(mark.width, kShaftShare * head), mark.color);
    draw.drawPolygon(std::array{mark.b, base + side, base - side}, mark.color);
}

} // namespace

DebugDraw::~DebugDraw() = default;

Vec2 DebugDraw::textSize(std::string_view text) const { return app::estimatedTextSize(text); }

void DebugDraw::drawShape(const DrawShape& shape, const DrawFrame& frame)
{
    if (shape.points.empty()) return;
    const bool isRound = shape.radius > 0.0f;
    if (!isRound && shape.points.size() < 3) {
        const Position a = shape.points.front(), b = shape.points.back();
        drawMark({.kind = shape.dashed ? DrawMarkKind::Dashed : DrawMarkKind::Line,
                  .a = a,
                  .b = b,
                  .width = shape.outlineWidth,
                  .color = shape.outline},
                 frame);
        return;
    }
    std::vector<Position> border;
    if (isRound && (shape.points.size() > 1 || shape.hatched)) border = borderOf(shape, 0.0f, frame.pixel);
    const std::span<const Position> area = border.empty() ? shape.points : border;
    if (shape.fill.a > 0.0f) {
        if (shape.points.size() == 1)
            drawDisc(shape.points[0], shape.radius, shape.fill);
        else
            drawPolygon(area, shape.fill);
    }
    if (shape.hatched) drawHatching(*this, area, shape.hatch, frame);
    if (shape.outline.a > 0.0f && shape.outlineWidth > 0.0f) drawOutline(*this, shape, frame);
}

void DebugDraw::drawMark(const DrawMark& mark, const DrawFrame& frame)
{
    const auto offset = [&](float x, float y) { return mark.a + Vec2{x, y}; };
    const float s = mark.size;
    switch (mark.kind) {
    case DrawMarkKind::Line:
    case DrawMarkKind::Bar:
        drawLine(mark.a, mark.b, mark.width, mark.color);
        break;
    case DrawMarkKind::Dashed: {
        const Dashes dashes{static_cast<double>(kDashPeriodPx * frame.pixel),
                            static_cast<double>(kDashPx * frame.pixel), 0.0};
        drawDashes(*this, frame, mark.a, mark.b, 0.0, dashes, mark.width, mark.color);
        break;
    }
    case DrawMarkKind::Arrow:
        drawArrow(*this, mark, frame);
        break;
    case DrawMarkKind::Disc:
        drawDisc(mark.a, s, mark.color);
        break;
    case DrawMarkKind::Ring:
        drawOutline(*this,
                    {.points = {&mark.a, 1},
                     .radius = s,
                     .fill = {},
                     .outline = mark.color,
                     .outlineWidth = mark.width,
                     .hatch = {}},
                    frame);
        break;
    case DrawMarkKind::Cross:
        drawLine(offset(-s, 0.0f), offset(s, 0.0f), mark.width, mark.color);
        drawLine(offset(0.0f, -s), offset(0.0f, s), mark.width, mark.color);
        break;
    case DrawMarkKind::Square:
        drawPolygon(std::array{offset(-s, -s), offset(s, -s), offset(s, s), offset(-s, s)}, mark.color);
        break;
    case DrawMarkKind::Triangle:
        if (cross(mark.b - mark.a, mark.c - mark.a) < 0.0f)
            drawPolygon(std::array{mark.a, mark.c, mark.b}, mark.color);
        else
            drawPolygon(std::array{mark.a, mark.b, mark.c}, mark.color);
        break;
    }
}

} // namespace satbox
