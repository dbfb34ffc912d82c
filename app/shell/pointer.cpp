#include "app/shell/pointer.h"

#include "app/lenses/broad_phase/broad_phase_tool.h"
#include "app/lenses/pair/pair_tool.h"
#include "app/tools/grab_tool.h"
#include "app/tools/move_tool.h"
#include "app/tools/place_tool.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kPickReach = 6.0f;       // window points; pick distance for thin shapes
constexpr float kContactReach = 9.0f;    // window points
constexpr float kMinContactReach = 3.0f; // window points
constexpr float kContactShare = 0.4f;    // of the smaller body's minExtent: limits kContactReach
constexpr float kZoomPerNotch = 1.15f;

// Contacts can be picked only if an overlay draws them.
bool contactsShown(const ViewSettings& view)
{
    return view.contactPoints || view.normals || view.penetration || view.impulses || view.frictionCone ||
           view.featureIds || view.faces;
}

void updateCursor(AppState& state, const PointerEvent& event)
{
    state.tool.cursorScreen = event.screen;
    state.tool.cursorWorld = state.camera.screenToWorld(event.screen);
    state.tool.cursorOverWorld = event.overWorld;
}

// The contact point under the pointer. The pick distance shrinks with the bodies, so that small bodies can be
// picked too.
std::optional<ContactKey> contactUnder(const AppState& state)
{
    if (!contactsShown(state.view)) return std::nullopt;
    const World& world = state.compare.isShown() ? state.pointedWorld() : state.displayedWorld();
    const float metres = state.camera.metersPerPixel();
    const std::optional<ContactKey> key = pickContact(world, state.tool.cursorWorld, kContactReach * metres);
    if (!key) return key;
    float reach = kContactReach * metres;
    for (const ShapeId shape : {key->shapeA, key->shapeB}) {
        const BodyId body = world.bodyOf(shape);
        if (world.body(body).type != BodyType::Static)
            reach = std::min(reach, kContactShare * world.motion(body).minExtent);
    }
    const std::optional<Position> position = contactPosition(world, *key);
    reach = std::max(reach, kMinContactReach * metres);
    if (!position || length(*position - state.tool.cursorWorld) > reach) return std::nullopt;
    return key;
}

void pressLeft(AppState& state, const PointerEvent& event)
{
    ToolState& tool = state.tool;
    if (tool.tool == ToolKind::Place) {
        dropGhost(state, event.modifiers.shift);
        return;
    }
    if (tool.tool == ToolKind::Query) {
        beginQuery(state);
        return;
    }
    if (pressPair(state, event.screen)) return;
    const float metres = state.camera.metersPerPixel();
    Press press{.screen = event.screen,
                .shape = pickShape(state.pointedWorld(), tool.cursorWorld, kPickReach * metres),
                .contact = std::nullopt};
    press.contact = contactUnder(state);
    tool.press = press;
    if (press.shape.isNull()) return;

    if (!press.contact) state.selection.select(state.world(), press.shape);
    if (state.playback.paused && &state.pointedWorld() != &state.world()) {
        showStatus(state, Severity::Info,
                   "While paused, move bodies in the first view: the other worlds restart as copies of it.");
    } else if (state.playback.paused) {
        beginMove(state, press.shape, tool.cursorWorld);
    } else {
        beginGrab(state, press.shape, tool.cursorWorld);
        if (!tool.grab)
            showStatus(state, Severity::Info,
                       "Only dynamic bodies can be thrown. Pause (Space) to move this one.");
    }
}

void releaseLeft(AppState& state, const PointerEvent& event)
{
    ToolState& tool = state.tool;
    if (tool.tool == ToolKind::Place && tool.placingByDrag) {
        if (event.overWorld)
            dropGhost(state, event.modifiers.shift);
        else
            tool.placingByDrag = false; // stays selected: the next click drops the shape
        return;
    }
    endQuery(state);
    releasePair(state);
    if (!tool.press) return;
    endGrab(state);
    endMove(state);
    const Press press = *tool.press;
    tool.press.reset();
    if (press.dragged) return;

    if (press.contact && &state.pointedWorld() != &state.world()) {
        showStatus(state, Severity::Info,
                   "Contact cards follow the first world: click the contact point in the first view.");
    } else if (press.contact) {
        state.selection.contact = press.contact;
        std::vector<PinnedCard>& cards = state.ui.pinnedCards;
        if (std::ranges::none_of(cards,
                                 [&](const PinnedCard& card) { return card.contact == *press.contact; }))
            cards.push_back({.contact = *press.contact});
    } else if (press.shape.isNull()) {
        state.selection.clear();
    }
}

