#include <satbox/queries.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

Vec2 closestOnSegment(Vec2 p1, Vec2 p2, Vec2 point)
{
    const Vec2 edge = p2 - p1;
    const float lengthSq = lengthSquared(edge);
    if (lengthSq == 0.0f) return p1;
    return p1 + std::clamp(dot(point - p1, edge) / lengthSq, 0.0f, 1.0f) * edge;
}

// Point of the disc around `onCore` nearest to `point`; `point` itself if it is inside.
Vec2 closestOnDisc(Vec2 onCore, float radius, Vec2 point)
{
    const Vec2 out = point - onCore;
    const float distance = length(out);
    return distance <= radius ? point : onCore + (radius / distance) * out;
}

bool isInCore(const Polygon& polygon, Vec2 point)
{
    for (size_t i = 0; i < static_cast<size_t>(polygon.count); ++i)
        if (dot(polygon.normals[i], point - polygon.vertices[i]) > 0.0f) return false;
    return true;
}

// The point of a polygon's outline without radius that is nearest to `point`.
Vec2 closestOnCoreOutline(const Polygon& s, Vec2 point)
{
    Vec2 best = s.vertices[0];
    float least = lengthSquared(point - best);
    for (int i = 0; i < s.count; ++i) {
        const int next = i + 1 < s.count ? i + 1 : 0;
        const Vec2 onEdge = closestOnSegment(s.vertices[static_cast<size_t>(i)],
                                             s.vertices[static_cast<size_t>(next)], point);
        const float distance = lengthSquared(point - onEdge);
        if (distance < least) {
            least = distance;
            best = onEdge;
        }
    }
    return best;
}

bool isInside(const Polygon& polygon, Vec2 point)
{
    if (isInCore(polygon, point)) return true;
    if (polygon.radius == 0.0f) return false;
    return lengthSquared(point - closestOnCoreOutline(polygon, point)) <= polygon.radius * polygon.radius;
}

// Starts from the point of the ray's line nearest to the centre: the textbook quadratic loses all significant
// digits for a small circle far away.
std::optional<RayHit> castAtCircle(Vec2 center, float radius, const Ray& ray)
{
    const Vec2 start = ray.origin - center;
    if (lengthSquared(start) <= radius * radius) return std::nullopt;
    const float reach = length(ray.translation);
    if (reach == 0.0f) return std::nullopt;
    const Vec2 direction = ray.translation / reach;
    const float lineDistance = cross(direction, start);
    const float halfChordSquared = radius * radius - lineDistance * lineDistance;
    if (halfChordSquared < 0.0f) return std::nullopt;
    const float halfChord = std::sqrt(halfChordSquared);
    const float distance = -dot(start, direction) - halfChord;
    if (distance < 0.0f || distance > reach) return std::nullopt;
    const Vec2 normal = normalizeOrZero(lineDistance * perp(direction) - halfChord * direction);
    return RayHit{center + radius * normal, normal, distance / reach};
}

std::optional<RayHit> castAtSegment(Vec2 p1, Vec2 p2, const Ray& ray)
{
    const Vec2 edge = p2 - p1;
    const float turn = cross(ray.translation, edge);
    if (turn == 0.0f) return std::nullopt; // parallel, or one of them has no length
    const Vec2 toStart = p1 - ray.origin;
    const float fraction = cross(toStart, edge) / turn;
    const float onEdge = cross(toStart, ray.translation) / turn;
    if (!(fraction >= 0.0f && fraction <= 1.0f && onEdge >= 0.0f && onEdge <= 1.0f)) return std::nullopt;
    Vec2 normal = normalizeOrZero(perp(edge));
    if (dot(normal, ray.translation) > 0.0f) normal = -normal;
    return RayHit{p1 + onEdge * edge, normal, fraction};
}

void keepNearer(std::optional<RayHit>& best, const std::optional<RayHit>& hit)
{
    if (hit && (!best || hit->fraction < best->fraction)) best = hit;
}

// Precondition: the polygon has a radius.
std::optional<RayHit> castAtRounded(const Polygon& polygon, const Ray& ray)
{
    if (isInside(polygon, ray.origin)) return std::nullopt;
    const Circle point{{0.0f, 0.0f}, 0.0f};
    const auto hit = castShape(polygon, point, {ray.origin, {}}, ray.translation);
    if (!hit) return std::nullopt;
    return RayHit{hit->point, hit->normal, hit->fraction};
}

