#pragma once

#include "engine/geometry/shape.h"

#include <span>
#include <vector>

// How deep shapes lie in each other, measured the same way for every engine, in double precision and apart
// from any engine's own collision code: that is what is being measured.
namespace satbox::bench {

struct Point {
    double x = 0.0; // m
    double y = 0.0; // m
};

// Where a body's origin is: (c, s) is the cosine and sine of its angle.
struct Pose {
    Point p;
    double c = 1.0;
    double s = 0.0;
};

// A convex shape in the world: every point within `radius` of the hull of `points`. One point makes a circle,
// two a capsule or a segment, three and more a polygon, counter-clockwise.
struct PlacedShape {
    std::vector<Point> points;
    std::vector<Point>
        normals;          // unit, outward; of the edges of a polygon, both sides of two points, none of one
    double radius = 0.0;  // m
    Point lower, upper;   // of its box
    int body = 0;         // shapes of one body never count as overlapping
    bool dynamic = false; // at least one of a pair has to be
};

// `shape` is in its body's frame. Normals are computed afresh from the points.
PlacedShape placeShape(const Shape& shape, const Pose& pose, int body, bool dynamic);

// Length in metres of the least translation that separates the two; 0 where they are apart or only touch.
//
// The cores (without radius) overlap exactly when the origin lies in their Minkowski difference, whose edge
// normals are those of both cores: the least translation is along one of these. Where the cores are apart,
// what overlaps is only the skins: radii less the distance.
double overlapDepth(const PlacedShape& a, const PlacedShape& b);

// Depth of every pair that overlaps (> 0), sorted, least first. Candidates are pairs whose boxes overlap, of
// different bodies, at least one of them dynamic; they are found by sorting along x.
std::vector<double> overlapDepths(std::span<const PlacedShape> shapes);

} // namespace satbox::bench
