#pragma once

#include "engine/collision/vertex_contacts.h"
#include "engine/lab/minkowski_axes.h"
#include <satbox/shapes.h>

#include <string>

namespace satbox {

// Five published tests of whether two convex polygons overlap (docs/references.md). Their arithmetic differs,
// so their results may differ within rounding of touching. Each counts exact touching as overlap.
enum class OverlapTest : uint8_t {
    Interval,      // apart if one interval begins beyond the other's end
    Projection,    // overlap if the lengths of both intervals add up to at least that of their union
    Minkowski,     // overlap if the origin is in the difference or on its boundary
    SupportPoint,  // the engine's own test: apart if a face's support point is in front of it
    VertexContacts // apart if all vertices of one polygon are in front of an edge of the other
};
inline constexpr OverlapTest kOverlapTests[] = {OverlapTest::Interval, OverlapTest::Projection,
                                                OverlapTest::Minkowski, OverlapTest::SupportPoint,
                                                OverlapTest::VertexContacts};
const char* nameOf(OverlapTest test);       // "Interval test"
const char* howItWorks(OverlapTest test);   // a sentence
const char* touchingRule(OverlapTest test); // a sentence: its result for shapes that just touch
const char* sourceOf(OverlapTest test);     // a sentence: where it was published
bool isInMetres(OverlapTest test); // true: its projections are in m; false: in units of 1 m / length(axis)

struct OverlapResult {
    bool overlap = false;
    int axesTried = 0; // up to the first that separates; Minkowski difference: edges
};

// Interval test, projection test and Minkowski difference use world coordinates, as published; the other two
// use A's frame, as the engine does. Precondition: polygons in their bodies' frames, without radius, at least
// three vertices.
OverlapResult testOverlap(OverlapTest test, const Polygon& a, const Transform& poseA, const Polygon& b,
                          const Transform& poseB);

// Intermediate results of a test, from the same functions as testOverlap().
struct OverlapTrace {
    OverlapTest test = OverlapTest::SupportPoint;
    bool overlap = false;

    // In the order tried, with the test's own values, rotated to world orientation; the last one separates if
    // the shapes are apart. Empty for vertex contacts.
    std::vector<EdgeAxis> axes;
    size_t axisCount = 0;                     // number of candidates, tried or not
    std::optional<size_t> minimumOverlapAxis; // index in `axes`: least depthOn(); set only with overlap
    Vec2 projectionOrigin{0.0f, 0.0f};        // world point that projects to 0 on every axis

    // Minkowski difference only; in world coordinates.
    MinkowskiDifference difference;
    std::vector<Vec2> centerPath;
    Vec2 centerOfB{0.0f, 0.0f};

    VertexContacts contacts; // vertex contacts only; in A's frame
};
OverlapTrace traceOverlap(OverlapTest test, const Polygon& a, const Transform& poseA, const Polygon& b,
                          const Transform& poseB);

} // namespace satbox
