#include "engine/collision/distance.h"
#include "engine/collision/gjk.h"

#include <algorithm>

// Conservative advancement along a separating axis. At a time when the cores are apart, GJK gives the
// features nearest to each other and with them an axis that rests on one of the bodies or in the world. Where
// the cores overlap, the face of least penetration gives the axis, and the separation is negative. Along that
// axis the separation s(t) of the moving shapes is a cheap function of time; it is followed up to its first
// root, the shapes are measured again there, and so on until they are as near, or as deep, as the target. No
// axis tells of more separation than there is, so one that stays above the target proves that all of the
// shapes' motion does.
//
// A root finder alone can step over a short dip of s, as when the end of a turning plank sweeps through a
// corner and out again. So no interval is passed before it is proved free: s is the least of functions f(t),
// one for each pair of points, whose second derivatives stay below a bound K that follows from the speeds of
// turning. On an interval of length L each f lies above its chord less K L^2 / 8, hence
//     s(t) >= min(s(start), s(end)) - K L^2 / 8.
// Without turning K is 0 and one look at the end decides.

namespace satbox {

namespace {

constexpr int kMaxAdvances = 32;          // measured distances
constexpr int kMaxLooks = 200;            // evaluations of s in all
constexpr float kMinTolerance = 1e-5f;    // length units
constexpr float kMaxTolerance = 1.25e-3f; // length units

enum class Frame { World, A, B }; // what the axis turns with

// One of the two bodies on its way.
struct Mover {
    Core core;
    Sweep sweep;
    float reach = 0.0f;  // m, from the centre of mass to the farthest point of the core
    float spin = 0.0f;   // rad per whole step, greatest over the step
    float spinUp = 0.0f; // rad per step^2, greatest
    Vec2 path() const { return sweep.c2 - sweep.c1; }
    // Greatest acceleration of a point of the core, m per step^2: centripetal and tangential.
    float curvature() const { return reach * (spin * spin + spinUp); }
};

Mover makeMover(const Shape& shape, const Sweep& sweep, Vec2 origin)
{
    Mover m;
    m.core = coreOf(shape);
    m.sweep = sweep;
    m.sweep.c1 -= origin; // near the origin floats are finest
    m.sweep.c2 -= origin;
    for (int i = 0; i < m.core.count; ++i) {
        m.reach = std::max(m.reach, length(m.core.points[static_cast<size_t>(i)] - sweep.localCenter));
    }
    // Normalised interpolation over the angle A, with u = tan(A / 2): the angle's rate is at most 2 u and its
    // second derivative at most 8 u^3 (both by derivation of atan(t sin A / (1 - t + t cos A))).
    const Rot turn = invMul(sweep.q1, sweep.q2);
    const float u = std::fabs(turn.s) / std::max(1.0f + turn.c, 1e-3f);
    m.spin = 2.0f * u;
    m.spinUp = 8.0f * u * u * u;
    return m;
}

// The axis along which two cores are measured at one time.
struct Axis {
    Frame frame = Frame::World;
    Vec2 normal{1.0f, 0.0f}; // unit, from A to B, in the world
    float separation = 0.0f; // m; below 0 where the cores overlap
};

// An edge's normal turns with the edge's body; between two corners the axis stands still.
Frame frameOf(const GjkCache& nearest)
{
    if (nearest.count < 2) return Frame::World;
    return nearest.a[0] == nearest.a[1] ? Frame::B : Frame::A;
}

// Replaces `best` where `other` stays farther in front of a face of `owner`, or reaches less far behind it.
// A core of two points has a face to either side. Poses in the world.
void searchFaces(const Core& owner, const Transform& ownerPose, const Core& other, const Transform& otherPose,
                 Frame frame, Axis& best)
{
    const float towardsB = frame == Frame::A ? 1.0f : -1.0f;
    for (int i = 0; owner.count > 1 && i < owner.count; ++i) {
        const Vec2 v = owner.points[static_cast<size_t>(i)];
        const Vec2 edge = owner.points[static_cast<size_t>((i + 1) % owner.count)] - v;
        const Vec2 n = rotate(ownerPose.q, normalizeOrZero(rightPerp(edge)));
        const int support = supportPoint(other, invRotate(otherPose.q, -n));
        const Vec2 between = transformPoint(otherPose, other.points[static_cast<size_t>(support)]) -
                             transformPoint(ownerPose, v);
        const float separation = dot(n, between);
        if (separation > best.separation) best = {frame, towardsB * n, separation};
    }
}

Axis measure(const Core& a, const Transform& poseA, const Core& b, const Transform& poseB, GjkCache& nearest)
{
    const GjkResult apart = gjk(a, b, invMul(poseA, poseB), nearest);
    if (lengthSquared(apart.normal) > 0.0f)
        return {frameOf(nearest), rotate(poseA.q, apart.normal), apart.distance};
    if (a.count < 2 && b.count < 2) return {}; // two points in one place: any axis
    Axis least{Frame::World, {1.0f, 0.0f}, -3.4e38f};
    searchFaces(a, poseA, b, poseB, Frame::A, least);
    searchFaces(b, poseB, a, poseA, Frame::B, least);
    return least;
}

// Signed separation of the two cores along an axis over time.
class Separation {
  public:
    Separation(const Mover& a, const Mover& b, const Axis& axis, float t) : a_(a), b_(b), frame_(axis.frame)
    {
        axis_ = invRotate(turned(t), axis.normal);
        bound_ = boundOf();
    }

