#include "engine/dynamics/continuous.h"

#include "engine/core/parallel.h"

namespace satbox {

namespace {

constexpr int kMaxPasses = 8; // over the obstacles in the way of one body

Vec2 centerAt(const Transform& pose, const BodyMotion& m) { return transformPoint(pose, m.localCenter); }

Transform startOf(const BodyMotion& m) { return {m.center0 - rotate(m.q0, m.localCenter), m.q0}; }

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

// The box that a shape of the body sweeps. Normalised interpolation moves a point along the line between its
// ends and away from it, outward by at most its distance from the centre of mass times 1 - cos(half the
// turn).
Aabb sweptBox(const Shape& shape, const BodyMotion& m, const Track& track)
{
    Transform from = track.at(0.0f);
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

// Whether the body moved far as an obstacle sees it, which may carry it along.
bool movedFarBeside(const Track& obstacle, const BodyMotion& m, const Transform& from, const Transform& to)
{
    const Transform carried = mul(obstacle.at(1.0f), invMul(obstacle.at(0.0f), from));
    return movedFar(m, centerAt(to, m) - centerAt(carried, m), invMul(carried.q, to.q));
}

// Looks for a pose at the end of the step which no obstacle objects to, beginning with the one that the
// solver gave. An obstacle objects where the body came through it on its way from the pose at the start.
class EndPose {
  public:
    EndPose(const ContinuousCollision& world, uint32_t slot)
        : world_(world), slot_(slot), body_(world.bodies.slots.at(slot)), motion_(world.bodies.motions[slot]),
          start_(startOf(motion_)), end_(motion_.transform)
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
        for (const uint32_t s : body_.shapes) {
            const BodyShape& shape = world_.shapes.at(s);
            if (shape.proxy < 0 || shape.def.sensor) continue;
            const Aabb path = sweptBox(shape.shape, motion_, track);
            const auto meet = [&](uint32_t otherSlot, int32_t) {
                const BodyShape& other = world_.shapes.at(otherSlot);
                if (canMeet(shape, other)) testShape(shape, other, world_.trackOf(other.body));
                return true;
            };
            world_.broadPhase.tree(BroadPhase::Layer::Fixed).query(path, meet);
            if (!heedsMoving) continue;
            if (body_.bullet) world_.broadPhase.tree(BroadPhase::Layer::Movable).query(path, meet);
            for (const MovingObstacle& o : world_.obstacles) testObstacle(shape, path, o);
        }
        if (impactTime_ <= 1.0f)
            end_ = impactEnd_;
        else if (shift_ > 0.0f)
            end_ = shiftedEnd_;
        else
            return false;
        return true;
    }

    void testObstacle(const BodyShape& shape, const Aabb& path, const MovingObstacle& obstacle)
    {
        if (obstacle.body == slot_) return;
        bool isNear = false;
        for (const MovingObstacle::SweptShape& swept : obstacle.shapes) {
            if (!overlaps(swept.box, path)) continue;
            // What rides on the obstacle hardly moves beside it.
            if (!isNear && !movedFarBeside(obstacle.track, motion_, start_, end_)) return;
            isNear = true;
            const BodyShape& other = world_.shapes.at(swept.shape);
            if (canMeet(shape, other)) testShape(shape, other, obstacle.track);
        }
    }

    void testShape(const BodyShape& shape, const BodyShape& other, const Track& otherTrack)
    {
        const BodyMotion& o = world_.bodies.motions[other.body];
        // The depth that an impact has: within the slop, and shallow enough for the near side to stay the
        // nearest way out of thin things.
        const float depth = depthScale_ * std::min(world_.slop, 0.25f * (motion_.minExtent + o.minExtent));
        const Transform otherStart = otherTrack.at(0.0f), otherEnd = otherTrack.at(1.0f);
        const Vec2 shift = shiftInFront(other.shape, shape.shape, invMul(otherStart, start_),
                                        invMul(otherEnd, end_), -depth);
        if (lengthSquared(shift) == 0.0f) return;

        const int parts = std::max(track_->parts(), otherTrack.parts());
        for (int part = 0; part < parts; ++part) {
            const float from = static_cast<float>(part) / static_cast<float>(parts);
            const float to = static_cast<float>(part + 1) / static_cast<float>(parts);
            const Sweep sweep = between(motion_, track_->at(from), track_->at(to));
            const Sweep otherSweep = between(o, otherTrack.at(from), otherTrack.at(to));
            const TimeOfImpact impact = timeOfImpact(other.shape, otherSweep, shape.shape, sweep, -depth);
            if (impact.state == TimeOfImpact::State::Separated) continue;
            if (impact.state == TimeOfImpact::State::Failed) return;
            if (part == 0 && impact.separation <= world_.slop) {
                // In contact from the start, and the contact has been solved: the body goes on beside it.
                if (length(shift) <= shift_) return;
                shift_ = length(shift);
                shiftedEnd_ = {end_.p + rotate(otherEnd.q, shift), end_.q};
                return;
            }
            const float time = from + impact.t * (to - from);
            if (time >= impactTime_) return;
            impactTime_ = time;
            impactEnd_ = sweepTransform(sweep, impact.t);
            // What moves takes it along for the rest of the step.
            if (otherTrack.moves()) impactEnd_ = mul(otherEnd, invMul(otherTrack.at(time), impactEnd_));
            return;
        }
    }

    const ContinuousCollision& world_;
    uint32_t slot_;
    const Body& body_;
    const BodyMotion& motion_;
    Transform start_, end_;

    // One pass over the obstacles.
    const Track* track_ = nullptr; // from start_ to end_
    float depthScale_ = 1.0f;
    float impactTime_ = 2.0f; // of the earliest one; above 1 there is none
    Transform impactEnd_;
    float shift_ = 0.0f; // m, the longest; 0 for none
    Transform shiftedEnd_;
};

void stopOne(const ContinuousCollision& world, uint32_t slot)
{
    BodyMotion& motion = world.bodies.motions[slot];
    Transform end;
    if (EndPose(world, slot).find(end)) placeCenter(motion, centerAt(end, motion), normalize(end.q));
}

} // namespace

Track::Track(Vec2 localCenter, const Transform& from, const Transform& to, float spin)
    : localCenter_(localCenter), c0_(transformPoint(from, localCenter)),
      c1_(transformPoint(to, localCenter)), q_{from.q, to.q}, moves_(from != to)
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

Transform Track::at(float t) const
{
    const float place = t * static_cast<float>(parts_);
    const int part = std::min(static_cast<int>(place), parts_ - 1);
    const auto i = static_cast<size_t>(part);
    const Vec2 c = (1.0f - t) * c0_ + t * c1_;
    return sweepTransform({localCenter_, c, c, q_[i], q_[i + 1]}, place - static_cast<float>(part));
}

Track ContinuousCollision::trackOf(uint32_t slot) const
{
    // Where a body that sleeps began its last step is long past.
    const BodyMotion& m = bodies.motions[slot];
    return {m.localCenter, bodies.slots.at(slot).awake ? startOf(m) : m.transform, m.transform, m.w};
}

MovingObstacle ContinuousCollision::makeObstacle(uint32_t slot) const
{
    MovingObstacle obstacle{slot, trackOf(slot), {}};
    forEachShapeOf(bodies, slot, [&](uint32_t s) {
        obstacle.shapes.push_back({s, sweptBox(shapes.at(s).shape, bodies.motions[slot], obstacle.track)});
    });
    return obstacle;
}

void ContinuousCollision::stop(std::span<const uint32_t> fast, TaskExecutor* executor) const
{
    constexpr size_t kRun = 16;
    forEachRange(executor, fast.size(), kRun, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) stopOne(*this, fast[i]);
    });
}

void ContinuousCollision::stopBullets(std::span<const uint32_t> bullets)
{
    for (const uint32_t slot : bullets) {
        stopOne(*this, slot);
        for (MovingObstacle& obstacle : obstacles)
            if (obstacle.body == slot) obstacle = makeObstacle(slot);
    }
}

void ContinuousCollision::findReached(std::vector<uint32_t>& slots) const
{
    for (const MovingObstacle& obstacle : obstacles) {
        const BodyMotion& m = bodies.motions[obstacle.body];
        if (!obstacle.track.moves() || !movedFar(m, m.center - m.center0, invMul(m.q0, m.transform.q)))
            continue;
        for (const MovingObstacle::SweptShape& swept : obstacle.shapes) {
            broadPhase.tree(BroadPhase::Layer::Movable).query(swept.box, [&](uint32_t other, int32_t) {
                const uint32_t slot = shapes.at(other).body;
                if (!bodies.canMove(slot) || !bodies.slots.at(slot).awake) return true;
                const BodyMotion& o = bodies.motions[slot];
                if (movedFarBeside(obstacle.track, o, startOf(o), o.transform)) slots.push_back(slot);
                return true;
            });
        }
    }
}

} // namespace satbox
