#pragma once

#include "engine/collision/collide_chain.h"
#include "engine/collision/collide_circles.h"
#include "engine/collision/collide_polygons.h"
#include "engine/collision/manifold.h"
#include "engine/geometry/shape.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <type_traits>

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
        return againstCircle(a, transformPoint(bInA, b.center), b.radius);
    }
    template<class B>
    Manifold operator()(const Circle& a, const B& b) const
    {
        if constexpr (Observer::kRecords) observer.onSwapped();
        const Vec2 center = invTransformPoint(bInA, a.center);
        return swapped(againstCircle(b, center, a.radius), bInA);
    }
    template<class A, class B>
    Manifold operator()(const A& a, const B& b) const
    {
        if constexpr (std::is_same_v<A, Segment>)
            if (a.oneSided) return collideChainAndPolygon(a, toPolygon(b), true, bInA, range, observer);
        if constexpr (std::is_same_v<B, Segment>)
            if (b.oneSided) return collideChainAndPolygon(b, toPolygon(a), false, bInA, range, observer);
        return collidePolygonsObserved(toPolygon(a), toPolygon(b), bInA, range, observer);
    }

  private:
    // The centre is in the shape's frame.
    template<class A>
    Manifold againstCircle(const A& a, Vec2 center, float radius) const
    {
        if constexpr (std::is_same_v<A, Segment>)
            if (a.oneSided) return collideChainAndCircle(a, center, radius, range, observer);
        return collidePolygonAndCircle(toPolygon(a), center, radius, range, observer);
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
