#include "app/shell/pointer.h"

#include "app/document/body_bounds.h"
#include "app/document/groups.h"
#include "app/document/pick_joint.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/text/format.h"
#include "app/tools/grab_tool.h"
#include "app/tools/joint_handles.h"
#include "app/tools/place_tool.h"
#include "app/tools/snapping.h"
#include "app/tools/transform_tool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox::app {

namespace {

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

// The joint that a click selects. Anchors are small and in front of everything; a line is taken only where
// nothing else is, so that long joints do not keep bodies from being picked.
JointId jointUnder(const AppState& state, bool isFree)
{
    if (!state.view.joints) return {};
    const float reach = kPickReach * state.camera.metersPerPixel();
    const World& world = state.pointedWorld();
    const JointId joint = pickJointAnchor(world, state.tool.cursorWorld, reach);
    return joint.isNull() && isFree ? pickJoint(world, state.tool.cursorWorld, reach) : joint;
}

// With Alt, a body is selected without its group.
Pick pickFor(Modifiers modifiers) { return modifiers.alt ? Pick::Body : Pick::Group; }

std::optional<JointHandle> jointHandleUnder(const AppState& state)
{
    if (!state.view.joints || &state.pointedWorld() != &state.world()) return std::nullopt;
    return pickJointHandle(state.world(), state.selection.joint, state.tool.cursorWorld,
                           state.camera.metersPerPixel());
}

// What a click would select. A joint and a shape: a click selects the joint, a drag takes the body.
struct Target {
    ShapeId shape{};
    JointId joint{};
    std::optional<ContactKey> contact{};
};

// With Shift, a click adds a body to the selection, so that joints do not count.
Target targetUnder(const AppState& state, Modifiers modifiers = {})
{
    Target target;
    const float reach = kPickReach * state.camera.metersPerPixel();
    target.shape = pickShape(state.pointedWorld(), state.tool.cursorWorld, reach);
    target.contact = contactUnder(state);
    if (!modifiers.shift) target.joint = jointUnder(state, target.shape.isNull() && !target.contact);
    if (!target.joint.isNull()) target.contact.reset();
    return target;
}

// While Ctrl is held, the tool gets the point that the pointer snaps to, and tool.snap shows it.
ToolPointer toolPointer(AppState& state, Modifiers modifiers)
{
    const float metres = state.camera.metersPerPixel();
    const EditTool* tool = selectedEditTool(state.editTools, state.tool);
    state.tool.snap.reset();
    if (modifiers.ctrl)
        state.tool.snap =
            snapPoint(state.world(), state.tool.cursorWorld,
                      {.reach = kSnapReach * metres,
                       .gridStep = gridStep(state),
                       .middles = tool ? tool->snapsToMiddles() : state.tool.jointDrag.has_value()});
    return {.world = state.tool.snap ? state.tool.snap->point : state.tool.cursorWorld,
            .screen = state.tool.cursorScreen,
            .metersPerPoint = metres,
            .modifiers = modifiers,
            .jointsShown = state.view.joints};
}

TransformPointer transformPointer(const AppState& state, Modifiers modifiers)
{
    return {.world = state.tool.cursorWorld,
            .modifiers = modifiers,
            .metersPerPoint = state.camera.metersPerPixel(),
            .gridStep = gridStep(state)};
}

// The handle of the selection's frame under the pointer.
std::optional<FrameHandle> handleUnder(const AppState& state)
{
    if (&state.pointedWorld() != &state.world()) return std::nullopt;
    const PairLens& lens = state.lens<PairLens>();
    const std::vector<BodyId> bodies = state.selection.bodies();
    if (lens.analysis && isLensShown(state, lens) &&
        coversPair(state.world(), bodies, {lens.pair.shapeA, lens.pair.shapeB}))
        return std::nullopt;
    const std::optional<SelectionFrame> frame = frameOf(state.world(), bodies);
    if (!frame) return std::nullopt;
    const float metres = state.camera.metersPerPixel();
    return pickHandle(drawnFrame(*frame, metres), state.tool.cursorWorld, metres);
}

// The tool of a lens takes every press. Without one, each lens that is shown is asked in turn.
bool pressLens(AppState& state, Vec2 screen)
{
    LensContext context = lensContext(state);
    const bool hasTool = state.tool.tool == ToolKind::Lens;
    for (Lens* lens : lensesOf(state.lenses))
        if (hasTool ? state.tool.isLensTool(lens->name()) : isLensShown(state, *lens))
            if (lens->press(context, screen) || hasTool) return true;
    return false;
}

Press pressAt(const AppState& state, const PointerEvent& event)
{
    Press press{.screen = event.screen,
                .world = state.tool.cursorWorld,
                .shape = {},
                .withShift = event.modifiers.shift};
    press.handle = handleUnder(state);
    if (!press.handle) press.jointHandle = jointHandleUnder(state);
    if (press.handle || press.jointHandle) return press;
    const Target target = targetUnder(state, event.modifiers);
    press.shape = target.shape;
    press.joint = target.joint;
    press.contact = target.contact;
    press.inSelectedGroup = state.selection.contains(state.world().bodyOf(press.shape)) &&
                            isOneGroup(state.world(), state.selection.bodies());
    return press;
}

// Drags the whole selection if the body belongs to it, else the body with its group. With Shift the selection
// changes when the button is released, because Shift also rotates.
void pressBody(AppState& state, const Press& press, Modifiers modifiers)
{
    LensContext context = lensContext(state);
    const BodyId body = state.world().bodyOf(press.shape);
    const bool staysSelected = state.selection.contains(body) && !modifiers.alt;
    if (!press.contact && press.joint.isNull() && !modifiers.shift && !staysSelected)
        state.selection.select(state.world(), press.shape, pickFor(modifiers));
    if (state.playback.isFollowing && !state.playback.paused) {
        state.status.show(Severity::Info,
                          "The program moves this body. Fork its world (Fork here) to drag it.");
    } else if (state.playback.paused && &state.pointedWorld() != &state.world()) {
        state.status.show(
            Severity::Info,
            "While paused, move bodies in the first view: the other worlds restart as copies of it.");
    } else if (state.playback.paused) {
        const std::vector<BodyId> dragged = state.selection.contains(body) ? state.selection.bodies()
                                            : modifiers.alt                ? std::vector<BodyId>{body}
                                                                           : groupOf(state.world(), body);
        beginTransform(context, {}, dragged, transformPointer(state, modifiers));
    } else {
        beginGrab(context, press.shape, state.tool.cursorWorld);
        if (!state.tool.grab && press.joint.isNull())
            state.status.show(Severity::Info, "Only dynamic bodies can be thrown. Drag a handle of the "
                                              "frame, or pause (Space), to move this one.");
    }
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
    tool.press = pressAt(state, event);
    const Press& press = *tool.press;
    if (press.handle)
        beginTransform(context, *press.handle, state.selection.bodies(),
                       transformPointer(state, event.modifiers));
    else if (press.jointHandle)
        beginJointDrag(context, state.selection.joint, *press.jointHandle, state.tool.cursorWorld,
                       state.camera.metersPerPixel());
    else if (!press.shape.isNull())
        pressBody(state, press, event.modifiers);
}

// The bodies that are completely in the dragged rectangle, with their groups.
void selectInBox(AppState& state, const Press& press, Pick pick)
{
    const WorldBox box = boxOf(press.world, state.tool.cursorWorld);
    std::vector<BodyId> bodies = bodiesWithin(state.world(), box);
    if (pick == Pick::Group) bodies = withGroups(state.world(), bodies);
    if (!press.withShift) state.selection.clear();
    state.selection.add(state.world(), bodies);
    state.status.show(Severity::Info, fmt::format("{} selected.", bodyCountText(state.selection.count())));
}

// Lenses follow the selection themselves, so that their panels stay. The introduction asks for other things.
void inspectOnClick(AppState& state)
{
    if (!state.view.inspectOnClick || state.ui.introduction.card.open) return;
    for (const Lens* lens : lensesOf(state.lenses))
        if (state.ui.panels.shows(lens->name())) return;
    state.ui.panels.open = kInspectPanel;
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
    endTransform(context);
    endJointDrag(context);
    const Press press = *tool.press;
    tool.press.reset();
    if (press.selectsByBox()) selectInBox(state, press, pickFor(event.modifiers));
    if (press.dragged || press.handle || press.jointHandle) return;

    if (!press.joint.isNull()) {
        state.selection.select(state.world(), press.joint);
        inspectOnClick(state);
    } else if (press.contact && &state.pointedWorld() != &state.world()) {
        state.status.show(Severity::Info,
                          "Contact cards follow the first world: click the contact point in the first view.");
    } else if (press.contact) {
        state.selection.contact = press.contact;
        std::vector<PinnedCard>& cards = state.ui.pinnedCards;
        if (std::ranges::none_of(cards,
                                 [&](const PinnedCard& card) { return card.contact == *press.contact; }))
            cards.push_back({.contact = *press.contact});
    } else if (press.shape.isNull()) {
        if (!press.withShift) state.selection.clear();
    } else {
        const Pick pick = pickFor(event.modifiers);
        if (press.withShift)
            state.selection.toggle(state.world(), press.shape, pick);
        else // of several, only this one with its group; of a group that was selected, only this one
            state.selection.select(state.world(), press.shape, press.inSelectedGroup ? Pick::Body : pick);
        inspectOnClick(state);
    }
}

// A right click without a drag opens the context menu and selects the body, joint or contact under the
// pointer.
void releasePan(AppState& state, const PointerEvent& event)
{
    const bool clicked =
        state.tool.panning && !state.tool.panDragged && event.overWorld && event.button == MouseButton::Right;
    state.tool.panning = false;
    if (!clicked) return;
    LensContext context = lensContext(state);
    if (EditTool* tool = selectedEditTool(state.editTools, state.tool); tool && tool->rightClick(context))
        return;
    ContextMenu menu{.window = event.window, .world = state.tool.cursorWorld};
    const Target target = targetUnder(state);
    // Contacts of the other worlds of a comparison have no cards.
    if (&state.pointedWorld() == &state.world()) menu.contact = target.contact;
    if (!target.joint.isNull()) {
        menu.joint = target.joint;
        state.selection.select(state.world(), menu.joint);
    } else if (menu.contact) {
        state.selection.contact = menu.contact;
    } else if (!target.shape.isNull()) {
        // The menu is for the whole selection if the body belongs to it.
        menu.body = state.world().bodyOf(target.shape);
        if (!state.selection.contains(menu.body))
            state.selection.select(state.world(), target.shape, pickFor(event.modifiers));
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
    if (length(event.screen - tool.press->screen) > ToolState::kClickTravel && !tool.press->dragged) {
        tool.press->dragged = true;
        if (tool.press->shape.isNull()) tool.press->joint = {}; // a rectangle may begin on a joint
        // Now it is clear that Shift rotates this body and does not add it to the selection.
        const BodyId body = state.world().bodyOf(tool.press->shape);
        if (tool.transform && !tool.press->handle && !state.selection.contains(body))
            state.selection.select(state.world(), tool.press->shape, pickFor(event.modifiers));
    }
    if (tool.press->dragged && tool.transform)
        continueTransform(context, transformPointer(state, event.modifiers));
    if (tool.press->dragged && tool.jointDrag) {
        const Position point =
            movesPoint(tool.jointDrag->handle) ? toolPointer(state, event.modifiers).world : tool.cursorWorld;
        continueJointDrag(context, point, event.modifiers.ctrl);
    }
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
    case PointerEvent::Kind::Pinch:
        if (!event.overWorld) break;
        state.camera.panBy(event.delta);
        state.camera.zoomAt(event.screen, event.scale);
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
    if (!selected) {
        if (!state.tool.jointDrag) state.tool.snap.reset();
        return;
    }
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
    // With the pointer over a panel or a card, the panel or card sets hoveredContact and hoveredJoint.
    if (tool.cursorOverWorld) {
        selection.hoveredContact.reset();
        selection.hoveredJoint = {};
    }
    if (!tool.cursorOverWorld || tool.press || tool.panning || tool.tool != ToolKind::Grab) return;
    const Target target = targetUnder(state);
    selection.hoveredContact = target.contact;
    selection.hoveredJoint = target.joint;
    if (target.contact || !target.joint.isNull()) return;
    selection.hoveredShape = target.shape;
    if (!selection.hoveredShape.isNull())
        selection.hoveredBody = state.world().bodyOf(selection.hoveredShape);
}

void stepTools(AppState& state)
{
    LensContext context = lensContext(state);
    if (EditTool* tool = selectedEditTool(state.editTools, state.tool)) tool->beforeStep(context);
    state.keyDriver.beforeStep(state.history, context.otherWorlds);
}

void releaseTools(AppState& state)
{
    LensContext context = lensContext(state);
    for (Lens* lens : lensesOf(state.lenses)) lens->release(context);
    if (EditTool* tool = selectedEditTool(state.editTools, state.tool)) tool->interrupt(context);
    endGrab(context);
    endTransform(context);
    endJointDrag(context);
    state.keyDriver.releaseAll(state.history, context.otherWorlds);
    state.tool.press.reset();
    state.tool.panning = false;
}

namespace {

// The error card alone, or all others. Returns false if none was open.
bool closeCards(UiState& ui)
{
    if (std::exchange(ui.errorCard.open, false)) return true;
    bool any = false;
    for (CardState* card :
         {&ui.arrayCard, &ui.pictureCard, &ui.viewCard, &ui.historyCard, &ui.profileCard, &ui.bodiesCard})
        any = std::exchange(card->open, false) || any;
    return any;
}

} // namespace

void cancelTools(AppState& state)
{
    if (cancelFilm(state) || cancelReplay(state)) return;
    LensContext context = lensContext(state);
    if (state.tool.transform || state.tool.jointDrag) {
        if (state.tool.transform) cancelTransform(context);
        if (state.tool.jointDrag) cancelJointDrag(context);
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
    const auto cancels = [&](Lens* lens) {
        return (state.tool.isLensTool(lens->name()) || isLensShown(state, *lens)) && lens->cancel(context);
    };
    if (std::any_of(lenses.rbegin(), lenses.rend(), cancels)) return;
    state.selection.clear();
}

} // namespace satbox::app
