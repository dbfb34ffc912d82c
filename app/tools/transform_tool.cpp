#include "app/tools/transform_tool.h"

#include "app/document/body_bounds.h"
#include "app/document/commands.h"
#include "app/text/format.h"
#include "app/tools/snapping.h"
#include "engine/model/scaled_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kMinFactor = 0.02f; // of a scale
constexpr float kMaxFactor = 50.0f;
constexpr float kMinArmPoints = 4.0f; // window points; at a shorter arm the factor would be arbitrary

float angleOfArm(Vec2 arm) { return std::atan2(arm.y, arm.x); }

BodyAtStart startOf(const World& world, BodyId body)
{
    BodyAtStart start{.body = body, .pose = world.motion(body).transform(), .shapes = {}};
    for (const ShapeId shape : world.shapesOf(body)) start.shapes.emplace_back(shape, world.shapeDef(shape));
    return start;
}

// A single body rotates about its centre of mass, several rotate about the middle of their frame.
Position pivotOf(const World& world, const TransformGesture& gesture)
{
    return gesture.bodies.size() == 1 ? world.motion(gesture.bodies.front().body).center
                                      : gesture.frame.center;
}

// A new start from the current poses.
void restartGesture(ToolContext& context, TransformGesture& gesture, FrameHandle handle, Position pointer)
{
    const World& world = context.world();
    std::vector<BodyId> ids;
    for (BodyAtStart& start : gesture.bodies) {
        start = startOf(world, start.body);
        ids.push_back(start.body);
    }
    gesture.joints = jointsOfBodies(world, ids);
    gesture.handle = handle;
    gesture.frame = frameOf(world, ids).value_or(SelectionFrame{.center = pointer});
    gesture.pivot = pivotOf(world, gesture);
    gesture.grabbed = pointer;
    gesture.translation = {0.0f, 0.0f};
    gesture.angle = 0.0f;
    gesture.factor = {1.0f, 1.0f};
}

void snapMove(const World& world, TransformGesture& gesture, const TransformPointer& pointer)
{
    std::vector<BodyId> moved;
    std::vector<Position> corners;
    for (const BodyAtStart& start : gesture.bodies) {
        moved.push_back(start.body);
        const WorldTransform pose{start.pose.p + gesture.translation, start.pose.q};
        for (const auto& [shape, def] : start.shapes)
            forEachCorner(transformed(def.geometry, def.local), pose,
                          [&](Position corner) { corners.push_back(corner); });
    }
    const SnapSearch search{
        .reach = kSnapReach * pointer.metersPerPoint, .gridStep = pointer.gridStep, .ignored = moved};
    gesture.translation +=
        snapTranslation(world, corners, gesture.frame.center + gesture.translation, search);
}

void measureRotation(TransformGesture& gesture, const TransformPointer& pointer)
{
    gesture.angle = angleOfArm(pointer.world - gesture.pivot) - angleOfArm(gesture.grabbed - gesture.pivot);
    if (!pointer.modifiers.ctrl) return;
    // A single body snaps to its own angle, several to the angle by which they turn.
    const float base = gesture.bodies.size() == 1 ? angleOf(gesture.bodies.front().pose.q) : 0.0f;
    gesture.angle = toMultiple(base + gesture.angle, kAngleStep) - base;
}

// `size`: m, of the frame at the start, along the axis.
float snappedFactor(float factor, float size, const TransformPointer& pointer)
{
    if (pointer.modifiers.ctrl && size > 0.0f)
        factor = std::max(toMultiple(size * factor, pointer.gridStep), pointer.gridStep) / size;
    return std::clamp(factor, kMinFactor, kMaxFactor);
}

// The opposite corner or side stays in place.
void measureScale(TransformGesture& gesture, const TransformPointer& pointer)
{
    const SelectionFrame& frame = gesture.frame;
    const Vec2 place = gesture.handle.place;
    gesture.anchor = frame.at(-place);
    const Vec2 before = invRotate(frame.axes, gesture.grabbed - gesture.anchor);
    const Vec2 now = invRotate(frame.axes, pointer.world - gesture.anchor);
    const float minArm = kMinArmPoints * pointer.metersPerPoint;
    if (gesture.handle.kind == FrameHandle::Kind::Scale) {
        const float arm = std::max(lengthSquared(before), minArm * minArm);
        const float factor = snappedFactor(dot(now, before) / arm, 2.0f * frame.half.x, pointer);
        gesture.factor = {factor, factor};
    } else if (place.x != 0.0f) {
        const float arm = std::copysign(std::max(std::abs(before.x), minArm), before.x);
        gesture.factor = {snappedFactor(now.x / arm, 2.0f * frame.half.x, pointer), 1.0f};
    } else {
        const float arm = std::copysign(std::max(std::abs(before.y), minArm), before.y);
        gesture.factor = {1.0f, snappedFactor(now.y / arm, 2.0f * frame.half.y, pointer)};
    }
}

void measure(const World& world, TransformGesture& gesture, const TransformPointer& pointer)
{
    switch (gesture.handle.kind) {
    case FrameHandle::Kind::Move:
        gesture.translation = pointer.world - gesture.grabbed;
        if (pointer.modifiers.ctrl) snapMove(world, gesture, pointer);
        break;
    case FrameHandle::Kind::Rotate:
        measureRotation(gesture, pointer);
        break;
    case FrameHandle::Kind::Scale:
    case FrameHandle::Kind::Stretch:
        measureScale(gesture, pointer);
        break;
    }
}

