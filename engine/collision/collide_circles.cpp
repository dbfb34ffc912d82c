#include "engine/collision/collide_circles.h"

#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>

namespace satbox {

Manifold collideCircles(const Circle& a, const Circle& b, const Transform& bInA, CollisionRange range)
{
    Manifold m;
    const Vec2 between = transformPoint(bInA, b.center) - a.center;
    const float distance = length(between);
    if (distance - a.radius - b.radius > range.speculative) return m;
    // Concentric circles have no direction: A's +y is used.
    const Vec2 normal = distance > detail::kSamePoint * range.lengthUnit
                            ? Vec2{between.x / distance, between.y / distance}
                            : Vec2{0.0f, 1.0f};
    detail::setPoint(m, a.center, normal, distance, a.radius, b.radius, FeatureId{});
    return m;
}

} // namespace satbox
