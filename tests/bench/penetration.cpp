#include "tests/bench/penetration.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace satbox::bench {
namespace {

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(double f, Point a) { return {f * a.x, f * a.y}; }
double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }

Point toWorld(const Pose& pose, Vec2 v)
{
    const double x = v.x, y = v.y;
    return {pose.c * x - pose.s * y + pose.p.x, pose.s * x + pose.c * y + pose.p.y};
}

struct LocalCore {
    std::vector<Vec2> points;
    double radius = 0.0;
};

LocalCore coreOf(const Circle& c) { return {{c.center}, c.radius}; }
LocalCore coreOf(const Capsule& c) { return {{c.p1, c.p2}, c.radius}; }
LocalCore coreOf(const Segment& s) { return {{s.p1, s.p2}, 0.0}; }
LocalCore coreOf(const Polygon& p) { return {{p.points().begin(), p.points().end()}, p.radius}; }

// Greatest separation of b over the faces of a, along the face's normal; negative if no face of a separates
// them.
double greatestSeparation(const WorldShape& a, const WorldShape& b)
{
    double greatest = -std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < a.normals.size(); ++i) {
        double least = std::numeric_limits<double>::infinity();
        for (const Point& p : b.points) least = std::min(least, dot(a.normals[i], p - a.points[i]));
        greatest = std::max(greatest, least);
    }
    return greatest;
}

double distanceToSegment(Point p, Point from, Point to)
{
    const Point edge = to - from;
    const double lengthSquared = dot(edge, edge);
    const double t = lengthSquared > 0.0 ? std::clamp(dot(p - from, edge) / lengthSquared, 0.0, 1.0) : 0.0;
    const Point gap = p - (from + t * edge);
    return std::sqrt(dot(gap, gap));
}

// Distance of a vertex of a from an edge of b. The closest points of two separated cores are a vertex of one
// and a point on an edge of the other.
double vertexDistance(const WorldShape& a, const WorldShape& b)
{
    double least = std::numeric_limits<double>::infinity();
    for (const Point& p : a.points)
        for (size_t i = 0; i < b.points.size(); ++i)
            least = std::min(least, distanceToSegment(p, b.points[i], b.points[(i + 1) % b.points.size()]));
    return least;
}

bool boxesOverlapInY(const WorldShape& a, const WorldShape& b)
{
    return a.lower.y <= b.upper.y && b.lower.y <= a.upper.y;
}

} // namespace

WorldShape makeWorldShape(const Shape& shape, const Pose& pose, int body, bool dynamic)
{
    const LocalCore core = std::visit([](const auto& s) { return coreOf(s); }, shape);
    WorldShape placed;
    placed.radius = core.radius;
    placed.body = body;
    placed.dynamic = dynamic;
    for (const Vec2& v : core.points) placed.points.push_back(toWorld(pose, v));

    const size_t count = placed.points.size();
    for (size_t i = 0; count >= 2 && i < count; ++i) {
        const Point edge = placed.points[(i + 1) % count] - placed.points[i];
        const double length = std::sqrt(dot(edge, edge));
        placed.normals.push_back({edge.y / length, -edge.x / length});
    }

    const double infinity = std::numeric_limits<double>::infinity();
    placed.lower = {infinity, infinity};
    placed.upper = {-infinity, -infinity};
    for (const Point& p : placed.points) {
        placed.lower = {std::min(placed.lower.x, p.x - core.radius),
                        std::min(placed.lower.y, p.y - core.radius)};
        placed.upper = {std::max(placed.upper.x, p.x + core.radius),
                        std::max(placed.upper.y, p.y + core.radius)};
    }
    return placed;
}

double overlapDepth(const WorldShape& a, const WorldShape& b)
{
    const double separation = std::max(greatestSeparation(a, b), greatestSeparation(b, a));
    const double radii = a.radius + b.radius;
    if (separation > radii) return 0.0;
    if (a.normals.empty() && b.normals.empty()) return std::max(0.0, radii - vertexDistance(a, b));
    if (separation <= 0.0) return radii - separation;
    return std::max(0.0, radii - std::min(vertexDistance(a, b), vertexDistance(b, a)));
}

std::vector<double> overlapDepths(std::span<const WorldShape> shapes, const BodyPairs& apart)
{
    std::vector<size_t> order(shapes.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return shapes[a].lower.x < shapes[b].lower.x; });

    std::vector<double> depths;
    for (size_t i = 0; i < order.size(); ++i) {
        const WorldShape& a = shapes[order[i]];
        for (size_t j = i + 1; j < order.size() && shapes[order[j]].lower.x <= a.upper.x; ++j) {
            const WorldShape& b = shapes[order[j]];
            if (a.body == b.body || (!a.dynamic && !b.dynamic) || !boxesOverlapInY(a, b)) continue;
            if ((a.group == b.group && a.group < 0) || apart.contains(std::minmax(a.body, b.body))) continue;
            const double depth = overlapDepth(a, b);
            if (depth > 0.0) depths.push_back(depth);
        }
    }
    std::sort(depths.begin(), depths.end());
    return depths;
}

} // namespace satbox::bench
