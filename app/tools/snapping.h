#pragma once

#include <satbox/world.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

namespace satbox::app {

inline constexpr float kSnapReach = 10.0f;       // window points
inline constexpr float kAngleStep = kPi / 12.0f; // rad, between the directions that snap

inline float toMultiple(float value, float step) { return std::round(value / step) * step; }

// What a dragged point snaps to while Ctrl is held: the nearest vertex within reach, else the nearest edge,
// else the grid.
struct SnapTarget {
    enum class Kind : uint8_t { Vertex, Edge, Grid };
    Kind kind = Kind::Grid;
    Position point{}; // m
    float distance = 0.0f;
};

struct SnapSearch {
    float reach = 0.1f;                // m, to vertices and edges
    float gridStep = 0.1f;             // m
    std::span<const BodyId> ignored{}; // by slot: bodies that move with the point
    bool middles = false;              // centres of mass and middles of edges count as vertices
};

// A vertex or an edge of a shape near the point; nullopt if none is within reach. Circles have their centre
// as vertex and their rim as edge.
std::optional<SnapTarget> nearestFeature(const World& world, Position point, const SnapSearch& search);
Position snapToGrid(Position point, float step);
SnapTarget snapPoint(const World& world, Position point, const SnapSearch& search);

// The translation that moves one of the points onto a feature of another body; if none is within reach, the
// one that moves `anchor` onto the grid.
Vec2 snapTranslation(const World& world, std::span<const Position> points, Position anchor,
                     const SnapSearch& search);

// The corners of a shape that can snap, at the pose of its body: vertices (for round corners, their centres),
// ends of a segment or capsule, centre of a circle. Calls visit(Position).
template<class Visit>
void forEachCorner(const Shape& shape, const WorldTransform& pose, Visit&& visit)
{
    if (const auto* polygon = std::get_if<Polygon>(&shape)) {
        for (const Vec2 vertex : polygon->points()) visit(transformPoint(pose, vertex));
    } else if (const auto* circle = std::get_if<Circle>(&shape)) {
        visit(transformPoint(pose, circle->center));
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        visit(transformPoint(pose, capsule->p1));
        visit(transformPoint(pose, capsule->p2));
    } else if (const auto* segment = std::get_if<Segment>(&shape)) {
        visit(transformPoint(pose, segment->p1));
        visit(transformPoint(pose, segment->p2));
    }
}

} // namespace satbox::app
