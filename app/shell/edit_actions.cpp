#include "app/shell/edit_actions.h"

#include "app/document/body_text.h"
#include "app/document/commands.h"
#include "app/platform/clipboard.h"
#include "app/shell/pointer.h"
#include "app/shell/scene_files.h"
#include "app/text/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace satbox::app {

namespace {

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

// The selected body; null, with a message, if there is none.
BodyId selectedBody(AppState& state)
{
    if (state.world().isValid(state.selection.body)) return state.selection.body;
    state.status.show(Severity::Info, "No body is selected. Click one first.");
    return {};
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
    goToHistory(state, history.entries().size() + (back ? -size_t{1} : size_t{1}));
}

// It replaces the world, so tools and replays that refer to it end first.
void goToHistory(AppState& state, size_t count)
{
    releaseTools(state);
    cancelReplay(state.playback);
    const size_t before = state.history.entries().size();
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

void deleteSelection(AppState& state)
{
    const BodyId body = selectedBody(state);
    if (body.isNull()) return;
    releaseTools(state);
    cancelReplay(state.playback);
    runCommand(state, deleteBodyCommand(state.world(), body));
    state.selection.prune(state.world());
}

void duplicateSelection(AppState& state)
{
    const World& world = state.world();
    const BodyId body = selectedBody(state);
    if (body.isNull()) return;
    releaseTools(state);
    cancelReplay(state.playback);
    const std::vector<ShapeId> shapes = world.shapesOf(body);
    Vec2 offset{0.5f, 0.0f};
    if (!shapes.empty()) {
        WorldBox box = world.boxes(shapes.front()).tight;
        for (const ShapeId shape : shapes) box = unite(box, world.boxes(shape).tight);
        offset.x = (box.upper - box.lower).x + 0.05f;
    }
    if (runCommand(state, duplicateBodyCommand(world, body, offset)))
        state.selection.select(world, state.document().lastCreatedBody);
}

bool copySelection(AppState& state)
{
    const std::array bodies{selectedBody(state)};
    if (bodies.front().isNull()) return false;
    const std::string error = setClipboardText(bodiesAsText(state.world(), bodies));
    if (error.empty())
        state.status.show(Severity::Info, fmt::format("Copied {}. Paste it with Ctrl+V.",
                                                      describeBody(state.world(), bodies.front())));
    else
        state.status.show(Severity::Error, error);
    return error.empty();
}

void pasteBodies(AppState& state)
{
    const Position center = pastePosition(state);
    PasteResult pasted = pasteCommand(clipboardText(), center);
    if (!pasted.ok()) {
        state.status.show(Severity::Warning, pasted.error);
        return;
    }
    releaseTools(state);
    cancelReplay(state.playback);
    if (!runCommand(state, std::move(pasted.command))) return;
    state.selection.select(state.world(), state.document().lastCreatedBody);
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