void movePointer(AppState& state, const PointerEvent& event)
{
    ToolState& tool = state.tool;
    if (tool.panning) {
        state.camera.panBy(event.delta);
        tool.cursorWorld = state.camera.screenToWorld(event.screen);
    }
    state.pair.ignoresHover = false;
    dragPair(state);
    dragQuery(state);
    if (!tool.press) return;
    if (length(event.screen - tool.press->screen) > ToolState::kClickTravel) tool.press->dragged = true;
    if (tool.press->dragged) continueMove(state, tool.cursorWorld, event.modifiers.shift);
}

void turnWheel(AppState& state, const PointerEvent& event)
{
    if (!event.overWorld) return;
    if (state.tool.tool == ToolKind::Place)
        adjustGhost(state, event.delta.y, event.modifiers.shift);
    else
        state.camera.zoomAt(event.screen, std::pow(kZoomPerNotch, event.delta.y));
}

} // namespace

void handlePointer(AppState& state, const PointerEvent& event)
{
    updateCursor(state, event);
    const bool left = event.button == MouseButton::Left;
    switch (event.kind) {
    case PointerEvent::Kind::Press:
        if (!event.overWorld) break;
        if (left)
            pressLeft(state, event);
        else
            state.tool.panning = true;
        break;
    case PointerEvent::Kind::Release:
        if (left)
            releaseLeft(state, event);
        else
            state.tool.panning = false;
        break;
    case PointerEvent::Kind::Move:
        movePointer(state, event);
        break;
    case PointerEvent::Kind::Wheel:
        turnWheel(state, event);
        break;
    }
}

void updateTools(AppState& state)
{
    ToolState& tool = state.tool;
    tool.cursorWorld = state.camera.screenToWorld(tool.cursorScreen); // the camera may have moved
    updateGrab(state);
    updateGhost(state);

    Selection& selection = state.selection;
    selection.prune(state.world());
    selection.hoveredShape = {};
    selection.hoveredBody = {};
    // With the pointer over a panel or a card, the panel or card sets hoveredContact.
    if (tool.cursorOverWorld) selection.hoveredContact.reset();
    if (!tool.cursorOverWorld || tool.press || tool.panning || tool.tool != ToolKind::Grab) return;
    selection.hoveredContact = contactUnder(state);
    if (selection.hoveredContact) return;
    const float metres = state.camera.metersPerPixel();
    selection.hoveredShape = pickShape(state.pointedWorld(), tool.cursorWorld, kPickReach * metres);
    if (!selection.hoveredShape.isNull())
        selection.hoveredBody = state.world().bodyOf(selection.hoveredShape);
}

void releaseTools(AppState& state)
{
    endQuery(state);
    releasePair(state);
    endGrab(state);
    endMove(state);
    state.tool.press.reset();
    state.tool.panning = false;
}

void cancelTools(AppState& state)
{
    if (state.tool.move) {
        cancelMove(state);
        state.tool.press.reset();
    } else if (state.tool.grab || state.tool.press || state.tool.panning) {
        releaseTools(state);
    } else if (state.tool.tool == ToolKind::Place) {
        state.tool.selectGrabTool();
    } else if (state.ui.helpOpen || state.ui.aboutOpen) {
        state.ui.helpOpen = state.ui.aboutOpen = false;
    } else if (cancelQuery(state)) {
        return;
    } else if (state.pair.picking) {
        pickPair(state);
    } else if (state.pair.isOpen() && !state.document().isLab) {
        state.pair.close();
    } else {
        state.selection.clear();
    }
}

} // namespace satbox::app
