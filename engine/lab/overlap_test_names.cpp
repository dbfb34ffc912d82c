#include "engine/lab/overlap_tests.h"

namespace satbox {

const char* nameOf(OverlapTest test)
{
    switch (test) {
    case OverlapTest::Interval:
        return "Interval test";
    case OverlapTest::Projection:
        return "Projection test";
    case OverlapTest::Minkowski:
        return "Minkowski difference";
    case OverlapTest::SupportPoint:
        return "Support points";
    case OverlapTest::VertexContacts:
        return "Vertex contacts";
    }
    return "";
}

const char* howItWorks(OverlapTest test)
{
    switch (test) {
    case OverlapTest::Interval:
        return "Axes perpendicular to the edges, not normalised, each polygon's closing edge first. A's "
               "interval is shifted by the offset between the polygons.";
    case OverlapTest::Projection:
        return "Axes are the left normals of the edges; projections are divided by the axis' length. The "
               "polygons overlap on an axis if the lengths of both intervals add up to at least that of "
               "their union. "
               "The published code returns the opposite; satbox corrects that.";
    case OverlapTest::Minkowski:
        return "The set of all differences of a point of A and a point of B. The polygons overlap if it "
               "contains the origin; its edge normals are the axes.";
    case OverlapTest::SupportPoint:
        return "For each face, the other polygon's vertex farthest against the normal gives the separation. "
               "This is the engine's own test.";
    case OverlapTest::VertexContacts:
        return "The edge of greatest separation of both polygons gives normal and depth. Each vertex inside "
               "the other polygon is a contact point.";
    }
    return "";
}

const char* touchingRule(OverlapTest test)
{
    switch (test) {
    case OverlapTest::Interval:
        return "Apart only if minA - maxB > 0 or minB - maxA > 0: touching intervals overlap.";
    case OverlapTest::Projection:
        return "Overlap if the sum of both lengths is at least the length of their union: touching counts as "
               "overlap.";
    case OverlapTest::Minkowski:
        return "Overlap if the difference contains the origin; its boundary counts as inside.";
    case OverlapTest::SupportPoint:
        return "Apart only if a support point is in front of its face: separation > 0.";
    case OverlapTest::VertexContacts:
        return "Apart only if an edge has a separation > 0; vertices on an outline count as inside.";
    }
    return "";
}

const char* sourceOf(OverlapTest test)
{
    switch (test) {
    case OverlapTest::Interval:
        return "From an article on 2D physics for games with XNA: see docs/references.md.";
    case OverlapTest::Projection:
        return "From an article on web games with TypeScript: see docs/references.md.";
    case OverlapTest::Minkowski:
        return "From a tutorial on the Minkowski difference: see docs/references.md.";
    case OverlapTest::SupportPoint:
        return "From a series on custom physics engines in C++: see docs/references.md.";
    case OverlapTest::VertexContacts:
        return "From an article on writing a physics engine in C# with XNA: see docs/references.md.";
    }
    return "";
}

bool isInMetres(OverlapTest test)
{
    return test == OverlapTest::Projection || test == OverlapTest::SupportPoint;
}

} // namespace satbox
