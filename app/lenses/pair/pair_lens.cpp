#include "app/lenses/pair/pair_lens.h"

#include "app/document/body_bounds.h"
#include "app/lenses/pair/pair_axis.h"
#include "app/lenses/pair/pair_drawing.h"
#include "app/lenses/pair/pair_export.h"
#include "app/lenses/pair/panel/pair_panel.h"
#include "app/lenses/show_in_view.h"
#include "app/platform/clipboard.h"
#include <satbox/queries.h>

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

constexpr std::array kActions{
    LensAction{
        .label = "Inspect pair",
        .chord = {Key::M},
        .help =
            "Inspects the contact under the pointer or the selected one by the separating-axis test (SAT). "
            "Without either, click two shapes.",
        .perform = [](Lens& lens, LensContext& context) { static_cast<PairLens&>(lens).pick(context); }},
    LensAction{
        .label = "Inspect deepest contact",
        .chord = {Key::N},
        .help =
            "Inspects the pair of shapes that overlaps most in the world by the separating-axis test (SAT).",
        .perform = [](Lens& lens,
                      LensContext& context) { static_cast<PairLens&>(lens).openDeepest(context); }},
    LensAction{.label = "Copy pair as test",
               .chord = {},
               .help = kCopyPairHelp,
               .perform = [](Lens& lens, LensContext& context) {
                   static_cast<PairLens&>(lens).copyAsTest(context);
               }}};

constexpr float kHandleReach = 12.0f; // window points
constexpr float kFaceReach = 8.0f;    // window points

PairAxis axisOf(const PairLens& lens, const LensContext& context)
{
    return pairAxis(lens.pair, *lens.analysis, context.camera.metersPerPixel() * context.interfaceScale);
}

// The candidate axis whose face is under the pointer.
std::optional<size_t> axisUnder(const PairAnalysis& analysis, const LensContext& context)
{
    float nearest = kFaceReach * context.camera.metersPerPixel();
    std::optional<size_t> found;
    for (size_t i = 0; i < analysis.trace.axes.size(); ++i) {
        const CandidateAxis& axis = analysis.trace.axes[i];
        const Polygon& owner = axis.owner == ReferenceOwner::A ? analysis.coreA : analysis.coreB;
        const auto face = static_cast<size_t>(axis.face);
        const size_t next = (face + 1) % static_cast<size_t>(owner.count);
        const Vec2 cursor = context.tool.cursorWorld - analysis.origin;
        const Vec2 onFace = closestPoint(Segment{owner.vertices[face], owner.vertices[next]}, cursor);
        const float distance = length(cursor - onFace);
        if (distance >= nearest) continue;
        nearest = distance;
        found = i;
    }
    return found;
}

// The lab has two shapes, whose pair is always open.
void openLabPair(PairLens& lens, LensContext& context)
{
    std::vector<ShapeId> shapes;
    context.world().forEachShape([&](ShapeId id, const BodyShape&) { shapes.push_back(id); });
    if (shapes.size() >= 2) lens.open(context, shapes[0], shapes[1]);
}

// Moves the camera to the pair. A shape wider than the view, such as the ground, does not count.
void zoomToPair(LensContext& context, ShapeId first, ShapeId second, bool animated)
{
    const WorldBox visible = context.camera.visibleWorld();
    const float width = (visible.upper - visible.lower).x;
    const WorldBox boxes[] = {context.world().boxes(first).tight, context.world().boxes(second).tight};
    if (!isFinite(boxes[0]) || !isFinite(boxes[1])) return;
    const auto isWide = [&](const WorldBox& box) { return (box.upper - box.lower).x > width; };
    WorldBox wanted = unite(boxes[0], boxes[1]);
    if (isWide(boxes[0]) != isWide(boxes[1])) wanted = isWide(boxes[0]) ? boxes[1] : boxes[0];
    showInView(context, wanted, animated);
}

// The centre of the pair's movable body; with two, of the first one.
Position movablePosition(const World& world, const PairState& pair)
{
    const BodyId a = world.bodyOf(pair.shapeA);
    const BodyId b = world.bodyOf(pair.shapeB);
    return world.motion(world.body(a).type == BodyType::Static ? b : a).center;
}

} // namespace

