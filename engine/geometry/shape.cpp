#include "engine/geometry/shape.h"

#include <cmath>

namespace satbox {

namespace {

Polygon makeTwoSided(Vec2 p1, Vec2 p2, float radius)
{
    Vec2 direction = normalizeOrZero(p2 - p1);
    if (lengthSquared(direction) == 0.0f) direction = {1.0f, 0.0f}; // a point: any direction will do
    Polygon polygon;
    polygon.vertices[0] = p1;
    polygon.vertices[1] = p2;
    polygon.normals[0] = rightPerp(direction);
    polygon.normals[1] = perp(direction);
    polygon.centroid = 0.5f * (p1 + p2);
    polygon.radius = radius;
    polygon.count = 2;
    return polygon;
}

Aabb boxAround(Vec2 a, Vec2 b, float radius) { return expand(Aabb{minimum(a, b), maximum(a, b)}, radius); }

struct ToBodyFrame {
    const Transform& t;
    Shape operator()(const Circle& s) const { return Circle{transformPoint(t, s.center), s.radius}; }
    Shape operator()(const Capsule& s) const
    {
        return Capsule{transformPoint(t, s.p1), transformPoint(t, s.p2), s.radius};
    }
    Shape operator()(const Segment& s) const
    {
        Segment moved{.p1 = transformPoint(t, s.p1), .p2 = transformPoint(t, s.p2)};
        if (!s.oneSided) return moved;
        moved.oneSided = true;
        moved.before = transformPoint(t, s.before);
        moved.after = transformPoint(t, s.after);
        return moved;
    }
    Shape operator()(const Polygon& s) const
    {
        Polygon moved = s;
        for (size_t i = 0; i < static_cast<size_t>(s.count); ++i) {
            moved.vertices[i] = transformPoint(t, s.vertices[i]);
            moved.normals[i] = rotate(t.q, s.normals[i]);
        }
        moved.centroid = transformPoint(t, s.centroid);
        return moved;
    }
};

struct MakeAabb {
    const Transform& t;
    Aabb operator()(const Circle& s) const { return computeAabb(s, t); }
    Aabb operator()(const Capsule& s) const
    {
        return boxAround(transformPoint(t, s.p1), transformPoint(t, s.p2), s.radius);
    }
    Aabb operator()(const Segment& s) const
    {
        return boxAround(transformPoint(t, s.p1), transformPoint(t, s.p2), 0.0f);
    }
    Aabb operator()(const Polygon& s) const { return computeAabb(s, t); }
};

struct MaxExtentFrom {
    Vec2 from;
    float operator()(const Circle& s) const { return length(s.center - from) + s.radius; }
    float operator()(const Capsule& s) const { return maxDistance(s.p1, s.p2) + s.radius; }
    float operator()(const Segment& s) const { return maxDistance(s.p1, s.p2); }
    float operator()(const Polygon& s) const
    {
        float farthest = 0.0f;
        for (const Vec2 v : s.points()) farthest = std::fmax(farthest, lengthSquared(v - from));
        return std::sqrt(farthest) + s.radius;
    }
    float maxDistance(Vec2 a, Vec2 b) const
    {
        return std::sqrt(std::fmax(lengthSquared(a - from), lengthSquared(b - from)));
    }
};

struct AllFinite {
    bool operator()(const Circle& s) const { return isFinite(s.center) && isFinite(s.radius); }
    bool operator()(const Capsule& s) const { return isFinite(s.p1) && isFinite(s.p2) && isFinite(s.radius); }
    bool operator()(const Segment& s) const
    {
        return isFinite(s.p1) && isFinite(s.p2) && isFinite(s.before) && isFinite(s.after);
    }
    bool operator()(const Polygon& s) const
    {
        bool finite = isFinite(s.centroid) && isFinite(s.radius);
        for (size_t i = 0; i < static_cast<size_t>(s.count); ++i) {
            finite = finite && isFinite(s.vertices[i]) && isFinite(s.normals[i]);
        }
        return finite;
    }
};

} // namespace

const char* toString(ShapeKind kind)
{
    switch (kind) {
    case ShapeKind::Circle:
        return "circle";
    case ShapeKind::Capsule:
        return "capsule";
    case ShapeKind::Segment:
        return "segment";
    case ShapeKind::Polygon:
        return "polygon";
    }
    return "unknown shape";
}

Shape transformed(const Shape& shape, const Transform& local)
{
    return std::visit(ToBodyFrame{local}, shape);
}

Aabb computeAabbGeneric(const Shape& shape, const Transform& t) { return std::visit(MakeAabb{t}, shape); }

Polygon asPolygon(const Capsule& capsule) { return makeTwoSided(capsule.p1, capsule.p2, capsule.radius); }

Polygon asPolygon(const Segment& segment) { return makeTwoSided(segment.p1, segment.p2, 0.0f); }

float radiusOf(const Shape& shape)
{
    if (const auto* circle = std::get_if<Circle>(&shape)) return circle->radius;
    if (const auto* capsule = std::get_if<Capsule>(&shape)) return capsule->radius;
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return polygon->radius;
    return 0.0f;
}

float maxExtent(const Shape& shape, Vec2 center) { return std::visit(MaxExtentFrom{center}, shape); }

bool isFinite(const Shape& shape) { return std::visit(AllFinite{}, shape); }

} // namespace satbox
