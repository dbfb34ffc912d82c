#pragma once

#include <satbox/config.h>
#include <satbox/shapes.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace satbox {

// The points that makeHull dropped, by reason, for the caller to show.
struct HullReport {
    int welded = 0;    // points within kWeldDistance of another one
    int collinear = 0; // points on an edge (within kCollinearDistance of it)
    int interior = 0;  // points inside
};

// A convex polygon of any number of vertices, or an error.
struct HullResult {
    std::vector<Vec2> vertices; // counter-clockwise, starting at the lowest x (then lowest y); empty on error
    HullReport report;
    std::string error; // empty on success, else a sentence: "2 points, a polygon needs at least 3"
    bool ok() const { return error.empty(); }
};

// m. At greater coordinates the rounding of doubles would exceed what kCollinearDistance measures. At this
// size twice the area of the thinnest triangle is 1e5 m^2, and the products from which it is computed have an
// error of 1.3e3 m^2 (three times 2^-53 of the width squared). The limit of a world, kMaxCoordinate, is 1e-4
// of this.
inline constexpr float kMaxOutlineCoordinate = 1e9f;

inline constexpr float kWeldDistance = 1e-4f; // m; nearer points are merged
inline constexpr float kCollinearDistance =
    5e-5f; // m; a vertex this near the line of its neighbours is dropped

// Convex hull of any number of points. Error for points that are not finite or beyond kMaxOutlineCoordinate,
// for fewer than 3 distinct points, and for points that are all on one line.
SATBOX_API HullResult makeHull(std::span<const Vec2> points);

// Convex pieces of an outline, or an error.
struct Decomposition {
    std::vector<Polygon> pieces; // convex and valid (validate() in satbox/shapes.h); empty on error
    std::string error;           // a sentence; empty on success
    // What decompose omitted, for the caller to show: points within kWeldDistance of the previous one or
    // within `tolerance` of the line that replaces them, and slivers.
    int droppedPoints = 0;
    float tolerance = 0.0f;   // m
    double leftOutArea = 0.0; // m^2, in slivers too thin for a world; at most 2e-6 of the outline's area
    bool ok() const { return error.empty(); }
};

// Cuts a convex outline of any number of vertices (counter-clockwise, as makeHull returns) into pieces that
// fit a Polygon; a single piece if possible. Error if it cannot be cut into pieces wide enough for a world.
SATBOX_API Decomposition splitConvex(std::span<const Vec2> hull);

inline constexpr size_t kMaxOutlinePoints = 20000;

// Cuts an outline (any orientation, may be concave) into convex pieces in O(n log n). It may touch itself,
// but not cross itself. Omits points that are nearly on a line. Their distance from the line is at most
// kCollinearDistance, and small enough that the area changes by at most about 1e-5 of itself. Only around
// pieces that would be too thin for a world, the distance may be up to a quarter of kMinSize. Error, with the
// position, for an outline that crosses itself, is degenerate or too thin, is not finite or exceeds
// kMaxCoordinate.
//
//   const Decomposition parts = decompose(outline);
//   for (const Polygon& piece : parts.pieces) world.addShape(body, {.geometry = piece});
SATBOX_API Decomposition decompose(std::span<const Vec2> outline);

enum class OutlineFault : uint8_t {
    None,
    Coordinates, // not finite, or beyond kMaxCoordinate
    PointCount,  // fewer than 3, or more than kMaxOutlinePoints
    NoArea,      // all points are on one line
    Crossing,
};

// Whether an outline is simple, or the reason why it is not.
struct OutlineCheck {
    OutlineFault fault = OutlineFault::None;
    std::string error; // a sentence; empty if the outline is simple
    // Of a crossing: the two edges, edgeA < edgeB, and their common point. Edge i goes from point i to the
    // next one, the last edge back to point 0.
    size_t edgeA = 0, edgeB = 0;
    Vec2 crossing{0.0f, 0.0f}; // m
    bool ok() const { return fault == OutlineFault::None; }
};

// A closed outline is simple if its edges have no common points but the ends of neighbours. Equal consecutive
// points count as one. Of several crossings, reports the one with the lowest edgeA, then the lowest edgeB.
// decompose() also accepts outlines that touch themselves. Exact on a grid of 2^-32 m. Takes O(n log n), and
// the time to compare all edges that overlap in x.
SATBOX_API OutlineCheck checkOutline(std::span<const Vec2> outline);

// Likewise for an open line, without an edge back to point 0. Any number of points is allowed.
SATBOX_API OutlineCheck checkPath(std::span<const Vec2> path);

// The pieces of a chain: one-sided segments whose joints are smooth, so that nothing that slides over them
// catches. They collide on the right of the line, seen in the order of the points: outside of a loop that
// runs counter-clockwise, inside of one that runs clockwise, above of ground that runs from right to left.
struct Chain {
    std::vector<Segment> pieces; // empty on error
    std::string error;           // empty on success, else a sentence
    bool ok() const { return error.empty(); }
};

// The chain through at least 2 points, or 3 if it is closed: then a piece leads back from the last one. Omits
// points within kMinSize of the one before. The ends of an open chain are corners, as of a polygon.
//
//   for (const Segment& piece : makeChain(points, false).pieces) world.addShape(body, {.geometry = piece});
SATBOX_API Chain makeChain(std::span<const Vec2> points, bool closed);

// The outline with fewer points: each omitted one is within `tolerance` (m) of the line that replaces it.
// Keeps the first point. A simple outline stays simple: where fewer points would make it cross itself, a
// smaller tolerance is used. An outline that is not simple is returned unchanged.
SATBOX_API std::vector<Vec2> simplifyOutline(std::span<const Vec2> outline, float tolerance);

inline constexpr int kRoundEdges = 24; // of the regular polygon that replaces a circle which is cut

// The parts of a shape on either side of a line. Both are empty if the line does not cross the shape, or if a
// part would be too thin for a world.
struct ShapeCut {
    std::vector<Shape> left;
    std::vector<Shape> right;
    bool ok() const { return !left.empty(); }
};

// Cuts a shape along the line from `a` to `b`. A vertex within kCollinearDistance of the line counts as on
// it. Polygons become polygons, several on a side if one would have too many vertices. A segment becomes two.
// Circles, capsules and the round corners of polygons are first replaced by an outline of the same area, with
// kRoundEdges edges around the circle. Precondition: a and b are finite and differ.
SATBOX_API ShapeCut cutShape(const Shape& shape, Vec2 a, Vec2 b);

} // namespace satbox