void PairLens::open(LensContext& context, ShapeId first, ShapeId second)
{
    pair.open(first, second);
    pair.opensOnOverlap = false;
    pair.ignoresHover = true; // the pointer often lies on a face: the winner is shown first
    if (context.world().settings().solver == SolverType::VertexContact)
        pair.test = OverlapTest::VertexContacts;
    zoomToPair(context, first, second, context.view.animate);
    followed_.reset();
    const bool pauses = context.view.pauseOnPair && !context.playback.paused;
    if (pauses) context.playback.paused = true;
    context.panels.show(kName);
    context.status.show(
        Severity::Info,
        std::string(pauses ? "Paused; Space runs. " : "") +
            "Left and Right go through the candidate axes. Drag the ring on the axis to move it, the ring "
            "at its tip to rotate it.");
}

void PairLens::showOpened(LensContext& context) const
{
    const World& world = context.world();
    if (!options.pair.empty() && world.isValid(pair.shapeA) && world.isValid(pair.shapeB))
        zoomToPair(context, pair.shapeA, pair.shapeB, false);
}

void PairLens::pick(LensContext& context)
{
    for (const std::optional<ContactKey>& key :
         {context.selection.hoveredContact, context.selection.contact}) {
        if (pair.picking || !key || !findContact(context.world(), *key)) continue;
        open(context, key->shapeA, key->shapeB);
        return;
    }
    if (pair.picking) {
        pair.stopPicking();
        context.status.show(Severity::Info, "Picking a pair was cancelled.");
        return;
    }
    pair.beginPicking();
    context.panels.open = kName;
    context.status.show(Severity::Info, "Click the first shape, then the second.");
}

void PairLens::openDeepest(LensContext& context)
{
    const Contact* deepest = deepestContact(context.world());
    if (!deepest) {
        context.status.show(Severity::Info, "No shapes overlap: there is no deepest contact.");
        return;
    }
    const ContactKey key = keyOf(context.world(), *deepest);
    open(context, key.shapeA, key.shapeB);
}

void PairLens::copyAsTest(LensContext& context) const
{
    if (!analysis) {
        context.status.show(Severity::Info, "No pair is open: press M over a contact, then copy it.");
        return;
    }
    const std::string failed = setClipboardText(pairAsText(context.displayedWorld(), *analysis, pair));
    if (failed.empty())
        context.status.show(Severity::Info,
                            "Copied to the clipboard: the pair as a test case and as a scene.");
    else
        context.status.show(Severity::Error, failed);
}

bool PairLens::stepItem(LensContext&, int by)
{
    if (!analysis) return false;
    if (showsTest(pair, *analysis)) {
        const OverlapTrace& shown = *analysis->overlapTrace;
        pair.hover.testAxis.reset();
        pair.stepTestAxis(by, shown.axes.size(), shownTestAxis(pair, shown).value_or(0));
        return true;
    }
    pair.axis.playing = false;
    const size_t from = shownAxis(pair, *analysis).value_or(pair.axis.index.value_or(0));
    pair.stepAxis(by, analysis->trace.axes.size(), from);
    return true;
}

bool PairLens::press(LensContext& context, Vec2 screen)
{
    if (pair.picking) {
        const ShapeId shape = pickShape(context.pointedWorld(), context.camera.screenToWorld(screen),
                                        kFaceReach * context.camera.metersPerPixel());
        if (shape.isNull()) return true;
        if (pair.pick(shape)) open(context, pair.shapeA, pair.shapeB);
        return true;
    }
    if (!showsAnAxis()) return false;
    const PairAxis axis = axisOf(*this, context);
    const Position origin = analysis->origin;
    const auto isNear = [&](Vec2 point) {
        return length(context.camera.worldToScreen(origin + point) - screen) <= kHandleReach;
    };
    pair.dragged = axis.isTurnable && isNear(axis.tip) ? PairState::Handle::Tip
                   : isNear(axis.origin)               ? PairState::Handle::Point
                                                       : PairState::Handle::None;
    if (pair.dragged == PairState::Handle::Tip) pair.axisPoint = origin + axis.origin; // the pivot
    return pair.dragged != PairState::Handle::None;
}

