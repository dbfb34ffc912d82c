#include "engine/collision/collide.h"

#include "engine/collision/clip.h"
#include "engine/collision/collide_circles.h"

namespace satbox {

namespace {

// What collision sees of a capsule, segment or polygon. Polygons are passed through, not copied.
const Polygon& toPolygon(const Polygon& polygon) { return polygon; }
Polygon toPolygon(const Capsule& capsule) { return asPolygon(capsule); }
Polygon toPolygon(const Segment& segment) { return asPolygon(segment); }

struct CollidePair {
    const Transform& bInA;
    float speculativeDistance;

    Manifold operator()(const Circle& a, const Circle& b) const
    {
        return collideCircles(a, b, bInA, speculativeDistance);
    }
    Manifold operator()(const Segment&, const Segment&) const { return {}; }
    template<class A>
    Manifold operator()(const A& a, const Circle& b) const
    {
        return collidePolygonAndCircle(toPolygon(a), transformPoint(bInA, b.center), b.radius,
                                       speculativeDistance);
    }
    template<class B>
    Manifold operator()(const Circle& a, const B& b) const
    {
        const Vec2 center = invTransformPoint(bInA, a.center);
        return swapped(collidePolygonAndCircle(toPolygon(b), center, a.radius, speculativeDistance), bInA);
    }
    template<class A, class B>
    Manifold operator()(const A& a, const B& b) const
    {
        return collidePolygons(toPolygon(a), toPolygon(b), bInA, speculativeDistance);
    }
};

} // namespace

Manifold collide(const Shape& a, const Shape& b, const Transform& bInA, float speculativeDistance)
{
    return std::visit(CollidePair{bInA, speculativeDistance}, a, b);
}

} // namespace satbox
