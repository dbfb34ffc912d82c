#pragma once

#include "engine/collision/collide_circles.h"
#include "engine/collision/collide_polygons.h"
#include "engine/collision/manifold.h"
#include "engine/geometry/shape.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

namespace satbox {

namespace detail {

// The polygon that stands for a capsule, segment or polygon. Polygons are passed through, not copied.
inline const Polygon& toPolygon(const Polygon& polygon) { return polygon; }
inline Polygon toPolygon(const Capsule& capsule) { return asPolygon(capsule); }
inline Polygon toPolygon(const Segment& segment) { return asPolygon(segment); }

template<class Observer>
struct CollideVisitor {
    const Transform& bInA;
    CollisionRange range;
    Observer& observer;

    Manifold operator()(const Circle& a, const Circle& b) const { return collideCircles(a, b, bInA, range); }
    Manifold operator()(const Segment&, const Segment&) const { return {}; }
    template<class A>
    Manifold operator()(const A& a, const Circle& b) const
    {
        return collidePolygonAndCircle(toPolygon(a), transformPoint(bInA, b.center), b.radius, range,
                                       observer);
    }
    template<class B>
    Manifold operator()(const Circle& a, const B& b) const
    {
        if constexpr (Observer::kRecords) observer.onSwapped();
        const Vec2 center = invTransformPoint(bInA, a.center);
        return swapped(collidePolygonAndCircle(toPolygon(b), center, a.radius, range, observer), bInA);
    }
    template<class A, class B>
    Manifold operator()(const A& a, const B& b) const
    {
        return collidePolygonsObserved(toPolygon(a), toPolygon(b), bInA, range, observer);
    }
};

} // namespace detail

// collide() with an observer of its steps.
template<class Observer>
Manifold collideObserved(const Shape& a, const Shape& b, const Transform& bInA, CollisionRange range,
                         Observer& observer)
{
    return std::visit(detail::CollideVisitor<Observer>{bInA, range, observer}, a, b);
}

} // namespace satbox
