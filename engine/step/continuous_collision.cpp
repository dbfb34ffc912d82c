#include "engine/step/continuous_collision.h"

#include "engine/collision/collide_chain.h"
#include "engine/core/parallel.h"
#include "engine/geometry/shape.h"
#include "engine/math/position.h"
#include <satbox/math.h>
#include <satbox/shapes.h>

#include <cmath>

namespace satbox {

namespace {

constexpr int kMaxPasses = 8; // passes over the obstacles of one body

Vec2 centerAt(const Transform& pose, const BodyMotion& m) { return transformPoint(pose, m.localCenter); }

Sweep between(const BodyMotion& m, const Transform& from, const Transform& to)
{
    return {m.localCenter, centerAt(from, m), centerAt(to, m), from.q, to.q};
}

// Halfway from a to b by the shorter rotation; a quarter turn counter-clockwise from a if they are opposite.
Rot halfWay(Rot a, Rot b)
{
    constexpr float kOpposite = 1e-3f; // of the sum's length squared
    const Rot sum{a.c + b.c, a.s + b.s};
    return sum.c * sum.c + sum.s * sum.s > kOpposite ? normalize(sum) : Rot{-a.s, a.c};
}

// Upper bound of the angle between two rotations, rad. Precondition: they are at most a quarter turn apart.
float angleBound(Rot from, Rot to) { return 1.6f * std::fabs(invMul(from, to).s); }

// Box swept by a shape of the body. With normalised interpolation a point deviates outward from the straight
// line between its end points by at most its distance from the centre of mass times 1 - cos(half the turn).
Aabb sweptBox(const Shape& shape, const BodyMotion& m, const MotionPath& path)
{
    Transform from = path.first();
    Aabb box = computeAabb(shape, from);
    float bulge = 0.0f;
    for (int piece = 1; piece <= path.pieceCount(); ++piece) {
        const Transform to = path.at(static_cast<float>(piece) / static_cast<float>(path.pieceCount()));
        box = unite(box, computeAabb(shape, to));
        bulge = std::max(bulge, 1.0f - std::sqrt(0.5f * std::max(1.0f + invMul(from.q, to.q).c, 0.0f)));
        from = to;
    }
    return expand(box, bulge * m.maxExtent);
}

// True if the body moved far (see needsContinuous) relative to the obstacle. A body that the obstacle carries
// along did not. `obstacle`: its path in a frame at `origin`.
bool movedFarRelativeTo(const MotionPath& obstacle, Position origin, const BodyMotion& m)
{
    const Transform start = m.transform0From(origin);
    const Transform carried = mul(obstacle.last(), invMul(obstacle.first(), start));
    return needsContinuous(m, (m.center - origin) - centerAt(carried, m), invMul(carried.q, m.q));
}

} // namespace

// Searches for an end pose that the body reaches from its start pose without passing through an obstacle.
// Begins with the solver's end pose. All poses are in a frame whose origin is the centre of mass at the
// start.
class ContinuousCollision::EndPoseSearch {
  public:
    EndPoseSearch(const ContinuousCollision& collision, uint32_t slot, bool isBullet)
        : collision_(collision), slot_(slot), isBullet_(isBullet), motion_(collision.bodies_.motions[slot]),
          origin_(motion_.center0()), start_(motion_.transform0From(origin_)),
          end_(motion_.transformFrom(origin_))
    {}

    // Returns true if the end pose differs from the solver's.
    bool find(Transform& end)
    {
        // A body that an obstacle pushes against static geometry must stay outside the static geometry: after
        // kMaxPasses only static geometry counts. If that leaves no pose either, the body stays at its start.
        for (int pass = 0; pass < 2 * kMaxPasses; ++pass) {
            if (!improve(pass > 0, pass < kMaxPasses)) {
                end = end_;
                return pass > 0;
            }
        }
        end = start_;
        return true;
    }

  private:
    // Moves the end pose back if an obstacle rejects it; returns whether one did.
    bool improve(bool isRetry, bool withMoving)
    {
        const MotionPath path(motion_.localCenter, start_, end_);
        path_ = &path;
        // Larger on a retry: after rounding, the same obstacle must not stop the body again.
        depthScale_ = isRetry ? 1.5f : 1.0f;
        impactTime_ = 2.0f;
        shift_ = 0.0f;
        const Vec2 from = centerAt(start_, motion_), to = centerAt(end_, motion_);
        const WorldBox swept = // by the whole body, whatever its rotation
            boxAt(origin_, expand(Aabb{minimum(from, to), maximum(from, to)}, motion_.maxExtent));
        testLayer(BroadPhase::Layer::Fixed, swept);
        if (withMoving) {
            if (isBullet_) testLayer(BroadPhase::Layer::Movable, swept);
            for (const Obstacle& o : collision_.obstacles_)
                if (o.body != slot_ && overlaps(o.box, swept)) testObstacle(o);
        }
        if (impactTime_ <= 1.0f)
            end_ = impactEnd_;
        else if (shift_ > 0.0f)
            end_ = shiftedEnd_;
        else
            return false;
        return true;
    }

