#include "app/editor/broad_phase_tool.h"

#include <algorithm>

namespace satbox::app {

namespace {

constexpr float kMinRay = 2.0f;     // window points; a shorter one has no direction
constexpr float kMinBody = 16.0f;   // window points across
constexpr float kRoomAround = 6.0f; // times a body's size, when the view goes to it

} // namespace

void openBroad(AppState& state, BroadPhaseView part)
{
    state.broad.part = part;
    state.ui.tab = Tab::Broad;
    state.ui.panelsVisible = true;
}

void takeQueryTool(AppState& state, QueryKind kind)
{
    ToolState& tool = state.tool;
    if (tool.tool == ToolKind::Query && tool.querying == kind) {
        tool.cancelPlacing();
        return;
    }
    tool.beginQuerying(kind);
    openBroad(state, BroadPhaseView::Query);
}

void beginQuery(AppState& state)
{
    const Position at = state.tool.cursorWorld;
    state.broad.removeQuery();
    state.broad.query = BroadQuery{state.tool.querying, at, at};
    state.broad.drawing = true;
}

void dragQuery(AppState& state)
{
    if (state.broad.drawing) state.broad.query->to = state.tool.cursorWorld;
}

void endQuery(AppState& state)
{
    if (!state.broad.drawing) return;
    state.broad.drawing = false;
    const BroadQuery& query = *state.broad.query;
    const float length_ = length(query.to - query.from) * state.camera.pixelsPerMeter();
    if (query.kind == QueryKind::Box || length_ >= kMinRay) return;
    state.broad.removeQuery();
    showStatus(state, Severity::Info, "A ray needs a length: press where it begins, release where it ends.");
}

bool cancelQuery(AppState& state)
{
    const bool inHand = state.tool.tool == ToolKind::Query;
    if (!inHand && !state.broad.query) return false;
    state.broad.removeQuery();
    if (inHand) state.tool.cancelPlacing();
    return true;
}

bool walkVisits(AppState& state, int by)
{
    // Of several things to walk, the one whose panel is open.
    const bool others = state.pairAnalysis || state.stepView.isOpen;
    if (!state.queryTrace || (others && !state.broad.open)) return false;
    state.broad.playing = false;
    state.broad.walk(by, state.queryTrace->steps.size());
    return true;
}

void lookAtBody(AppState& state, BodyId body)
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
    if (overlaps(state.camera.visibleWorld(), box) && size * state.camera.pixelsPerMeter() >= kMinBody)
        return;
    state.camera.fit(expand(box, 0.5f * kRoomAround * size), state.view.animate, 0.0f,
                     state.view.legend ? state.ui.legendHeight : 0.0f);
}

void updateBroad(AppState& state, double seconds)
{
    BroadPhaseState& broad = state.broad;
    broad.open = state.ui.tab == Tab::Broad && state.ui.panelsVisible && !state.ui.bare;
    if (!broad.open) broad.hoveredIsland.reset();
    state.queryTrace = traceQuery(state.shown(), broad);
    broad.advance(seconds, state.queryTrace ? state.queryTrace->steps.size() : 0);
}

} // namespace satbox::app
