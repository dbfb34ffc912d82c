#include "app/view/shape_drawing.h"

#include "engine/geometry/rounded_outline.h"
#include "engine/geometry/shape.h"
#include <satbox/math.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr int kRoundPoints = 16; // of a circle, for hulls

template<class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template<class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

void appendCircle(std::vector<Position>& out, Position center, float radius)
{
    for (int i = 0; i < kRoundPoints; ++i) {
        const Rot q = makeRot(2.0f * kPi * static_cast<float>(i) / static_cast<float>(kRoundPoints));
        out.push_back(center + radius * Vec2{q.c, q.s});
    }
}

// The vertices, or with round corners the points of the outline, which `round` keeps.
std::span<const Vec2> borderOf(const Polygon& polygon, int edgesPerTurn, std::vector<Vec2>& round)
{
    if (polygon.radius == 0.0f) return polygon.points();
    round = roundedOutline(polygon, edgesPerTurn);
    return round;
}

// Slanted ticks behind a one-sided segment, as below the line of solid ground.
void addTicks(DrawList& out, const Segment& s, const WorldTransform& pose, const ShapeStyle& style)
{
    constexpr float kMaxTickDistance = 0.5f, kMaxTickLength = 0.18f; // m
    const float whole = length(s.p2 - s.p1);
    const Vec2 along = normalizeOrZero(s.p2 - s.p1);
    const float size = std::min(0.6f * whole, kMaxTickLength);
    const Vec2 tick = 0.7f * size * (perp(along) + along);
    const int count = std::clamp(static_cast<int>(std::ceil(whole / kMaxTickDistance)), 1, 200);
    ShapeStyle faint = style;
    faint.outline = style.outline.withAlpha(0.6f * style.outline.a);
    faint.dashed = false;
    for (int i = 0; i < count; ++i) {
        const Vec2 foot = s.p1 + (static_cast<float>(i) + 0.5f) / static_cast<float>(count) * (s.p2 - s.p1);
        out.addCapsule(pose, foot, foot + tick, 0.0f, faint);
    }
}

} // namespace

void addShape(DrawList& out, const Shape& shape, const WorldTransform& pose, const ShapeStyle& style)
{
    std::visit(Overloaded{[&](const Circle& c) { out.addCircle(pose, c.center, c.radius, style); },
                          [&](const Capsule& c) { out.addCapsule(pose, c.p1, c.p2, c.radius, style); },
                          [&](const Segment& s) {
                              out.addCapsule(pose, s.p1, s.p2, 0.0f, style);
                              if (s.oneSided) addTicks(out, s, pose, style);
                          },
                          [&](const Polygon& p) {
                              if (p.count >= 3) out.addPolygon(pose, p.points(), style, p.radius);
                          }},
               shape);
}

void addOutline(DrawList& out, const Shape& shape, const WorldTransform& pose, const LineStyle& style)
{
    constexpr int kPieces = 48; // for a full turn
    const auto round = [&](Vec2 center, float radius, float from, float sweep) {
        const int pieces = std::max(static_cast<int>(std::abs(sweep) / (2.0f * kPi) * kPieces), 2);
        Position last;
        for (int i = 0; i <= pieces; ++i) {
            const Rot q = makeRot(from + sweep * static_cast<float>(i) / static_cast<float>(pieces));
            const Position next = transformPoint(pose, center + radius * Vec2{q.c, q.s});
            if (i > 0) out.addLine(last, next, style);
            last = next;
        }
    };
    std::visit(Overloaded{[&](const Circle& c) { round(c.center, c.radius, 0.0f, 2.0f * kPi); },
                          [&](const Capsule& c) {
                              const Vec2 side = c.radius * perp(normalizeOrZero(c.p2 - c.p1));
                              const float angle = std::atan2(side.y, side.x);
                              round(c.p1, c.radius, angle, kPi);
                              round(c.p2, c.radius, angle + kPi, kPi);
                              out.addLine(transformPoint(pose, c.p1 + side),
                                          transformPoint(pose, c.p2 + side), style);
                              out.addLine(transformPoint(pose, c.p1 - side),
                                          transformPoint(pose, c.p2 - side), style);
                          },
                          [&](const Segment& s) {
                              out.addLine(transformPoint(pose, s.p1), transformPoint(pose, s.p2), style);
                          },
                          [&](const Polygon& p) {
                              std::vector<Vec2> round;
                              const std::span<const Vec2> v = borderOf(p, kPieces, round);
                              for (size_t i = 0; i < v.size(); ++i)
                                  out.addLine(transformPoint(pose, v[i]),
                                              transformPoint(pose, v[(i + 1) % v.size()]), style);
                          }},
               shape);
}

void appendBorder(std::vector<Position>& out, const Shape& shape, const WorldTransform& pose)
{
    std::visit(
        Overloaded{[&](const Circle& c) { appendCircle(out, transformPoint(pose, c.center), c.radius); },
                   [&](const Capsule& c) {
                       appendCircle(out, transformPoint(pose, c.p1), c.radius);
                       appendCircle(out, transformPoint(pose, c.p2), c.radius);
                   },
                   [&](const Segment& s) {
                       out.push_back(transformPoint(pose, s.p1));
                       out.push_back(transformPoint(pose, s.p2));
                   },
                   [&](const Polygon& p) {
                       std::vector<Vec2> round;
                       for (const Vec2 v : borderOf(p, kRoundPoints, round))
                           out.push_back(transformPoint(pose, v));
                   }},
        shape);
}

std::optional<Face> faceOf(const Shape& shape, const WorldTransform& pose, int face)
{
    // Core edge moved outwards by the radius.
    const auto edge = [&](const Polygon& p) -> std::optional<Face> {
        if (face < 0 || face >= p.count) return std::nullopt;
        const auto i = static_cast<size_t>(face);
        const auto j = static_cast<size_t>((face + 1) % p.count);
        const Vec2 out = p.radius * p.normals[i];
        return Face{transformPoint(pose, p.vertices[i] + out), transformPoint(pose, p.vertices[j] + out)};
    };
    return std::visit(Overloaded{[](const Circle&) { return std::optional<Face>{}; },
                                 [&](const Capsule& c) { return edge(asPolygon(c)); },
                                 [&](const Segment& s) { return edge(asPolygon(s)); },
                                 [&](const Polygon& p) { return edge(p); }},
                      shape);
}

void addArc(DrawList& out, Position center, float radius, float from, float sweep, const LineStyle& style,
            bool head)
{
    const int pieces = std::clamp(static_cast<int>(std::ceil(std::abs(sweep) / 0.2f)), 2, 40);
    const auto at = [&](float angle) {
        const Rot q = makeRot(angle);
        return center + radius * Vec2{q.c, q.s};
    };
    Position last = at(from);
    for (int i = 1; i <= pieces; ++i) {
        const Position next = at(from + sweep * static_cast<float>(i) / static_cast<float>(pieces));
        out.addLine(last, next, style);
        last = next;
    }
    if (!head) return;
    const Rot q = makeRot(from + sweep);
    const Vec2 radial{q.c, q.s};
    const Vec2 along = sweep > 0.0f ? perp(radial) : -perp(radial);
    const float size = 0.30f * radius;
    out.addTriangle(last + size * along, last + 0.6f * size * radial, last - 0.6f * size * radial,
                    style.color);
}

} // namespace satbox::app
