#include "app/shell/pointer.h"

#include "app/tools/grab_tool.h"
#include "app/tools/move_tool.h"
#include "app/tools/place_tool.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
    const World& world = state.compare().isShown() ? state.pointedWorld() : state.displayedWorld();
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

ToolPointer toolPointer(const AppState& state, Modifiers modifiers)
{
    return {.world = state.tool.cursorWorld,
            .screen = state.tool.cursorScreen,
            .metersPerPoint = state.camera.metersPerPixel(),
            .modifiers = modifiers};
}

// The tool of a lens takes every press. Without one, each lens is asked in turn.
bool pressLens(AppState& state, Vec2 screen)
{
    LensContext context = lensContext(state);
    const bool hasTool = state.tool.tool == ToolKind::Lens;
    for (Lens* lens : lensesOf(state.lenses))
        if (!hasTool || state.tool.isLensTool(lens->name()))
            if (lens->press(context, screen) || hasTool) return true;
    return false;
}

void pressLeft(AppState& state, const PointerEvent& event)
{
    ToolState& tool = state.tool;
    LensContext context = lensContext(state);
    if (tool.tool == ToolKind::Place) {
        dropGhost(context, event.modifiers.shift);
        return;
    }
    if (EditTool* editTool = selectedEditTool(state.editTools, tool)) {
        editTool->press(context, toolPointer(state, event.modifiers));
        return;
    }
    if (pressLens(state, event.screen)) return;
    const float metres = state.camera.metersPerPixel();
    Press press{.screen = event.screen,
                .shape = pickShape(state.pointedWorld(), tool.cursorWorld, kPickReach * metres),
                .contact = std::nullopt};
    press.contact = contactUnder(state);
    tool.press = press;
    if (press.shape.isNull()) return;

    if (!press.contact) state.selection.select(state.world(), press.shape);
    if (state.playback.paused && &state.pointedWorld() != &state.world()) {
        state.status.show(
            Severity::Info,
            "While paused, move bodies in the first view: the other worlds restart as copies of it.");
    } else if (state.playback.paused) {
        beginMove(context, press.shape, tool.cursorWorld);
    } else {
        beginGrab(context, press.shape, tool.cursorWorld);
        if (!tool.grab)
            state.status.show(Severity::Info,
                              "Only dynamic bodies can be thrown. Pause (Space) to move this one.");
    }
}

