#include <satbox/queries.h>

#include "engine/collision/collide_chain.h"
#include "engine/collision/gjk.h"
#include "engine/collision/minkowski.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

// B touches A where the origin of B's frame is in the configuration obstacle, A - B with B rotated but not
// moved, rounded by both radii. So the separation of two shapes is the distance of a point from a convex
// polygon, and a shape cast is a ray cast at a rounded polygon; both have closed forms. The obstacle's
// vertices depend on the sizes of the shapes only, and so does its rounding, however far apart the shapes
// are.

namespace satbox {

namespace {

// A point of the obstacle's core: on the edge that starts at a vertex, or at one of its ends.
struct CorePoint {
    size_t edge = 0;
    float along = 0.0f; // 0 to 1
};

class Obstacle {
  public:
    Obstacle(const Shape& a, const Shape& b, Rot rotationOfB) : a_(coreOf(a))
    {
        const Core coreB = coreOf(b);
        radius_ = a_.radius + coreB.radius;
        std::array<Vec2, kMaxPolygonVertices> turned;
        for (size_t i = 0; i < static_cast<size_t>(coreB.count); ++i)
            turned[i] = rotate(rotationOfB, coreB.points[i]);
        count_ = differenceVertices({a_.points.data(), static_cast<size_t>(a_.count)},
                                    {turned.data(), static_cast<size_t>(coreB.count)}, vertices_);
    }

    struct Nearest {
        CorePoint at;
        Vec2 normal{0.0f, 0.0f}; // unit, outward
        float separation = 0.0f; // m, of the point from the rounded obstacle; negative inside
    };
    Nearest nearestTo(Vec2 point) const
    {
        std::array<DifferenceVertex, kMaxDifferenceVertices> shifted = vertices_;
        for (size_t i = 0; i < count_; ++i) shifted[i].point -= point;
        const MinimumTranslation least = minimumTranslation(std::span(shifted).first(count_));
        const auto edge = static_cast<size_t>(least.edge);
        const Vec2 from = shifted[edge].point;
        const Vec2 side = shifted[nextOf(edge)].point - from;
        const float all = lengthSquared(side);
        const float along = all > 0.0f ? std::clamp(dot(least.nearest - from, side) / all, 0.0f, 1.0f) : 0.0f;

        Nearest found{{edge, along}, least.normal, -least.depth - radius_};
        // In front of an edge its own normal is accurate also at small distances.
        const Vec2 face = normalizeOrZero(rightPerp(side));
        if (along > 0.0f && along < 1.0f && lengthSquared(face) > 0.0f)
            found.normal = dot(face, least.normal) < 0.0f ? -face : face;
        else if (lengthSquared(found.normal) == 0.0f)
            found.normal = lengthSquared(face) > 0.0f ? face : Vec2{0.0f, 1.0f};
        return found;
    }

    // On the surface of A, in A's frame. Where an edge of A touches one of B, both move along it together.
    Vec2 pointOnA(CorePoint at, Vec2 normal) const
    {
        const auto onA = [&](size_t vertex) {
            return a_.points[static_cast<size_t>(vertices_[vertex].vertexA)];
        };
        const Vec2 from = onA(at.edge);
        return from + at.along * (onA(nextOf(at.edge)) - from) + a_.radius * normal;
    }