    // Calls fn(slot, shape) for the body's shapes that collide.
    template<class Fn>
    void forEachShape(Fn&& fn) const
    {
        forEachShapeOf(collision_.bodies_, slot_, [&](uint32_t s) {
            const BodyShape& shape = collision_.shapes_.at(s);
            if (shape.proxy >= 0 && !shape.def.sensor) fn(s, shape);
        });
    }

    // `bodySwept`: contains what the body sweeps. Most bodies are near no other shape, and then the boxes
    // that their own shapes sweep, which take longer to find, are not needed.
    void testLayer(BroadPhase::Layer layer, const WorldBox& bodySwept)
    {
        std::array<uint32_t, 16> candidates;
        size_t count = 0;
        bool isCrowded = false;
        const BroadPhase& broadPhase = collision_.broadPhase_;
        broadPhase.query(layer, bodySwept, [&](uint32_t slot) {
            isCrowded = count == candidates.size();
            if (!isCrowded) candidates[count++] = slot;
            return !isCrowded;
        });
        if (count == 0) return;
        forEachShape([&](uint32_t slot, const BodyShape& shape) {
            const WorldBox swept = boxAt(origin_, sweptBox(shape.shape, motion_, *path_));
            const auto test = [&](uint32_t otherSlot) {
                const BodyShape& other = collision_.shapes_.at(otherSlot);
                if (collision_.canHit(slot, otherSlot))
                    testShape(shape, other, collision_.pathOf(other.body, origin_));
                return true;
            };
            if (isCrowded) return broadPhase.query(layer, swept, test);
            for (const uint32_t other : std::span(candidates).first(count))
                if (overlaps(broadPhase.box(collision_.shapes_.at(other).proxy), swept)) test(other);
        });
    }

    void testObstacle(const Obstacle& obstacle)
    {
        // A body that rides on the obstacle hardly moves relative to it.
        if (!movedFarRelativeTo(obstacle.path, obstacle.origin, motion_)) return;
        const MotionPath path = obstacle.path.shifted(obstacle.origin - origin_);
        forEachShape([&](uint32_t slot, const BodyShape& shape) {
            const Aabb relativeBox = expand(relativeSweptBox(path, shape), collision_.slop_);
            for (size_t i = obstacle.firstShape; i < obstacle.lastShape; ++i) {
                const SweptShape& swept = collision_.swept_[i];
                if (!overlaps(swept.localBox, relativeBox)) continue;
                const BodyShape& other = collision_.shapes_.at(swept.shape);
                if (collision_.canHit(slot, swept.shape)) testShape(shape, other, path);
            }
        });
    }

    // Box swept by the shape in the frame of the obstacle's body. World boxes would be too large: those of a
    // rotated drum's walls cover the whole drum.
    Aabb relativeSweptBox(const MotionPath& obstacle, const BodyShape& shape) const
    {
        constexpr float kRounding = 1e-5f;
        const int pieces = std::max(path_->pieceCount(), obstacle.pieceCount());
        Transform from = invMul(obstacle.first(), start_);
        Rot q = path_->first().q, obstacleQ = obstacle.first().q;
        Aabb box = computeAabb(shape.shape, from);
        float bend = 0.0f;
        for (int piece = 1; piece <= pieces; ++piece) {
            const float t = static_cast<float>(piece) / static_cast<float>(pieces);
            const Transform pose = path_->at(t), obstaclePose = obstacle.at(t);
            const Transform to = invMul(obstaclePose, pose);
            box = unite(box, computeAabb(shape.shape, to));
            // In a frame that rotates by an angle a, a straight path of length l at distance r from the
            // origin deviates by at most (1 - cos a) r + a l. The same holds for the shape's points about the
            // centre of mass.
            const float turn = angleBound(obstacleQ, obstaclePose.q);
            const float allTurn = turn + angleBound(q, pose.q);
            const Vec2 c0 = centerAt(from, motion_), c1 = centerAt(to, motion_);
            const float farthest = std::sqrt(std::max(lengthSquared(c0), lengthSquared(c1)));
            bend = std::max(bend, turn * (length(c1 - c0) + 1.5f * turn * farthest) +
                                      0.5f * allTurn * allTurn * motion_.maxExtent + kRounding * farthest);
            from = to;
            q = pose.q;
            obstacleQ = obstaclePose.q;
        }
        return expand(box, bend);
    }

