#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/collision/distance.h"
#include "engine/core/task_executor.h"
#include "engine/dynamics/body_store.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace satbox {

// Whether a body whose centre of mass moved by `way`, m, while it turned by `turn` moved so far that it may
// have passed through something: some point by more than half of the body's thinnest half-width.
// |s| + 1 - c is at least the chord |turn - 1|.
inline bool needsContinuous(const BodyMotion& m, Vec2 way, Rot turn)
{
    const float limit = 0.5f * m.minExtent - (std::fabs(turn.s) + 1.0f - turn.c) * m.maxExtent;
    return limit < 0.0f || lengthSquared(way) > limit * limit;
}

// The same for the body's motion of this step.
inline bool needsContinuous(const BodyMotion& m) { return needsContinuous(m, m.moved, invMul(m.q0, m.q)); }

// A body's way from one pose to another, from time 0 to 1, in parts of at most a quarter turn: its centre of
// mass goes straight.
class Track {
  public:
    static constexpr int kMaxParts = 4;

    // Turning the shorter way; with a spin, rad/s, against it and beyond a quarter turn, the longer way.
    Track(Vec2 localCenter, const Transform& from, const Transform& to, float spin = 0.0f);

    Track shifted(Vec2 by) const; // the same way in a frame whose origin lies at -by
    Transform at(float t) const;  // pose of the body's origin
    const Transform& first() const { return from_; }
    const Transform& last() const { return to_; }
    int parts() const { return parts_; } // equally long
    bool moves() const { return from_ != to_; }

  private:
    Transform from_, to_;
    Vec2 localCenter_;
    std::array<Rot, kMaxParts + 1> q_; // between the parts
    int parts_ = 1;
};

// Continuous collision: docs/step.md, "continuous".
class ContinuousCollision {
  public:
    // slop: m, depth that an impact has, or less with thin bodies. lengthUnit: m, see WorldSettings.
    ContinuousCollision(BodyStore& bodies, const ShapeStore& shapes, const BroadPhase& broadPhase, float slop,
                        float lengthUnit)
        : bodies_(bodies), shapes_(shapes), broadPhase_(broadPhase), slop_(slop), lengthUnit_(lengthUnit)
    {}

    // A body that is an obstacle to all others, with its motion of this step: kinematic ones.
    void addObstacle(uint32_t slot);

    // Appends the slots of awake bodies, perhaps several times, that an obstacle which moved far may have
    // come through, though they themselves did not move far.
    void findReached(std::vector<uint32_t>& slots) const;
    // Whether an obstacle may have come through the body, which did not move far itself.
    bool isReached(uint32_t slot) const;

    // Stops each of the bodies where it met a static body or an obstacle. No body looks at another of `fast`,
    // so that the executor may take several at a time.
    void stop(std::span<const uint32_t> fast, TaskExecutor* executor) const;
    // The same for bullets, one after the other, and against all dynamic bodies too: obstacles, and others
    // that are near in the broad phase, whose boxes have to be up to date.
    void stopBullets(std::span<const uint32_t> bullets);

  private:
    class EndPose;

    struct SweptShape {
        uint32_t shape = 0;
        WorldBox box;
        Aabb inBody; // box of the shape in its body's frame
    };
    struct Obstacle {
        uint32_t body = 0;
        Position origin; // of the track's frame
        Track track;
        WorldBox box;                         // around its shapes'
        size_t firstShape = 0, lastShape = 0; // in swept_
    };

    Track trackOf(uint32_t slot, Position origin) const; // over this step, as seen from there
    void sweep(Obstacle& obstacle);
    void stopOne(uint32_t slot, bool isBullet) const;

    BodyStore& bodies_;
    const ShapeStore& shapes_;
    const BroadPhase& broadPhase_;
    float slop_;
    float lengthUnit_;
    std::vector<Obstacle> obstacles_;
    std::vector<SweptShape> swept_;
};

} // namespace satbox
