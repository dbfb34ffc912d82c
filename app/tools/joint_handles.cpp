#include "app/tools/joint_handles.h"

#include "app/document/commands.h"
#include "app/document/gear_teeth.h"
#include "app/document/joint_kind.h"
#include "app/document/joint_measure.h"
#include "app/text/format.h"
#include "app/tools/snapping.h"
#include "engine/model/joint_frames.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kReachPoints = 8.0f;   // window points, of a handle
constexpr float kLimitPoints = 34.0f;  // from the anchor to the handle of a limit of an angle
constexpr float kAsidePoints = 12.0f;  // from the axis to the handle of a limit of a length
constexpr float kAxisPoints = 40.0f;   // along the axis, if it has no limit
constexpr float kBeyondPoints = 20.0f; // from there to the handle of the axis

// The limits that the joint has and that are on; null: none.
JointLimit* activeLimitOf(JointKind& kind)
{
    JointLimit* limit = limitOf(kind);
    return limit && limit->enabled ? limit : nullptr;
}

bool isRigidRod(const JointKind& kind)
{
    const auto* rod = std::get_if<DistanceJoint>(&kind);
    return rod && rod->rigid;
}
bool hasAxis(const JointKind& kind)
{
    return std::holds_alternative<PrismaticJoint>(kind) || std::holds_alternative<WheelJoint>(kind);
}
bool limitsAngle(const JointKind& kind) { return std::holds_alternative<RevoluteJoint>(kind); }
bool keepsAnchorsTogether(const JointKind& kind)
{
    return std::holds_alternative<RevoluteJoint>(kind) || std::holds_alternative<WeldJoint>(kind);
}

// A joint with what its handles need.
struct Placed {
    const World& world;
    JointDef def;
    Position anchorA{}, anchorB{};
    Vec2 axis; // of frame A; of a distance joint, from anchor A to anchor B

    Placed(const World& w, JointId id) : world(w), def(w.jointDef(id))
    {
        const WorldState& state = stateOf(world);
        const JointFrames frames = framesOf(state.joints.of<Joint>().at(id.index), state.bodies);
        anchorA = frames.anchorA;
        anchorB = frames.anchorB;
        axis = frames.axis;
        if (std::holds_alternative<DistanceJoint>(def.kind)) {
            const Vec2 along = normalizeOrZero(frames.d);
            if (along != Vec2{0.0f, 0.0f}) axis = along;
        }
    }

    void setAnchorA(Position point)
    {
        anchorA = point;
        def.anchorA = invTransformPoint(world.motion(def.bodyA).transform(), point);
    }
    void setAnchorB(Position point)
    {
        anchorB = point;
        def.anchorB = invTransformPoint(world.motion(def.bodyB).transform(), point);
    }
    // With the present anchors; of a pulley, along the rope.
    float presentLength() const
    {
        if (const auto* pulley = std::get_if<PulleyJoint>(&def.kind))
            return ropeLength(*pulley, anchorA, anchorB);
        return length(anchorB - anchorA);
    }
    float* heldLength()
    {
        if (auto* pulley = std::get_if<PulleyJoint>(&def.kind)) return &pulley->length;
        return isRigidRod(def.kind) ? &std::get<DistanceJoint>(def.kind).length : nullptr;
    }
    // `moved`: of one anchor. The part across the axis is that of both, so that B stays on it.
    Vec2 across(Vec2 moved) const
    {
        return hasAxis(def.kind) ? moved - dot(moved, axis) * axis : Vec2{0.0f, 0.0f};
    }

