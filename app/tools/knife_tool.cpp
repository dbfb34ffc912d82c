#include "app/tools/knife_tool.h"

#include "app/text/format.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "knife",
    .label = "Knife",
    .group = ToolGroup::Draw,
    .icon = Icon::Knife,
    .chord = {Key::Num4, {.shift = true}},
    .help = "Cuts every dynamic or static body that a dragged line crosses completely.",
};

std::vector<BodyId> allBodies(const World& world)
{
    std::vector<BodyId> bodies;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) { bodies.push_back(id); });
    return bodies;
}

} // namespace

const ToolText& KnifeTool::text() const { return kText; }

std::string KnifeTool::hint() const
{
    if (!cutting_)
        return "Knife: drag a line across bodies, with Ctrl to snap. Only what it crosses completely is cut. "
               "Esc ends.";
    if (cuts_.empty()) return "The line has to cross a dynamic or static body completely. Esc drops it.";
    return fmt::format("Release: {}. Esc drops the line.", describeCuts());
}

void KnifeTool::press(ToolContext&, const ToolPointer& pointer)
{
    cutting_ = true;
    from_ = to_ = pointer.world;
    cuts_.clear();
}

void KnifeTool::move(ToolContext&, const ToolPointer& pointer)
{
    if (cutting_) to_ = pointer.world;
}

void KnifeTool::release(ToolContext& context, const ToolPointer& pointer)
{
    if (!cutting_) return;
    move(context, pointer);
    if (length(to_ - from_) > ToolState::kClickTravel * pointer.metersPerPoint)
        runDraft(context, knifeCommand(context.world(), allBodies(context.world()), from_, to_));
    cancel(context);
}

void KnifeTool::update(ToolContext& context, const ToolPointer&, double)
{
    if (cutting_) cuts_ = findKnifeCuts(context.world(), allBodies(context.world()), from_, to_);
}

bool KnifeTool::cancel(ToolContext&)
{
    const bool was = cutting_;
    cutting_ = false;
    cuts_.clear();
    return was;
}

std::string KnifeTool::describeCuts() const
{
    size_t parts = 0;
    for (const KnifeCut& cut : cuts_) parts += cut.parts.size();
    return fmt::format("cuts {} into {}", bodyCountText(cuts_.size()), parts);
}

void KnifeTool::draw(const ViewContext& context, DrawList& out) const
{
    if (!context.isFirstView || !cutting_) return;
    out.addDashedLine(from_, to_, context.line(context.palette.accent, 1.5f));
    for (const KnifeCut& cut : cuts_)
        for (const auto& [begin, end] : cut.cuts) {
            out.addLine(begin, end, context.line(context.palette.selected, kSelectedOutlinePx));
            out.addDisc(begin, 3.5f, context.palette.selected);
            out.addDisc(end, 3.5f, context.palette.selected);
        }
    const std::string effect = cuts_.empty() ? "cuts nothing" : describeCuts();
    out.addRequiredLabel(to_, fmt::format("{}: {}", describeLine(from_, to_), effect), context.palette.text,
                         950.0f, 14.0f);
    out.labels.back().side = {0.0f, 1.0f}; // off the line
}

} // namespace satbox::app
