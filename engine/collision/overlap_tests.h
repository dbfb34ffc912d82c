#pragma once

#include "engine/collision/minkowski_axes.h"
#include "engine/collision/vertex_contacts.h"
#include "engine/geometry/shape.h"

#include <string>

namespace satbox {

// Whether two convex polygons overlap, by each of the five published tests (docs/references.md). Their
// arithmetic differs, so within rounding of touching they may differ; each counts exact touching as overlap.
enum class OverlapTest : uint8_t {
    Interval,      // R1: apart where one interval begins beyond the other's end
    Projection,    // R2: overlapping where the intervals together are at least as long as their union
    Minkowski,     // R3: overlapping where the origin is in the difference or on its boundary
    SupportPoint,  // R5, the engine's own: apart where a face's support point is in front of it
    VertexContacts // R4's detection: apart where all vertices of one polygon are in front of the other's edge
};
inline constexpr OverlapTest kOverlapTests[] = {OverlapTest::Interval, OverlapTest::Projection,
                                                OverlapTest::Minkowski, OverlapTest::SupportPoint,
                                                OverlapTest::VertexContacts};
const char* nameOf(OverlapTest test);       // "Interval test"
const char* howItWorks(OverlapTest test);   // a sentence
const char* touchingRule(OverlapTest test); // a sentence: what it says of shapes that just touch
const char* sourceOf(OverlapTest test);     // a sentence: where it was published
bool isInMetres(OverlapTest test);          // its projections; else in units of the axis' length

struct OverlapResult {
    bool overlap = false;
    int axesTried = 0; // up to the first that separates; of the Minkowski difference its edges
};

// Polygons in their bodies' frames, without radius, with at least three vertices. Interval test, projection
// test and Minkowski difference work on world coordinates, as published; the other two in A's frame, as the
// engine.
OverlapResult testOverlap(OverlapTest test, const Polygon& a, const Transform& poseA, const Polygon& b,
                          const Transform& poseB);

// What a test computed on the way to its answer, from the same functions as testOverlap().
struct OverlapTrace {
    OverlapTest test = OverlapTest::SupportPoint;
    bool overlap = false;

    // In the order tried, with the figures that the test has, turned into the world; the last one separates
    // if the shapes are apart. None for vertex contacts.
    std::vector<EdgeAxis> axes;
    size_t axisCount = 0;          // of all candidates, tried or not
    std::optional<size_t> least;   // of `axes`, with overlap: the least depthOn()
    Vec2 measuredFrom{0.0f, 0.0f}; // world point whose value on every axis is 0

    // Of the Minkowski difference, in world orientation and world coordinates.
    MinkowskiDifference difference;
    std::vector<Vec2> centrePath;
    Vec2 centreOfB{0.0f, 0.0f};

    VertexContacts contacts; // of vertex contacts, in A's frame
};
OverlapTrace traceOverlap(OverlapTest test, const Polygon& a, const Transform& poseA, const Polygon& b,
                          const Transform& poseB);

} // namespace satbox
