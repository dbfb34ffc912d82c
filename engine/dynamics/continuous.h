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
inline bool movedFar(const BodyMotion& m, Vec2 way, Rot turn)
{
    const float limit = 0.5f * m.minExtent - (std::fabs(turn.s) + 1.0f - turn.c) * m.maxExtent;
    return limit < 0.0f || lengthSquared(way) > limit * limit;
}

// A body's way from one pose to another, from time 0 to 1, in parts of at most a quarter turn: its centre of
// mass goes straight.
class Track {
  public:
    static constexpr int kMaxParts = 4;

    // Turning the shorter way; with a spin, rad/s, against it and beyond a quarter turn, the longer way.
    Track(Vec2 localCenter, const Transform& from, const Transform& to, float spin = 0.0f);

    Transform at(float t) const;         // pose of the body's origin
    int parts() const { return parts_; } // equally long
    bool moves() const { return moves_; }

  private:
    Vec2 localCenter_{0.0f, 0.0f};
    Vec2 c0_{0.0f, 0.0f}, c1_{0.0f, 0.0f};
    std::array<Rot, kMaxParts + 1> q_; // between the parts
    int parts_ = 1;
    bool moves_ = false;
};

// An obstacle that moves in this step, with the boxes that its shapes sweep.
struct MovingObstacle {
    struct SweptShape {
        uint32_t shape = 0;
        Aabb box;
    };
    uint32_t body = 0;
    Track track;
    std::vector<SweptShape> shapes;
};
// Continuous collision: docs/step.md, "continuous".
struct ContinuousCollision {
    BodyStore& bodies;
    const ShapeStore& shapes;
    const BroadPhase& broadPhase;
    float slop = 0.0f; // m, depth to which bodies go before they are stopped, or less for thin ones
    std::vector<MovingObstacle> obstacles; // of bodies that are no bullets: all kinematic ones

    void addObstacle(uint32_t slot) { obstacles.push_back(makeObstacle(slot)); }
    MovingObstacle makeObstacle(uint32_t slot) const;
    Track trackOf(uint32_t slot) const; // over this step

    // Stops each of the bodies at its first impact with a static body or with one of the obstacles. No body
    // looks at another of `fast`, so that the executor may take several at a time.
    void stop(std::span<const uint32_t> fast, TaskExecutor* executor) const;

    // The same for bullets, one after the other, and against all dynamic bodies too: those that are in
    // `obstacles`, and all others that are near in the broad phase, whose boxes have to be up to date.
    void stopBullets(std::span<const uint32_t> bullets);

    // Slots of the awake bodies, perhaps several times, that an obstacle that moved far may have passed
    // through although they themselves did not move far.
    void findReached(std::vector<uint32_t>& slots) const;
};

} // namespace satbox
