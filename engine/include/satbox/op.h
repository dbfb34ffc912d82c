#pragma once

#include <satbox/body.h>
#include <satbox/config.h>
#include <satbox/joints.h>
#include <satbox/settings.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace satbox {

// Operations: each describes one change of a world as a value. World::apply() performs it, and the named
// functions of World call apply(). A recorded list of operations can serve as a script, a history, a replay
// or a repro file: applied to copies of one world, it gives equal worlds and the same ids.
// satbox/scene/op_text.h writes an operation as one line of JSON.
//
//   const OpResult result = world.apply(op::ApplyImpulse{body, {0.0f, 2.0f}, world.motion(body).center});
//   if (!result.ok()) std::puts(result.refusal.c_str());
//
// Points are in world coordinates, m. Errors and effects: see the World function of the same name.
namespace op {

struct CreateBody {
    BodyDef def;
    friend bool operator==(const CreateBody&, const CreateBody&) = default;
};
struct DestroyBody {
    BodyId body;
    friend bool operator==(const DestroyBody&, const DestroyBody&) = default;
};
struct SetBody { // World::setBodyDef
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
struct SetShape { // World::setShapeDef
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
struct ApplyForce { // acts during the whole next step
    BodyId body;
    Vec2 force{0.0f, 0.0f}; // N
    Position point{};
    friend bool operator==(const ApplyForce&, const ApplyForce&) = default;
};
struct ApplyTorque { // acts during the whole next step
    BodyId body;
    float torque = 0.0f; // N m
    friend bool operator==(const ApplyTorque&, const ApplyTorque&) = default;
};
struct ApplyImpulse { // changes the velocity immediately
    BodyId body;
    Vec2 impulse{0.0f, 0.0f}; // N s
    Position point{};
    friend bool operator==(const ApplyImpulse&, const ApplyImpulse&) = default;
};
struct ApplyAngularImpulse {
    BodyId body;
    float impulse = 0.0f; // N m s
    friend bool operator==(const ApplyAngularImpulse&, const ApplyAngularImpulse&) = default;
};
struct SetTargetTransform { // sets the velocity with which the body is there after `dt` seconds
    BodyId body;
    WorldTransform target;
    float dt = 0.0f; // s
    friend bool operator==(const SetTargetTransform&, const SetTargetTransform&) = default;
};
struct Explode { // pushes all shapes within radius + falloff away from the centre
    Position center{};
    float radius = 0.0f;  // m, up to which it has its full strength
    float falloff = 0.0f; // m, beyond the radius, over which the strength falls to 0
    float impulse = 0.0f; // N s per metre of a shape's width as seen from the centre; negative: implosion
    uint64_t mask = ~uint64_t{0}; // categories of shapes that it pushes
    friend bool operator==(const Explode&, const Explode&) = default;
};
struct ApplyWind {                // acts during the whole next step
    Vec2 velocity{0.0f, 0.0f};    // m/s, of the air
    float density = 0.0f;         // kg/m^2, of the air
    float dt = 0.0f;              // s, of the next step
    uint64_t mask = ~uint64_t{0}; // categories of shapes on which it acts
    friend bool operator==(const ApplyWind&, const ApplyWind&) = default;
};
struct WakeBody { // World::wake
    BodyId body;
    friend bool operator==(const WakeBody&, const WakeBody&) = default;
};
struct CreateMouseJoint {
    BodyId body;
    Position point{}; // the grabbed point of the body, and the first target
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
struct CreateJoint {
    JointDef def;
    friend bool operator==(const CreateJoint&, const CreateJoint&) = default;
};
struct SetJoint { // World::setJointDef
    JointId joint;
    JointDef def;
    friend bool operator==(const SetJoint&, const SetJoint&) = default;
};
struct DestroyJoint {
    JointId joint;
    friend bool operator==(const DestroyJoint&, const DestroyJoint&) = default;
};
struct SetSettings {
    WorldSettings settings;
    friend bool operator==(const SetSettings&, const SetSettings&) = default;
};
struct RefreshContacts { // updates contacts for the current poses without a step
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
                 op::DestroyMouseJoint, op::CreateJoint, op::SetJoint, op::DestroyJoint, op::SetSettings,
                 op::RefreshContacts, op::Step, op::SetTargetTransform, op::Explode, op::ApplyWind>;

// Result of an operation. A refused operation has changed nothing.
struct OpResult {
    std::string refusal{};     // the reason for a refusal; empty if the operation was accepted
    BodyId body{};             // created by CreateBody, else null
    ShapeId shape{};           // created by AddShape, else null
    MouseJointId mouseJoint{}; // created by CreateMouseJoint, else null
    JointId joint{};           // created by CreateJoint, else null

    bool ok() const { return refusal.empty(); }
};

// Is called for every operation that a world accepts, see World::setOpSink.
class SATBOX_API OpSink {
  public:
    virtual ~OpSink() = default;
    // Called after the operation. `step`: the world's stepCount() before it. The references are valid only
    // during the call.
    virtual void onOp(uint64_t step, const Op& op, const OpResult& result) = 0;
};

} // namespace satbox