BodyPlacement placementOf(const TransformGesture& gesture, const BodyAtStart& start)
{
    BodyPlacement placement{.body = start.body, .pose = start.pose};
    switch (gesture.handle.kind) {
    case FrameHandle::Kind::Move:
        placement.pose.p = start.pose.p + gesture.translation;
        break;
    case FrameHandle::Kind::Rotate: {
        const Rot turn = makeRot(gesture.angle);
        placement.pose.q = mul(turn, start.pose.q);
        placement.pose.p = gesture.pivot + rotate(turn, start.pose.p - gesture.pivot);
        break;
    }
    case FrameHandle::Kind::Scale:
    case FrameHandle::Kind::Stretch: {
        // With two different factors there is a single body, and the frame has its axes.
        const Vec2 arm = invRotate(gesture.frame.axes, start.pose.p - gesture.anchor);
        placement.pose.p =
            gesture.anchor + rotate(gesture.frame.axes, {arm.x * gesture.factor.x, arm.y * gesture.factor.y});
        for (const auto& [shape, def] : start.shapes)
            placement.shapes.emplace_back(shape, scaledShape(def, gesture.factor));
        break;
    }
    }
    return placement;
}

// A scale changes joints too.
JointEdits jointsOf(const World& world, const TransformGesture& gesture)
{
    JointEdits joints;
    if (gesture.handle.kind != FrameHandle::Kind::Scale && gesture.handle.kind != FrameHandle::Kind::Stretch)
        return joints;
    for (const JointOfBodies& joint : gesture.joints)
        if (world.isValid(joint.id))
            joints.emplace_back(joint.id,
                                scaledJoint(joint, {.factor = gesture.factor, .fixed = gesture.anchor}));
    return joints;
}

const char* verbOf(FrameHandle::Kind kind)
{
    constexpr std::array kVerbs{"Move", "Rotate", "Scale", "Stretch"};
    return kVerbs[static_cast<size_t>(kind)];
}

bool hasEffect(const TransformGesture& gesture)
{
    return gesture.changed || gesture.translation != Vec2{0.0f, 0.0f} || gesture.angle != 0.0f ||
           gesture.factor != Vec2{1.0f, 1.0f};
}

} // namespace

void beginTransform(ToolContext& context, FrameHandle handle, std::span<const BodyId> bodies,
                    const TransformPointer& pointer)
{
    cancelReplay(context.playback);
    context.history.closeGesture();
    TransformGesture gesture;
    for (const BodyId body : bodies) gesture.bodies.push_back({.body = body, .pose = {}, .shapes = {}});
    gesture.byHandle = handle.kind != FrameHandle::Kind::Move || handle.place != Vec2{0.0f, 0.0f};
    restartGesture(context, gesture, handle, pointer.world);
    context.tool.transform = std::move(gesture);
}

void continueTransform(ToolContext& context, const TransformPointer& pointer)
{
    if (!context.tool.transform) return;
    TransformGesture& gesture = *context.tool.transform;
    const World& world = context.world();
    if (std::ranges::any_of(gesture.bodies,
                            [&](const BodyAtStart& start) { return !world.isValid(start.body); })) {
        context.tool.transform.reset();
        return;
    }
    if (!gesture.byHandle) { // Shift switches between moving and rotating
        const auto kind = pointer.modifiers.shift ? FrameHandle::Kind::Rotate : FrameHandle::Kind::Move;
        if (kind != gesture.handle.kind) restartGesture(context, gesture, {.kind = kind}, pointer.world);
    }
    measure(world, gesture, pointer);
    if (!hasEffect(gesture)) return;

    std::vector<BodyPlacement> placements;
    for (const BodyAtStart& start : gesture.bodies) placements.push_back(placementOf(gesture, start));
    const std::string refusal = context.history.execute(
        placeBodiesCommand(world, verbOf(gesture.handle.kind), placements, jointsOf(world, gesture)));
    if (refusal.empty())
        gesture.changed = true;
    else
        context.status.show(Severity::Warning, refusal);
}

void endTransform(ToolContext& context)
{
    context.tool.transform.reset();
    context.history.closeGesture();
}

void cancelTransform(ToolContext& context)
{
    const bool changed = context.tool.transform && context.tool.transform->changed;
    endTransform(context);
    if (changed) context.history.undo();
}

std::string describeTransform(const TransformGesture& gesture)
{
    const auto metres = [](float value) { return formatQuantity(static_cast<double>(value), "m"); };
    switch (gesture.handle.kind) {
    case FrameHandle::Kind::Move:
        return fmt::format("{}, {}", metres(gesture.translation.x), metres(gesture.translation.y));
    case FrameHandle::Kind::Rotate: {
        // The angle of a single body; of several, how far they have turned.
        const float base = gesture.bodies.size() == 1 ? angleOf(gesture.bodies.front().pose.q) : 0.0f;
        return formatFixed(inDegrees(std::remainder(base + gesture.angle, 2.0f * kPi)), 1) + "°";
    }
    case FrameHandle::Kind::Scale:
    case FrameHandle::Kind::Stretch:
        return fmt::format("{} × {}", metres(2.0f * gesture.frame.half.x * gesture.factor.x),
                           metres(2.0f * gesture.frame.half.y * gesture.factor.y));
    }
    return {};
}

} // namespace satbox::app
