#pragma once

#include "tests/support/physics_fixture.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace satbox::test {

// One joint of each kind, with another value than the default in every field.
inline std::vector<JointKind> changedJointKinds()
{
    const JointSpring spring{.enabled = true, .target = 0.25f, .frequency = 3.5f, .dampingRatio = 0.3f};
    const JointLimit limit{.enabled = true, .lower = -0.75f, .upper = 1.5f};
    const JointMotor motor{.enabled = true, .speed = -1.25f, .maxForce = 17.5f, .maxPower = 6.0f};
    return {DistanceJoint{.rigid = false, .length = 1.75f, .spring = spring, .limit = limit, .motor = motor},
            RevoluteJoint{.spring = spring,
                          .limit = limit,
                          .motor = motor,
                          .holdFrequency = 8.0f,
                          .holdDampingRatio = 0.7f},
            PrismaticJoint{.spring = spring,
                           .limit = limit,
                           .motor = motor,
                           .holdFrequency = 12.0f,
                           .holdDampingRatio = 0.9f},
            WeldJoint{.linearFrequency = 7.0f,
                      .linearDampingRatio = 0.4f,
                      .angularFrequency = 9.0f,
                      .angularDampingRatio = 0.6f},
            WheelJoint{.spring = spring,
                       .limit = limit,
                       .motor = motor,
                       .holdFrequency = 15.0f,
                       .holdDampingRatio = 1.5f},
            MotorJoint{.maxForce = 45.0f, .maxTorque = 6.5f, .frequency = 2.5f, .dampingRatio = 0.8f},
            PulleyJoint{.groundA = {-1.5f, 6.0f},
                        .groundB = {2.5f, 7.0f},
                        .length = 9.5f,
                        .ratio = 1.75f,
                        .holdFrequency = 6.0f,
                        .holdDampingRatio = 0.5f},
            FilterJoint{},
            GearJoint{.teethA = 24,
                      .teethB = 9,
                      .ring = true,
                      .rack = true,
                      .pitch = 0.35f,
                      .holdFrequency = 20.0f,
                      .holdDampingRatio = 0.8f}};
}

// The same definition with another value than the default in all fields but the kind's.
inline JointDef changedJointDef(BodyId bodyA, BodyId bodyB, const JointKind& kind)
{
    return {.bodyA = bodyA,
            .bodyB = bodyB,
            .anchorA = {0.375f, -0.1f},
            .anchorB = {-0.25f, 0.2f},
            .angleA = 0.7f,
            .angleB = -0.3f,
            .collideConnected = true,
            .breakForce = 1e6f,
            .breakTorque = 2e6f,
            .name = "joint \"x\"",
            .userValue = 0xFEDCBA9876543210u,
            .forwardKey = "D",
            .backwardKey = "\\",
            .keySpeed = -2.5f,
            .keyBrake = true,
            .kind = kind};
}

// Ground and groups of boxes 1 m apart, one group for each kind of joint: the first box is joined to the
// ground, each other one to the box before it. Every other joint is soft, if its kind can be; some let their
// bodies collide, some can break.
inline std::vector<JointId> addJoinedGroups(World& world, int boxesPerGroup, float height = 6.0f)
{
    std::vector<JointKind> kinds = changedJointKinds();
    for (const JointKind& rigid : {JointKind{DistanceJoint{}}, JointKind{RevoluteJoint{}},
                                   JointKind{WeldJoint{}}, JointKind{PrismaticJoint{}}})
        kinds.push_back(rigid);
    const BodyId ground = addGround(world);
    std::vector<JointId> joints;
    for (size_t k = 0; k < kinds.size(); ++k) {
        const float left = static_cast<float>(boxesPerGroup + 2) * (static_cast<float>(k) - 6.0f);
        BodyId previous = ground;
        for (int i = 0; i < boxesPerGroup; ++i) {
            const float x = left + static_cast<float>(i);
            const BodyId box =
                addBody(world, makeBox(0.45f, 0.2f), {.position = {static_cast<double>(x), height}});
            JointDef def{.bodyA = previous,
                         .bodyB = box,
                         .anchorA = previous == ground ? Vec2{x - 0.5f, height + 1.0f} : Vec2{0.5f, 0.0f},
                         .anchorB = {-0.5f, 0.0f},
                         .collideConnected = i % 3 == 2,
                         .breakForce = i % 5 == 4 ? 60.0f : 0.0f,
                         .kind = kinds[k]};
            std::visit(
                [&](auto& kind) {
                    if constexpr (requires { kind.holdFrequency; })
                        if (i % 2 == 0) kind.holdFrequency = 0.0f;
                },
                def.kind);
            if (auto* pulley = std::get_if<PulleyJoint>(&def.kind)) {
                pulley->groundA = {x, height + 2.0f};
                pulley->groundB = {x + 0.5f, height + 3.0f};
            }
            joints.push_back(world.createJoint(def));
            previous = box;
        }
    }
    return joints;
}

} // namespace satbox::test
