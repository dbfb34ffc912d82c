#include "engine/geometry/validate_shape.h"

#include "engine/geometry/validate_fields.h"

namespace satbox {

namespace {

using namespace detail;

constexpr float kNormalTolerance = 1e-3f; // how far the length of a normal may be from 1

std::string checkRadius(float radius) { return checkRange("radius", radius, kMinSize, kMaxCoordinate, "m"); }

std::string checkEnds(Vec2 p1, Vec2 p2, std::string_view thing)
{
    return firstOf([&] { return checkPoint("p1", p1); }, [&] { return checkPoint("p2", p2); },
                   [&]() -> std::string {
                       if (length(p2 - p1) >= kMinSize) return {};
                       return wrong("p2", std::string("less than ") + numberText(kMinSize) +
                                              " m away from p1: the " + std::string(thing) + " is too short");
                   });
}

// Smallest distance between two parallel lines that hold the polygon between them, m.
float widthOf(const Polygon& polygon)
{
    float width = 3.4e38f;
    const auto count = static_cast<size_t>(polygon.count);
    for (size_t i = 0; i < count; ++i) {
        float deepest = 0.0f;
        for (const Vec2 v : polygon.points()) {
            deepest = std::fmax(deepest, dot(polygon.normals[i], polygon.vertices[i] - v));
        }
        width = std::fmin(width, deepest);
    }
    return width;
}

std::string checkCorners(const Polygon& polygon)
{
    const auto count = static_cast<size_t>(polygon.count);
    for (size_t i = 0; i < count; ++i) {
        const Vec2 v = polygon.vertices[i];
        std::string where = checkPoint("vertices", v);
        if (!where.empty()) return where;
    }
    for (size_t i = 0; i < count; ++i) {
        const Vec2 v = polygon.vertices[i];
        const Vec2 edge = polygon.vertices[(i + 1) % count] - v;
        const Vec2 next = polygon.vertices[(i + 2) % count] - polygon.vertices[(i + 1) % count];
        const std::string at = "vertex " + std::to_string((i + 1) % count);
        if (lengthSquared(edge) == 0.0f)
            return wrong("vertices", at + " is the same point as the one before");
        if (!(cross(edge, next) > 0.0f)) {
            return wrong("vertices", "the outline does not turn left at " + at +
                                         ": a polygon must be convex and counter-clockwise");
        }
        if (length(polygon.normals[i] - normalizeOrZero(rightPerp(edge))) > kNormalTolerance) {
            return wrong("normals", "number " + std::to_string(i) + " is not the outward normal of its edge");
        }
    }
    // Left turns alone allow an outline that goes round twice.
    for (size_t i = 0; i < count; ++i) {
        for (const Vec2 v : polygon.points()) {
            const float outside = dot(polygon.normals[i], v - polygon.vertices[i]);
            if (outside > 1e-5f * (1.0f + length(v) + length(polygon.vertices[i]))) {
                return wrong("vertices", "the outline crosses itself: a polygon must be convex");
            }
        }
    }
    return {};
}

std::string checkCentroid(const Polygon& polygon)
{
    std::string where = checkPoint("centroid", polygon.centroid);
    for (size_t i = 0; where.empty() && i < static_cast<size_t>(polygon.count); ++i) {
        const Vec2 v = polygon.vertices[i];
        const float outside = dot(polygon.normals[i], polygon.centroid - v);
        if (outside > 1e-5f * (1.0f + length(v) + length(polygon.centroid)))
            where = wrong("centroid", "outside the polygon, it must be inside");
    }
    return where;
}

struct CheckShape {
    std::string operator()(const Circle& s) const
    {
        return firstOf([&] { return checkPoint("center", s.center); }, [&] { return checkRadius(s.radius); });
    }
    std::string operator()(const Capsule& s) const
    {
        return firstOf([&] { return checkEnds(s.p1, s.p2, "capsule"); },
                       [&] { return checkRadius(s.radius); });
    }
    std::string operator()(const Segment& s) const { return checkEnds(s.p1, s.p2, "segment"); }
    std::string operator()(const Polygon& s) const
    {
        if (s.count < 3) {
            return wrong("vertices", numberText(s.count) + (s.count == 1 ? " point" : " points") +
                                         ", a polygon needs at least 3");
        }
        if (s.count > kMaxPolygonVertices) {
            return wrong("vertices", numberText(s.count) + " points, a polygon holds at most " +
                                         numberText(kMaxPolygonVertices));
        }
        if (s.radius != 0.0f) return wrong("radius", "a polygon has none, it must be 0");
        std::string corners = checkCorners(s);
        if (!corners.empty()) return corners;
        std::string centroid = checkCentroid(s);
        if (!centroid.empty()) return centroid;
        const float width = widthOf(s);
        if (width < 2.0f * kMinSize) {
            return wrong("vertices", "the polygon is " + numberText(width) + " m thin, it must be at least " +
                                         numberText(2.0f * kMinSize) + " m");
        }
        return {};
    }
};

} // namespace

std::string validate(const Shape& shape) { return std::visit(CheckShape{}, shape); }

} // namespace satbox