    void moveAnchor(JointHandle handle, Position point)
    {
        if (handle == JointHandle::Pin) {
            setAnchorB(anchorB + (point - anchorA));
            setAnchorA(point);
        } else if (handle == JointHandle::AnchorA) {
            setAnchorB(anchorB + across(point - anchorA));
            setAnchorA(point);
        } else {
            setAnchorA(anchorA + across(point - anchorB));
            setAnchorB(point);
        }
    }
    // Frame B turns too and anchor B stays at its translation, so that the joint measures the same as before.
    void turnAxis(Position point, bool snaps)
    {
        const Vec2 arm = point - anchorA;
        if (arm == Vec2{0.0f, 0.0f}) return;
        float direction = std::atan2(arm.y, arm.x);
        if (snaps) direction = toMultiple(direction, kAngleStep);
        const float turn = direction - std::atan2(axis.y, axis.x);
        def.angleA = std::remainder(def.angleA + turn, 2.0f * kPi);
        def.angleB = std::remainder(def.angleB + turn, 2.0f * kPi);
        const float translation = dot(anchorB - anchorA, axis);
        axis = rotate(makeRot(direction), Vec2{1.0f, 0.0f});
        setAnchorB(anchorA + translation * axis);
    }
    // The other limit gives way.
    void moveLimit(JointHandle handle, Position point, bool snaps)
    {
        JointLimit* limit = activeLimitOf(def.kind);
        if (!limit) return;
        const LimitEnd end = handle == JointHandle::LowerLimit ? LimitEnd::Lower : LimitEnd::Upper;
        float value = end == LimitEnd::Lower ? limit->lower : limit->upper;
        const Vec2 arm = point - anchorA;
        if (limitsAngle(def.kind)) {
            // Full turns count: the angle nearest to the present limit.
            const float angle = std::atan2(cross(axis, arm), dot(axis, arm));
            value += std::remainder(angle - value, 2.0f * kPi);
            if (snaps) value = toMultiple(value, kAngleStep);
        } else {
            value = dot(arm, axis);
            if (std::holds_alternative<DistanceJoint>(def.kind)) value = std::max(value, 0.0f);
        }
        app::moveLimit(*limit, end, value);
    }
};

// What a drag of the handle does, for the label of the undo entry: "Move", "anchor A".
std::pair<std::string_view, std::string_view> nameOf(JointHandle handle)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kNames{
        {{"Move", "anchor A"},
         {"Move", "anchor B"},
         {"Move", "anchors"},
         {"Move", "fixed point A"},
         {"Move", "fixed point B"},
         {"Turn", "axis"},
         {"Change", "lower limit"},
         {"Change", "upper limit"}}};
    return kNames[static_cast<size_t>(handle)];
}

// True if a drag makes the joint fit the bodies where they are now.
bool dependsOnPoses(JointHandle handle, const JointKind& kind)
{
    const bool isLimit = handle == JointHandle::LowerLimit || handle == JointHandle::UpperLimit;
    return !isLimit && (isRigidRod(kind) || !std::holds_alternative<DistanceJoint>(kind));
}

Position positionOf(const World& world, JointId joint, JointHandle handle, float metersPerPoint)
{
    for (const auto& [other, position] : jointHandlesOf(world, joint, metersPerPoint))
        if (other == handle) return position;
    return {};
}

} // namespace

std::vector<std::pair<JointHandle, Position>> jointHandlesOf(const World& world, JointId joint,
                                                             float metersPerPoint)
{
    Placed placed(world, joint);
    JointKind& kind = placed.def.kind;
    std::vector<std::pair<JointHandle, Position>> handles;
    if (std::holds_alternative<FilterJoint>(kind)) return handles;
    const float apart = length(placed.anchorB - placed.anchorA);
    if (keepsAnchorsTogether(kind) || apart < 2.0f * kReachPoints * metersPerPoint) {
        handles.emplace_back(JointHandle::Pin, placed.anchorA);
    } else {
        handles.emplace_back(JointHandle::AnchorA, placed.anchorA);
        handles.emplace_back(JointHandle::AnchorB, placed.anchorB);
    }
    if (const auto* pulley = std::get_if<PulleyJoint>(&kind)) {
        handles.emplace_back(JointHandle::FixedPointA, Position{} + pulley->groundA);
        handles.emplace_back(JointHandle::FixedPointB, Position{} + pulley->groundB);
    }
    const JointLimit* limit = isRigidRod(kind) ? nullptr : activeLimitOf(kind);
    if (hasAxis(kind)) {
        const float end = limit ? std::max(limit->upper, 0.0f) : kAxisPoints * metersPerPoint;
        handles.emplace_back(JointHandle::Axis,
                             placed.anchorA + (end + kBeyondPoints * metersPerPoint) * placed.axis);
    }
    if (!limit) return handles;
    const auto at = [&](float value) {
        if (limitsAngle(kind))
            return placed.anchorA + kLimitPoints * metersPerPoint * rotate(makeRot(value), placed.axis);
        return placed.anchorA + value * placed.axis + kAsidePoints * metersPerPoint * perp(placed.axis);
    };
    handles.emplace_back(JointHandle::LowerLimit, at(limit->lower));
    handles.emplace_back(JointHandle::UpperLimit, at(limit->upper));
    return handles;
}

std::optional<JointHandle> pickJointHandle(const World& world, JointId joint, Position pointer,
                                           float metersPerPoint)
{
    if (!world.isValid(joint)) return std::nullopt;
    std::optional<JointHandle> nearest;
    float distance = kReachPoints * metersPerPoint;
    for (const auto& [handle, position] : jointHandlesOf(world, joint, metersPerPoint))
        if (const float d = length(pointer - position); d < distance) {
            distance = d;
            nearest = handle;
        }
    return nearest;
}