    float at(float t) const
    {
        const Transform poseA = sweepTransform(a_.sweep, t);
        const Transform poseB = sweepTransform(b_.sweep, t);
        const Vec2 n = rotate(frame_ == Frame::A ? poseA.q : frame_ == Frame::B ? poseB.q : Rot{}, axis_);
        const Vec2 nA = invRotate(poseA.q, n);
        const Vec2 nB = invRotate(poseB.q, n);
        const Vec2 onA = a_.core.points[static_cast<size_t>(supportPoint(a_.core, nA))];
        const Vec2 onB = b_.core.points[static_cast<size_t>(supportPoint(b_.core, -nB))];
        return dot(n, transformPoint(poseB, onB) - transformPoint(poseA, onA));
    }

    // Greatest second derivative by time of any pair of points' separation, m per step^2.
    float bound() const { return bound_; }

  private:
    Rot turned(float t) const
    {
        if (frame_ == Frame::World) return {};
        return sweepTransform(frame_ == Frame::A ? a_.sweep : b_.sweep, t).q;
    }

    // With the axis in the world it is the sum of both points' accelerations. With the axis on a body that
    // turns by R, the separation is n . R^T w for the other body's point seen from this one's centre;
    // deriving twice gives |w''| + 2 spin |w'| + (spin^2 + spinUp) |w|, and this body's own points stand
    // still in its frame.
    float boundOf() const
    {
        if (frame_ == Frame::World) return a_.curvature() + b_.curvature();
        const Mover& own = frame_ == Frame::A ? a_ : b_;
        const Mover& other = frame_ == Frame::A ? b_ : a_;
        const float away =
            std::max(length(other.sweep.c1 - own.sweep.c1), length(other.sweep.c2 - own.sweep.c2));
        const float speed = length(other.path() - own.path()) + other.reach * other.spin;
        return other.curvature() + 2.0f * own.spin * speed +
               (own.spin * own.spin + own.spinUp) * (away + other.reach);
    }

    const Mover& a_;
    const Mover& b_;
    Frame frame_;
    Vec2 axis_{0.0f, 0.0f};
    float bound_ = 0.0f;
};

struct Limits {
    float wanted = 0.0f;    // m, separation of the cores that counts as a hit
    float tolerance = 0.0f; // m
    float lowest() const { return wanted - tolerance; }
    float highest() const { return wanted + tolerance; }
};

// Latest time up to which the axis proves that the cores stay more than limits.lowest() apart, found by
// halving where the proof fails and by the secant where the separation ends too low. 1, or a time when the
// separation along the axis has come down to the wanted one (or the looks ran out).
float advance(const Separation& s, float start, float separationAtStart, const Limits& limits, int& looks)
{
    float low = start;
    float sLow = separationAtStart;
    float high = 1.0f;
    float pierced = 2.0f; // earliest known time of too little separation
    float sPierced = 0.0f;
    for (bool halve = false; looks < kMaxLooks; ++looks) {
        const float sHigh = s.at(high);
        const float span = high - low;
        if (sHigh <= limits.lowest()) {
            pierced = high;
            sPierced = sHigh;
        } else if (std::min(sLow, sHigh) - s.bound() * span * span / 8.0f > limits.lowest()) {
            low = high;
            sLow = sHigh;
            if (low >= 1.0f || sLow <= limits.highest()) return low;
            high = std::min(1.0f, low + 2.0f * span); // what was proved once may go further
            if (high < pierced) continue;
        } else {
            high = low + 0.5f * span;
            if (high <= low) return low;
            continue;
        }
        // Between low and pierced: by the secant and the middle in turns, since the secant alone can creep.
        const float share = halve ? 0.5f : (sLow - limits.wanted) / (sLow - sPierced);
        high = low + std::clamp(share, 0.05f, 0.95f) * (pierced - low);
        halve = !halve;
        if (high <= low || high >= pierced) return low; // as near as a float can tell
    }
    return low;
}

} // namespace

TimeOfImpact timeOfImpact(const Shape& shapeA, const Sweep& sweepA, const Shape& shapeB, const Sweep& sweepB,
                          float target, float lengthUnit)
{
    using State = TimeOfImpact::State;
    const Mover a = makeMover(shapeA, sweepA, sweepA.c1);
    const Mover b = makeMover(shapeB, sweepB, sweepA.c1);

    // Rounding grows with the lengths that take part.
    const float size = length(b.sweep.c1) + length(b.path()) + length(a.path()) + a.reach + b.reach;
    if (!isFinite(size + a.spin + b.spin) || !isFinite(target)) return {State::Failed, 0.0f, 0.0f};
    const float radii = a.core.radius + b.core.radius;
    Limits limits;
    limits.tolerance = std::max(std::min(0.25f * std::fabs(target), kMaxTolerance * lengthUnit),
                                kMinTolerance * lengthUnit + 1e-6f * size);
    limits.wanted = radii + (target < 0.0f ? target : std::max(target, 2.0f * limits.tolerance));

    GjkCache nearest;
    TimeOfImpact found{State::Separated, 0.0f, 0.0f};
    int looks = 0;
    for (int i = 0; i < kMaxAdvances && looks < kMaxLooks; ++i) {
        const Transform poseA = sweepTransform(a.sweep, found.t);
        const Transform poseB = sweepTransform(b.sweep, found.t);
        const Axis axis = measure(a.core, poseA, b.core, poseB, nearest);
        if (i == 0) {
            found.separation = axis.separation - radii;
            if (found.separation <= std::min(target, 0.0f))
                return {State::Overlapped, 0.0f, found.separation};
        }
        found.state = State::Hit;
        if (axis.separation <= limits.highest()) return found;
        const float next = advance(Separation(a, b, axis, found.t), found.t, axis.separation, limits, looks);
        if (next >= 1.0f) return {State::Separated, 1.0f, found.separation};
        if (next <= found.t) return found; // no further without coming too near
        found.t = next;
    }
    return found; // free up to here; beyond it nothing is proved
}

} // namespace satbox
