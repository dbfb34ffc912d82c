#pragma once

#include "engine/dynamics/body.h"
#include "engine/world/settings.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace satbox {

// Every change of a world as a value: World::apply(op) is the only way in, and World's named functions are
// one-liners over it. A list of operations is a script, a history, a replay and a repro file. The same list
// on equal worlds gives equal worlds and the same ids. engine/scene/op_text.h writes an operation as one line
// of JSON.
namespace op {

struct CreateBody {
    BodyDef def;
    friend bool operator==(const CreateBody&, const CreateBody&) = default;
};
struct DestroyBody {
    BodyId body;
    friend bool operator==(const DestroyBody&, const DestroyBody&) = default;
};
struct SetBody { // edits the whole definition at once, wakes what the body touches
    BodyId body;
    BodyDef def;
    friend bool operator==(const SetBody&, const SetBody&) = default;
};
struct AddShape {
    BodyId body;
    ShapeDef def;
    friend bool operator==(const AddShape&, const AddShape&) = default;
};
struct RemoveShape {
    ShapeId shape;
    friend bool operator==(const RemoveShape&, const RemoveShape&) = default;
};
struct SetShape {
    ShapeId shape;
    ShapeDef def;
    friend bool operator==(const SetShape&, const SetShape&) = default;
};
struct SetTransform {
    BodyId body;
    WorldTransform transform;
    friend bool operator==(const SetTransform&, const SetTransform&) = default;
};
struct SetVelocity {
    BodyId body;
    Vec2 linear{0.0f, 0.0f}; // m/s
    float angular = 0.0f;    // rad/s
    friend bool operator==(const SetVelocity&, const SetVelocity&) = default;
};
struct ApplyForce { // acts in the next step, for all of it
    BodyId body;
    Vec2 force{0.0f, 0.0f}; // N
    Position point{};       // in the world
    friend bool operator==(const ApplyForce&, const ApplyForce&) = default;
};
struct ApplyTorque { // acts in the next step, for all of it
    BodyId body;
    float torque = 0.0f; // N m
    friend bool operator==(const ApplyTorque&, const ApplyTorque&) = default;
};
struct ApplyImpulse { // acts at once; velocities stay within a definition's bounds
    BodyId body;
    Vec2 impulse{0.0f, 0.0f}; // N s
    Position point{};         // in the world
    friend bool operator==(const ApplyImpulse&, const ApplyImpulse&) = default;
};
struct ApplyAngularImpulse {
    BodyId body;
    float impulse = 0.0f; // N m s
    friend bool operator==(const ApplyAngularImpulse&, const ApplyAngularImpulse&) = default;
};
struct WakeBody {
    BodyId body;
    friend bool operator==(const WakeBody&, const WakeBody&) = default;
};
struct CreateMouseJoint {
    BodyId body;
    Position point{}; // in the world: where the body is held, and the first target
    friend bool operator==(const CreateMouseJoint&, const CreateMouseJoint&) = default;
};
struct SetMouseTarget {
    MouseJointId joint;
    Position target{};
    friend bool operator==(const SetMouseTarget&, const SetMouseTarget&) = default;
};
struct DestroyMouseJoint {
    MouseJointId joint;
    friend bool operator==(const DestroyMouseJoint&, const DestroyMouseJoint&) = default;
};
struct SetSettings {
    WorldSettings settings;
    friend bool operator==(const SetSettings&, const SetSettings&) = default;
};
struct RefreshContacts { // contacts at the present poses without stepping
    friend bool operator==(const RefreshContacts&, const RefreshContacts&) = default;
};
struct Step {
    float dt = 0.0f; // s, kMinStep to kMaxStep
    friend bool operator==(const Step&, const Step&) = default;
};

} // namespace op

using Op =
    std::variant<op::CreateBody, op::DestroyBody, op::SetBody, op::AddShape, op::RemoveShape, op::SetShape,
                 op::SetTransform, op::SetVelocity, op::ApplyForce, op::ApplyTorque, op::ApplyImpulse,
                 op::ApplyAngularImpulse, op::WakeBody, op::CreateMouseJoint, op::SetMouseTarget,
                 op::DestroyMouseJoint, op::SetSettings, op::RefreshContacts, op::Step>;

// What became of an operation. A refused one has changed nothing.
struct OpResult {
    std::string refusal{};     // empty, or a sentence: why it was refused
    BodyId body{};             // that CreateBody made
    ShapeId shape{};           // that AddShape made
    MouseJointId mouseJoint{}; // that CreateMouseJoint made

    bool ok() const { return refusal.empty(); }
};

// Sees every operation that a world accepts, whoever makes it: World::setOpSink.
class OpSink {
  public:
    virtual ~OpSink() = default;
    // `step`: the world's stepCount() before the operation. The references end with the call.
    virtual void onOp(uint64_t step, const Op& op, const OpResult& result) = 0;
};

} // namespace satbox
