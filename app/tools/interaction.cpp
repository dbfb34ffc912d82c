// User interaction: the mouse spring with its force, the preview of a new shape, the bodies' poses in the
// other substeps while a step is shown substep by substep.

#include "app/tools/interaction.h"

#include "app/text/format.h"
#include "app/view/shape_drawing.h"
#include "engine/world/world_access.h"

namespace satbox::app {

namespace {

// On top of everything, so that the selection stays visible. The bodies of the Pair panel have their own
// colours.
void drawSelected(const ViewContext& context, DrawList& out)
{
    if (!context.view.shapes || !context.world.isValid(context.selection.body)) return;
    const WorldState& state = stateOf(context.world);
    const uint32_t slot = context.selection.body.index;
    if (context.isDrawnByLayer(slot)) return;
    const WorldTransform pose = state.bodies.motions[slot].transform();
    if (!isFinite(pose)) return;
    for (const uint32_t shape : state.bodies.slots.at(slot).shapes)
        addOutline(out, state.shapes.at(shape).shape, pose,
                   context.line(context.palette.selected, kSelectedOutlinePx));
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
    ShapeStyle style;
    style.fill = context.palette.accent.withAlpha(0.18f);
    style.outline = context.palette.accent;
    style.outlineWidthPx = 1.5f * context.view.lineScale;
    style.dashed = true;
    for (const ShapeDef& shape : ghost->body.shapes)
        addShape(out, transformed(shape.geometry, shape.local), pose, style);
    out.addCross(pose.p, 5.0f, context.palette.accent);
}

// Line and angle while a body is turned with the mouse in a paused world.
void drawMove(const ViewContext& context, const ToolState& tool, DrawList& out)
{
    const std::optional<MoveGesture>& move = tool.move;
    if (!move || !context.world.isValid(move->body)) return;
    const BodyMotion& motion = context.world.motion(move->body);
    if (!move->turning) return;
    out.addDashedLine(motion.center, tool.cursorWorld, context.line(context.palette.selected, 1.5f));
    out.addRequiredLabel(tool.cursorWorld, formatFixed(inDegrees(angleOf(motion.q)), 1) + "°",
                         context.palette.selected, 950.0f, 14.0f);
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
    drawMouseSpring(context, tool_, out);
    drawGhost(context, tool_, out);
    drawMove(context, tool_, out);
    if (editTool_) editTool_->draw(context, out);
}

} // namespace satbox::app