void PairLens::drag(LensContext& context)
{
    pair.ignoresHover = false;
    if (pair.dragged == PairState::Handle::None || !analysis) return;
    if (pair.dragged == PairState::Handle::Point) {
        pair.axisPoint = context.tool.cursorWorld;
        return;
    }
    if (!pair.axisPoint) return;
    const Vec2 direction = normalizeOrZero(context.tool.cursorWorld - *pair.axisPoint);
    if (direction == Vec2{0.0f, 0.0f}) return;
    pair.usesManualAxis = true;
    pair.axis.playing = false;
    pair.manualAxis = direction;
}

void PairLens::release(LensContext&) { pair.dragged = PairState::Handle::None; }

void PairLens::update(LensContext& context, double seconds)
{
    pair.prune(context.world());
    if (pair.opensOnOverlap && deepestContact(context.world())) openDeepest(context);
    context.playback.isLab = context.document().isLab;
    if (context.document().isLab) {
        context.playback.paused = true;
        if (!pair.isOpen() && !pair.picking) openLabPair(*this, context);
    }
    analysis = analysePair(context.displayedWorld(), pair);
    pair.axisUnderPointer.reset();
    followPair(context);
    if (!analysis) return;
    const CollisionTrace& trace = analysis->trace;
    pair.advance(seconds, trace.axes.size());
    if (pair.tab == PairTab::Tests) timeTests(*analysis, pair);
    const bool idle = context.tool.cursorOverWorld && !context.tool.press && !context.tool.panning &&
                      pair.dragged == PairState::Handle::None && context.tool.tool == ToolKind::Grab;
    if (idle && !pair.ignoresHover && pair.tab == PairTab::Axes)
        pair.axisUnderPointer = axisUnder(*analysis, context);
}

// Moves the camera with the pair while time runs, so that the pair stays where it is on the screen.
void PairLens::followPair(LensContext& context)
{
    if (!analysis || context.view.pauseOnPair || context.playback.paused) {
        followed_.reset();
        return;
    }
    const Position now = movablePosition(context.world(), pair);
    if (followed_)
        context.camera.set(context.camera.center() + (now - *followed_), context.camera.pixelsPerMeter());
    followed_ = now;
}

bool PairLens::cancel(LensContext& context)
{
    if (pair.picking) {
        pick(context);
        return true;
    }
    if (!pair.isOpen() || context.document().isLab) return false;
    pair.close();
    return true;
}

bool PairLens::showsAnAxis() const { return analysis && showsAxis(pair, *analysis); }

std::span<const LensAction> PairLens::actions() const { return kActions; }

void PairLens::drawPanel(const UiContext& ui, LensContext& context)
{
    const PairPanelEvents events = drawPairPanel(ui, context.displayedWorld(), analysis, context.document(),
                                                 pair, context.history, context.requests);
    if (events.deepestRequested) openDeepest(context);
    if (events.copyRequested) copyAsTest(context);
}

void PairLens::prepare(const ViewContext& context, ViewHints& hints) const
{
    if (!context.isFirstView || !analysis) return;
    hints.focus = ContactKey{pair.shapeA, pair.shapeB, -1};
    hints.drawsFocusBodies = true;
    hints.drawsFocusPoints = pair.tab == PairTab::Tests;
}

void PairLens::draw(const ViewContext& context, DrawList& out) const
{
    if (context.isFirstView) drawPair(context, {pair, analysis ? &*analysis : nullptr}, out);
}

void PairLens::legend(const ViewContext& context, LegendRows& rows) const
{
    if (context.isFirstView) legendOfPair(context, {pair, analysis ? &*analysis : nullptr}, rows);
}

void PairLens::keepOut(const ViewContext& context, KeepOut& out) const
{
    if (!context.isFirstView || !context.view.legend || !analysis) return;
    for (const ShapeId shape : {pair.shapeA, pair.shapeB})
        if (context.world.isValid(shape)) out.subjects.push_back(context.world.boxes(shape).tight);
    if (!showsAnAxis()) return;
    // The axis with the bars beside it and its handles.
    const PairAxis axis = pairAxis(pair, *analysis, context.pixel);
    const Vec2 bars = 2.0f * PairAxis::kStripPx * context.pixel * axis.across;
    const Position origin = analysis->origin;
    out.subjects.push_back(expand(unite(boxOf(origin + axis.tail, origin + axis.tip),
                                        boxOf(origin + axis.tail + bars, origin + axis.tip + bars)),
                                  PairAxis::kHandlePx * context.pixel));
}

} // namespace satbox::app
