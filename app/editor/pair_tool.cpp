#include "app/editor/pair_tool.h"

#include "app/view/pair_axis.h"
#include <satbox/queries.h>

#include <algorithm>

namespace satbox::app {

namespace {

constexpr float kHandleReach = 12.0f; // window points
constexpr float kFaceReach = 8.0f;    // window points

bool showsAxis(const AppState& state)
{
    return state.pairAnalysis && showsAxis(state.pair, *state.pairAnalysis);
}

PairAxis axisOf(const AppState& state)
{
    return pairAxis(state.pair, *state.pairAnalysis, state.camera.metersPerPixel() * state.ui.effectiveScale);
}

// The candidate axis whose face is under the pointer.
std::optional<size_t> axisUnder(const AppState& state)
{
    const PairAnalysis& analysis = *state.pairAnalysis;
    float nearest = kFaceReach * state.camera.metersPerPixel();
    std::optional<size_t> found;
    for (size_t i = 0; i < analysis.trace.axes.size(); ++i) {
        const CandidateAxis& axis = analysis.trace.axes[i];
        const Polygon& owner = axis.owner == ReferenceOwner::A ? analysis.coreA : analysis.coreB;
        const auto face = static_cast<size_t>(axis.face);
        const size_t next = (face + 1) % static_cast<size_t>(owner.count);
        const Vec2 cursor = state.tool.cursorWorld - analysis.origin;
        const Vec2 onFace = closestPoint(Segment{owner.vertices[face], owner.vertices[next]}, cursor);
        const float distance = length(cursor - onFace);
        if (distance >= nearest) continue;
        nearest = distance;
        found = i;
    }
    return found;
}

// The lab has two shapes, whose pair is always open.
void openLabPair(AppState& state)
{
    std::vector<ShapeId> shapes;
    state.world().forEachShape([&](ShapeId id, const BodyShape&) { shapes.push_back(id); });
    if (shapes.size() >= 2) openPair(state, shapes[0], shapes[1]);
}

// Moves the camera to the pair if it is off screen or too small. A shape wider than the view, such as the
// ground, does not count.
void zoomToPair(AppState& state, ShapeId first, ShapeId second)
{
    constexpr float kMinViewSize = 60.0f; // window points across
    const WorldBox visible = state.camera.visibleWorld();
    const float width = (visible.upper - visible.lower).x;
    const WorldBox boxes[] = {state.world().boxes(first).tight, state.world().boxes(second).tight};
    if (!isFinite(boxes[0]) || !isFinite(boxes[1])) return;
    const auto isWide = [&](const WorldBox& box) { return (box.upper - box.lower).x > width; };
    WorldBox wanted = unite(boxes[0], boxes[1]);
    if (isWide(boxes[0]) != isWide(boxes[1])) wanted = isWide(boxes[0]) ? boxes[1] : boxes[0];
    const Vec2 size = wanted.upper - wanted.lower;
    const bool seen = contains(visible, wanted.lower) && contains(visible, wanted.upper);
    if (seen && std::max(size.x, size.y) * state.camera.pixelsPerMeter() >= kMinViewSize) return;
    state.camera.fit(wanted, state.view.animate, 160.0f, state.view.legend ? state.ui.legendHeight : 0.0f);
}

} // namespace

void openPair(AppState& state, ShapeId first, ShapeId second)
{
    state.pair.open(first, second);
    state.pair.opensOnOverlap = false;
    if (state.world().settings().solver == SolverType::VertexContact)
        state.pair.test = OverlapTest::VertexContacts;
    zoomToPair(state, first, second);
    state.ui.tab = Tab::Pair;
    state.ui.panelsVisible = true;
    showStatus(state, Severity::Info,
               "Left and Right go through the candidate axes. Drag the ring on the axis to move it, the ring "
               "at its tip to rotate it.");
}

void pickPair(AppState& state)
{
    PairState& pair = state.pair;
    for (const std::optional<ContactKey>& key : {state.selection.hoveredContact, state.selection.contact}) {
        if (pair.picking || !key || !findContact(state.world(), *key)) continue;
        openPair(state, key->shapeA, key->shapeB);
        return;
    }
    if (pair.picking) {
        pair.stopPicking();
        showStatus(state, Severity::Info, "Picking a pair was cancelled.");
        return;
    }
    pair.beginPicking();
    state.ui.tab = Tab::Pair;
    showStatus(state, Severity::Info, "Click the first shape, then the second.");
}

void openDeepestPair(AppState& state)
{
    const Contact* deepest = deepestContact(state.world());
    if (!deepest) {
        showStatus(state, Severity::Info, "No shapes overlap: there is no deepest contact.");
        return;
    }
    const ContactKey key = keyOf(state.world(), *deepest);
    openPair(state, key.shapeA, key.shapeB);
}

void stepThroughAxes(AppState& state, int by)
{
    if (!state.pairAnalysis) return;
    if (showsTest(state.pair, *state.pairAnalysis)) {
        const OverlapTrace& shown = *state.pairAnalysis->overlapTrace;
        state.pair.hover.testAxis.reset();
        state.pair.stepTestAxis(by, shown.axes.size(), shownTestAxis(state.pair, shown).value_or(0));
        return;
    }
    const CollisionTrace& trace = state.pairAnalysis->trace;
    state.pair.axis.playing = false;
    const size_t from =
        shownAxis(state.pair, *state.pairAnalysis).value_or(state.pair.axis.index.value_or(0));
    state.pair.stepAxis(by, trace.axes.size(), from);
}

bool pressPair(AppState& state, Vec2 screen)
{
    PairState& pair = state.pair;
    if (pair.picking) {
        const ShapeId shape = pickShape(state.pointedWorld(), state.camera.screenToWorld(screen),
                                        kFaceReach * state.camera.metersPerPixel());
        if (shape.isNull()) return true;
        if (pair.pick(shape)) openPair(state, pair.shapeA, pair.shapeB);
        return true;
    }
    if (!showsAxis(state)) return false;
    const PairAxis axis = axisOf(state);
    const Position origin = state.pairAnalysis->origin;
    const auto isNear = [&](Vec2 point) {
        return length(state.camera.worldToScreen(origin + point) - screen) <= kHandleReach;
    };
    pair.dragged = axis.isTurnable && isNear(axis.tip) ? PairState::Handle::Tip
                   : isNear(axis.origin)               ? PairState::Handle::Point
                                                       : PairState::Handle::None;
    if (pair.dragged == PairState::Handle::Tip) pair.axisPoint = origin + axis.origin; // the pivot
    return pair.dragged != PairState::Handle::None;
}

void dragPair(AppState& state)
{
    PairState& pair = state.pair;
    if (pair.dragged == PairState::Handle::None || !state.pairAnalysis) return;
    if (pair.dragged == PairState::Handle::Point) {
        pair.axisPoint = state.tool.cursorWorld;
        return;
    }
    if (!pair.axisPoint) return;
    const Vec2 direction = normalizeOrZero(state.tool.cursorWorld - *pair.axisPoint);
    if (direction == Vec2{0.0f, 0.0f}) return;
    pair.usesManualAxis = true;
    pair.axis.playing = false;
    pair.manualAxis = direction;
}

void releasePair(AppState& state) { state.pair.dragged = PairState::Handle::None; }

void updatePair(AppState& state, double seconds)
{
    PairState& pair = state.pair;
    pair.prune(state.world());
    if (pair.opensOnOverlap && deepestContact(state.world())) openDeepestPair(state);
    state.playback.timeless = state.document().isLab;
    if (state.document().isLab) {
        state.playback.paused = true;
        if (!pair.isOpen() && !pair.picking) openLabPair(state);
    }
    state.pairAnalysis = analysePair(state.displayedWorld(), pair);
    pair.axisUnderPointer.reset();
    if (!state.pairAnalysis) return;
    const CollisionTrace& trace = state.pairAnalysis->trace;
    pair.advance(seconds, trace.axes.size());
    if (pair.stage == PairStage::Tests) timeTests(*state.pairAnalysis, pair);
    const bool idle = state.tool.cursorOverWorld && !state.tool.press && !state.tool.panning &&
                      pair.dragged == PairState::Handle::None && state.tool.tool == ToolKind::Grab;
    if (idle && !pair.ignoresHover && pair.stage == PairStage::Axes) pair.axisUnderPointer = axisUnder(state);
}

} // namespace satbox::app
