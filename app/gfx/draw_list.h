#pragma once

// What one frame of the world looks like, as plain data: the code that looks at the world fills it, the
// renderers in this folder consume it. Nothing here calls OpenGL, so that a test can fill a list and read it
// back.
//
// Units: positions, radii of shapes and vertices in metres (world); every name that ends in Px is in pixels
// of the base design (one pixel = one window point times the interface scale), whatever the zoom. Order:
// shapes first (rounds, then polygons), then primitives in the order in which they were added, then labels.

#include "app/gfx/color.h"
#include "engine/math/position.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// How a body's shape is painted. The outline lies inside the shape's true edge, so that two touching shapes
// show both outlines and neither hides a gap.
struct ShapeStyle {
    Color fill{0.0f, 0.0f, 0.0f, 0.0f};
    Color outline;
    float outlineWidthPx = 1.5f;
    bool dashed = false;                 // outline in dashes: a sensor
    bool hatched = false;                // diagonal stripes over the fill: quarantined
    Color hatch{0.0f, 0.0f, 0.0f, 0.0f}; // colour of the stripes
};

struct LineStyle {
    Color color;
    float widthPx = 2.0f;
};

// Circle and capsule: everything within `radius` of the segment p1 p2. A circle has p1 == p2. With radius 0
// the outline is drawn as a line of its width.
struct RoundShape {
    WorldTransform transform{};
    Vec2 p1{0.0f, 0.0f}; // local, m
    Vec2 p2{0.0f, 0.0f}; // local, m
    float radius = 0.0f; // m
    ShapeStyle style;
};

// Convex polygon, counter-clockwise, 3 to 8 local vertices.
struct PolygonShape {
    static constexpr std::size_t kMaxVertices = 8;
    WorldTransform transform{};
    std::array<Vec2, kMaxVertices> vertices{}; // local, m; the first `count` count
    std::uint32_t count = 0;
    ShapeStyle style;
};

enum class PrimitiveKind : std::uint8_t {
    Line,     // a to b, round ends
    Bar,      // a to b, flat ends
    Dashed,   // a to b, dashes of 6 px and gaps of 4 px
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
    Position c{}; // triangles only
    float widthPx = 0.0f;
    float sizePx = 0.0f;
    Color color;
    PrimitiveKind kind = PrimitiveKind::Line;
    std::uint8_t softEdges = 7; // triangles: which edges are antialiased; bit 0 is ab, 1 is bc, 2 is ca
};

// Text beside a point of the world. Labels never cover each other: the one of lower priority moves or gives
// way.
struct WorldLabel {
    Position point{};
    std::string text;
    Color color;
    float priority = 0.0f;    // higher wins
    float clearancePx = 8.0f; // the label keeps out of the square of this half extent around its point
    bool required = false;    // shown even if it has to cover a lesser one: what is hovered or selected
    Vec2 side{0.0f, 0.0f}; // direction from the point in which the label is put if there is room; zero: right
};

// Filled by view code, cleared and refilled every frame (capacity is kept).
struct DrawList {
    std::vector<RoundShape> rounds;
    std::vector<PolygonShape> polygons;
    std::vector<Primitive> primitives;
    std::vector<WorldLabel> labels;

    void clear();
    void append(const DrawList& other);
    void append(const DrawList& other, Position origin); // what was drawn in a frame there

    // Shapes, local coordinates placed by `transform`.
    void addCircle(const WorldTransform& transform, Vec2 localCenter, float radius, const ShapeStyle& style);
    void addCircle(const WorldTransform& transform, float radius, const ShapeStyle& style);
    void addCapsule(const WorldTransform& transform, Vec2 p1, Vec2 p2, float radius, const ShapeStyle& style);
    // Convex, counter-clockwise, at least 3 vertices. More than 8 are drawn too (as triangles and lines,
    // without dashes and hatching): for previews; the engine cuts such polygons into parts.
    void addPolygon(const WorldTransform& transform, std::span<const Vec2> vertices, const ShapeStyle& style);

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
