#include "engine/world/validate.h"

#include "engine/core/number_text.h"

#include <string_view>

namespace satbox {

namespace {

constexpr float kMaxDamping = 1e4f;      // 1/s
constexpr float kMaxGravityScale = 1e3f; // multiples of the world's gravity
constexpr float kMaxFriction = 100.0f;
constexpr float kUnitTolerance = 1e-3f; // how far the length of a rotation or normal may be from 1

std::string wrong(std::string_view field, const std::string& what)
{
    return std::string(field) + ": " + what;
}

// Each check gives an empty string or "field: what is wrong, what would be right".
std::string checkRange(std::string_view field, float value, float minimum, float maximum,
                       std::string_view unit)
{
    const std::string tail = unit.empty() ? std::string() : ' ' + std::string(unit);
    if (!isFinite(value)) return wrong(field, "not a finite number");
    if (value < minimum) {
        return wrong(field, numberText(value) + " is below the smallest allowed value, " +
                                numberText(minimum) + tail);
    }
    if (value > maximum) {
        return wrong(field, numberText(value) + " is above the largest allowed value, " +
                                numberText(maximum) + tail);
    }
    return {};
}

std::string checkVector(std::string_view field, Vec2 value, float limit, std::string_view unit)
{
    const std::string x = checkRange(field, value.x, -limit, limit, unit);
    return x.empty() ? checkRange(field, value.y, -limit, limit, unit) : x;
}

std::string checkPoint(std::string_view field, Vec2 point)
{
    return checkVector(field, point, kMaxCoordinate, "m");
}

std::string checkRadius(float radius) { return checkRange("radius", radius, kMinSize, kMaxCoordinate, "m"); }

std::string checkRotation(std::string_view field, Rot q)
{
    if (!isFinite(q)) return wrong(field, "not a finite rotation");
    const float len = std::sqrt(q.c * q.c + q.s * q.s);
    if (std::fabs(len - 1.0f) <= kUnitTolerance) return {};
    return wrong(field, "cosine and sine have length " + numberText(len) + " together, it must be 1");
}

// The first that has something to say.
template<class... Checks>
std::string firstOf(Checks&&... checks)
{
    std::string found;
    static_cast<void>((... || !(found = checks()).empty()));
    return found;
}

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
        if (length(polygon.normals[i] - normalizeOrZero(rightPerp(edge))) > kUnitTolerance) {
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
        if (!isFinite(s.centroid)) return wrong("centroid", "not a finite point");
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

std::string validate(const Material& m)
{
    return firstOf([&] { return checkRange("density", m.density, 0.0f, kMaxDensity, "kg/m²"); },
                   [&] { return checkRange("staticFriction", m.staticFriction, 0.0f, kMaxFriction, ""); },
                   [&] { return checkRange("dynamicFriction", m.dynamicFriction, 0.0f, kMaxFriction, ""); },
                   [&] { return checkRange("restitution", m.restitution, 0.0f, 1.0f, ""); });
}

std::string validate(const ShapeDef& def)
{
    return firstOf(
        [&] { return validate(def.geometry); }, [&] { return checkPoint("local position", def.local.p); },
        [&] { return checkRotation("local rotation", def.local.q); }, [&] { return validate(def.material); });
}

std::string validate(const BodyDef& def)
{
    return firstOf(
        [&] { return checkPoint("position", def.position); },
        [&] { return checkRotation("rotation", def.rotation); },
        [&] { return checkVector("linearVelocity", def.linearVelocity, kMaxVelocity, "m/s"); },
        [&] {
            return checkRange("angularVelocity", def.angularVelocity, -kMaxVelocity, kMaxVelocity, "rad/s");
        },
        [&] { return checkRange("linearDamping", def.linearDamping, 0.0f, kMaxDamping, "1/s"); },
        [&] { return checkRange("angularDamping", def.angularDamping, 0.0f, kMaxDamping, "1/s"); },
        [&] {
            return checkRange("gravityScale", def.gravityScale, -kMaxGravityScale, kMaxGravityScale, "");
        });
}

} // namespace satbox