void releaseLeft(AppState& state, const PointerEvent& event)
{
    ToolState& tool = state.tool;
    if (tool.tool == ToolKind::Place && tool.placingByDrag) {
        LensContext context = lensContext(state);
        if (event.overWorld)
            dropGhost(context, event.modifiers.shift);
        else
            tool.placingByDrag = false; // stays selected: the next click drops the shape
        return;
    }
    forEachLens(state, [](Lens& lens, LensContext& context) { lens.release(context); });
    LensContext context = lensContext(state);
    if (EditTool* editTool = selectedEditTool(state.editTools, tool))
        editTool->release(context, toolPointer(state, event.modifiers));
    if (!tool.press) return;
    endGrab(context);
    endMove(context);
    const Press press = *tool.press;
    tool.press.reset();
    if (press.dragged) return;

    if (press.contact && &state.pointedWorld() != &state.world()) {
        state.status.show(Severity::Info,
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

// A right click without a drag opens the context menu and selects the body or contact under the pointer.
void releasePan(AppState& state, const PointerEvent& event)
{
    const bool clicked =
        state.tool.panning && !state.tool.panDragged && event.overWorld && event.button == MouseButton::Right;
    state.tool.panning = false;
    if (!clicked) return;
    ContextMenu menu{.window = event.window, .world = state.tool.cursorWorld};
    // Contacts of the other worlds of a comparison have no cards.
    if (&state.pointedWorld() == &state.world()) menu.contact = contactUnder(state);
    const float reach = kPickReach * state.camera.metersPerPixel();
    const ShapeId shape = pickShape(state.pointedWorld(), state.tool.cursorWorld, reach);
    if (menu.contact) {
        state.selection.contact = menu.contact;
    } else if (!shape.isNull()) {
        state.selection.select(state.world(), shape);
        menu.body = state.selection.body;
    }
    state.ui.contextMenu = menu;
}

void movePointer(AppState& state, const PointerEvent& event)
{
    ToolState& tool = state.tool;
    if (tool.panning) {
        tool.panDragged = tool.panDragged || length(event.screen - tool.panStart) > ToolState::kClickTravel;
        state.camera.panBy(event.delta);
        tool.cursorWorld = state.camera.screenToWorld(event.screen);
    }
    LensContext context = lensContext(state);
    for (Lens* lens : lensesOf(state.lenses)) lens->drag(context);
    EditTool* editTool = selectedEditTool(state.editTools, tool);
    if (editTool && !tool.panning) editTool->move(context, toolPointer(state, event.modifiers));
    if (!tool.press) return;
    if (length(event.screen - tool.press->screen) > ToolState::kClickTravel) tool.press->dragged = true;
    if (tool.press->dragged) continueMove(context, tool.cursorWorld, event.modifiers.shift);
}

void turnWheel(AppState& state, const PointerEvent& event)
{
    if (!event.overWorld) return;
    if (state.tool.tool == ToolKind::Place) {
        LensContext context = lensContext(state);
        adjustGhost(context, event.delta.y, event.modifiers.shift);
        return;
    }
    LensContext context = lensContext(state);
    EditTool* editTool = selectedEditTool(state.editTools, state.tool);
    if (editTool && editTool->wheel(context, event.delta.y, event.modifiers)) return;
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
        else {
            state.tool.panning = true;
            state.tool.panDragged = false;
            state.tool.panStart = event.screen;
        }
        break;
    case PointerEvent::Kind::Release:
        if (left)
            releaseLeft(state, event);
        else
            releasePan(state, event);
        break;
    case PointerEvent::Kind::Move:
        movePointer(state, event);
        break;
    case PointerEvent::Kind::Wheel:
        turnWheel(state, event);
        break;
    }
}

namespace {

// Resets the edit tools that are no longer selected, and updates the one that is.
void updateEditTools(AppState& state, double seconds, Modifiers modifiers)
{
    LensContext context = lensContext(state);
    EditTool* selected = selectedEditTool(state.editTools, state.tool);
    for (EditTool* tool : editToolsOf(state.editTools))
        if (tool != selected) tool->reset(context);
    if (!selected) return;
    selected->update(context, toolPointer(state, modifiers), seconds);
    state.tool.editHint = selected->hint();
}

} // namespace

void updateTools(AppState& state, double seconds, Modifiers modifiers)
{
    ToolState& tool = state.tool;
    tool.cursorWorld = state.camera.screenToWorld(tool.cursorScreen); // the camera may have moved
    updateEditTools(state, seconds, modifiers);
    LensContext context = lensContext(state);
    updateGrab(context);
    updateGhost(context);

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

void stepTools(AppState& state)
{
    LensContext context = lensContext(state);
    if (EditTool* tool = selectedEditTool(state.editTools, state.tool)) tool->beforeStep(context);
}

void releaseTools(AppState& state)
{
    LensContext context = lensContext(state);
    for (Lens* lens : lensesOf(state.lenses)) lens->release(context);
    if (EditTool* tool = selectedEditTool(state.editTools, state.tool)) tool->interrupt(context);
    endGrab(context);
    endMove(context);
    state.tool.press.reset();
    state.tool.panning = false;
}

namespace {

// Returns false if none was open.
bool closeCards(UiState& ui)
{
    bool any = false;
    for (CardState* card : {&ui.viewCard, &ui.historyCard, &ui.profileCard})
        any = std::exchange(card->open, false) || any;
    return any;
}

} // namespace

void cancelTools(AppState& state)
{
    LensContext context = lensContext(state);
    if (state.tool.move) {
        cancelMove(context);
        state.tool.press.reset();
        return;
    }
    if (state.tool.grab || state.tool.press || state.tool.panning) {
        releaseTools(state);
        return;
    }
    if (EditTool* tool = selectedEditTool(state.editTools, state.tool); tool && tool->cancel(context)) return;
    if (state.tool.tool == ToolKind::Place || state.tool.tool == ToolKind::Edit) {
        state.tool.selectGrabTool();
        return;
    }
    if (state.ui.helpOpen || state.ui.aboutOpen) {
        state.ui.helpOpen = state.ui.aboutOpen = false;
        return;
    }
    if (closeCards(state.ui)) return;
    if (!state.ui.pinnedCards.empty()) { // the newest first
        if (state.selection.contact == state.ui.pinnedCards.back().contact) state.selection.contact.reset();
        state.ui.pinnedCards.pop_back();
        return;
    }
    const auto lenses = lensesOf(state.lenses); // the one drawn on top first
    if (std::any_of(lenses.rbegin(), lenses.rend(), [&](Lens* lens) { return lens->cancel(context); }))
        return;
    state.selection.clear();
}

} // namespace satbox::app
