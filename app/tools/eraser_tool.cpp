#include "app/tools/eraser_tool.h"

#include "app/document/pick_joint.h"
#include "app/text/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "eraser",
    .label = "Eraser",
    .group = ToolGroup::Play,
    .icon = Icon::Eraser,
    .chord = {Key::Num9, {.shift = true}},
    .help = "Deletes every body and drawn joint that the pointer touches while the left button is held.",
};

// Returns false if it was refused.
bool erase(ToolContext& context, Op op)
{
    cancelReplay(context.playback);
    Command command{.label = "Erase", .ops = {SceneOp{std::move(op)}}, .mergeKey = "eraser"};
    return context.history.execute(std::move(command)).empty();
}

std::string describeErased(int bodies, int joints)
{
    const std::string jointText = countText(static_cast<uint64_t>(joints), "joint", "joints");
    if (bodies == 0 && joints > 0) return jointText;
    const std::string bodyText = bodyCountText(static_cast<uint64_t>(bodies));
    return joints == 0 ? bodyText : fmt::format("{} and {}", bodyText, jointText);
}

} // namespace

const ToolText& EraserTool::text() const { return kText; }

std::string EraserTool::hint() const
{
    if (erasing_) return fmt::format("Erased {}.", describeErased(erasedBodies_, erasedJoints_));
    return "Eraser: hold the left button and sweep over bodies and joints. Ctrl+Z brings them back, Esc "
           "ends.";
}

void EraserTool::press(ToolContext& context, const ToolPointer& pointer)
{
    context.history.closeGesture();
    erasing_ = true;
    erasedBodies_ = erasedJoints_ = 0;
    last_ = pointer.world;
    eraseAlong(context, pointer);
}

void EraserTool::move(ToolContext& context, const ToolPointer& pointer)
{
    if (erasing_) eraseAlong(context, pointer);
}

void EraserTool::release(ToolContext& context, const ToolPointer&)
{
    if (erasing_) context.status.show(Severity::Info, hint());
    interrupt(context);
}

void EraserTool::interrupt(ToolContext& context)
{
    if (erasing_) context.history.closeGesture();
    erasing_ = false;
}

// Tests points between the last position and this one, so that a fast sweep skips nothing.
void EraserTool::eraseAlong(ToolContext& context, const ToolPointer& pointer)
{
    const float reach = kPickReach * pointer.metersPerPoint;
    const Vec2 way = pointer.world - last_;
    const int count = std::clamp(static_cast<int>(std::ceil(length(way) / std::max(reach, 1e-6f))), 1, 256);
    for (int i = 1; i <= count; ++i) {
        const Position at = last_ + way * (static_cast<float>(i) / static_cast<float>(count));
        eraseAt(context, at, reach, pointer.jointsShown);
    }
    last_ = pointer.world;
}

void EraserTool::eraseAt(ToolContext& context, Position point, float reach, bool withJoints)
{
    const World& world = context.world();
    JointId joint = withJoints ? pickJointAnchor(world, point, reach) : JointId{};
    const ShapeId shape = joint.isNull() ? pickShape(world, point, reach) : ShapeId{};
    if (!shape.isNull()) {
        if (erase(context, op::DestroyBody{world.bodyOf(shape)})) ++erasedBodies_;
        return;
    }
    if (joint.isNull() && withJoints) joint = pickJoint(world, point, reach);
    if (!joint.isNull() && erase(context, op::DestroyJoint{joint})) ++erasedJoints_;
}

} // namespace satbox::app
