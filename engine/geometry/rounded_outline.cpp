#include "engine/geometry/rounded_outline.h"

#include <satbox/outlines.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

// Edges that replace the arc of a corner.
int edgesOf(const RoundCorner& corner, int edgesPerTurn)
{
    const float edges = corner.angle * static_cast<float>(edgesPerTurn) / (2.0f * kPi);
    constexpr float kRounding = 1e-3f; // a quarter turn of a box is not one edge more
    return std::max(static_cast<int>(std::ceil(edges - kRounding)), 1);
}

std::vector<Vec2> outlineWithRadius(const Polygon& polygon, float radius, int edgesPerTurn)
{
    std::vector<Vec2> points;
    for (size_t i = 0; i < static_cast<size_t>(polygon.count); ++i) {
        const RoundCorner corner = roundCorner(polygon, i);
        const int edges = edgesOf(corner, edgesPerTurn);
        for (int k = 0; k <= edges; ++k) {
            const Rot turn = makeRot(corner.angle * static_cast<float>(k) / static_cast<float>(edges));
            points.push_back(corner.center + radius * (k < edges ? rotate(turn, corner.from) : corner.to));
        }
    }
    return points;
}

} // namespace

RoundCorner roundCorner(const Polygon& polygon, size_t vertex)
{
    const size_t before = vertex > 0 ? vertex - 1 : static_cast<size_t>(polygon.count) - 1;
    const Vec2 from = polygon.normals[before], to = polygon.normals[vertex];
    return {polygon.vertices[vertex], from, to, std::max(angleOf({dot(from, to), cross(from, to)}), 0.0f)};
}

std::vector<Vec2> roundedOutline(const Polygon& polygon, int edgesPerTurn)
{
    const std::span<const Vec2> vertices = polygon.points();
    if (polygon.radius == 0.0f) return {vertices.begin(), vertices.end()};
    return outlineWithRadius(polygon, polygon.radius, edgesPerTurn);
}

// With the perimeter P, and half the sum of sines F of the arcs' edges, strips and corners have the area
// P R + F R^2, which for arcs is P r + pi r^2. Solved for R.
std::vector<Vec2> roundedOutlineOfEqualArea(const Polygon& polygon, int edgesPerTurn)
{
    if (polygon.radius == 0.0f) return roundedOutline(polygon, edgesPerTurn);
    float perimeter = 0.0f, factor = 0.0f;
    for (size_t i = 0; i < static_cast<size_t>(polygon.count); ++i) {
        const RoundCorner corner = roundCorner(polygon, i);
        const auto edges = static_cast<float>(edgesOf(corner, edgesPerTurn));
        factor += 0.5f * edges * makeRot(corner.angle / edges).s;
        perimeter += length(polygon.vertices[(i + 1) % static_cast<size_t>(polygon.count)] - corner.center);
    }
    const float area = polygon.radius * (perimeter + kPi * polygon.radius);
    const float radius = 2.0f * area / (perimeter + std::sqrt(perimeter * perimeter + 4.0f * factor * area));
    return outlineWithRadius(polygon, radius, edgesPerTurn);
}

// The points of each half circle are kRoundEdges / 2 + 1 corners of a regular polygon of circumradius R. With
// s = sin(2 pi / kRoundEdges), the area is kRoundEdges / 2 s R^2 + 2 R |p2 - p1|, which is solved for R.
std::vector<Vec2> capsuleOutlineOfEqualArea(Vec2 p1, Vec2 p2, float radius)
{
    const Rot turn = makeRot(2.0f * kPi / static_cast<float>(kRoundEdges));
    const float along = length(p2 - p1);
    const float area = kPi * radius * radius + 2.0f * radius * along;
    const float factor = 0.5f * static_cast<float>(kRoundEdges) * turn.s;
    const float circumradius = (std::sqrt(along * along + factor * area) - along) / factor;
    const Vec2 axis = along > 0.0f ? (p2 - p1) / along : Vec2{1.0f, 0.0f};
    const int corners = kRoundEdges / 2 + (along > 0.0f ? 1 : 0); // of each half
    std::vector<Vec2> points;
    for (const bool second : {false, true}) {
        Vec2 arm = rightPerp(axis) * (second ? -circumradius : circumradius);
        for (int i = 0; i < corners; ++i) {
            points.push_back((second ? p1 : p2) + arm);
            arm = rotate(turn, arm);
        }
    }
    return points;
}

} // namespace satbox
