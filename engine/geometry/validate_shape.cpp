#include <satbox/shapes.h>

#include "engine/geometry/validate_fields.h"

#include <cmath>

namespace satbox {

namespace {

using namespace detail;

constexpr float kNormalTolerance =
    1e-3f; // greatest distance of a normal from the outward unit normal of its edge

std::string checkRadius(float radius) { return checkRange("radius", radius, kMinSize, kMaxCoordinate, "m"); }

std::string checkEnds(Vec2 p1, Vec2 p2, std::string_view thing)
{
    return firstError([&] { return checkPoint("p1", p1); }, [&] { return checkPoint("p2", p2); },
                      [&]() -> std::string {
                          if (length(p2 - p1) >= kMinSize) return {};
                          return fieldError("p2", std::string("less than ") + numberText(kMinSize) +
                                                      " m away from p1: the " + std::string(thing) +
                                                      " is too short");
                      });
}

// A neighbouring point of a chain, which needs a direction to it.
std::string checkNeighbour(std::string_view field, Vec2 point, const char* end, Vec2 endPoint)
{
    std::string error = checkPoint(field, point);
    if (error.empty() && length(point - endPoint) < kMinSize)
        error = fieldError(field, std::string("less than ") + numberText(kMinSize) + " m away from " + end);
    return error;
}

// Width of a polygon: the least distance between two parallel lines that enclose it, m.
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
        std::string error = checkPoint("vertices", v);
        if (!error.empty()) return error;
    }
    for (size_t i = 0; i < count; ++i) {
        const Vec2 v = polygon.vertices[i];
        const Vec2 edge = polygon.vertices[(i + 1) % count] - v;
        const Vec2 next = polygon.vertices[(i + 2) % count] - polygon.vertices[(i + 1) % count];
        const std::string at = "vertex " + std::to_string((i + 1) % count);
        if (lengthSquared(edge) == 0.0f)
            return fieldError("vertices", at + " is the same point as the one before");
        if (!(cross(edge, next) > 0.0f)) {
            return fieldError("vertices", "the outline does not turn left at " + at +
                                              ": a polygon must be convex and counter-clockwise");
        }
        if (length(polygon.normals[i] - normalizeOrZero(rightPerp(edge))) > kNormalTolerance) {
            return fieldError("normals",
                              "number " + std::to_string(i) + " is not the outward normal of its edge");
        }
    }
    // An outline that winds around twice turns left everywhere, too.
    for (size_t i = 0; i < count; ++i) {
        for (const Vec2 v : polygon.points()) {
            const float outside = dot(polygon.normals[i], v - polygon.vertices[i]);
            if (outside > 1e-5f * (1.0f + length(v) + length(polygon.vertices[i]))) {
                return fieldError("vertices", "the outline crosses itself: a polygon must be convex");
            }
        }
    }
    return {};
}

std::string checkCentroid(const Polygon& polygon)
{
    std::string error = checkPoint("centroid", polygon.centroid);
    for (size_t i = 0; error.empty() && i < static_cast<size_t>(polygon.count); ++i) {
        const Vec2 v = polygon.vertices[i];
        const float outside = dot(polygon.normals[i], polygon.centroid - v);
        if (outside > 1e-5f * (1.0f + length(v) + length(polygon.centroid)))
            error = fieldError("centroid", "outside the polygon, it must be inside");
    }
    return error;
}

struct CheckShape {
    std::string operator()(const Circle& s) const
    {
        return firstError([&] { return checkPoint("center", s.center); },
                          [&] { return checkRadius(s.radius); });
    }
    std::string operator()(const Capsule& s) const
    {
        return firstError([&] { return checkEnds(s.p1, s.p2, "capsule"); },
                          [&] { return checkRadius(s.radius); });
    }
    std::string operator()(const Segment& s) const
    {
        std::string error = checkEnds(s.p1, s.p2, "segment");
        if (!error.empty() || !s.oneSided) return error;
        return firstError([&] { return checkNeighbour("before", s.before, "p1", s.p1); },
                          [&] { return checkNeighbour("after", s.after, "p2", s.p2); });
    }
    std::string operator()(const Polygon& s) const
    {
        if (s.count < 3) {
            return fieldError("vertices", numberText(s.count) + (s.count == 1 ? " point" : " points") +
                                              ", a polygon needs at least 3");
        }
        if (s.count > kMaxPolygonVertices) {
            return fieldError("vertices", numberText(s.count) + " points, a polygon holds at most " +
                                              numberText(kMaxPolygonVertices));
        }
        if (s.radius != 0.0f) {
            std::string radius = checkRadius(s.radius);
            if (!radius.empty()) return s.radius < kMinSize ? radius + "; 0 makes sharp corners" : radius;
        }
        std::string corners = checkCorners(s);
        if (!corners.empty()) return corners;
        std::string centroid = checkCentroid(s);
        if (!centroid.empty()) return centroid;
        const float width = widthOf(s);
        if (width < 2.0f * kMinSize) {
            return fieldError("vertices", "the polygon is only " + numberText(width) +
                                              " m wide, it must be at least " + numberText(2.0f * kMinSize) +
                                              " m");
        }
        return {};
    }
};

} // namespace

std::string validate(const Shape& shape) { return std::visit(CheckShape{}, shape); }

} // namespace satbox
