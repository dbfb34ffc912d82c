#pragma once

#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace satbox::test {

// Brute-force reference for the narrow phase, in double: all differences of core points, their convex hull,
// and the distance of a point from its boundary. Shares no code with engine/collision.

struct Point2 {
    double x = 0.0, y = 0.0;
};

inline double turn(Point2 o, Point2 a, Point2 b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

// A shape as the points whose convex hull is its core, and the radius around it.
struct RoundedHull {
    std::vector<Point2> points;
    double radius = 0.0;
};

inline RoundedHull roundedHull(const Shape& shape, const Transform& t = {})
{
    RoundedHull result;
    const auto add = [&](Vec2 v) {
        const double c = static_cast<double>(t.q.c), s = static_cast<double>(t.q.s);
        const double x = static_cast<double>(v.x), y = static_cast<double>(v.y);
        result.points.push_back(
            {c * x - s * y + static_cast<double>(t.p.x), s * x + c * y + static_cast<double>(t.p.y)});
    };
    if (const auto* circle = std::get_if<Circle>(&shape)) {
        add(circle->center);
        result.radius = static_cast<double>(circle->radius);
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        add(capsule->p1);
        add(capsule->p2);
        result.radius = static_cast<double>(capsule->radius);
    } else if (const auto* segment = std::get_if<Segment>(&shape)) {
        add(segment->p1);
        add(segment->p2);
    } else {
        const auto& polygon = std::get<Polygon>(shape);
        for (const Vec2 v : polygon.points()) add(v);
        result.radius = static_cast<double>(polygon.radius);
    }
    return result;
}

inline std::vector<Point2> convexHull(std::vector<Point2> points)
{
    const auto before = [](Point2 a, Point2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); };
    const auto same = [](Point2 a, Point2 b) { return a.x == b.x && a.y == b.y; };
    std::sort(points.begin(), points.end(), before);
    points.erase(std::unique(points.begin(), points.end(), same), points.end());
    if (points.size() < 3) return points;
    std::vector<Point2> hull;
    for (int pass = 0; pass < 2; ++pass) {
        const size_t base = hull.size();
        for (const Point2 p : points) {
            while (hull.size() >= base + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0.0)
                hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

// Signed distance of a point from a convex hull of one or more points: negative inside, minus the least
// distance to the boundary.
struct HullDistance {
    double distance = 0.0;
    Point2 normal; // unit, outward
    // |distance| along the best edge normal of another direction; outside: the distance.
    double secondBest = 0.0;
};

inline HullDistance hullDistance(const std::vector<Point2>& hull, Point2 p)
{
    bool inside = hull.size() >= 3;
    struct Candidate {
        double distance;
        Point2 normal;
    };
    std::vector<Candidate> toEdges;
    std::vector<Point2> edgeNormals;
    for (size_t i = 0; i < hull.size(); ++i) {
        const Point2 a = hull[i];
        const Point2 b = hull[(i + 1) % hull.size()];
        const double ex = b.x - a.x, ey = b.y - a.y;
        const double all = ex * ex + ey * ey;
        const double along =
            all > 0.0 ? std::clamp(((p.x - a.x) * ex + (p.y - a.y) * ey) / all, 0.0, 1.0) : 0.0;
        const double dx = p.x - (a.x + along * ex), dy = p.y - (a.y + along * ey);
        const double d = std::hypot(dx, dy);
        toEdges.push_back({d, d > 0.0 ? Point2{dx / d, dy / d} : Point2{}});
        const double size = std::sqrt(all);
        edgeNormals.push_back(size > 0.0 ? Point2{ey / size, -ex / size} : Point2{});
        inside = inside && turn(a, b, p) >= 0.0;
    }
    HullDistance result;
    size_t best = 0;
    for (size_t i = 0; i < toEdges.size(); ++i) {
        if (toEdges[i].distance < toEdges[best].distance) best = i;
    }
    const double least = toEdges[best].distance;
    result.distance = inside ? -least : least;
    result.normal = inside || least == 0.0 ? edgeNormals[best] : toEdges[best].normal;
    result.secondBest = least;
    if (!inside) return result;
    result.secondBest = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < toEdges.size(); ++i) {
        const double cosine = edgeNormals[i].x * edgeNormals[best].x + edgeNormals[i].y * edgeNormals[best].y;
        const Point2 corner = hull[i];
        const double toLine = edgeNormals[i].x * (corner.x - p.x) + edgeNormals[i].y * (corner.y - p.y);
        if (cosine < 0.99999) result.secondBest = std::min(result.secondBest, toLine);
    }
    return result;
}

// The Minkowski difference of two shapes: the hull of all differences of their core points.
struct ExactPair {
    std::vector<Point2> difference;
    double radii = 0.0;

    ExactPair(const Shape& a, const Shape& b, const Transform& bInA)
    {
        const RoundedHull coreA = roundedHull(a);
        const RoundedHull coreB = roundedHull(b, bInA);
        std::vector<Point2> points;
        for (const Point2 p : coreA.points) {
            for (const Point2 q : coreB.points) points.push_back({p.x - q.x, p.y - q.y});
        }
        difference = convexHull(std::move(points));
        radii = coreA.radius + coreB.radius;
    }

    // Distance of the shapes after moving B by t; if negative, minus the least translation that separates
    // them.
    double separation(Point2 t = {}) const { return hullDistance(difference, t).distance - radii; }
};

// Signed distance of a point from a shape's surface, negative inside.
inline double surfaceDistance(const Shape& shape, const Transform& t, Vec2 p)
{
    const RoundedHull rounded = roundedHull(shape, t);
    const Point2 point{static_cast<double>(p.x), static_cast<double>(p.y)};
    return hullDistance(convexHull(rounded.points), point).distance - rounded.radius;
}

} // namespace satbox::test
