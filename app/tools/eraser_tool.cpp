#include "app/tools/eraser_tool.h"

#include "app/text/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "eraser",
    .label = "Eraser",
    .group = ToolGroup::Play,
    .icon = Icon::Eraser,
    .chord = {Key::Num9, {.shift = true}},
    .help = "Deletes every body that the pointer touches while the left button is held.",
};

Command eraseCommand(BodyId body)
{
    return {.label = "Erase bodies", .ops = {SceneOp{op::DestroyBody{body}}}, .mergeKey = "eraser"};
}

} // namespace

const ToolText& EraserTool::text() const { return kText; }

std::string EraserTool::hint() const
{
    if (erasing_) return fmt::format("Erased {}.", bodyCountText(static_cast<uint64_t>(erased_)));
    return "Eraser: hold the left button and sweep over bodies. Ctrl+Z brings them back, Esc ends.";
}

void EraserTool::press(ToolContext& context, const ToolPointer& pointer)
{
    context.history.closeGesture();
    erasing_ = true;
    erased_ = 0;
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

// Tests points between the last position and this one, so that a fast sweep skips no body.
void EraserTool::eraseAlong(ToolContext& context, const ToolPointer& pointer)
{
    const float reach = kPickReach * pointer.metersPerPoint;
    const Vec2 way = pointer.world - last_;
    const int count = std::clamp(static_cast<int>(std::ceil(length(way) / std::max(reach, 1e-6f))), 1, 256);
    for (int i = 1; i <= count; ++i) {
        const Position at = last_ + way * (static_cast<float>(i) / static_cast<float>(count));
        const ShapeId shape = pickShape(context.world(), at, reach);
        if (shape.isNull()) continue;
        cancelReplay(context.playback);
        if (context.history.execute(eraseCommand(context.world().bodyOf(shape))).empty()) ++erased_;
    }
    last_ = pointer.world;
}

} // namespace satbox::app