struct Cast {
    const Ray& ray;
    std::optional<RayHit> operator()(const Circle& s) const { return castAtCircle(s.center, s.radius, ray); }
    std::optional<RayHit> operator()(const Segment& s) const
    {
        if (s.oneSided && cross(s.p2 - s.p1, ray.origin - s.p1) > 0.0f) return std::nullopt;
        return castAtSegment(s.p1, s.p2, ray);
    }

    // From outside: the first hit of its two end discs and two straight sides.
    std::optional<RayHit> operator()(const Capsule& s) const
    {
        const Vec2 core = closestOnSegment(s.p1, s.p2, ray.origin);
        if (lengthSquared(ray.origin - core) <= s.radius * s.radius) return std::nullopt;
        std::optional<RayHit> best = castAtCircle(s.p1, s.radius, ray);
        keepNearer(best, castAtCircle(s.p2, s.radius, ray));
        const Vec2 side = s.radius * normalizeOrZero(perp(s.p2 - s.p1));
        if (lengthSquared(side) > 0.0f) {
            keepNearer(best, castAtSegment(s.p1 + side, s.p2 + side, ray));
            keepNearer(best, castAtSegment(s.p1 - side, s.p2 - side, ray));
        }
        return best;
    }

    // Clips the ray to the half planes behind the faces; it enters through the face that it crosses inward
    // last (Cyrus and Beck, 1978). With a radius, the ray is the path of a moving point.
    std::optional<RayHit> operator()(const Polygon& s) const
    {
        if (s.radius > 0.0f) return castAtRounded(s, ray);
        float enter = 0.0f;
        float leave = 1.0f;
        int face = -1;
        for (int i = 0; i < s.count; ++i) {
            const Vec2 n = s.normals[static_cast<size_t>(i)];
            // Of the face above the ray's origin, m; negative: the origin is in front of the face.
            const float height = dot(n, s.vertices[static_cast<size_t>(i)] - ray.origin);
            const float rise = dot(n, ray.translation);
            if (rise == 0.0f) {
                if (height < 0.0f) return std::nullopt;
            } else if (rise < 0.0f && height < enter * rise) {
                enter = height / rise;
                face = i;
            } else if (rise > 0.0f && height < leave * rise) {
                leave = height / rise;
            }
            if (leave < enter) return std::nullopt;
        }
        if (face < 0) return std::nullopt;
        return RayHit{ray.origin + enter * ray.translation, s.normals[static_cast<size_t>(face)], enter};
    }
};

struct Contains {
    Vec2 point;
    bool operator()(const Circle& s) const { return lengthSquared(point - s.center) <= s.radius * s.radius; }
    bool operator()(const Capsule& s) const
    {
        return lengthSquared(point - closestOnSegment(s.p1, s.p2, point)) <= s.radius * s.radius;
    }
    bool operator()(const Segment& s) const
    {
        return lengthSquared(point - closestOnSegment(s.p1, s.p2, point)) <=
               kSegmentTolerance * kSegmentTolerance;
    }
    bool operator()(const Polygon& s) const { return isInside(s, point); }
};

struct Closest {
    Vec2 point;
    Vec2 operator()(const Circle& s) const { return closestOnDisc(s.center, s.radius, point); }
    Vec2 operator()(const Capsule& s) const
    {
        return closestOnDisc(closestOnSegment(s.p1, s.p2, point), s.radius, point);
    }
    Vec2 operator()(const Segment& s) const { return closestOnSegment(s.p1, s.p2, point); }
    Vec2 operator()(const Polygon& s) const
    {
        if (isInCore(s, point)) return point;
        const Vec2 onCore = closestOnCoreOutline(s, point);
        return s.radius > 0.0f ? closestOnDisc(onCore, s.radius, point) : onCore;
    }
};

} // namespace

std::optional<RayHit> castRay(const Shape& shape, const Ray& ray) { return std::visit(Cast{ray}, shape); }

bool containsPoint(const Shape& shape, Vec2 point) { return std::visit(Contains{point}, shape); }

Vec2 closestPoint(const Shape& shape, Vec2 point) { return std::visit(Closest{point}, shape); }

} // namespace satbox