    void testShape(const BodyShape& shape, const BodyShape& other, const MotionPath& otherPath)
    {
        const BodyMotion& o = collision_.bodies_.motions[other.body];
        // Overlap that the body gets at the impact: at most the slop, and so shallow that the least
        // penetration of a thin shape is still through its near side.
        const float shallow = 0.25f * (motion_.minExtent + o.minExtent);
        const float depth = depthScale_ * std::min(collision_.slop_, shallow);
        const Transform before = invMul(otherPath.first(), start_), after = invMul(otherPath.last(), end_);
        if (passesChain(other.shape, shape.shape, before) ||
            (isChainPiece(shape.shape) && passesChain(shape.shape, other.shape, invMul(before, Transform{}))))
            return;
        Vec2 shift =
            tunnellingCorrection(other.shape, shape.shape, before, after, -depth, collision_.lengthUnit_);
        if (lengthSquared(shift) == 0.0f) return;

        const int pieces = std::max(path_->pieceCount(), otherPath.pieceCount());
        float separation = 0.0f; // at the start
        for (int piece = 0; piece < pieces; ++piece) {
            const float from = static_cast<float>(piece) / static_cast<float>(pieces);
            const float to = static_cast<float>(piece + 1) / static_cast<float>(pieces);
            const Sweep sweep = between(motion_, path_->at(from), path_->at(to));
            const Sweep otherSweep = between(o, otherPath.at(from), otherPath.at(to));
            const TimeOfImpact impact =
                timeOfImpact(other.shape, otherSweep, shape.shape, sweep, -depth, collision_.lengthUnit_);
            if (piece == 0) separation = impact.separation;
            if (impact.state == TimeOfImpact::State::Separated) continue;
            if (impact.state == TimeOfImpact::State::Failed) return;
            if (separation <= collision_.slop_) {
                // In contact from the start: the solver has handled this contact, so the body keeps its end
                // pose, shifted to the near side of the obstacle. A disc may overlap up to the full `shallow`
                // depth: it has no other end that could enter the obstacle.
                if (kindOf(shape.shape) == ShapeKind::Circle)
                    shift = tunnellingCorrection(other.shape, shape.shape, before, after,
                                                 -depthScale_ * shallow, collision_.lengthUnit_);
                if (length(shift) <= shift_) return;
                shift_ = length(shift);
                shiftedEnd_ = {end_.p + rotate(otherPath.last().q, shift), end_.q};
                return;
            }
            const float time = from + impact.t * (to - from);
            if (time >= impactTime_) return;
            impactTime_ = time;
            impactEnd_ = sweepTransform(sweep, impact.t);
            // A moving obstacle carries the body along for the rest of the step.
            if (otherPath.isMoving())
                impactEnd_ = mul(otherPath.last(), invMul(otherPath.at(time), impactEnd_));
            return;
        }
    }

    const ContinuousCollision& collision_;
    uint32_t slot_;
    bool isBullet_;
    const BodyMotion& motion_;
    Position origin_;
    Transform start_, end_;

