#include "engine/geometry/convex_pieces.h"
#include "engine/geometry/outline.h"
#include "engine/geometry/rounded_outline.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

using Points = std::vector<Vec2>;

// The points of a convex loop on either side of the line from `a` to `b`, each with the points on the line.
struct Sides {
    Points left, right;
};

Sides divide(std::span<const Vec2> loop, Vec2 a, Vec2 b)
{
    const double scale = 1.0 / distanceBetween(a, b);
    const auto distance = [&](Vec2 p) { return scale * twiceTriangleArea(a, b, p); }; // positive: left
    Sides sides;
    for (size_t i = 0; i < loop.size(); ++i) {
        const Vec2 p = loop[i], next = loop[i + 1 < loop.size() ? i + 1 : 0];
        const double at = distance(p), after = distance(next);
        // A cut nearer to a vertex than this goes through it: no piece may be thinner.
        constexpr auto kSnap = static_cast<double>(kCollinearDistance);
        if (at >= -kSnap) sides.left.push_back(p);
        if (at <= kSnap) sides.right.push_back(p);
        if (std::min(std::fabs(at), std::fabs(after)) <= kSnap || (at > 0.0) == (after > 0.0)) continue;
        const double t = at / (at - after);
        const auto between = [&](float from, float to) {
            const double start = static_cast<double>(from);
            return static_cast<float>(start + t * (static_cast<double>(to) - start));
        };
        const Vec2 onLine{between(p.x, next.x), between(p.y, next.y)};
        sides.left.push_back(onLine);
        sides.right.push_back(onLine);
    }
    return sides;
}

ShapeCut cutLoop(std::span<const Vec2> loop, Vec2 a, Vec2 b)
{
    const Sides sides = divide(loop, a, b);
    std::vector<Polygon> left, right;
    if (!cutConvex(sides.left, left) || !cutConvex(sides.right, right)) return {};
    return {{left.begin(), left.end()}, {right.begin(), right.end()}};
}

ShapeCut cutSegment(const Segment& segment, Vec2 a, Vec2 b)
{
    const double at = twiceTriangleArea(a, b, segment.p1), after = twiceTriangleArea(a, b, segment.p2);
    if ((at > 0.0) == (after > 0.0) || at == 0.0 || after == 0.0) return {};
    const Vec2 onLine = segment.p1 + (segment.p2 - segment.p1) * static_cast<float>(at / (at - after));
    Segment first = segment, second = segment;
    first.p2 = second.p1 = onLine;
    if (segment.oneSided) {
        first.after = segment.p2;
        second.before = segment.p1;
    }
    if (!validate(Shape(first)).empty() || !validate(Shape(second)).empty()) return {};
    return at > 0.0 ? ShapeCut{{first}, {second}} : ShapeCut{{second}, {first}};
}

} // namespace

ShapeCut cutShape(const Shape& shape, Vec2 a, Vec2 b)
{
    if (const auto* circle = std::get_if<Circle>(&shape))
        return cutLoop(capsuleOutlineOfEqualArea(circle->center, circle->center, circle->radius), a, b);
    if (const auto* capsule = std::get_if<Capsule>(&shape))
        return cutLoop(capsuleOutlineOfEqualArea(capsule->p1, capsule->p2, capsule->radius), a, b);
    if (const auto* segment = std::get_if<Segment>(&shape)) return cutSegment(*segment, a, b);
    return cutLoop(roundedOutlineOfEqualArea(std::get<Polygon>(shape), kRoundEdges), a, b);
}

} // namespace satbox
