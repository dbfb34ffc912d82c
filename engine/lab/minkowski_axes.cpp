#include "engine/lab/minkowski_axes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace satbox {

namespace {

constexpr float kRelativeRounding = 1e-6f;

// Greatest rounding error of a component of an edge between two of these points, m.
float roundingOf(std::span<const Vec2> a, std::span<const Vec2> b)
{
    float farthest = 0.0f;
    for (const std::span<const Vec2> points : {a, b})
        for (const Vec2 p : points) farthest = std::max({farthest, std::fabs(p.x), std::fabs(p.y)});
    return 4.0f * std::numeric_limits<float>::epsilon() * farthest;
}

Vec2 rawAxis(Vec2 edge, float rounding)
{
    Vec2 axis = rightPerp(edge);
    const float larger = std::max(std::fabs(axis.x), std::fabs(axis.y));
    const float zero = std::max(rounding, kRelativeRounding * larger);
    for (float* component : {&axis.x, &axis.y})
        if (std::fabs(*component) <= zero) *component = 0.0f;
    const float smaller = axis.x == 0.0f   ? std::fabs(axis.y)
                          : axis.y == 0.0f ? std::fabs(axis.x)
                                           : std::min(std::fabs(axis.x), std::fabs(axis.y));
    if (smaller == 0.0f) return {0.0f, 0.0f};
    const bool down = axis.y < 0.0f || (axis.y == 0.0f && axis.x < 0.0f);
    const float scale = down ? -smaller : smaller;
    return {axis.x / scale + 0.0f, axis.y / scale + 0.0f}; // + 0: no negative zero
}

bool areParallel(Vec2 edge, Vec2 other, float rounding)
{
    const float sizes = length(edge) + length(other);
    const float zero = std::max(2.0f * rounding * sizes, kRelativeRounding * length(edge) * length(other));
    return std::fabs(cross(edge, other)) <= zero;
}

} // namespace

std::vector<EdgeAxis> differenceAxes(const MinkowskiDifference& difference, std::span<const Vec2> a,
                                     std::span<const Vec2> b)
{
    const auto& vertices = difference.vertices;
    const float rounding = roundingOf(a, b);
    std::vector<EdgeAxis> axes;
    std::vector<Vec2> edges; // of `axes`
    for (size_t i = 0; i < vertices.size(); ++i) {
        const DifferenceVertex& from = vertices[i];
        const DifferenceVertex& to = vertices[i + 1 < vertices.size() ? i + 1 : 0];
        const Vec2 edge = to.point - from.point;
        const auto known = std::find_if(edges.begin(), edges.end(),
                                        [&](Vec2 other) { return areParallel(edge, other, rounding); });
        const auto index = static_cast<size_t>(known - edges.begin());
        if (known == edges.end()) {
            edges.push_back(edge);
            axes.push_back({.projection = projectOn(a, b, rawAxis(edge, rounding)),
                            .edgeA = std::nullopt,
                            .edgeB = std::nullopt});
        }
        EdgeAxis& axis = axes[index];
        if (from.vertexA != to.vertexA && !axis.edgeA) axis.edgeA = from.vertexA;
        if (from.vertexB != to.vertexB && !axis.edgeB) axis.edgeB = from.vertexB;
        axis.separates = axis.separates || originIsOutside(difference, i);
    }
    return axes;
}

std::vector<Vec2> centerPath(const MinkowskiDifference& difference, Vec2 centerOfB)
{
    std::vector<Vec2> path;
    for (const DifferenceVertex& vertex : difference.vertices) path.push_back(centerOfB + vertex.point);
    return path;
}

} // namespace satbox
