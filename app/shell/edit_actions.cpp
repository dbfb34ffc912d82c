#include "app/shell/edit_actions.h"

#include "app/document/body_bounds.h"
#include "app/document/body_text.h"
#include "app/document/commands.h"
#include "app/document/groups.h"
#include "app/platform/clipboard.h"
#include "app/shell/pointer.h"
#include "app/shell/scene_files.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include "app/tools/selection_frame.h"
#include "app/tools/snapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kDuplicateGap = 0.05f; // m, between the bounding boxes of originals and copies

// Executes a command as an undo entry of its own. Returns false if it was refused.
bool runCommand(AppState& state, Command command)
{
    const std::string refusal = state.history.execute(std::move(command));
    state.history.closeGesture();
    if (!refusal.empty()) state.status.show(Severity::Warning, refusal);
    return refusal.empty();
}

// Where bodies are pasted, m: where the context menu was opened, else at the pointer or, if the pointer is
// not over the world, in the middle of the view.
Position pastePosition(const AppState& state)
{
    if (state.ui.contextMenu) return state.ui.contextMenu->world;
    if (state.tool.cursorOverWorld) return state.tool.cursorWorld;
    return state.camera.screenToWorld(state.camera.viewport().center());
}

// The selected bodies; empty, with a message, if there is none.
std::vector<BodyId> selectedBodies(AppState& state)
{
    state.selection.prune(state.world());
    std::vector<BodyId> bodies = state.selection.bodies();
    if (bodies.empty()) state.status.show(Severity::Info, "No body is selected. Click one first.");
    return bodies;
}

} // namespace

void undoOrRedo(AppState& state, bool back)
{
    releaseTools(state); // which may end a drag, an entry of its own
    const History& history = state.history;
    if (back ? !history.canUndo() : !history.canRedo()) {
        state.status.show(Severity::Info, back ? "Nothing to undo." : "Nothing to redo.");
        return;
    }
    goToHistory(state, history.doneCount() + (back ? -size_t{1} : size_t{1}));
}

// It replaces the world, so tools and replays that refer to it end first.
void goToHistory(AppState& state, size_t count)
{
    releaseTools(state);
    cancelReplay(state.playback);
    const size_t before = state.history.doneCount();
    const std::string scene = state.document().scene.name;
    if (!state.history.goTo(count)) return;
    const bool back = count < before;
    const size_t entries = back ? before - count : count - before;
    state.status.show(Severity::Info,
                      fmt::format("{}: {}", back ? "Undone" : "Redone",
                                  entries == 1 ? state.history.entry(std::min(before, count)).label
                                               : fmt::format("{} entries of the history", entries)));
    state.selection.prune(state.world());
    if (state.document().scene.name != scene) applySceneCamera(state, state.view.animate);
}

void switchToLine(AppState& state, uint64_t line)
{
    releaseTools(state);
    discardStepHistory(state.playback);
    if (!state.history.switchToLine(line)) return;
    state.playback.paused = true;
    state.selection.prune(state.world());
    state.status.show(Severity::Info, "Another line of time. The one that you left is in the list.");
}

void deleteSelection(AppState& state)
{
    if (state.world().isValid(state.selection.joint)) {
        releaseTools(state);
        cancelReplay(state.playback);
        runCommand(state, deleteJointCommand(state.world(), state.selection.joint));
        return state.selection.prune(state.world());
    }
    const std::vector<BodyId> bodies = selectedBodies(state);
    if (bodies.empty()) return;
    releaseTools(state);
    cancelReplay(state.playback);
    runCommand(state, deleteBodiesCommand(state.world(), bodies));
    state.selection.prune(state.world());
}

void selectBy(AppState& state, SelectBy kind)
{
    const std::vector<BodyId> bodies = bodiesBy(state.world(), kind, state.selection.bodies());
    state.selection.select(state.world(), bodies);
    state.status.show(Severity::Info, fmt::format("{} selected.", bodyCountText(bodies.size())));
}

void arrangeSelection(AppState& state, Arrangement arrangement)
{
    Command command = arrangeCommand(state.world(), state.selection.bodies(), arrangement);
    if (command.ops.empty()) {
        state.status.show(
            Severity::Info,
            fmt::format("Select at least {} bodies or groups first: Shift + click adds one, a drag over "
                        "empty space selects all in a rectangle.",
                        minBodiesFor(arrangement)));
        return;
    }
    releaseTools(state);
    cancelReplay(state.playback);
    runCommand(state, std::move(command));
}

void editShapesOfSelection(AppState& state, ShapeEdit edit)
{
    const std::vector<BodyId> bodies = selectedBodies(state);
    if (bodies.empty()) return;
    DraftedCommand draft = shapeEditCommand(state.world(), bodies, edit);
    if (!draft.ok()) return state.status.show(Severity::Info, draft.refusal);
    releaseTools(state);
    cancelReplay(state.playback);
    if (runCommand(state, std::move(draft.command)) && !state.history.createdBodies().empty())
        state.selection.select(state.world(), state.history.createdBodies());
}

