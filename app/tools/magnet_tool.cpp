#include "app/tools/magnet_tool.h"

#include "app/text/format.h"
#include "app/tools/play_marks.h"

#include <cmath>

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "magnet",
    .label = "Magnet",
    .group = ToolGroup::Play,
    .icon = Icon::Magnet,
    .chord = {Key::Num7, {.shift = true}},
    .help = "While the left button is held, attracts the dynamic bodies around the pointer; with Shift it "
            "repels them.",
};

constexpr int kSpokes = 16; // arrows that show the field

// Compared worlds may have steps of another length. A force lasts one step, so it is scaled to the same
// impulse as in the document's world.
void pullInOtherWorlds(ToolContext& context, const PullBodies& field)
{
    const float stepRate = context.world().settings().stepRate;
    for (World& world : context.otherWorlds) {
        const float scale = world.settings().stepRate / stepRate;
        for (const op::ApplyForce& force : forcesOf(field, world))
            world.applyForce(force.body, scale * force.force, force.point);
    }
}

} // namespace

const ToolText& MagnetTool::text() const { return kText; }

std::string MagnetTool::hint() const
{
    if (hold_ && isPaused_) return "The magnet acts as soon as the simulation runs (Space).";
    if (hold_) return hold_->repels ? "Repelling. Release to stop." : "Attracting. Release to stop.";
    return "Magnet: hold the left button to attract bodies, with Shift to repel them. Esc ends.";
}

std::vector<ToolOption> MagnetTool::options()
{
    return {{.label = "Radius",
             .unit = "m",
             .value = &radius_,
             .minimum = 0.2f,
             .maximum = 20.0f,
             .defaultValue = 3.0f,
             .logarithmic = true,
             .help = "Bodies with their centre of mass within this distance of the pointer are moved. In m, "
                     "usually 1 to 10."},
            {.label = "Strength",
             .unit = "m/s²",
             .value = &acceleration_,
             .minimum = 1.0f,
             .maximum = 200.0f,
             .defaultValue = 30.0f,
             .logarithmic = true,
             .help = "Acceleration of light and heavy bodies alike: attraction at the edge, repulsion at the "
                     "pointer. In m/s², usually 10 to 100; more than gravity lifts bodies."}};
}

PullBodies MagnetTool::field() const
{
    const bool repels = hold_ ? hold_->repels : repels_;
    return {.center = center_, .radius = radius_, .acceleration = repels ? -acceleration_ : acceleration_};
}

void MagnetTool::follow(const ToolPointer& pointer)
{
    center_ = pointer.world;
    repels_ = pointer.modifiers.shift;
}

void MagnetTool::press(ToolContext& context, const ToolPointer& pointer)
{
    follow(pointer);
    hold_ = Hold{.begin = context.history.mark(), .hasPulled = false, .repels = pointer.modifiers.shift};
}

void MagnetTool::move(ToolContext&, const ToolPointer& pointer) { follow(pointer); }

void MagnetTool::release(ToolContext& context, const ToolPointer&) { interrupt(context); }

bool MagnetTool::cancel(ToolContext& context)
{
    if (!hold_) return false;
    interrupt(context);
    return true;
}

void MagnetTool::interrupt(ToolContext& context)
{
    if (hold_ && hold_->hasPulled)
        context.history.recordPlayed(hold_->begin, hold_->repels ? "Repel bodies" : "Attract bodies");
    hold_.reset();
}

void MagnetTool::update(ToolContext& context, const ToolPointer& pointer, double)
{
    follow(pointer);
    isShown_ = hold_ || context.tool.cursorOverWorld;
    isPaused_ = context.playback.paused;
}

void MagnetTool::beforeStep(ToolContext& context)
{
    if (!hold_) return;
    context.history.play(field());
    pullInOtherWorlds(context, field());
    hold_->hasPulled = true;
}

// The field: arrows in the direction of the acceleration.
void MagnetTool::draw(const ViewContext& context, DrawList& out) const
{
    if (!isShown_) return;
    const bool acts = hold_ && !isPaused_;
    const PullBodies shown = field();
    addReach(context, out, shown.center, shown.radius, acts);
    const Color color = context.palette.accent.withAlpha(acts ? 0.8f : 0.4f);
    for (int i = 0; i < kSpokes; ++i) {
        const Rot q = makeRot(2.0f * kPi * static_cast<float>(i) / static_cast<float>(kSpokes));
        const Vec2 spoke = shown.radius * Vec2{q.c, q.s};
        const bool attracts = shown.acceleration > 0.0f;
        out.addArrow(shown.center + (attracts ? 0.92f : 0.25f) * spoke,
                     shown.center + (attracts ? 0.7f : 0.55f) * spoke, context.line(color, 1.5f));
    }
    addToolLabel(context, out, shown.center,
                 formatQuantity(static_cast<double>(std::abs(shown.acceleration)), "m/s²"));
    if (!acts) return;
    for (const op::ApplyForce& force : forcesOf(shown, context.world))
        out.addLine(force.point, shown.center, context.line(context.palette.accent.withAlpha(0.35f), 1.0f));
}

} // namespace satbox::app