bool movesPoint(JointHandle handle)
{
    return handle != JointHandle::Axis && handle != JointHandle::LowerLimit &&
           handle != JointHandle::UpperLimit;
}

JointDef withHandleAt(const World& world, JointId joint, JointHandle handle, Position point, bool snapsAngle)
{
    Placed placed(world, joint);
    const float before = placed.presentLength();
    switch (handle) {
    case JointHandle::AnchorA:
    case JointHandle::AnchorB:
    case JointHandle::Pin:
        placed.moveAnchor(handle, point);
        break;
    case JointHandle::FixedPointA:
    case JointHandle::FixedPointB:
        if (auto* pulley = std::get_if<PulleyJoint>(&placed.def.kind))
            (handle == JointHandle::FixedPointA ? pulley->groundA : pulley->groundB) = toVec2(point);
        break;
    case JointHandle::Axis:
        placed.turnAxis(point, snapsAngle);
        break;
    case JointHandle::LowerLimit:
    case JointHandle::UpperLimit:
        placed.moveLimit(handle, point, snapsAngle);
        break;
    }
    if (float* held = placed.heldLength()) {
        *held = std::max(*held + placed.presentLength() - before, 0.0f);
        if (isRigidRod(placed.def.kind)) *held = rodLength(*held);
    }
    meshTeeth(world, placed.def);
    return placed.def;
}

void beginJointDrag(ToolContext& context, JointId joint, JointHandle handle, Position pointer,
                    float metersPerPoint)
{
    cancelReplay(context.playback);
    context.history.closeGesture();
    context.tool.jointDrag = {.joint = joint,
                              .handle = handle,
                              .offset = positionOf(context.world(), joint, handle, metersPerPoint) - pointer};
}

void continueJointDrag(ToolContext& context, Position point, bool snaps)
{
    if (!context.tool.jointDrag) return;
    JointGesture& gesture = *context.tool.jointDrag;
    const World& world = context.world();
    if (!world.isValid(gesture.joint)) return context.tool.jointDrag.reset();
    if (!snaps || !movesPoint(gesture.handle)) point += gesture.offset;
    const JointDef def = withHandleAt(world, gesture.joint, gesture.handle, point, snaps);
    if (def == world.jointDef(gesture.joint)) return;
    const auto [verb, field] = nameOf(gesture.handle);
    const std::string refusal =
        context.history.execute(dependsOnPoses(gesture.handle, def.kind)
                                    ? refitJointCommand(context.document(), gesture.joint, def, field, verb)
                                    : editJointCommand(world, gesture.joint, def, field, verb));
    if (refusal.empty())
        gesture.changed = true;
    else
        context.status.show(Severity::Warning, refusal);
}

void endJointDrag(ToolContext& context)
{
    if (!context.tool.jointDrag) return;
    context.tool.jointDrag.reset();
    context.history.closeGesture();
}

void cancelJointDrag(ToolContext& context)
{
    const bool changed = context.tool.jointDrag && context.tool.jointDrag->changed;
    endJointDrag(context);
    if (changed) context.history.undo();
}

std::string describeHandle(const World& world, JointId joint, JointHandle handle)
{
    Placed placed(world, joint);
    const auto metres = [](float value) { return formatQuantity(static_cast<double>(value), "m"); };
    const auto degrees = [](float value) { return formatFixed(inDegrees(value), 1) + "°"; };
    switch (handle) {
    case JointHandle::Axis:
        return degrees(std::atan2(placed.axis.y, placed.axis.x));
    case JointHandle::LowerLimit:
    case JointHandle::UpperLimit: {
        const JointLimit* limit = activeLimitOf(placed.def.kind);
        if (!limit) return {};
        const float value = handle == JointHandle::LowerLimit ? limit->lower : limit->upper;
        return limitsAngle(placed.def.kind) ? degrees(value) : metres(value);
    }
    case JointHandle::AnchorA:
    case JointHandle::AnchorB:
    case JointHandle::Pin:
    case JointHandle::FixedPointA:
    case JointHandle::FixedPointB:
        break;
    }
    if (const float* held = placed.heldLength()) return metres(*held);
    const Vec2 anchor = handle == JointHandle::AnchorA ? placed.def.anchorA : placed.def.anchorB;
    return fmt::format("{}, {}", metres(anchor.x), metres(anchor.y));
}

} // namespace satbox::app
