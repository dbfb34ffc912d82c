#include "engine/collision/gjk.h"

#include <algorithm>

namespace satbox {

namespace {

constexpr int kMaxIterations = 24; // typically three or four
// Cores nearer than this overlap; a fraction of the greatest distance of their points from A's origin.
constexpr float kTouchDistance = 1e-7f;

struct Vertex {
    Vec2 onA{0.0f, 0.0f};
    Vec2 onB{0.0f, 0.0f};
    Vec2 w{0.0f, 0.0f};  // onB - onA
    float weight = 1.0f; // barycentric coordinate of the point nearest to the origin
    int a = 0;
    int b = 0;
};

struct Simplex {
    Vertex v[3];
    int count = 0;
};

Vertex makeVertex(const Core& a, const Core& b, const Transform& bInA, int indexA, int indexB)
{
    Vertex v;
    v.a = indexA;
    v.b = indexB;
    v.onA = a.points[static_cast<size_t>(indexA)];
    v.onB = transformPoint(bInA, b.points[static_cast<size_t>(indexB)]);
    v.w = v.onB - v.onA;
    return v;
}

void keepOne(Simplex& s, int i)
{
    s.v[0] = s.v[i];
    s.v[0].weight = 1.0f;
    s.count = 1;
}

void keepEdge(Simplex& s, int i, int j, float weightI, float weightJ)
{
    const float sum = weightI + weightJ;
    const Vertex vi = s.v[i];
    s.v[1] = s.v[j]; // i < j, so v[j] is read before it is overwritten
    s.v[0] = vi;
    s.v[0].weight = weightI / sum;
    s.v[1].weight = weightJ / sum;
    s.count = 2;
}

// Reduces an edge to its feature nearest to the origin. The weights are the barycentric coordinates (not
// normalised) of the foot of the perpendicular from the origin. A weight that is not positive means that the
// foot is beyond the other end.
void reduceEdge(Simplex& s)
{
    const Vec2 edge = s.v[1].w - s.v[0].w;
    const float weight0 = dot(s.v[1].w, edge);
    const float weight1 = -dot(s.v[0].w, edge);
    if (weight1 <= 0.0f)
        keepOne(s, 0);
    else if (weight0 <= 0.0f)
        keepOne(s, 1);
    else
        keepEdge(s, 0, 1, weight0, weight1);
}

// The same for a triangle: its corner, edge or interior whose Voronoi region contains the origin. e01at0 is
// the weight of corner 0 on edge 01; t0 is the weight of corner 0 in the triangle.
void reduceTriangle(Simplex& s)
{
    const Vec2 w0 = s.v[0].w;
    const Vec2 w1 = s.v[1].w;
    const Vec2 w2 = s.v[2].w;
    const float e01at0 = dot(w1, w1 - w0);
    const float e01at1 = -dot(w0, w1 - w0);
    const float e02at0 = dot(w2, w2 - w0);
    const float e02at2 = -dot(w0, w2 - w0);
    const float e12at1 = dot(w2, w2 - w1);
    const float e12at2 = -dot(w1, w2 - w1);
    const float orientation = cross(w1 - w0, w2 - w0);
    const float t0 = orientation * cross(w1, w2);
    const float t1 = orientation * cross(w2, w0);
    const float t2 = orientation * cross(w0, w1);

    if (e01at1 <= 0.0f && e02at2 <= 0.0f)
        keepOne(s, 0);
    else if (e01at0 > 0.0f && e01at1 > 0.0f && t2 <= 0.0f)
        keepEdge(s, 0, 1, e01at0, e01at1);
    else if (e02at0 > 0.0f && e02at2 > 0.0f && t1 <= 0.0f)
        keepEdge(s, 0, 2, e02at0, e02at2);
    else if (e01at0 <= 0.0f && e12at2 <= 0.0f)
        keepOne(s, 1);
    else if (e02at0 <= 0.0f && e12at1 <= 0.0f)
        keepOne(s, 2);
    else if (e12at1 > 0.0f && e12at2 > 0.0f && t0 <= 0.0f)
        keepEdge(s, 1, 2, e12at1, e12at2);
    else
        s.count = 3;
}

void reduce(Simplex& s)
{
    if (s.count == 2)
        reduceEdge(s);
    else if (s.count == 3)
        reduceTriangle(s);
}

Vec2 nearest(const Simplex& s)
{
    if (s.count == 1) return s.v[0].w;
    return s.v[0].weight * s.v[0].w + s.v[1].weight * s.v[1].w;
}

// Greatest squared distance of its points from A's origin, m^2: rounding is proportional to that distance.
float maxDistanceSquared(const Simplex& s)
{
    float reach = 0.0f;
    for (int i = 0; i < s.count; ++i)
        reach = std::max({reach, lengthSquared(s.v[i].onA), lengthSquared(s.v[i].onB)});
    return reach;
}

// Unit vector from the origin to the nearest point of the simplex. For an edge it is the edge's normal, which
// is accurate also at small distances.
Vec2 directionTo(const Simplex& s)
{
    if (s.count == 1) return normalizeOrZero(s.v[0].w);
    const Vec2 normal = normalizeOrZero(perp(s.v[1].w - s.v[0].w));
    return dot(normal, nearest(s)) < 0.0f ? -normal : normal;
}

Simplex startingSimplex(const Core& a, const Core& b, const Transform& bInA, const GjkCache& cache)
{
    Simplex s;
    s.count = cache.count == 0 ? 1 : cache.count;
    for (int i = 0; i < s.count; ++i) s.v[i] = makeVertex(a, b, bInA, cache.a[i], cache.b[i]);
    return s;
}

bool contains(const Simplex& s, int indexA, int indexB)
{
    for (int i = 0; i < s.count; ++i)
        if (s.v[i].a == indexA && s.v[i].b == indexB) return true;
    return false;
}

struct MakeCore {
    Core operator()(const Circle& s) const { return {{s.center}, 1, s.radius}; }
    Core operator()(const Capsule& s) const { return {{s.p1, s.p2}, 2, s.radius}; }
    Core operator()(const Segment& s) const { return {{s.p1, s.p2}, 2, 0.0f}; }
    Core operator()(const Polygon& s) const { return {s.vertices, s.count, s.radius}; }
};

} // namespace

Core coreOf(const Shape& shape) { return std::visit(MakeCore{}, shape); }

int supportPoint(const Core& core, Vec2 direction)
{
    int best = 0;
    float farthest = dot(core.points[0], direction);
    for (int i = 1; i < core.count; ++i) {
        const float reach = dot(core.points[static_cast<size_t>(i)], direction);
        if (reach > farthest) {
            farthest = reach;
            best = i;
        }
    }
    return best;
}

GjkResult gjk(const Core& a, const Core& b, const Transform& bInA, GjkCache& cache)
{
    Simplex simplex = startingSimplex(a, b, bInA, cache);
    reduce(simplex);
    GjkResult result;
    bool overlap = simplex.count == 3;
    while (!overlap && result.iterations < kMaxIterations) {
        ++result.iterations;
        const Vec2 v = nearest(simplex);
        const float distanceSquared = lengthSquared(v);
        if (distanceSquared <= kTouchDistance * kTouchDistance * maxDistanceSquared(simplex)) {
            overlap = true;
            break;
        }
        // The support point of B - A towards the origin.
        const Vec2 outward = directionTo(simplex);
        const int indexA = supportPoint(a, outward);
        const int indexB = supportPoint(b, invRotate(bInA.q, -outward));
        if (contains(simplex, indexA, indexB)) break;
        Simplex next = simplex;
        next.v[next.count++] = makeVertex(a, b, bInA, indexA, indexB);
        reduce(next);
        if (next.count == 3) {
            overlap = true;
            simplex = next;
        } else if (lengthSquared(nearest(next)) >= distanceSquared) {
            break; // no progress beyond rounding: `simplex` is nearest
        } else {
            simplex = next;
        }
    }

    cache.count = simplex.count;
    for (int i = 0; i < simplex.count; ++i) {
        cache.a[i] = simplex.v[i].a;
        cache.b[i] = simplex.v[i].b;
    }
    if (overlap) {
        // Any common point will do: overlapping cores share many.
        const float weight = simplex.count == 3 ? 1.0f / 3.0f : 0.0f;
        for (int i = 0; i < simplex.count; ++i) {
            result.pointA += (weight > 0.0f ? weight : simplex.v[i].weight) * simplex.v[i].onA;
        }
        result.pointB = result.pointA;
        return result;
    }
    for (int i = 0; i < simplex.count; ++i) {
        result.pointA += simplex.v[i].weight * simplex.v[i].onA;
        result.pointB += simplex.v[i].weight * simplex.v[i].onB;
    }
    result.distance = length(nearest(simplex));
    result.normal = directionTo(simplex);
    return result;
}

} // namespace satbox
