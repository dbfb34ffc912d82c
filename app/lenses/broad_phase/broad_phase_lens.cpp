#include "app/lenses/broad_phase/broad_phase_lens.h"

#include "app/lenses/broad_phase/broad_phase_drawing.h"
#include "app/lenses/broad_phase/panel/broad_phase_panel.h"
#include "app/lenses/broad_phase/query_visits.h"

#include <algorithm>
#include <array>
#include <span>

namespace satbox::app {

namespace {

constexpr float kMinRayLength = 2.0f; // window points; a shorter drag is rejected

BroadPhaseLens& self(Lens& lens) { return static_cast<BroadPhaseLens&>(lens); }

constexpr std::array kActions{
    LensAction{
        .label = "Query a box",
        .chord = {Key::H},
        .help = "Drag a box in the world to see which nodes of the broad phase's trees the query visits.",
        .perform = [](Lens& lens, LensContext& context) { self(lens).toggleTool(context, QueryKind::Box); }},
    LensAction{
        .label = "Cast a ray",
        .chord = {Key::J},
        .help = "Drag a ray in the world to see which nodes of the broad phase's trees it visits.",
        .perform = [](Lens& lens, LensContext& context) { self(lens).toggleTool(context, QueryKind::Ray); }}};

constexpr std::string_view hintOf(QueryKind kind)
{
    return kind == QueryKind::Box ? "Drag a box, or click a point, to show which tree nodes a query for it "
                                    "visits. Esc removes it."
                                  : "Drag from the start of a ray to its end to show which tree nodes it "
                                    "visits. Esc removes it.";
}

} // namespace

std::span<const LensAction> BroadPhaseLens::actions() const { return kActions; }

void BroadPhaseLens::openPanel(LensContext& context, BroadPhaseTab tab)
{
    broad.tab = tab;
    context.panels.show(kName);
}

void BroadPhaseLens::toggleTool(LensContext& context, QueryKind kind)
{
    if (context.tool.isLensTool(kName) && broad.toolKind == kind) {
        context.tool.selectGrabTool();
        return;
    }
    broad.toolKind = kind;
    context.tool.beginLensTool(kName, hintOf(kind));
    openPanel(context, BroadPhaseTab::Query);
}

bool BroadPhaseLens::press(LensContext& context, Vec2)
{
    if (!context.tool.isLensTool(kName)) return false;
    const Position at = context.tool.cursorWorld;
    broad.removeQuery();
    broad.query = BroadPhaseQuery{broad.toolKind, at, at};
    broad.drawing = true;
    return true;
}

void BroadPhaseLens::drag(LensContext& context)
{
    if (broad.drawing) broad.query->to = context.tool.cursorWorld;
}

void BroadPhaseLens::release(LensContext& context)
{
    if (!broad.drawing) return;
    broad.drawing = false;
    const BroadPhaseQuery& query = *broad.query;
    const float lengthPoints = length(query.to - query.from) * context.camera.pixelsPerMeter();
    if (query.kind == QueryKind::Box || lengthPoints >= kMinRayLength) return;
    broad.removeQuery();
    context.status.show(Severity::Info,
                        "The ray has no length. Press at its start, drag, and release at its end.");
}

bool BroadPhaseLens::cancel(LensContext& context)
{
    const bool isSelected = context.tool.isLensTool(kName);
    if (!isSelected && !broad.query) return false;
    broad.removeQuery();
    if (isSelected) context.tool.selectGrabTool();
    return true;
}

bool BroadPhaseLens::stepItem(LensContext&, int by)
{
    if (!trace) return false;
    broad.visit.playing = false;
    broad.visit.step(by, trace->steps.size());
    return true;
}

void BroadPhaseLens::update(LensContext& context, double seconds)
{
    broad.isOpen = context.panels.shows(kName) && !context.panels.worldOnly;
    if (!broad.isOpen) broad.hoveredIsland.reset();
    trace = traceQuery(context.displayedWorld(), broad);
    broad.advance(seconds, trace ? trace->steps.size() : 0);
}

void BroadPhaseLens::drawPanel(const UiContext& ui, LensContext& context)
{
    const auto toggled = drawBroadPhasePanel(ui, context.displayedWorld(), trace, context.selection,
                                             context.tool, context.view, broad, context.requests);
    if (toggled) toggleTool(context, *toggled);
}

// Each view repeats the query in its own world.
std::optional<QueryTrace> BroadPhaseLens::traceIn(const ViewContext& context) const
{
    return context.isFirstView ? trace : traceQuery(context.world, broad);
}

void BroadPhaseLens::prepare(const ViewContext& context, ViewHints& hints) const
{
    if (broad.level != BroadPhaseState::kAllLevels) hints.treeLevel = broad.level;
    hints.fixedTree = broad.shows(BroadPhase::Layer::Fixed);
    hints.movableTree = broad.shows(BroadPhase::Layer::Movable);
    hints.island = broad.hoveredIsland;
    const std::optional<QueryTrace> shownTrace = traceIn(context);
    if (!shownTrace) return;
    std::vector<uint32_t>& bodies = hints.relatedBodies.emplace();
    const size_t shown = shownVisitCount(broad, *shownTrace);
    for (const QueryTrace::Step& step : std::span(shownTrace->steps).first(shown))
        if (context.world.isValid(step.shape)) bodies.push_back(context.world.shape(step.shape).body);
    std::sort(bodies.begin(), bodies.end());
}

void BroadPhaseLens::draw(const ViewContext& context, DrawList& out) const
{
    drawMovedBoxes(context, broad, out);
    const std::optional<QueryTrace> shown = traceIn(context);
    drawQuery(context, {broad, shown ? &*shown : nullptr}, out);
}

void BroadPhaseLens::legend(const ViewContext& context, LegendRows& rows) const
{
    const std::optional<QueryTrace> shown = traceIn(context);
    legendOfQuery(context, {broad, shown ? &*shown : nullptr}, rows);
    legendOfMovedBoxes(context, broad, rows);
}

} // namespace satbox::app
