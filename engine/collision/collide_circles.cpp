#include "engine/collision/collide_circles.h"

#include "engine/collision/clip.h"
#include "engine/collision/collide.h"

namespace satbox {

namespace {

// Below this (m) two points have no direction between them.
constexpr float kSamePoint = 1e-6f;

// One point half way between the surfaces of two rounded things whose cores' nearest points are `from` (on A)
// and at `distance` along `normal` from it.
void setPoint(Manifold& m, Vec2 from, Vec2 normal, float distance, float radiusA, float radiusB, FeatureId id)
{
    m.normal = normal;
    m.points[0] = {from + 0.5f * (distance + radiusA - radiusB) * normal, distance - radiusA - radiusB, id};
    m.count = 1;
}

} // namespace

Manifold collideCircles(const Circle& a, const Circle& b, const Transform& bInA, float speculativeDistance)
{
    Manifold m;
    const Vec2 between = transformPoint(bInA, b.center) - a.center;
    const float distance = length(between);
    if (distance - a.radius - b.radius > speculativeDistance) return m;
    // Every direction is as good as another for concentric circles: A's up.
    const Vec2 normal =
        distance > kSamePoint ? Vec2{between.x / distance, between.y / distance} : Vec2{0.0f, 1.0f};
    setPoint(m, a.center, normal, distance, a.radius, b.radius, FeatureId{});
    return m;
}

Manifold collidePolygonAndCircle(const Polygon& polygon, Vec2 center, float radius, float speculativeDistance)
{
    Manifold m;
    const float enough = speculativeDistance + polygon.radius + radius;
    const MaxSeparation best = findMaxSeparation(viewOf(polygon), PolygonView{&center, nullptr, 1}, enough);
    if (best.separation > enough) return m;

    const auto face = static_cast<size_t>(best.face);
    const int nextIndex = best.face + 1 < polygon.count ? best.face + 1 : 0;
    const Vec2 v1 = polygon.vertices[face];
    const Vec2 v2 = polygon.vertices[static_cast<size_t>(nextIndex)];
    const Vec2 normal = polygon.normals[face];
    m.referenceOwner = ReferenceOwner::A;
    m.referenceFace = static_cast<uint8_t>(best.face);

    // A centre inside is nearest to that face, between its corners. Where no face separates and none is
    // reached behind by more than rounding, a centre clearly beyond the face's end is outside all the same: a
    // needle's sides, or a core without thickness (two vertices).
    const bool inside = polygon.count > 2 && best.separation <= 0.0f;
    const bool wellInside = inside && best.separation <= -kCornerDistance;
    const float clearly = inside ? kCornerDistance * length(v2 - v1) : 0.0f;
    const bool beyondFirst = !wellInside && dot(center - v1, v2 - v1) <= -clearly;
    const bool beyondSecond = !wellInside && !beyondFirst && dot(center - v2, v1 - v2) <= -clearly;
    const int index = beyondFirst ? best.face : nextIndex;
    if ((beyondFirst || beyondSecond) && !liesAcrossNextTo(index, viewOf(polygon), center)) {
        const Vec2 corner = beyondFirst ? v1 : v2;
        const float distance = length(center - corner);
        if (distance > kSamePoint) {
            if (distance > enough) return Manifold{};
            setPoint(m, corner, (1.0f / distance) * (center - corner), distance, polygon.radius, radius,
                     cornerPair(kVertexFeature | index, 0));
            return m;
        }
    }
    setPoint(m, center - best.separation * normal, normal, best.separation, polygon.radius, radius,
             cornerPair(best.face, 0));
    return m;
}

} // namespace satbox
