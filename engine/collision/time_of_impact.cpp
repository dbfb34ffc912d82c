#include "engine/collision/distance.h"
#include "engine/collision/gjk.h"

#include <algorithm>
#include <cmath>

// Conservative advancement along a separating axis. If the cores are apart, GJK gives their nearest features
// and an axis that is fixed in one of the bodies or in the world. If they overlap, the face of least
// penetration gives the axis, and the separation is negative. Along that axis the separation s(t) of the
// moving shapes is a cheap function of time. The search finds the first time at which s(t) falls to the
// target, measures the shapes there to get a new axis, and repeats this until their separation is the target.
// The separation along any axis is a lower bound of the real one. So if s(t) stays above the target, the
// whole motion is free.
//
// A root finder alone can miss a short dip of s, for example if the end of a rotating plank sweeps through a
// corner and out again. So an interval is skipped only if it is proved free: s is the minimum of functions
// f(t), one for each pair of points, whose second derivatives are at most a bound K that follows from the
// angular speeds. On an interval of length L each f is at least its chord minus K L^2 / 8, hence
//     s(t) >= min(s(start), s(end)) - K L^2 / 8.
// Without rotation K is 0 and one evaluation at the end decides.

namespace satbox {

namespace {

constexpr int kMaxAdvances = 32;          // calls of measure()
constexpr int kMaxEvaluations = 200;      // of s, in total
constexpr float kMinTolerance = 1e-5f;    // length units
constexpr float kMaxTolerance = 1.25e-3f; // length units

enum class Frame { World, A, B }; // in which the axis is fixed

// A core with its motion.
struct MovingCore {
    Core core;
    Sweep sweep;
    float reach = 0.0f;               // m, from the centre of mass to the farthest point of the core
    float angularSpeed = 0.0f;        // rad per step, maximum over the step
    float angularAcceleration = 0.0f; // rad per step^2, maximum
    Vec2 translation() const { return sweep.c2 - sweep.c1; }
    // Bound of the acceleration of any point of the core, m per step^2: centripetal plus tangential.
    float curvature() const { return reach * (angularSpeed * angularSpeed + angularAcceleration); }
};

MovingCore makeMovingCore(const Shape& shape, const Sweep& sweep, Vec2 origin)
{
    MovingCore m;
    m.core = coreOf(shape);
    m.sweep = sweep;
    m.sweep.c1 -= origin; // floats are most precise near the origin
    m.sweep.c2 -= origin;
    for (int i = 0; i < m.core.count; ++i) {
        m.reach = std::max(m.reach, length(m.core.points[static_cast<size_t>(i)] - sweep.localCenter));
    }
    // Normalised interpolation over the angle A, with u = tan(A / 2): the angle's first derivative is at most
    // 2 u and its second at most 8 u^3 (both from differentiating atan(t sin A / (1 - t + t cos A))).
    const Rot turn = invMul(sweep.q1, sweep.q2);
    const float u = std::fabs(turn.s) / std::max(1.0f + turn.c, 1e-3f);
    m.angularSpeed = 2.0f * u;
    m.angularAcceleration = 8.0f * u * u * u;
    return m;
}

// The axis along which two cores are measured.
struct Axis {
    Frame frame = Frame::World;
    Vec2 normal{1.0f, 0.0f}; // unit, from A to B, in the world
    float separation = 0.0f; // m; negative if the cores overlap
};

// An edge's normal is fixed in the edge's body; an axis between two corners is fixed in the world.
Frame frameOf(const GjkCache& nearest)
{
    if (nearest.count < 2) return Frame::World;
    return nearest.a[0] == nearest.a[1] ? Frame::B : Frame::A;
}

// Replaces `best` by each face of `owner` from which the separation of `other` is greater. A core of two
// points has a face on either side. World poses.
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
    if (a.count < 2 && b.count < 2) return {}; // two coincident points: any axis
    Axis least{Frame::World, {1.0f, 0.0f}, -3.4e38f};
    searchFaces(a, poseA, b, poseB, Frame::A, least);
    searchFaces(b, poseB, a, poseA, Frame::B, least);
    return least;
}

// Signed separation of the two cores along an axis, as a function of time.
class Separation {
  public:
    Separation(const MovingCore& a, const MovingCore& b, const Axis& axis, float t)
        : a_(a), b_(b), frame_(axis.frame)
    {
        axis_ = invRotate(frameRotation(t), axis.normal);
        bound_ = computeBound();
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

    // Bound of the second time derivative of the separation of any pair of points, m per step^2.
    float bound() const { return bound_; }

  private:
    Rot frameRotation(float t) const
    {
        if (frame_ == Frame::World) return {};
        return sweepTransform(frame_ == Frame::A ? a_.sweep : b_.sweep, t).q;
    }

    // With an axis fixed in the world, the bound is the sum of both points' accelerations. With an axis fixed
    // in a body of rotation R, the separation is n . R^T w, where w is the other body's point relative to
    // this body's centre. Differentiating twice gives |w''| + 2 angularSpeed |w'| + (angularSpeed^2 +
    // angularAcceleration) |w|. This body's own points are fixed in its frame.
    float computeBound() const
    {
        if (frame_ == Frame::World) return a_.curvature() + b_.curvature();
        const MovingCore& own = frame_ == Frame::A ? a_ : b_;
        const MovingCore& other = frame_ == Frame::A ? b_ : a_;
        const float away =
            std::max(length(other.sweep.c1 - own.sweep.c1), length(other.sweep.c2 - own.sweep.c2));
        const float speed =
            length(other.translation() - own.translation()) + other.reach * other.angularSpeed;
        return other.curvature() + 2.0f * own.angularSpeed * speed +
               (own.angularSpeed * own.angularSpeed + own.angularAcceleration) * (away + other.reach);
    }

    const MovingCore& a_;
    const MovingCore& b_;
    Frame frame_;
    Vec2 axis_{0.0f, 0.0f};
    float bound_ = 0.0f;
};

struct Limits {
    float target = 0.0f;    // m, separation of the cores that counts as a hit
    float tolerance = 0.0f; // m
    float lowest() const { return target - tolerance; }
    float highest() const { return target + tolerance; }
};

// Latest time up to which the axis proves a separation of the cores above limits.lowest(). It halves the
// interval if the proof fails, and uses the secant if the separation at the end is too low. Returns 1, or a
// time at which the separation along the axis has reached the target (or the evaluations ran out).
float advance(const Separation& s, float start, float separationAtStart, const Limits& limits,
              int& evaluations)
{
    float low = start;
    float sLow = separationAtStart;
    float high = 1.0f;
    float tooLate = 2.0f; // earliest known time with too little separation
    float sTooLate = 0.0f;
    for (bool halve = false; evaluations < kMaxEvaluations; ++evaluations) {
        const float sHigh = s.at(high);
        const float span = high - low;
        if (sHigh <= limits.lowest()) {
            tooLate = high;
            sTooLate = sHigh;
        } else if (std::min(sLow, sHigh) - s.bound() * span * span / 8.0f > limits.lowest()) {
            low = high;
            sLow = sHigh;
            if (low >= 1.0f || sLow <= limits.highest()) return low;
            high = std::min(1.0f, low + 2.0f * span); // a longer interval may be provable, too
            if (high < tooLate) continue;
        } else {
            high = low + 0.5f * span;
            if (high <= low) return low;
            continue;
        }
        // Between low and tooLate: secant and bisection alternate, since the secant alone may converge
        // slowly.
        const float share = halve ? 0.5f : (sLow - limits.target) / (sLow - sTooLate);
        high = low + std::clamp(share, 0.05f, 0.95f) * (tooLate - low);
        halve = !halve;
        if (high <= low || high >= tooLate) return low; // the resolution of floats is reached
    }
    return low;
}

} // namespace

TimeOfImpact timeOfImpact(const Shape& shapeA, const Sweep& sweepA, const Shape& shapeB, const Sweep& sweepB,
                          float target, float lengthUnit)
{
    using State = TimeOfImpact::State;
    const MovingCore a = makeMovingCore(shapeA, sweepA, sweepA.c1);
    const MovingCore b = makeMovingCore(shapeB, sweepB, sweepA.c1);

    // Rounding grows with the lengths involved.
    const float size =
        length(b.sweep.c1) + length(b.translation()) + length(a.translation()) + a.reach + b.reach;
    if (!isFinite(size + a.angularSpeed + b.angularSpeed) || !isFinite(target))
        return {State::Failed, 0.0f, 0.0f};
    const float radii = a.core.radius + b.core.radius;
    Limits limits;
    limits.tolerance = std::max(std::min(0.25f * std::fabs(target), kMaxTolerance * lengthUnit),
                                kMinTolerance * lengthUnit + 1e-6f * size);
    limits.target = radii + (target < 0.0f ? target : std::max(target, 2.0f * limits.tolerance));

    GjkCache nearest;
    TimeOfImpact found{State::Separated, 0.0f, 0.0f};
    int evaluations = 0;
    for (int i = 0; i < kMaxAdvances && evaluations < kMaxEvaluations; ++i) {
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
        const float next =
            advance(Separation(a, b, axis, found.t), found.t, axis.separation, limits, evaluations);
        if (next >= 1.0f) return {State::Separated, 1.0f, found.separation};
        if (next <= found.t) return found; // any later time is too near
        found.t = next;
    }
    return found; // proved free up to found.t only
}

} // namespace satbox
