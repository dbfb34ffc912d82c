#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/collision/distance.h"
#include "engine/geometry/shape.h"
#include "engine/model/contact_store.h"
#include <satbox/executor.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace satbox {

// True if a body may have passed through something while its centre of mass moved by `displacement`, m, and
// it rotated by `turn`: some point of it may have moved by more than half of the body's minExtent. |s| + 1 -
// c is at least the chord |turn - 1|.
inline bool needsContinuous(const BodyMotion& m, Vec2 displacement, Rot turn)
{
    const float limit = 0.5f * m.minExtent - (std::fabs(turn.s) + 1.0f - turn.c) * m.maxExtent;
    return limit < 0.0f || lengthSquared(displacement) > limit * limit;
}

// The same for the body's motion in this step.
inline bool needsContinuous(const BodyMotion& m) { return needsContinuous(m, m.moved, invMul(m.q0, m.q)); }

// Path of a body from one pose to another for times 0 to 1. The centre of mass moves in a straight line; the
// rotation is split into pieces of at most a quarter turn.
class MotionPath {
  public:
    static constexpr int kMaxPieces = 4;

    // Rotates the shorter way. If that turn exceeds 90 degrees and `spin` (rad/s) has the opposite sign,
    // rotates the longer way.
    MotionPath(Vec2 localCenter, const Transform& from, const Transform& to, float spin = 0.0f);

    MotionPath shifted(Vec2 by) const; // the same path in a frame with its origin at -by
    Transform at(float t) const;       // pose of the body's origin
    const Transform& first() const { return from_; }
    const Transform& last() const { return to_; }
    int pieceCount() const { return pieceCount_; } // of equal duration
    bool isMoving() const { return from_ != to_; }

  private:
    Transform from_, to_;
    Vec2 localCenter_;
    std::array<Rot, kMaxPieces + 1> q_; // rotations at the ends of the pieces
    int pieceCount_ = 1;
};

// Continuous collision: docs/step.md, "continuous".
class ContinuousCollision {
  public:
    // slop: m, overlap at an impact (less for thin bodies). lengthUnit: m, see WorldSettings. With callbacks,
    // which may be nullptr, everything runs on the calling thread.
    ContinuousCollision(BodyStore& bodies, const ShapeStore& shapes, const BroadPhase& broadPhase, float slop,
                        float lengthUnit, ContactCallbacks* callbacks)
        : bodies_(bodies), shapes_(shapes), broadPhase_(broadPhase), slop_(slop), lengthUnit_(lengthUnit),
          callbacks_(callbacks)
    {}

    // Adds a body, usually a kinematic one, as a moving obstacle for all other bodies, with its motion in
    // this step.
    void addObstacle(uint32_t slot);

    // Appends the slots of awake bodies through which a fast obstacle may have passed, whether or not they
    // moved far themselves. A slot may be appended several times.
    void findSweptByObstacles(std::vector<uint32_t>& slots) const;
    // True if an obstacle may have passed through the body, which did not move far itself.
    bool isSweptByObstacle(uint32_t slot) const;

    // Stops each body at its impact with a static body or an obstacle. Bodies in `fast` ignore each other, so
    // that the executor may process them in parallel.
    void stop(std::span<const uint32_t> fast, TaskExecutor* executor) const;
    // The same for bullets, one after the other, and against movable bodies too, which are found by the broad
    // phase. Precondition: the broad phase is up to date.
    void stopBullets(std::span<const uint32_t> bullets);

  private:
    class EndPoseSearch;

    struct SweptShape {
        uint32_t shape = 0;
        WorldBox box;
        Aabb localBox; // box in the body's frame
    };
    struct Obstacle {
        uint32_t body = 0;
        Position origin; // of the path's frame
        MotionPath path;
        WorldBox box;                         // encloses the boxes of its shapes
        size_t firstShape = 0, lastShape = 0; // in swept_
    };

    MotionPath pathOf(uint32_t slot, Position origin) const; // in this step, relative to `origin`
    void updateSweptBoxes(Obstacle& obstacle);
    void stopOne(uint32_t slot, bool isBullet) const;
    bool canHit(uint32_t shape, uint32_t otherShape) const; // slots

    BodyStore& bodies_;
    const ShapeStore& shapes_;
    const BroadPhase& broadPhase_;
    float slop_;
    float lengthUnit_;
    ContactCallbacks* callbacks_;
    std::vector<Obstacle> obstacles_;
    std::vector<SweptShape> swept_;
};

} // namespace satbox
