#pragma once

#include "engine/core/internal_api.h"
#include "engine/model/world_state.h"
#include "engine/step/step_report.h"
#include <satbox/world.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace satbox {

// A copy of a world in a fraction of its memory: what can change while its definitions, shapes and slots stay
// the same (poses, velocities, contacts, joints, settings), and another copy, the base, for all else. A
// history keeps hundreds of moments that share a base.
//
// It stores what a scene file's snapshot does. What follows from that is computed again by world(): recycled
// manifolds from their poses, friction and restitution of contacts, tight boxes. What affects only speed is
// lost: the slack of separated pairs and the shape of the trees.
class SATBOX_INTERNAL_API CompactWorld {
  public:
    // With the base of `like`, if there is one that differs in nothing else. Otherwise, after edits or when a
    // body was frozen, it is a whole copy and its own base.
    explicit CompactWorld(const World& world, const CompactWorld* like = nullptr);

    // Equal to the world that was copied, with the same ids and the same report of its last step.
    World world() const;

    bool sharesBaseWith(const CompactWorld& other) const { return base_ == other.base_; }
    size_t bytes() const; // without the base
    size_t baseBytes() const { return baseBytes_; }

  private:
    struct BodyMoment {
        Position center;
        Vec2 moved;
        Rot q, q0;
        Vec2 v;
        float w;
        float sleepTime;
        int32_t sleepingIsland;
    };
    struct Force {
        uint32_t body; // slot
        Vec2 force;
        float torque;
    };
    struct ContactMoment {
        uint32_t shapeA, shapeB;
        Vec2 normal;
        uint32_t age;
        ReferenceOwner referenceOwner;
        uint8_t referenceFace, incidentFace;
        int8_t colour;
        uint8_t count;
        bool sliding, touching;
        bool isRecycled; // it has a pose in poses_
        float rollingImpulse;
    };

    void store(const World& world);
    void add(const Contact& contact);
    class Reader;

    std::shared_ptr<const World> base_;
    size_t baseBytes_ = 0;
    bool isWhole_ = false; // the base is the copy: nothing else is stored
    WorldSettings settings_;
    double time_ = 0.0;
    uint64_t stepCount_ = 0;
    std::vector<BodyMoment> bodies_; // ascending slots
    std::vector<Force> forces_;      // of bodies with a force or torque
    std::vector<uint32_t> awake_;    // body slots
    std::vector<WorldBox> fatBoxes_; // of the shapes that have a proxy, ascending slots
    std::vector<uint32_t> pending_;  // shape slots, see BroadPhase::pending()
    // Of the awake contacts, then of the sleeping islands.
    std::vector<ContactMoment> contacts_;
    std::vector<ContactPoint> points_; // of all contacts
    std::vector<Transform> poses_;     // of those that recycle their manifold
    size_t awakeContacts_ = 0;
    struct Island {
        std::vector<uint32_t> bodies;
        size_t contacts = 0;
    };
    std::vector<Island> islands_;
    JointStore joints_;
    StepReport report_;
};

} // namespace satbox
