#include "engine/dynamics/continuous.h"

#include "engine/core/parallel.h"

namespace satbox {

namespace {

constexpr int kMaxPasses = 8; // over the obstacles in the way of one body

Vec2 centerAt(const Transform& pose, const BodyMotion& m) { return transformPoint(pose, m.localCenter); }

Sweep between(const BodyMotion& m, const Transform& from, const Transform& to)
{
    return {m.localCenter, centerAt(from, m), centerAt(to, m), from.q, to.q};
}

// Half way from a to b by the shorter way; of two that are opposite, counter-clockwise.
Rot halfWay(Rot a, Rot b)
{
    constexpr float kOpposite = 1e-3f; // of the sum's length squared
    const Rot sum{a.c + b.c, a.s + b.s};
    return sum.c * sum.c + sum.s * sum.s > kOpposite ? normalize(sum) : Rot{-a.s, a.c};
}

// Upper bound of the angle between two rotations, rad. Precondition: they are at most a quarter turn apart.
float angleBound(Rot from, Rot to) { return 1.6f * std::fabs(invMul(from, to).s); }

// The box that a shape of the body sweeps. Normalised interpolation moves a point along the line between its
// ends and away from it, outward by at most its distance from the centre of mass times 1 - cos(half the
// turn).
Aabb sweptBox(const Shape& shape, const BodyMotion& m, const Track& track)
{
    Transform from = track.first();
    Aabb box = computeAabb(shape, from);
    float bulge = 0.0f;
    for (int part = 1; part <= track.parts(); ++part) {
        const Transform to = track.at(static_cast<float>(part) / static_cast<float>(track.parts()));
        box = unite(box, computeAabb(shape, to));
        bulge = std::max(bulge, 1.0f - std::sqrt(0.5f * std::max(1.0f + invMul(from.q, to.q).c, 0.0f)));
        from = to;
    }
    return expand(box, bulge * m.maxExtent);
}

bool canMeet(const BodyShape& shape, const BodyShape& other)
{
    return other.body != shape.body && other.proxy >= 0 && !other.def.sensor &&
           shouldCollide(shape.def.filter, other.def.filter);
}

// Whether the body moved far as an obstacle sees it, which may carry it along. The track is in a frame at
// `origin`.
bool movedFarBeside(const Track& obstacle, Position origin, const BodyMotion& m)
{
    const Transform start = m.transform0From(origin);
    const Transform carried = mul(obstacle.last(), invMul(obstacle.first(), start));
    return needsContinuous(m, (m.center - origin) - centerAt(carried, m), invMul(carried.q, m.q));
}

} // namespace

// Looks for a pose at the end of the step which no obstacle objects to, beginning with the one that the
// solver gave. An obstacle objects where the body came through it on its way from the pose at the start. All
// poses are in a frame at that start.
class ContinuousCollision::EndPose {
  public:
    EndPose(const ContinuousCollision& world, uint32_t slot, bool isBullet)
        : world_(world), slot_(slot), isBullet_(isBullet), motion_(world.bodies_.motions[slot]),
          origin_(motion_.center0()), start_(motion_.transform0From(origin_)),
          end_(motion_.transformFrom(origin_))
    {}

