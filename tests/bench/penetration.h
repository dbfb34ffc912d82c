#pragma once

#include <satbox/shapes.h>

#include <set>
#include <span>
#include <utility>
#include <vector>

// Overlap of shapes, measured in the same way for every engine, in double precision and without any engine's
// collision code, since that is what is under test.
namespace satbox::bench {

struct Point {
    double x = 0.0; // m
    double y = 0.0; // m
};

// Pose of a body's origin; c and s are the cosine and sine of its angle.
struct Pose {
    Point p;
    double c = 1.0;
    double s = 0.0;
};

// A convex shape in world coordinates: all points within `radius` of the hull of `points`. One point is a
// circle, two are a capsule or a segment, three or more a polygon, counter-clockwise.
struct WorldShape {
    std::vector<Point> points;
    // Unit, outward: one per edge of a polygon, two for two points, none for one point.
    std::vector<Point> normals;
    double radius = 0.0;  // m
    Point lower, upper;   // of its box
    int body = 0;         // shapes of one body never count as overlapping
    bool dynamic = false; // at least one shape of a pair must be
    int group = 0;        // shapes of one group below 0 do not collide
};

// `shape` is in its body's frame. Normals are computed from the points.
WorldShape makeWorldShape(const Shape& shape, const Pose& pose, int body, bool dynamic);

// Length of the least translation that separates the two, m; 0 if they are separated or just touch.
//
// The cores (without radius) overlap if and only if their Minkowski difference contains the origin. Its edge
// normals are those of both cores, so the least translation is along one of these. If the cores are
// separated, only the rounded margins overlap: the depth is the sum of the radii minus the distance.
double overlapDepth(const WorldShape& a, const WorldShape& b);

// Pairs of bodies that do not collide, the lesser index first.
using BodyPairs = std::set<std::pair<int, int>>;

// Depths of all overlapping pairs (> 0), ascending. Candidates are pairs of shapes that may collide and whose
// boxes overlap, of different bodies, at least one of them dynamic; they are found by sorting along x.
std::vector<double> overlapDepths(std::span<const WorldShape> shapes, const BodyPairs& apart = {});

} // namespace satbox::bench
