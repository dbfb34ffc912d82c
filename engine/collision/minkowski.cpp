#include "engine/collision/minkowski.h"

#include <array>
#include <cmath>

namespace satbox {

namespace {

// Twice the signed area of the triangle origin, a, b. Products of floats are exact in double, so the sign is
// exact.
double turn(Vec2 a, Vec2 b)
{
    return static_cast<double>(a.x) * static_cast<double>(b.y) -
           static_cast<double>(a.y) * static_cast<double>(b.x);
}

// The vertex with the lowest sign * y; on a tie, with the lowest sign * x.
size_t lowest(std::span<const Vec2> points, float sign)
{
    size_t best = 0;
    for (size_t i = 1; i < points.size(); ++i) {
        const Vec2 p = sign * points[i];
        const Vec2 q = sign * points[best];
        if (p.y < q.y || (p.y == q.y && p.x < q.x)) best = i;
    }
    return best;
}

} // namespace

MinkowskiDifference minkowskiDifference(const Polygon& a, const Polygon& b, const Transform& bInA)
{
    std::array<Vec2, kMaxPolygonVertices> moved;
    for (size_t i = 0; i < static_cast<size_t>(b.count); ++i) moved[i] = transformPoint(bInA, b.vertices[i]);
    std::array<DifferenceVertex, kMaxDifferenceVertices> vertices;
    const size_t count = differenceVertices(
        a.points(), std::span<const Vec2>(moved.data(), static_cast<size_t>(b.count)), vertices);
    return {{vertices.begin(), vertices.begin() + static_cast<std::ptrdiff_t>(count)}};
}

size_t differenceVertices(std::span<const Vec2> a, std::span<const Vec2> b,
                          std::span<DifferenceVertex, kMaxDifferenceVertices> vertices)
{
    // The lowest vertex of -B is the highest one of B. Starting at their lowest vertices, the edges of A and
    // of -B are each sorted by angle. Merging both sequences gives the edges of the difference; parallel
    // edges are joined.
    size_t i = lowest(a, 1.0f);
    size_t j = lowest(b, -1.0f);
    size_t count = 0;
    size_t leftA = a.size();
    size_t leftB = b.size();
    while (leftA > 0 || leftB > 0) {
        const size_t nextI = i + 1 < a.size() ? i + 1 : 0;
        const size_t nextJ = j + 1 < b.size() ? j + 1 : 0;
        vertices[count++] = {a[i] - b[j], static_cast<int>(i), static_cast<int>(j)};
        const Vec2 edgeA = a[nextI] - a[i];
        const Vec2 edgeB = b[j] - b[nextJ];
        const double order = turn(edgeA, edgeB);
        const bool takeA = leftA > 0 && (leftB == 0 || order >= 0.0);
        const bool takeB = leftB > 0 && (leftA == 0 || order <= 0.0);
        if (takeA) {
            i = nextI;
            --leftA;
        }
        if (takeB) {
            j = nextJ;
            --leftB;
        }
    }
    return count;
}

bool originIsOutside(const MinkowskiDifference& difference, size_t edge)
{
    const auto& v = difference.vertices;
    return turn(v[edge].point, v[edge + 1 < v.size() ? edge + 1 : 0].point) < 0.0;
}

OriginTest testOrigin(const MinkowskiDifference& difference)
{
    const auto& v = difference.vertices;
    const int edges = static_cast<int>(v.size());
    if (v.size() < 3) return {minimumTranslation(difference).depth >= 0.0f, edges};
    for (size_t i = 0; i < v.size(); ++i)
        if (originIsOutside(difference, i)) return {false, static_cast<int>(i) + 1};
    return {true, edges};
}

MinimumTranslation minimumTranslation(std::span<const DifferenceVertex> v)
{
    MinimumTranslation least;
    float nearestSquared = -1.0f;
    bool inside = v.size() >= 3;
    for (size_t i = 0; i < v.size(); ++i) {
        const Vec2 from = v[i].point;
        const Vec2 to = v[i + 1 < v.size() ? i + 1 : 0].point;
        const Vec2 edge = to - from;
        const float all = lengthSquared(edge);
        const float along = all > 0.0f ? std::fmin(std::fmax(-dot(from, edge) / all, 0.0f), 1.0f) : 0.0f;
        const Vec2 nearest = from + along * edge;
        const float squared = lengthSquared(nearest);
        inside = inside && turn(from, to) >= 0.0;
        if (nearestSquared < 0.0f || squared < nearestSquared) {
            nearestSquared = squared;
            least.nearest = nearest;
            least.edge = static_cast<int>(i);
            least.normal = normalizeOrZero(rightPerp(edge)); // outward
        }
    }
    const float distance = std::sqrt(nearestSquared);
    least.depth = inside ? distance : -distance;
    // With the origin inside, the nearest point is on an edge, and the edge's normal is accurate also at
    // small distances. With the origin outside, the nearest point may be a corner.
    if (!inside) least.normal = normalizeOrZero(-least.nearest);
    return least;
}

} // namespace satbox
