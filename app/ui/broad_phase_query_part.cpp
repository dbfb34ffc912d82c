#include "app/editor/commands.h"
#include "app/ui/broad_phase_parts.h"
#include "app/ui/format.h"
#include "app/ui/part_rows.h"
#include "app/ui/widgets.h"
#include "app/view/query_steps.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace satbox::app {

namespace {

std::string point(Position p) { return fmt::format("({}, {}) m", formatFixed(p.x, 2), formatFixed(p.y, 2)); }

void chooser(const UiContext& ui, const ToolState& tool, BroadPhaseState& broad, Requests& requests)
{
    const auto choice = [&](const char* name, const char* key, QueryKind kind, Action action,
                            const char* help) {
        const bool inHand = tool.tool == ToolKind::Query && tool.querying == kind;
        if (inHand) ImGui::PushStyleColor(ImGuiCol_Button, ui.palette.accent.withAlpha(0.30f).packed());
        const bool pressed = ImGui::Button(name);
        if (inHand) ImGui::PopStyleColor();
        recordLastItem(ui, name, inHand ? "in hand" : "");
        itemTooltip(ui, help, key);
        if (pressed) requests.actions.push_back(action);
        ImGui::SameLine();
    };
    choice("Drag a box", "H", QueryKind::Box, Action::QueryBox,
           "Drag in the world: all shapes whose tight boxes overlap the box, as World::queryBox finds "
           "them.");
    choice("Shoot a ray", "J", QueryKind::Ray, Action::QueryRay,
           "Drag in the world: the first shape that the ray hits, as World::castRay finds it.");
    if (button(ui, "Remove", "Takes the box or ray out of the world. Key Esc.", false,
               broad.query.has_value()))
        broad.removeQuery();
    if (tool.tool == ToolKind::Query) {
        hintText(ui, tool.hint(false));
    } else if (!broad.query) {
        hintText(ui,
                 "Search the trees for a box, or shoot a ray through them: the nodes that the engine visits "
                 "light up, and can be walked through one by one. The search stays in the world and is made "
                 "anew in every frame.");
    }
}

void figures(const UiContext& ui, const World& world, const QueryTrace& trace, const BroadQuery& query)
{
    const QueryTrace::Counts counts = trace.counts();
    const double share = trace.nodes > 0 ? 100.0 * counts.visited / trace.nodes : 0.0;
    valueRow(
        ui, "Nodes visited",
        fmt::format("{} of {}, {} %", counts.visited, trace.nodes, formatFixed(share, 1)),
        "Nodes of both trees whose boxes were asked, and the roots. Without a tree all leaves would be.");
    valueRow(ui, "Inner nodes entered", std::to_string(counts.entered),
             "Their boxes met the search, so both their children were asked.");
    valueRow(ui, "Left out", std::to_string(counts.leftOut),
             "Their boxes did not meet the search: nothing below them was looked at.");
    valueRow(ui, "Leaves asked", std::to_string(counts.leaves),
             "Their fat boxes met the search, so the shape itself was tested.");
    if (query.kind == QueryKind::Box) {
        valueRow(ui, "Shapes found", std::to_string(trace.shapes.size()),
                 "Their tight boxes overlap the box.");
        return;
    }
    valueRow(ui, "Hits on the way", std::to_string(counts.hits),
             "Shapes that were the nearest hit when they were tested; each cuts the ray off there.");
    if (!trace.hit) {
        valueRow(ui, "First shape hit", "none");
        return;
    }
    const World::WorldRayHit& hit = *trace.hit;
    valueRow(ui, "First shape hit", describeBody(world, world.bodyOf(hit.shape)));
    valueRow(ui, "Hit at", point(hit.point), "Where the ray enters the shape.");
    valueRow(
        ui, "Along the ray",
        fmt::format("{}, {} %",
                    formatQuantity(static_cast<double>(hit.fraction * length(query.to - query.from)), "m"),
                    formatFixed(100.0 * static_cast<double>(hit.fraction), 1)),
        "From the ray's beginning to the hit.");
    valueRow(ui, "Normal",
             fmt::format("({}, {})", formatFixed(static_cast<double>(hit.normal.x), 3),
                         formatFixed(static_cast<double>(hit.normal.y), 3)),
             "Unit vector out of the shape, against the ray.");
}

void walker(const UiContext& ui, const QueryTrace& trace, BroadPhaseState& broad)
{
    const size_t count = trace.steps.size();
    int at = broad.visit ? static_cast<int>(*broad.visit) + 1 : 0;
    const WalkEvents events = walkRow(
        ui,
        {.label = "Visit",
         .before = "Visit before",
         .after = "Visit after",
         .play = "Go through all visits##visits",
         .stop = "Stop going through##visits",
         .keys = true,
         .shown = broad.visit ? fmt::format("visit %d of {}", count) : std::string("all visits"),
         .minimum = 0,
         .maximum = static_cast<int>(count),
         .tooltip = "Up to which visit the search is drawn, in the order of the engine; at the left end all "
                    "of it is."},
        broad.playing, &at);
    if (events.by != 0) {
        broad.walk(events.by, count);
        broad.playing = false;
    }
    if (events.play) {
        broad.playing = !broad.playing;
        if (broad.playing) broad.visit.reset();
    }
    if (events.slid) {
        broad.visit = at > 0 ? std::optional(static_cast<size_t>(at - 1)) : std::nullopt;
        broad.playing = false;
    }
}

// The form that the visit has in the world, small.
void mark(const UiContext& ui, VisitKind kind, float x, float y)
{
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const ImU32 color = visitColor(ui.palette, kind).packed();
    const float r = ui.px(4.0f), line = ui.px(1.5f);
    switch (kind) {
    case VisitKind::Entered:
        out.AddRect({x - r, y - r}, {x + r, y + r}, color, 0.0f, 0, line);
        break;
    case VisitKind::LeftOut:
        out.AddLine({x - r, y}, {x + r, y}, color, line);
        out.AddLine({x, y - r}, {x, y + r}, color, line);
        break;
    case VisitKind::Asked:
        out.AddCircle({x, y}, r, color, 16, line);
        break;
    case VisitKind::Hit:
        out.AddCircleFilled({x, y}, r, color, 16);
        break;
    }
}

// In a region of its own, so that the walker stays where it is while the list follows it.
void visitRows(const UiContext& ui, const World& world, const QueryTrace& trace, QueryKind kind,
               BroadPhaseState& broad)
{
    constexpr float kMinRows = 8.0f;
    const float rowHeight = listRowHeight(ui, 1);
    const float height = std::max(ImGui::GetContentRegionAvail().y - ui.px(12.0f), kMinRows * rowHeight);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), 0.0f});
    ImGui::BeginChild("visits", {0.0f, height});
    if (broad.listed != broad.visit && broad.visit) {
        const float top = static_cast<float>(*broad.visit) * rowHeight;
        const bool seen = top >= ImGui::GetScrollY() && top + rowHeight <= ImGui::GetScrollY() + height;
        if (!seen) ImGui::SetScrollY(std::max(top - 0.5f * height, 0.0f));
    }
    broad.listed = broad.visit;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(trace.steps.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto index = static_cast<size_t>(i);
            const QueryTrace::Step& step = trace.steps[index];
            const VisitKind what = kindOf(step);
            const char* word = visitWord(what);
            const ListRow row = listRow(ui, fmt::format("Visit {}", index + 1), word, broad.visit == index);
            itemTooltip(ui, describeVisit(step, kind));
            if (row.pressed) {
                const bool again = broad.visit == index;
                broad.visit = again ? std::nullopt : std::optional(index);
                broad.playing = false;
            }
            const float top = row.top + ui.px(3.0f);
            textBefore(ui.palette.muted, row.left + ui.px(30.0f), top, std::to_string(index + 1));
            // Deeper ones further in, as far as there is room.
            const float indent = ui.px(4.0f) * static_cast<float>(std::min(step.depth, 16));
            const float x = row.left + ui.px(46.0f) + indent;
            mark(ui, what, x, 0.5f * (row.top + row.bottom));
            const float left = textBefore(visitColor(ui.palette, what), row.right - ui.px(4.0f), top, word);
            const bool fixed = step.layer == BroadPhase::Layer::Fixed;
            const std::string name =
                step.visit.answer == TreeAnswer::Root
                    ? std::string(fixed ? "root of the static tree" : "root of the movable tree")
                    : nameOf(world, step);
            textWithin(ui.palette.text, x + ui.px(10.0f), top, left - ui.px(8.0f), name);
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

} // namespace

void drawBroadQuery(const UiContext& ui, const World& world, const std::optional<QueryTrace>& trace,
                    const ToolState& tool, BroadPhaseState& broad, Requests& requests)
{
    chooser(ui, tool, broad, requests);
    if (!trace || !broad.query) return; // removed by the button above: the trace is of the last frame
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    figures(ui, world, *trace, *broad.query);
    heading(ui, "Visit by visit");
    walker(ui, *trace, broad);
    const size_t shown = shownVisits(broad, *trace);
    hintText(ui, broad.visit && shown > 0
                     ? fmt::format("Level {}. {}", trace->steps[shown - 1].depth,
                                   describeVisit(trace->steps[shown - 1], broad.query->kind))
                     : std::string("In the order of the engine, first the tree of the static bodies."));
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    visitRows(ui, world, *trace, broad.query->kind, broad);
}

} // namespace satbox::app
