#include "app/lenses/broad_phase/broad_phase_lens.h"
#include "app/lenses/broad_phase/panel/broad_phase_sections.h"
#include "app/lenses/broad_phase/query_visits.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include "app/widgets/navigation_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace satbox::app {

namespace {

std::string point(Position p) { return fmt::format("({}, {}) m", formatFixed(p.x, 2), formatFixed(p.y, 2)); }

std::optional<QueryKind> queryButtons(const UiContext& ui, const ToolState& tool, BroadPhaseState& broad)
{
    std::optional<QueryKind> toggled;
    const bool hasTool = tool.isLensTool(BroadPhaseLens::kName);
    const auto choice = [&](const char* name, const char* key, QueryKind kind, const char* help) {
        const bool isSelected = hasTool && broad.toolKind == kind;
        if (isSelected) ImGui::PushStyleColor(ImGuiCol_Button, ui.palette.accent.withAlpha(0.30f).packed());
        const bool pressed = ImGui::Button(name);
        if (isSelected) ImGui::PopStyleColor();
        recordLastItem(ui, name, isSelected ? "selected" : "");
        itemTooltip(ui, help, key);
        if (pressed) toggled = kind;
        ImGui::SameLine();
    };
    choice("Drag a box", "H", QueryKind::Box,
           "Drag a box in the world: finds all shapes whose tight boxes overlap it, with World::queryBox.");
    choice("Cast a ray", "J", QueryKind::Ray,
           "Drag a ray in the world: finds the first shape that it hits, with World::castRay.");
    if (button(ui, "Remove", "Removes the box or ray from the world. Key Esc.", false,
               broad.query.has_value()))
        broad.removeQuery();
    if (hasTool) {
        hintText(ui, tool.hint(false));
    } else if (!broad.query) {
        hintText(ui,
                 "Drag a box or cast a ray. The tree nodes that the query visits are highlighted, and can be "
                 "stepped through one by one. The query stays in the world and is repeated every frame.");
    }
    return toggled;
}

void figures(const UiContext& ui, const World& world, const QueryTrace& trace, const BroadPhaseQuery& query)
{
    const QueryTrace::Counts counts = trace.counts();
    const double share = trace.nodes > 0 ? 100.0 * counts.visited / trace.nodes : 0.0;
    valueRow(ui, "Nodes visited",
             fmt::format("{} of {}, {} %", counts.visited, trace.nodes, formatFixed(share, 1)),
             "Nodes of both trees whose boxes were tested, and the two roots. Without trees, the box of "
             "every shape would be tested.");
    valueRow(ui, "Inner nodes entered", std::to_string(counts.entered),
             "Nodes whose boxes overlap the query, so that both their children were tested.");
    valueRow(ui, "Nodes pruned", std::to_string(counts.pruned),
             "Nodes whose boxes do not overlap the query: nothing below them was tested.");
    valueRow(ui, "Leaves tested", std::to_string(counts.leaves),
             "Leaves whose fat boxes overlap the query, so that the shape itself was tested.");
    if (query.kind == QueryKind::Box) {
        valueRow(ui, "Shapes found", std::to_string(trace.shapes.size()),
                 "Shapes whose tight boxes overlap the query box.");
        return;
    }
    valueRow(ui, "Nearest-hit updates", std::to_string(counts.hits),
             "Number of hits that were nearer than all hits before. Each of them shortens the ray.");
    if (!trace.hit) {
        valueRow(ui, "First shape hit", "none");
        return;
    }
    const WorldRayHit& hit = *trace.hit;
    valueRow(ui, "First shape hit", describeBody(world, world.bodyOf(hit.shape)));
    valueRow(ui, "Hit at", point(hit.point), "Where the ray enters the shape.");
    valueRow(
        ui, "Along the ray",
        fmt::format("{}, {} %",
                    formatQuantity(static_cast<double>(hit.fraction * length(query.to - query.from)), "m"),
                    formatFixed(100.0 * static_cast<double>(hit.fraction), 1)),
        "Distance from the start of the ray to the hit, and as a share of the ray's length.");
    valueRow(ui, "Normal", formatVector(hit.normal, 3),
             "Surface normal at the hit: a unit vector that points out of the shape, against the ray.");
}

void visitStepper(const UiContext& ui, const QueryTrace& trace, BroadPhaseState& broad)
{
    const size_t count = trace.steps.size();
    int at = broad.visit.index ? static_cast<int>(*broad.visit.index) + 1 : 0;
    const StepperEvents events = stepperRow(
        ui,
        {.label = "Visit",
         .previousLabel = "Previous visit",
         .nextLabel = "Next visit",
         .playLabel = "Play all visits##visits",
         .stopLabel = "Stop playing##visits",
         .showsArrowKeys = true,
         .sliderText = broad.visit.index ? fmt::format("visit %d of {}", count) : std::string("all visits"),
         .minimum = 0,
         .maximum = static_cast<int>(count),
         .tooltip = "The query is drawn up to this node visit, in the order of the engine. At the left end, "
                    "all visits are drawn."},
        broad.visit.playing, &at);
    if (events.step != 0) {
        broad.visit.step(events.step, count);
        broad.visit.playing = false;
    }
    if (events.playPressed) {
        broad.visit.playing = !broad.visit.playing;
        if (broad.visit.playing) broad.visit.index.reset();
    }
    if (events.sliderMoved) {
        broad.visit.index = at > 0 ? std::optional(static_cast<size_t>(at - 1)) : std::nullopt;
        broad.visit.playing = false;
    }
}

// A small version of the symbol drawn in the world.
void drawVisitMark(const UiContext& ui, VisitKind kind, float x, float y)
{
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const ImU32 color = visitColor(ui.palette, kind).packed();
    const float r = ui.px(4.0f), line = ui.px(1.5f);
    switch (kind) {
    case VisitKind::Entered:
        out.AddRect({x - r, y - r}, {x + r, y + r}, color, 0.0f, 0, line);
        break;
    case VisitKind::Pruned:
        out.AddLine({x - r, y}, {x + r, y}, color, line);
        out.AddLine({x, y - r}, {x, y + r}, color, line);
        break;
    case VisitKind::Tested:
        out.AddCircle({x, y}, r, color, 16, line);
        break;
    case VisitKind::Hit:
        out.AddCircleFilled({x, y}, r, color, 16);
        break;
    }
}

// In a child window, so that the stepper above stays in place while the list scrolls.
void visitRows(const UiContext& ui, const World& world, const QueryTrace& trace, QueryKind kind,
               BroadPhaseState& broad)
{
    constexpr float kMinRows = 8.0f;
    const float rowHeight = listRowHeight(ui, 1);
    const float height = std::max(ImGui::GetContentRegionAvail().y - ui.px(12.0f), kMinRows * rowHeight);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), 0.0f});
    ImGui::BeginChild("visits", {0.0f, height});
    if (broad.scrolledTo != broad.visit.index && broad.visit.index) {
        const float top = static_cast<float>(*broad.visit.index) * rowHeight;
        const bool seen = top >= ImGui::GetScrollY() && top + rowHeight <= ImGui::GetScrollY() + height;
        if (!seen) ImGui::SetScrollY(std::max(top - 0.5f * height, 0.0f));
    }
    broad.scrolledTo = broad.visit.index;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(trace.steps.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto index = static_cast<size_t>(i);
            const QueryTrace::Step& step = trace.steps[index];
            const VisitKind what = visitKind(step);
            const char* word = visitLabel(what);
            const ListRow row =
                listRow(ui, fmt::format("Visit {}", index + 1), word, broad.visit.index == index);
            itemTooltip(ui, describeVisit(step, kind));
            if (row.pressed) {
                const bool again = broad.visit.index == index;
                broad.visit.index = again ? std::nullopt : std::optional(index);
                broad.visit.playing = false;
            }
            const float top = row.top + ui.px(3.0f);
            drawRightAlignedText(ui.palette.muted, row.left + ui.px(30.0f), top, std::to_string(index + 1));
            // Indented by depth, up to 16 levels.
            const float indent = ui.px(4.0f) * static_cast<float>(std::min(step.depth, 16));
            const float x = row.left + ui.px(46.0f) + indent;
            drawVisitMark(ui, what, x, 0.5f * (row.top + row.bottom));
            const float left =
                drawRightAlignedText(visitColor(ui.palette, what), row.right - ui.px(4.0f), top, word);
            const bool fixed = step.layer == BroadPhase::Layer::Fixed;
            const std::string name =
                step.visit.answer == NodeTestResult::Root
                    ? std::string(fixed ? "root of the static tree" : "root of the movable tree")
                    : visitedName(world, step);
            drawClippedText(ui.palette.text, x + ui.px(10.0f), top, left - ui.px(8.0f), name);
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

} // namespace

std::optional<QueryKind> drawBroadPhaseQuery(const UiContext& ui, const World& world,
                                             const std::optional<QueryTrace>& trace, const ToolState& tool,
                                             BroadPhaseState& broad)
{
    const std::optional<QueryKind> toggled = queryButtons(ui, tool, broad);
    if (!trace || !broad.query)
        return toggled; // the Remove button above may have cleared the query that the trace belongs to
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    figures(ui, world, *trace, *broad.query);
    heading(ui, "Visit by visit");
    visitStepper(ui, *trace, broad);
    const size_t shown = shownVisitCount(broad, *trace);
    hintText(ui, broad.visit.index && shown > 0
                     ? fmt::format("Level {}. {}", trace->steps[shown - 1].depth,
                                   describeVisit(trace->steps[shown - 1], broad.query->kind))
                     : std::string("In the order of the engine: the tree of static bodies first."));
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    visitRows(ui, world, *trace, broad.query->kind, broad);
    return toggled;
}

} // namespace satbox::app