    // The first point of a ray in the obstacle. Precondition: the ray starts outside; `start` is nearest to
    // its origin.
    struct Entry {
        CorePoint at;
        Vec2 normal{0.0f, 0.0f};
        float fraction = 0.0f;
    };
    std::optional<Entry> castRay(const Ray& ray, const Nearest& start) const
    {
        // Clips the ray to the half planes behind the faces, moved outward by the radius (Cyrus and Beck,
        // 1978).
        float enter = 0.0f;
        float leave = 1.0f;
        std::optional<size_t> face;
        for (size_t i = 0; i < count_; ++i) {
            const Vec2 normal = faceNormal(i);
            if (lengthSquared(normal) == 0.0f) continue; // both cores are points
            const float height = dot(normal, vertices_[i].point - ray.origin) + radius_;
            const float rise = dot(normal, ray.translation);
            if (rise == 0.0f) {
                if (height < 0.0f) return std::nullopt;
            } else if (rise < 0.0f && height < enter * rise) {
                enter = height / rise;
                face = i;
            } else if (rise > 0.0f && height < leave * rise) {
                leave = height / rise;
            }
            if (leave < enter) return std::nullopt;
        }
        // The half planes meet in sharp corners. A ray that enters one of these beside the edge hits the disc
        // at the vertex or nothing: between edge and edge, the disc and the two half planes enclose all of
        // the corner.
        if (!face) {
            if (!isBetweenEnds(start.at.along)) return castAtVertex(endOf(start.at), ray);
            // Rounding has put the origin behind the face that it is in front of.
            if (dot(start.normal, ray.translation) >= 0.0f) return std::nullopt;
            return Entry{start.at, start.normal, 0.0f};
        }
        const Vec2 from = vertices_[*face].point;
        const Vec2 edge = vertices_[nextOf(*face)].point - from;
        const float along = dot(ray.origin + enter * ray.translation - from, edge) / lengthSquared(edge);
        // Without radius there are no discs: a vertex belongs to the edges, so that no ray slips between
        // them. The two faces of a line do not bound it, so that its ends are discs of radius 0.
        const bool onEdge = along >= 0.0f && along <= 1.0f;
        if (onEdge || (radius_ == 0.0f && count_ > 2))
            return Entry{{*face, std::clamp(along, 0.0f, 1.0f)}, faceNormal(*face), enter};
        return castAtVertex(endOf({*face, along}), ray);
    }

  private:
    static bool isBetweenEnds(float along) { return along > 0.0f && along < 1.0f; }
    size_t nextOf(size_t vertex) const { return vertex + 1 < count_ ? vertex + 1 : 0; }
    size_t endOf(CorePoint at) const { return at.along < 0.5f ? at.edge : nextOf(at.edge); }
    Vec2 faceNormal(size_t edge) const
    {
        return normalizeOrZero(rightPerp(vertices_[nextOf(edge)].point - vertices_[edge].point));
    }

    // The disc around a vertex. Starts from the point of the ray's line nearest to the vertex, which is
    // accurate for small discs far away.
    std::optional<Entry> castAtVertex(size_t vertex, const Ray& ray) const
    {
        const Vec2 start = ray.origin - vertices_[vertex].point;
        const float reach = length(ray.translation);
        const Vec2 direction = ray.translation / reach;
        const float lineDistance = cross(direction, start);
        const float halfChordSquared = radius_ * radius_ - lineDistance * lineDistance;
        const float towards = -dot(start, direction);
        if (!(halfChordSquared >= 0.0f) || towards < 0.0f) return std::nullopt; // a NaN misses, too
        const float halfChord = std::sqrt(halfChordSquared);
        const float distance = towards - halfChord;
        if (distance > reach) return std::nullopt;
        const Vec2 normal = normalizeOrZero(lineDistance * perp(direction) - halfChord * direction);
        // Negative only by rounding, since the ray starts outside.
        const float fraction = std::max(0.0f, distance / reach);
        return Entry{{vertex, 0.0f}, lengthSquared(normal) > 0.0f ? normal : -direction, fraction};
    }

    Core a_;
    float radius_ = 0.0f; // m, of A and B together
    std::array<DifferenceVertex, kMaxDifferenceVertices> vertices_{};
    size_t count_ = 0; // 1: both cores are points; 2: a line; else a polygon
};

} // namespace

ShapeSeparation separationOf(const Shape& a, const Shape& b, const Transform& bInA)
{
    const Obstacle obstacle(a, b, bInA.q);
    const Obstacle::Nearest nearest = obstacle.nearestTo(bInA.p);
    return {nearest.separation, nearest.normal, obstacle.pointOnA(nearest.at, nearest.normal)};
}

std::optional<ShapeHit> castShape(const Shape& target, const Shape& moving, const Transform& movingInTarget,
                                  Vec2 translation)
{
    if (passesChain(target, moving, movingInTarget)) return std::nullopt;
    const Obstacle obstacle(target, moving, movingInTarget.q);
    const Obstacle::Nearest start = obstacle.nearestTo(movingInTarget.p);
    if (start.separation <= 0.0f)
        return ShapeHit{obstacle.pointOnA(start.at, start.normal), start.normal, 0.0f};
    if (length(translation) == 0.0f) return std::nullopt;
    const auto entry = obstacle.castRay({movingInTarget.p, translation}, start);
    if (!entry) return std::nullopt;
    return ShapeHit{obstacle.pointOnA(entry->at, entry->normal), entry->normal, entry->fraction};
}

} // namespace satbox