    // State of one pass over the obstacles.
    const MotionPath* path_ = nullptr; // from start_ to end_
    float depthScale_ = 1.0f;
    float impactTime_ = 2.0f; // of the earliest impact; above 1: none
    Transform impactEnd_;
    float shift_ = 0.0f; // m, largest so far; 0: none
    Transform shiftedEnd_;
};

MotionPath::MotionPath(Vec2 localCenter, const Transform& from, const Transform& to, float spin)
    : from_(from), to_(to), localCenter_(localCenter), q_{from.q, to.q}
{
    const Rot turn = invMul(from.q, to.q);
    if (turn.c >= 0.0f) return;
    const Rot middle = halfWay(from.q, to.q);
    pieceCount_ = 2;
    q_ = {from.q, middle, to.q};
    if (turn.s * spin >= 0.0f) return;
    const Rot opposite{-middle.c, -middle.s};
    pieceCount_ = 4;
    q_ = {from.q, halfWay(from.q, opposite), opposite, halfWay(opposite, to.q), to.q};
}

MotionPath MotionPath::shifted(Vec2 by) const
{
    MotionPath path = *this;
    path.from_.p += by;
    path.to_.p += by;
    return path;
}

Transform MotionPath::at(float t) const
{
    if (t <= 0.0f || !isMoving()) return from_;
    if (t >= 1.0f) return to_;
    const float at = t * static_cast<float>(pieceCount_);
    const int piece = std::min(static_cast<int>(at), pieceCount_ - 1);
    const auto i = static_cast<size_t>(piece);
    const Vec2 c = (1.0f - t) * transformPoint(from_, localCenter_) + t * transformPoint(to_, localCenter_);
    return sweepTransform({localCenter_, c, c, q_[i], q_[i + 1]}, at - static_cast<float>(piece));
}

bool ContinuousCollision::canHit(uint32_t shape, uint32_t otherShape) const
{
    const BodyShape& other = shapes_.at(otherShape);
    if (other.proxy < 0 || other.def.sensor) return false;
    if (!canCollide(bodies_, shapes_, callbacks_, shape, otherShape)) return false;
    return !callbacks_ || callbacks_->preContinuous(shapes_.handleAt(shape), shapes_.handleAt(otherShape));
}

MotionPath ContinuousCollision::pathOf(uint32_t slot, Position origin) const
{
    // The start pose of a sleeping body is that of an older step.
    const BodyMotion& m = bodies_.motions[slot];
    const Transform end = m.transformFrom(origin);
    const bool isAwake = bodies_.slots.at(slot).awake;
    return {m.localCenter, isAwake ? m.transform0From(origin) : end, end, m.w};
}

void ContinuousCollision::addObstacle(uint32_t slot)
{
    const size_t first = swept_.size();
    forEachShapeOf(bodies_, slot, [&](uint32_t s) {
        swept_.push_back({s, {}, computeAabb(shapes_.at(s).shape, Transform{})});
    });
    if (swept_.size() == first) return;
    const Position origin = bodies_.motions[slot].center0();
    obstacles_.push_back({slot, origin, pathOf(slot, origin), {}, first, swept_.size()});
    updateSweptBoxes(obstacles_.back());
}

void ContinuousCollision::updateSweptBoxes(Obstacle& obstacle)
{
    obstacle.path = pathOf(obstacle.body, obstacle.origin);
    for (size_t i = obstacle.firstShape; i < obstacle.lastShape; ++i) {
        SweptShape& swept = swept_[i];
        swept.box = boxAt(obstacle.origin, sweptBox(shapes_.at(swept.shape).shape,
                                                    bodies_.motions[obstacle.body], obstacle.path));
        obstacle.box = i == obstacle.firstShape ? swept.box : unite(obstacle.box, swept.box);
    }
}

void ContinuousCollision::stopOne(uint32_t slot, bool isBullet) const
{
    BodyMotion& motion = bodies_.motions[slot];
    Transform end;
    if (!EndPoseSearch(*this, slot, isBullet).find(end)) return;
    const Position start = motion.center0();
    motion.center = bodies_.grid.displaced(start, centerAt(end, motion));
    motion.moved = motion.center - start;
    motion.q = normalize(end.q);
}

void ContinuousCollision::stop(std::span<const uint32_t> fast, TaskExecutor* executor) const
{
    constexpr size_t kGrain = 16; // bodies per task
    parallelFor(callbacks_ ? nullptr : executor, fast.size(), kGrain, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) stopOne(fast[i], false);
    });
}

void ContinuousCollision::stopBullets(std::span<const uint32_t> bullets)
{
    for (const uint32_t slot : bullets) {
        stopOne(slot, true);
        for (Obstacle& obstacle : obstacles_)
            if (obstacle.body == slot) updateSweptBoxes(obstacle);
    }
}

void ContinuousCollision::findSweptByObstacles(std::vector<uint32_t>& slots) const
{
    for (const Obstacle& obstacle : obstacles_) {
        if (!needsContinuous(bodies_.motions[obstacle.body])) continue;
        for (size_t i = obstacle.firstShape; i < obstacle.lastShape; ++i) {
            broadPhase_.query(BroadPhase::Layer::Movable, swept_[i].box, [&](uint32_t other) {
                const uint32_t slot = shapes_.at(other).body;
                if (bodies_.canBePushed(slot) && bodies_.slots.at(slot).awake &&
                    movedFarRelativeTo(obstacle.path, obstacle.origin, bodies_.motions[slot]))
                    slots.push_back(slot);
                return true;
            });
        }
    }
}

bool ContinuousCollision::isSweptByObstacle(uint32_t slot) const
{
    const BodyMotion& m = bodies_.motions[slot];
    const WorldBox near =
        expand(WorldBox{m.center, m.center}, 2.0f * m.maxExtent); // it moved by less than that
    return std::any_of(obstacles_.begin(), obstacles_.end(), [&](const Obstacle& obstacle) {
        return obstacle.body != slot && overlaps(obstacle.box, near) &&
               movedFarRelativeTo(obstacle.path, obstacle.origin, m);
    });
}

} // namespace satbox
