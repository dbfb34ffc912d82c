#pragma once

#include "engine/core/internal_api.h"
#include "engine/model/constraint_edge.h"
#include <satbox/body.h>
#include <satbox/joints.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>

namespace satbox {

inline constexpr size_t kMaxJointRows = 5; // equations of a joint beside its pin, see JointParts

// A joint as a world stores it. Its definition, which is larger, is stored elsewhere, and what each step
// reads of a hinge comes first, in one cache line. The static members are what JointStore asks of every
// family of joints, see MouseJoint.
struct alignas(64) Joint {
    uint32_t bodyA = 0, bodyB = 0; // slots
    // Of the definition.
    Vec2 anchorA{0.0f, 0.0f}, anchorB{0.0f, 0.0f};
    float angleA = 0.0f, angleB = 0.0f;
    bool connects = false;   // the bodies; a filter joint holds nothing, so it does not
    bool isPlainPin = false; // a rigid pin without rows
    bool canBreak = false;
    bool hasPin = false; // see JointParts
    uint8_t rowCount = 0;

    float angle = 0.0f; // rad, at the end of the last step: full turns count
    // N s or N m s, of the last substep, for warm starting: what solve applied, and what relax added to it.
    Vec2 pinImpulse{0.0f, 0.0f};
    Vec2 force{0.0f, 0.0f}; // N, on body B, mean over the last step
    float torque = 0.0f;    // N m

    Vec2 pinRelax{0.0f, 0.0f};
    std::array<float, kMaxJointRows> impulses{}; // by row of JointParts
    std::array<float, kMaxJointRows> relax{};
    // Its body ids are not used: slots are stable, generations are known to the bodies. Shared with the
    // copies of the world. Null in a free slot.
    std::shared_ptr<const JointDef> def;

    bool holdsAnything() const { return hasPin || rowCount > 0; }

    // If memory runs out, it stays as it is. The bodies of `definition` must be those of these slots.
    SATBOX_INTERNAL_API void define(uint32_t slotA, uint32_t slotB, const JointDef& definition);

    using Tag = JointTag;
    static constexpr const char* kName = "joint"; // in messages
    static constexpr const char* kFileKey = "joints";
    static constexpr bool kHasDefinition = true; // saved in the scene; a snapshot adds its state
    static constexpr const char* kExpectedBody = "a body";
    static constexpr bool holds(BodyType) { return true; }
    static constexpr auto bodies() { return std::tuple{&Joint::bodyA, &Joint::bodyB}; }
    static constexpr auto stateFields()
    {
        return std::tuple{&Joint::angle, &Joint::pinImpulse, &Joint::pinRelax, &Joint::impulses,
                          &Joint::relax};
    }
    static constexpr auto reportFields() { return std::tuple{&Joint::force, &Joint::torque}; }

    ConstraintEdge edge(uint32_t slot) const
    {
        return {.bodyA = bodyA,
                .bodyB = connects ? bodyB : kNoIndex,
                .index = slot,
                .kind = ConstraintKind::Joint};
    }
    void clearImpulses()
    {
        pinImpulse = pinRelax = force = {0.0f, 0.0f};
        impulses = relax = {};
        torque = 0.0f;
    }
    void scaleImpulses(float factor)
    {
        pinImpulse *= factor;
        pinRelax *= factor;
        for (float& impulse : impulses) impulse *= factor;
        for (float& impulse : relax) impulse *= factor;
    }
};

} // namespace satbox