    // Whether it is another pose than the solver's.
    bool find(Transform& end)
    {
        // Between static geometry and what pushes it there a body stays outside the static one: the latter
        // alone objects in the end. Where even that finds no pose, the body stays where it was.
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
    // Replaces the end pose by one further back, if there is an objection.
    bool improve(bool again, bool heedsMoving)
    {
        const Track track(motion_.localCenter, start_, end_);
        track_ = &track;
        // What stopped the body before shall not stop it again because of rounding.
        depthScale_ = again ? 1.5f : 1.0f;
        impactTime_ = 2.0f;
        shift_ = 0.0f;
        if (world_.broadPhase_.tree(BroadPhase::Layer::Fixed).leafCount() > 0)
            testLayer(BroadPhase::Layer::Fixed);
        if (heedsMoving) {
            if (isBullet_) testLayer(BroadPhase::Layer::Movable);
            const Vec2 from = centerAt(start_, motion_), to = centerAt(end_, motion_);
            const WorldBox way =
                boxAt(origin_, expand(Aabb{minimum(from, to), maximum(from, to)}, motion_.maxExtent));
            for (const Obstacle& o : world_.obstacles_)
                if (o.body != slot_ && overlaps(o.box, way)) testObstacle(o);
        }
        if (impactTime_ <= 1.0f)
            end_ = impactEnd_;
        else if (shift_ > 0.0f)
            end_ = shiftedEnd_;
        else
            return false;
        return true;
    }

    // Calls fn(shape) for the body's shapes that collide.
    template<class Fn>
    void forEachShape(Fn&& fn) const
    {
        forEachShapeOf(world_.bodies_, slot_, [&](uint32_t s) {
            const BodyShape& shape = world_.shapes_.at(s);
            if (shape.proxy >= 0 && !shape.def.sensor) fn(shape);
        });
    }

    void testLayer(BroadPhase::Layer layer)
    {
        forEachShape([&](const BodyShape& shape) {
            const WorldBox path = boxAt(origin_, sweptBox(shape.shape, motion_, *track_));
            world_.broadPhase_.query(layer, path, [&](uint32_t otherSlot) {
                const BodyShape& other = world_.shapes_.at(otherSlot);
                if (canMeet(shape, other)) testShape(shape, other, world_.trackOf(other.body, origin_));
                return true;
            });
        });
    }

    void testObstacle(const Obstacle& obstacle)
    {
        // What rides on the obstacle hardly moves beside it.
        if (!movedFarBeside(obstacle.track, obstacle.origin, motion_)) return;
        const Track track = obstacle.track.shifted(obstacle.origin - origin_);
        forEachShape([&](const BodyShape& shape) {
            const Aabb way = expand(wayBeside(track, shape), world_.slop_);
            for (size_t i = obstacle.firstShape; i < obstacle.lastShape; ++i) {
                const SweptShape& swept = world_.swept_[i];
                if (!overlaps(swept.inBody, way)) continue;
                const BodyShape& other = world_.shapes_.at(swept.shape);
                if (canMeet(shape, other)) testShape(shape, other, track);
            }
        });
    }

    // The box that the shape sweeps in the frame of the obstacle's body. World boxes would reject too little:
    // those of a rotated drum's walls cover the whole drum.
    Aabb wayBeside(const Track& obstacle, const BodyShape& shape) const
    {
        constexpr float kRounding = 1e-5f;
        const int parts = std::max(track_->parts(), obstacle.parts());
        Transform from = invMul(obstacle.first(), start_);
        Rot q = track_->first().q, obstacleQ = obstacle.first().q;
        Aabb box = computeAabb(shape.shape, from);
        float bend = 0.0f;
        for (int part = 1; part <= parts; ++part) {
            const float t = static_cast<float>(part) / static_cast<float>(parts);
            const Transform pose = track_->at(t), obstaclePose = obstacle.at(t);
            const Transform to = invMul(obstaclePose, pose);
            box = unite(box, computeAabb(shape.shape, to));
            // In a frame that turns by an angle a, a straight path bends by at most (1 - cos a) of its
            // distance plus a times its length. The shape's points bend likewise about the centre of mass.
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

    void testShape(const BodyShape& shape, const BodyShape& other, const Track& otherTrack)
    {
        const BodyMotion& o = world_.bodies_.motions[other.body];
        // The depth that an impact has: within the slop, and shallow enough for the near side to stay the
        // nearest way out of thin things.
        const float shallow = 0.25f * (motion_.minExtent + o.minExtent);
        const float depth = depthScale_ * std::min(world_.slop_, shallow);
        const Transform before = invMul(otherTrack.first(), start_), after = invMul(otherTrack.last(), end_);
        Vec2 shift = shiftInFront(other.shape, shape.shape, before, after, -depth, world_.lengthUnit_);
        if (lengthSquared(shift) == 0.0f) return;

        const int parts = std::max(track_->parts(), otherTrack.parts());
        float separation = 0.0f; // at the start
        for (int part = 0; part < parts; ++part) {
            const float from = static_cast<float>(part) / static_cast<float>(parts);
            const float to = static_cast<float>(part + 1) / static_cast<float>(parts);
            const Sweep sweep = between(motion_, track_->at(from), track_->at(to));
            const Sweep otherSweep = between(o, otherTrack.at(from), otherTrack.at(to));
            const TimeOfImpact impact =
                timeOfImpact(other.shape, otherSweep, shape.shape, sweep, -depth, world_.lengthUnit_);
            if (part == 0) separation = impact.separation;
            if (impact.state == TimeOfImpact::State::Separated) continue;
            if (impact.state == TimeOfImpact::State::Failed) return;
            if (separation <= world_.slop_) {
                // In contact from the start, and the contact has been solved: the body goes on beside it. A
                // disc has no other end that could come in, so its contact may let it sink as far as is safe.
                if (kindOf(shape.shape) == ShapeKind::Circle)
                    shift = shiftInFront(other.shape, shape.shape, before, after, -depthScale_ * shallow,
                                         world_.lengthUnit_);
                if (length(shift) <= shift_) return;
                shift_ = length(shift);
                shiftedEnd_ = {end_.p + rotate(otherTrack.last().q, shift), end_.q};
                return;
            }
            const float time = from + impact.t * (to - from);
            if (time >= impactTime_) return;
            impactTime_ = time;
            impactEnd_ = sweepTransform(sweep, impact.t);
            // What moves takes it along for the rest of the step.
            if (otherTrack.moves())
                impactEnd_ = mul(otherTrack.last(), invMul(otherTrack.at(time), impactEnd_));
            return;
        }
    }

    const ContinuousCollision& world_;
    uint32_t slot_;
    bool isBullet_;
    const BodyMotion& motion_;
    Position origin_;
    Transform start_, end_;

    // One pass over the obstacles.
    const Track* track_ = nullptr; // from start_ to end_
    float depthScale_ = 1.0f;
    float impactTime_ = 2.0f; // of the earliest one; above 1 there is none
    Transform impactEnd_;
    float shift_ = 0.0f; // m, the longest; 0 for none
    Transform shiftedEnd_;
};

Track::Track(Vec2 localCenter, const Transform& from, const Transform& to, float spin)
    : from_(from), to_(to), localCenter_(localCenter), q_{from.q, to.q}
{
    const Rot turn = invMul(from.q, to.q);
    if (turn.c >= 0.0f) return;
    const Rot middle = halfWay(from.q, to.q);
    parts_ = 2;
    q_ = {from.q, middle, to.q};
    if (turn.s * spin >= 0.0f) return;
    const Rot opposite{-middle.c, -middle.s};
    parts_ = 4;
    q_ = {from.q, halfWay(from.q, opposite), opposite, halfWay(opposite, to.q), to.q};
}

Track Track::shifted(Vec2 by) const
{
    Track track = *this;
    track.from_.p += by;
    track.to_.p += by;
    return track;
}

Transform Track::at(float t) const
{
    if (t <= 0.0f || !moves()) return from_;
    if (t >= 1.0f) return to_;
    const float place = t * static_cast<float>(parts_);
    const int part = std::min(static_cast<int>(place), parts_ - 1);
    const auto i = static_cast<size_t>(part);
    const Vec2 c = (1.0f - t) * transformPoint(from_, localCenter_) + t * transformPoint(to_, localCenter_);
    return sweepTransform({localCenter_, c, c, q_[i], q_[i + 1]}, place - static_cast<float>(part));
}

Track ContinuousCollision::trackOf(uint32_t slot, Position origin) const
{
    // Where a body that sleeps began its last step is long past.
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
    obstacles_.push_back({slot, origin, trackOf(slot, origin), {}, first, swept_.size()});
    sweep(obstacles_.back());
}

void ContinuousCollision::sweep(Obstacle& obstacle)
{
    obstacle.track = trackOf(obstacle.body, obstacle.origin);
    for (size_t i = obstacle.firstShape; i < obstacle.lastShape; ++i) {
        SweptShape& swept = swept_[i];
        swept.box = boxAt(obstacle.origin, sweptBox(shapes_.at(swept.shape).shape,
                                                    bodies_.motions[obstacle.body], obstacle.track));
        obstacle.box = i == obstacle.firstShape ? swept.box : unite(obstacle.box, swept.box);
    }
}

void ContinuousCollision::stopOne(uint32_t slot, bool isBullet) const
{
    BodyMotion& motion = bodies_.motions[slot];
    Transform end;
    if (!EndPose(*this, slot, isBullet).find(end)) return;
    const Position start = motion.center0();
    motion.center = bodies_.grid.displaced(start, centerAt(end, motion));
    motion.moved = motion.center - start;
    motion.q = normalize(end.q);
}

void ContinuousCollision::stop(std::span<const uint32_t> fast, TaskExecutor* executor) const
{
    constexpr size_t kRun = 16;
    forEachRange(executor, fast.size(), kRun, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) stopOne(fast[i], false);
    });
}

void ContinuousCollision::stopBullets(std::span<const uint32_t> bullets)
{
    for (const uint32_t slot : bullets) {
        stopOne(slot, true);
        for (Obstacle& obstacle : obstacles_)
            if (obstacle.body == slot) sweep(obstacle);
    }
}

void ContinuousCollision::findReached(std::vector<uint32_t>& slots) const
{
    for (const Obstacle& obstacle : obstacles_) {
        if (!needsContinuous(bodies_.motions[obstacle.body])) continue;
        for (size_t i = obstacle.firstShape; i < obstacle.lastShape; ++i) {
            broadPhase_.query(BroadPhase::Layer::Movable, swept_[i].box, [&](uint32_t other) {
                const uint32_t slot = shapes_.at(other).body;
                if (bodies_.canMove(slot) && bodies_.slots.at(slot).awake &&
                    movedFarBeside(obstacle.track, obstacle.origin, bodies_.motions[slot]))
                    slots.push_back(slot);
                return true;
            });
        }
    }
}

bool ContinuousCollision::isReached(uint32_t slot) const
{
    const BodyMotion& m = bodies_.motions[slot];
    const WorldBox near =
        expand(WorldBox{m.center, m.center}, 2.0f * m.maxExtent); // it moved by less than that
    return std::any_of(obstacles_.begin(), obstacles_.end(), [&](const Obstacle& obstacle) {
        return obstacle.body != slot && overlaps(obstacle.box, near) &&
               movedFarBeside(obstacle.track, obstacle.origin, m);
    });
}

} // namespace satbox
