#pragma once

// One frame of the world as plain data: app/view fills it, the renderers in this folder draw it. Nothing here
// calls OpenGL, so that tests can read a list back.
//
// Units: world positions, vertices and radii in metres. Names that end in Px are in logical pixels (one
// window point times the interface scale), independent of the zoom. Draw order: shapes (rounds, then
// polygons), primitives in the order added, labels.

#include "app/gfx/color.h"
#include <satbox/math.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// How a body's shape is drawn. The outline is inside the shape's true edge, so that touching shapes show both
// outlines and no gap is hidden.
struct ShapeStyle {
    Color fill{0.0f, 0.0f, 0.0f, 0.0f};
    Color outline;
    float outlineWidthPx = 1.5f;
    bool dashed = false;                 // outline: sensors, disabled bodies
    bool hatched = false;                // diagonal stripes over the fill: quarantined bodies
    Color hatch{0.0f, 0.0f, 0.0f, 0.0f}; // colour of the stripes
    // Depth, for the eye alone: edge, fill and outline stay where and as they are.
    float edgeAlpha = 0.0f;   // of the outline's colour just inside the outline; it fades inwards
    float shadowAlpha = 0.0f; // of a soft black shadow around the shape, below all shapes
};

struct LineStyle {
    Color color;
    float widthPx = 2.0f;
};

// Circle or capsule: all points within `radius` of the segment p1 p2. A circle has p1 == p2. With radius 0 it
// is drawn as a line of the outline's width.
struct RoundShape {
    WorldTransform transform{};
    Vec2 p1{0.0f, 0.0f}; // local, m
    Vec2 p2{0.0f, 0.0f}; // local, m
    float radius = 0.0f; // m
    ShapeStyle style;
};

// Convex polygon, counter-clockwise, 3 to 8 local vertices: all points within `radius` of it.
struct PolygonShape {
    static constexpr std::size_t kMaxVertices = 8;
    WorldTransform transform{};
    std::array<Vec2, kMaxVertices> vertices{}; // local, m; the first `count` are used
    std::uint32_t count = 0;
    float radius = 0.0f; // m; 0: sharp corners
    ShapeStyle style;
};

enum class PrimitiveKind : std::uint8_t {
    Line,     // a to b, round ends
    Bar,      // a to b, flat ends
    Dashed,   // a to b, 6 px dashes, 4 px gaps
    Arrow,    // a to b, head at b: 8 px, at most 40 % of the length
    Disc,     // around a, radius sizePx
    Ring,     // around a, outer radius sizePx, line widthPx
    Cross,    // upright plus sign around a, half extent sizePx, line widthPx
    Square,   // filled upright square around a, half extent sizePx
    Triangle, // a, b, c filled
};

struct Primitive {
    Position a{};
    Position b{};
    Position c{};         // triangles only
    float widthPx = 0.0f; // of the line, if the kind has one
    float sizePx = 0.0f;  // radius or half extent, see PrimitiveKind
    Color color;
    PrimitiveKind kind = PrimitiveKind::Line;
    std::uint8_t antialiasedEdges = 7; // of a triangle; bit 0: ab, bit 1: bc, bit 2: ca
};

// Text beside a point of the world. Labels do not overlap: the one of lower priority moves or is omitted.
struct WorldLabel {
    Position point{};
    std::string text;
    Color color;
    float priority = 0.0f;    // higher wins
    float clearancePx = 8.0f; // half extent of the square around `point` that the label keeps clear of
    bool required = false;    // not omitted while `point` is in view: for hovered or selected objects
    Vec2 side{0.0f, 0.0f};    // preferred direction from `point`; zero: right
};

// Cleared and refilled every frame; capacity is kept.
struct DrawList {
    std::vector<RoundShape> rounds;
    std::vector<PolygonShape> polygons;
    std::vector<Primitive> primitives;
    std::vector<WorldLabel> labels;

    void clear();
    void append(const DrawList& other);
    void append(const DrawList& other, Position origin); // `other` is relative to `origin`

    // Shapes in local coordinates, moved by `transform`.
    void addCircle(const WorldTransform& transform, Vec2 localCenter, float radius, const ShapeStyle& style);
    void addCircle(const WorldTransform& transform, float radius, const ShapeStyle& style);
    void addCapsule(const WorldTransform& transform, Vec2 p1, Vec2 p2, float radius, const ShapeStyle& style);
    // Convex, counter-clockwise, at least 3 vertices. More than 8 are drawn as triangles and lines, without
    // dashes, hatching and radius: for previews, since the engine splits such polygons.
    void addPolygon(const WorldTransform& transform, std::span<const Vec2> vertices, const ShapeStyle& style,
                    float radius = 0.0f);

    // Primitives in world coordinates.
    void addLine(Position a, Position b, const LineStyle& style);
    void addDashedLine(Position a, Position b, const LineStyle& style);
    void addBar(Position a, Position b, const LineStyle& style);
    void addArrow(Position from, Position to, const LineStyle& style);
    void addPolyline(std::span<const Position> points, const LineStyle& style, bool closed = false);
    void addDisc(Position center, float radiusPx, const Color& color);
    void addRing(Position center, float radiusPx, const Color& color, float widthPx = 1.5f);
    void addCross(Position center, float halfExtentPx, const Color& color, float widthPx = 1.5f);
    void addSquare(Position center, float halfExtentPx, const Color& color);
    void addTriangle(Position a, Position b, Position c, const Color& color);
    void addConvex(std::span<const Position> points, const Color& color); // filled, any winding
    void addConvex(std::span<const Vec2> points, const Color& color);
    void addBox(const WorldBox& box, const LineStyle& style, bool dashed = false);

    void addLabel(Position point, std::string text, const Color& color, float priority = 0.0f);
    void addRequiredLabel(Position point, std::string text, const Color& color, float priority = 900.0f,
                          float clearancePx = 12.0f);
};

} // namespace satbox::app