void groupSelection(AppState& state, bool together)
{
    const std::vector<BodyId> bodies = selectedBodies(state);
    if (bodies.empty()) return;
    DraftedCommand draft =
        together ? groupCommand(state.world(), bodies) : ungroupCommand(state.world(), bodies);
    if (!draft.ok()) return state.status.show(Severity::Info, draft.refusal);
    releaseTools(state);
    runCommand(state, std::move(draft.command));
}

void nudgeSelection(AppState& state, Vec2 direction, bool far)
{
    const World& world = state.world();
    const std::vector<BodyId> bodies = selectedBodies(state);
    const std::optional<SelectionFrame> frame = frameOf(world, bodies);
    if (!frame) return;
    Vec2 by = direction * state.camera.metersPerPixel();
    if (far) { // to the next line in this direction
        const float step = gridStep(state);
        by = snapToGrid(frame->center + direction * (0.75f * step), step) - frame->center;
        by = {by.x * std::abs(direction.x), by.y * std::abs(direction.y)};
    }
    if (state.tool.press) releaseTools(state); // closes the gesture too
    cancelReplay(state.playback);
    std::vector<BodyPlacement> placements;
    for (const BodyId body : bodies) {
        WorldTransform pose = world.motion(body).transform();
        pose.p += by;
        placements.push_back({.body = body, .pose = pose});
    }
    // The gesture stays open, so that the repeats of a held key are one undo entry (isNudging() in app.cpp).
    const std::string refusal = state.history.execute(placeBodiesCommand(world, "Move", placements));
    if (!refusal.empty()) state.status.show(Severity::Warning, refusal);
}

void duplicateSelection(AppState& state)
{
    const World& world = state.world();
    const std::vector<BodyId> bodies = selectedBodies(state);
    if (bodies.empty()) return;
    releaseTools(state);
    cancelReplay(state.playback);
    const std::optional<WorldBox> box = boundsOf(world, bodies);
    const Vec2 offset{box ? (box->upper - box->lower).x + kDuplicateGap : 0.5f, 0.0f};
    if (runCommand(state, duplicateBodiesCommand(world, bodies, offset)))
        state.selection.select(world, state.history.createdBodies());
}

void makeArrayCopies(AppState& state)
{
    const World& world = state.world();
    const std::vector<BodyId> bodies = selectedBodies(state);
    if (bodies.empty()) return;
    const ArrayCopyOptions& options = state.ui.arrayCopy;
    DraftedCommand draft =
        arrayCopyCommand(world, bodies, options.columns, options.rows, spacingOf(options, world, bodies));
    if (!draft.ok()) return state.status.show(Severity::Info, draft.refusal);
    releaseTools(state);
    cancelReplay(state.playback);
    if (!runCommand(state, std::move(draft.command))) return;
    state.selection.select(world, state.history.createdBodies());
    state.ui.arrayCard.open = false;
    state.ui.arrayCopy.spacingX.reset();
    state.ui.arrayCopy.spacingY.reset();
}

bool copySelection(AppState& state)
{
    const std::vector<BodyId> bodies = selectedBodies(state);
    if (bodies.empty()) return false;
    const std::string error = setClipboardText(bodiesAsText(state.world(), bodies));
    if (error.empty())
        state.status.show(Severity::Info,
                          fmt::format("Copied {}. Paste with Ctrl+V.",
                                      describeBodies(state.world(), bodies.front(), bodies.size())));
    else
        state.status.show(Severity::Error, error);
    return error.empty();
}

void pasteBodies(AppState& state)
{
    const Position center = pastePosition(state);
    PasteResult pasted = pasteCommand(state.world(), clipboardText(), center);
    if (!pasted.ok()) {
        state.status.show(Severity::Warning, pasted.error);
        return;
    }
    releaseTools(state);
    cancelReplay(state.playback);
    if (!runCommand(state, std::move(pasted.command))) return;
    state.selection.select(state.world(), state.history.createdBodies());
    if (!pasted.notes.empty()) state.status.show(Severity::Warning, pasted.notes.front());
}

void restart(AppState& state, bool settingsToo)
{
    releaseTools(state);
    cancelReplay(state.playback);
    state.playback.accumulator = 0.0;
    runCommand(state, restartCommand(state.document(), settingsToo));
    state.selection.prune(state.world());
}

void keepMoment(AppState& state)
{
    releaseTools(state);
    cancelReplay(state.playback);
    if (runCommand(state, keepMomentCommand()))
        state.status.show(Severity::Info, "Restart (R) returns to this moment from now on.");
}

} // namespace satbox::app
