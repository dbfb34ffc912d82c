// User interaction: the mouse spring with its force, the preview of a new shape, the bodies' poses in the
// other substeps while a step is shown substep by substep.

#include "app/tools/interaction.h"

#include "app/document/body_bounds.h"
#include "app/text/format.h"
#include "app/tools/joint_handles.h"
#include "app/tools/transform_tool.h"
#include "app/view/shape_drawing.h"
#include "engine/world/world_access.h"

#include <array>
#include <span>

namespace satbox::app {

namespace {

constexpr float kHandlePx = 7.0f; // half extent of the largest handle

// On top of everything, so that the selection stays visible. The bodies of the Pair panel have their own
// colours.
void drawSelectedBody(const ViewContext& context, BodyId body, DrawList& out)
{
    if (!context.world.isValid(body) || context.isDrawnByLayer(body.index)) return;
    const WorldState& state = stateOf(context.world);
    const WorldTransform pose = state.bodies.motions[body.index].transform();
    if (!isFinite(pose)) return;
    for (const uint32_t shape : state.bodies.slots.at(body.index).shapes)
        addOutline(out, state.shapes.at(shape).shape, pose,
                   context.line(context.palette.selected, kSelectedOutlinePx));
}

void drawSelected(const ViewContext& context, DrawList& out)
{
    if (!context.view.shapes) return;
    for (const BodyId body : context.selection.bodies()) drawSelectedBody(context, body, out);
}

// Squares scale and stretch, the ring rotates, the cross moves.
void drawHandle(const ViewContext& context, const FrameHandle& handle, Position at, DrawList& out)
{
    const Color color = context.palette.accent;
    switch (handle.kind) {
    case FrameHandle::Kind::Move:
        out.addDisc(at, kHandlePx, context.palette.background.withAlpha(0.8f));
        out.addCross(at, 6.0f, color, 2.0f);
        break;
    case FrameHandle::Kind::Rotate:
        out.addDisc(at, 6.0f, context.palette.background.withAlpha(0.8f));
        out.addRing(at, 6.0f, color, 2.0f);
        break;
    case FrameHandle::Kind::Scale:
        out.addSquare(at, 4.5f, color);
        break;
    case FrameHandle::Kind::Stretch:
        out.addSquare(at, 3.0f, color);
        break;
    }
}

// The frame as drawn: in the first view, while bodies can be selected, unless it would cover a pair that a
// layer draws.
std::optional<SelectionFrame> visibleFrame(const ViewContext& context, const ToolState& tool)
{
    if (!context.isFirstView || tool.tool != ToolKind::Grab || tool.grab || tool.transform)
        return std::nullopt;
    const std::vector<BodyId> bodies = context.selection.bodies();
    if (context.hints.drawsFocusBodies && context.focus && coversPair(context.world, bodies, *context.focus))
        return std::nullopt;
    const std::optional<SelectionFrame> frame = frameOf(context.world, bodies);
    if (!frame) return std::nullopt;
    return drawnFrame(*frame, context.camera.metersPerPixel());
}

void drawSelectionFrame(const ViewContext& context, const SelectionFrame& drawn, DrawList& out)
{
    const std::array corners{drawn.at({1, 1}), drawn.at({-1, 1}), drawn.at({-1, -1}), drawn.at({1, -1})};
    const LineStyle line = context.line(context.palette.accent.withAlpha(0.6f), 1.0f);
    out.addPolyline(corners, line, true);
    for (const auto& [handle, position] : handlesOf(drawn, context.camera.metersPerPixel())) {
        if (handle.kind == FrameHandle::Kind::Rotate || handle.kind == FrameHandle::Kind::Move)
            out.addLine(drawn.at(handle.place), position, line);
        drawHandle(context, handle, position, out);
    }
}

// In the first view, while joints are drawn and can be selected.
bool showsJointHandles(const ViewContext& context, const ToolState& tool)
{
    return context.isFirstView && context.view.joints && tool.tool == ToolKind::Grab && !tool.grab &&
           context.world.isValid(context.selection.joint);
}

// Rings move an anchor, a ring at the end of a line turns the axis, squares are limits.
void drawJointHandles(const ViewContext& context, const ToolState& tool, DrawList& out)
{
    if (!showsJointHandles(context, tool)) return;
    const JointId joint = context.selection.joint;
    const Color color = context.palette.accent;
    for (const auto& [handle, at] : jointHandlesOf(context.world, joint, context.camera.metersPerPixel())) {
        if (handle == JointHandle::Axis)
            out.addLine(context.world.jointView(joint).anchorA, at,
                        context.line(color.withAlpha(0.6f), 1.0f));
        if (handle == JointHandle::LowerLimit || handle == JointHandle::UpperLimit) {
            out.addSquare(at, 4.5f, color);
        } else {
            out.addDisc(at, 6.0f, context.palette.background.withAlpha(0.8f));
            out.addRing(at, 6.0f, color, 2.0f);
        }
    }
    if (tool.jointDrag && tool.jointDrag->changed)
        out.addRequiredLabel(tool.cursorWorld, describeHandle(context.world, joint, tool.jointDrag->handle),
                             context.palette.selected, 950.0f, 14.0f);
}

void drawSelectionBox(const ViewContext& context, const ToolState& tool, DrawList& out)
{
    if (!tool.press || !tool.press->selectsByBox()) return;
    const WorldBox box = boxOf(tool.press->world, tool.cursorWorld);
    const std::array corners{box.lower, Position{box.upper.x, box.lower.y}, box.upper,
                             Position{box.lower.x, box.upper.y}};
    out.addConvex(std::span<const Position>(corners), context.palette.accent.withAlpha(0.1f));
    out.addBox(box, context.line(context.palette.accent, 1.0f));
}

void drawMouseSpring(const ViewContext& context, const ToolState& tool, DrawList& out)
{
    if (!tool.grab) return;
    // Every compared world has its own mouse joint.
    const auto& joints = stateOf(context.world).joints.of<MouseJoint>();
    for (uint32_t slot = 0; slot < joints.slotCount(); ++slot) {
        if (!joints.isLive(slot)) continue;
        const World::MouseJointView joint = context.world.mouseJoint(joints.handleAt(slot));
        const Color color = context.palette.selected;
        out.addLine(joint.anchor, joint.target, context.line(color));
        out.addDisc(joint.anchor, 4.0f, color);
        out.addRing(joint.target, 6.0f, color, 2.0f);
        out.addRequiredLabel(joint.target, formatQuantity(static_cast<double>(length(joint.force)), "N"),
                             color, 950.0f, 14.0f);
    }
}

void drawGhost(const ViewContext& context, const ToolState& tool, DrawList& out)
{
    const std::optional<Ghost>& ghost = tool.ghost;
    if (!ghost || !ghost->overWorld) return;
    const WorldTransform pose{ghost->body.body.position, ghost->body.body.rotation};
    const ShapeStyle style = context.previewStyle();
    for (const ShapeDef& shape : ghost->body.shapes)
        addShape(out, transformed(shape.geometry, shape.local), pose, style);
    out.addCross(pose.p, 5.0f, context.palette.accent);
}

// A ring at the point that the pointer snaps to.
void drawSnap(const ViewContext& context, const ToolState& tool, DrawList& out)
{
    if (!tool.snap || !context.isFirstView) return;
    out.addRing(tool.snap->point, 7.0f, context.palette.accent, 2.0f);
    if (tool.snap->kind == SnapTarget::Kind::Vertex)
        out.addDisc(tool.snap->point, 3.0f, context.palette.accent);
}

// What a transform has done so far, at the pointer; with a line from the pivot while rotating.
void drawTransform(const ViewContext& context, const ToolState& tool, DrawList& out)
{
    if (!tool.transform) return;
    const TransformGesture& gesture = *tool.transform;
    if (gesture.handle.kind == FrameHandle::Kind::Rotate)
        out.addDashedLine(gesture.pivot, tool.cursorWorld, context.line(context.palette.selected, 1.5f));
    if (gesture.changed)
        out.addRequiredLabel(tool.cursorWorld, describeTransform(gesture), context.palette.selected, 950.0f,
                             14.0f);
}

void drawSubsteps(const ViewContext& context, const SubstepReplay& replay, DrawList& out)
{
    const WorldState& state = stateOf(context.world);
    for (size_t i = 0; i < replay.samples.size(); ++i) {
        if (static_cast<int>(i) == replay.shown) continue;
        const bool past = static_cast<int>(i) < replay.shown;
        ShapeStyle style;
        style.outline = context.palette.accent.withAlpha(past ? 0.35f : 0.18f);
        style.outlineWidthPx = 1.0f * context.view.lineScale;
        for (const BodySample& sample : replay.samples[i]) {
            if (!state.bodies.slots.isLive(sample.body) || !isFinite(sample.transform)) continue;
            if (!contains(context.visible, sample.center)) continue;
            for (const uint32_t shape : state.bodies.slots.at(sample.body).shapes)
                addShape(out, state.shapes.at(shape).shape, sample.transform, style);
        }
    }
}

} // namespace

void InteractionLayer::draw(const ViewContext& context, DrawList& out) const
{
    if (replay_) drawSubsteps(context, *replay_, out);
    drawSelected(context, out);
    if (const auto frame = visibleFrame(context, tool_)) drawSelectionFrame(context, *frame, out);
    drawJointHandles(context, tool_, out);
    drawSelectionBox(context, tool_, out);
    drawMouseSpring(context, tool_, out);
    drawGhost(context, tool_, out);
    if (array_ && context.isFirstView) drawArrayCopy(context, *array_, out);
    drawTransform(context, tool_, out);
    drawSnap(context, tool_, out);
    if (editTool_) editTool_->draw(context, out);
}

void InteractionLayer::keepOut(const ViewContext& context, KeepOut& out) const
{
    const auto add = [&](Position at) { out.handles.push_back(expand({at, at}, kHandlePx * context.pixel)); };
    const float metersPerPoint = context.camera.metersPerPixel();
    if (const std::optional<SelectionFrame> frame = visibleFrame(context, tool_))
        for (const auto& [handle, position] : handlesOf(*frame, metersPerPoint)) add(position);
    if (showsJointHandles(context, tool_))
        for (const auto& [handle, position] :
             jointHandlesOf(context.world, context.selection.joint, metersPerPoint))
            add(position);
}

} // namespace satbox::app
