#include "engine/collision/collide_chain.h"

namespace satbox {

namespace {

// Sine of the turn up to which a joint counts as straight, 0.6 degrees, and the rounding of normals.
constexpr float kSmoothTurn = 0.01f;

float separationFrom(Vec2 point, Vec2 normal, const PolygonView& other)
{
    float least = 3.4e38f;
    for (int i = 0; i < other.count; ++i) least = std::min(least, dot(normal, other.vertices[i] - point));
    return least;
}

} // namespace

ChainPiece::ChainPiece(const Segment& segment, const Transform& pose)
    : p1_(transformPoint(pose, segment.p1)), p2_(transformPoint(pose, segment.p2)),
      along_(rotate(pose.q, normalizeOrZero(segment.p2 - segment.p1))), normal_(rightPerp(along_))
{
    const Vec2 alongBefore = rotate(pose.q, normalizeOrZero(segment.p1 - segment.before));
    const Vec2 alongAfter = rotate(pose.q, normalizeOrZero(segment.after - segment.p2));
    normalBefore_ = rightPerp(alongBefore);
    normalAfter_ = rightPerp(alongAfter);
    turnsLeftAt1_ = cross(alongBefore, along_) >= kSmoothTurn;
    turnsLeftAt2_ = cross(along_, alongAfter) >= kSmoothTurn;
}

bool ChainPiece::isBehind(Vec2 point) const
{
    if (dot(normal_, point - p1_) >= 0.0f) return false;
    if (turnsLeftAt1_ && dot(normalBefore_, point - p1_) >= 0.0f) return false;
    return !(turnsLeftAt2_ && dot(normalAfter_, point - p2_) >= 0.0f);
}

NormalLimit ChainPiece::limit(Vec2 outward) const
{
    const bool leansTo1 = dot(outward, along_) <= 0.0f;
    if (!(leansTo1 ? turnsLeftAt1_ : turnsLeftAt2_)) return NormalLimit::Snapped;
    const float beyond = leansTo1 ? cross(outward, normalBefore_) : cross(normalAfter_, outward);
    return beyond > kSmoothTurn ? NormalLimit::Skipped : NormalLimit::Admitted;
}

float ChainPiece::separation(const PolygonView& other) const { return separationFrom(p1_, normal_, other); }

bool ChainPiece::isOwnedByNeighbour(const PolygonView& other, float separation) const
{
    return (turnsLeftAt1_ && separationFrom(p1_, normalBefore_, other) > separation) ||
           (turnsLeftAt2_ && separationFrom(p2_, normalAfter_, other) > separation);
}

MaxSeparation ChainPiece::maxSeparation(const PolygonView& other) const
{
    MaxSeparation best{0, -3.4e38f};
    for (int i = 0; i < other.count; ++i) {
        const Vec2 n = other.normals[i], v = other.vertices[i];
        if (limit(-n) != NormalLimit::Admitted) continue;
        const float separation = std::min(dot(n, p1_ - v), dot(n, p2_ - v));
        if (separation > best.separation) best = {i, separation};
    }
    return best;
}

bool passesChain(const Shape& target, const Shape& other, const Transform& otherInTarget)
{
    if (!isChainPiece(target)) return false;
    const auto* polygon = std::get_if<Polygon>(&other);
    const Vec2 middle = polygon ? transformPoint(otherInTarget, polygon->centroid)
                                : center(computeAabb(other, otherInTarget));
    return ChainPiece(std::get<Segment>(target), {}).isBehind(middle);
}

} // namespace satbox
