#include "app/lenses/broad_phase/broad_phase_tool.h"

#include <algorithm>

namespace satbox::app {

namespace {

constexpr float kMinRayLength = 2.0f; // window points; a shorter drag is rejected
constexpr float kMinBodySize = 16.0f; // window points; the camera zooms in on smaller bodies
constexpr float kViewMargin = 6.0f;   // in body sizes, when the camera moves to a body

} // namespace

void openBroadPhasePanel(AppState& state, BroadPhaseView view)
{
    state.broadPhase.view = view;
    state.ui.tab = Tab::BroadPhase;
    state.ui.panelsVisible = true;
}

void toggleQueryTool(AppState& state, QueryKind kind)
{
    ToolState& tool = state.tool;
    if (tool.tool == ToolKind::Query && tool.queryKind == kind) {
        tool.selectGrabTool();
        return;
    }
    tool.beginQuerying(kind);
    openBroadPhasePanel(state, BroadPhaseView::Query);
}

void beginQuery(AppState& state)
{
    const Position at = state.tool.cursorWorld;
    state.broadPhase.removeQuery();
    state.broadPhase.query = BroadPhaseQuery{state.tool.queryKind, at, at};
    state.broadPhase.drawing = true;
}

void dragQuery(AppState& state)
{
    if (state.broadPhase.drawing) state.broadPhase.query->to = state.tool.cursorWorld;
}

void endQuery(AppState& state)
{
    if (!state.broadPhase.drawing) return;
    state.broadPhase.drawing = false;
    const BroadPhaseQuery& query = *state.broadPhase.query;
    const float length_ = length(query.to - query.from) * state.camera.pixelsPerMeter();
    if (query.kind == QueryKind::Box || length_ >= kMinRayLength) return;
    state.broadPhase.removeQuery();
    showStatus(state, Severity::Info,
               "The ray has no length. Press at its start, drag, and release at its end.");
}

bool cancelQuery(AppState& state)
{
    const bool isSelected = state.tool.tool == ToolKind::Query;
    if (!isSelected && !state.broadPhase.query) return false;
    state.broadPhase.removeQuery();
    if (isSelected) state.tool.selectGrabTool();
    return true;
}

bool stepThroughVisits(AppState& state, int by)
{
    // The arrow keys act on the panel that is open.
    const bool others = state.pairAnalysis || state.stepView.isOpen;
    if (!state.queryTrace || (others && !state.broadPhase.isOpen)) return false;
    state.broadPhase.visit.playing = false;
    state.broadPhase.visit.step(by, state.queryTrace->steps.size());
    return true;
}

void focusBody(AppState& state, BodyId body)
{
    const World& world = state.world();
    if (!world.isValid(body)) return;
    state.selection.select(world, body);
    const std::vector<ShapeId> shapes = world.shapesOf(body);
    if (shapes.empty() || !isFinite(world.boxes(shapes.front()).tight)) return;
    WorldBox box = world.boxes(shapes.front()).tight;
    for (const ShapeId shape : shapes) box = unite(box, world.boxes(shape).tight);
    const Vec2 half = extents(box);
    const float size = 2.0f * std::max(half.x, half.y);
    if (overlaps(state.camera.visibleWorld(), box) && size * state.camera.pixelsPerMeter() >= kMinBodySize)
        return;
    state.camera.fit(expand(box, 0.5f * kViewMargin * size), state.view.animate, 0.0f,
                     state.view.legend ? state.ui.legendHeight : 0.0f);
}

void updateBroadPhase(AppState& state, double seconds)
{
    BroadPhaseState& broad = state.broadPhase;
    broad.isOpen = state.ui.tab == Tab::BroadPhase && state.ui.panelsVisible && !state.ui.worldOnly;
    if (!broad.isOpen) broad.hoveredIsland.reset();
    state.queryTrace = traceQuery(state.displayedWorld(), broad);
    broad.advance(seconds, state.queryTrace ? state.queryTrace->steps.size() : 0);
}

} // namespace satbox::app
