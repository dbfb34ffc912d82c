#include "app/shell/live.h"

#include "app/document/history.h"
#include "app/shell/app_state.h"
#include "app/shell/error_report.h"
#include "app/shell/leave_document.h"
#include "app/shell/scene_files.h"
#include "app/text/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

namespace satbox::app {

namespace {

// Where the last command began that changed bodies or opened a scene. Settings may be tuned while a program
// is followed, for the fork.
Journal::Position lastEditOf(const History& history)
{
    const auto entries = history.entries();
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry)
        if (entry->kind != CommandKind::Tune) return entry->start;
    return 0;
}

void markProgramState(AppState& state)
{
    state.live->lastEdit = lastEditOf(state.history);
    state.live->lastStep = state.history.lastStep();
    state.live->pastChanges = state.history.pastChanges();
}

bool wasChanged(const AppState& state)
{
    const LiveSession& live = *state.live;
    return lastEditOf(state.history) > live.lastEdit || state.history.lastStep() != live.lastStep ||
           state.history.pastChanges() != live.pastChanges;
}

// A program was disconnected for what it sent. One that comes again and again is told once.
void showError(AppState& state)
{
    LiveSession& live = *state.live;
    live.errors = live.status.errors;
    live.hasFailed = !live.status.isConnected;
    if (live.shownError == live.status.error) return;
    live.shownError = live.status.error;
    reportError(state, "A program was disconnected", live.status.error,
                "What it sent before can be looked into. docs/live.md describes what a program sends.");
}

void endFollowing(AppState& state)
{
    LiveSession& live = *state.live;
    if (std::exchange(live.follows, false)) state.playback.paused = true;
    live.connection = 0; // what it sent can be looked into, but not followed again
    state.status.show(Severity::Info,
                      fmt::format("{} {}. Run goes on with satbox's solver.", live.status.engine,
                                  live.hasFailed ? "was disconnected" : "has closed the connection"));
}

// Opens the program's world as a document that follows it.
void openWorld(AppState& state, std::shared_ptr<const Scene> scene)
{
    LiveSession& live = *state.live;
    openDocument(state, {.label = "Follow " + live.status.engine,
                         .ops = {OpenScene{.scene = std::move(scene), .path = {}}},
                         .kind = CommandKind::Open});
    state.playback.paused = false;
    state.playback.isFollowing = live.follows = true;
    markProgramState(state);
}

void openFirstScene(AppState& state, const LiveScene& frame)
{
    LiveSession& live = *state.live;
    std::string error;
    const std::shared_ptr<Scene> scene = live.follower.open(frame, error);
    live.hasScene = true;
    if (!scene) {
        live.listener.refuse(std::exchange(live.connection, 0));
        live.hasFailed = true;
        if (std::exchange(live.shownError, error) == error) return; // it comes again and again
        reportError(state, "The program's world was not opened", error, "The open scene is unchanged.");
        return;
    }
    scene->name = "live";
    openWorld(state, scene);
    state.status.show(Severity::Info, fmt::format("Following {}.", live.status.engine));
    if (!scene->notes.empty())
        reportNotes(state, "The program's world has notes", scene->notes,
                    "They say what differs from the program.");
}

} // namespace

bool startListening(AppState& state, uint16_t port)
{
    try {
        state.live = std::make_shared<LiveSession>(port);
    } catch (const std::exception& error) {
        reportError(state, "satbox does not listen", error.what(), "Everything else works.");
        return false;
    }
    return true;
}

void stopListening(AppState& state)
{
    state.live.reset();
    state.playback.isFollowing = false;
}

void updateLive(AppState& state)
{
    if (!state.live) return;
    LiveSession& live = *state.live;
    live.status = live.listener.status();
    if (live.follows && wasChanged(state)) {
        live.follows = false;
        state.status.show(Severity::Info, "The world was changed here, so it is no longer the program's: "
                                          "satbox makes the steps from now on.");
    }
    const bool isNew = live.status.connection != live.seen;
    if (isNew) {
        live.connection = live.seen = live.status.connection;
        live.hasScene = live.follows = live.hasFailed = false;
        if (hasUnsavedWork(state.document()))
            state.status.show(Severity::Info,
                              fmt::format("{} has connected. The open scene has unsaved edits; "
                                          "Follow asks whether to save them.",
                                          live.status.engine));
    }
    if (live.status.errors != live.errors) showError(state);
    if (live.connection != 0 && !live.hasScene && !hasUnsavedWork(state.document()) && !state.isBusy())
        followLive(state);
    if (live.connection != 0 && !live.status.isConnected && !live.status.isWaiting) endFollowing(state);
    state.playback.isFollowing = live.follows;
}

bool playLiveStep(AppState& state)
{
    LiveSession& live = *state.live;
    const auto play = [&](const DocumentOp& op) { return state.history.play(op); };
    while (const std::optional<LiveFrame> frame = live.listener.next(live.connection)) {
        const LiveStep* const step = std::get_if<LiveStep>(&*frame);
        const LiveScene* const scene = std::get_if<LiveScene>(&*frame);
        const std::string refusal = step    ? live.follower.follow(*step, play)
                                    : scene ? live.follower.follow(*scene, state.world(), play)
                                            : std::string();
        markProgramState(state);
        if (!refusal.empty()) {
            live.listener.refuse(live.connection);
            live.hasFailed = true;
            if (std::exchange(live.shownError, refusal) != refusal)
                reportError(state, "The program is no longer followed", refusal,
                            "What it sent before can be looked into.");
            endFollowing(state);
            state.playback.isFollowing = false;
            return false;
        }
        if (step) return true;
    }
    return false;
}

void forkLive(AppState& state)
{
    if (!state.live || !state.live->follows) return;
    state.live->follows = false;
    auto scene = std::make_shared<Scene>(state.document().scene);
    scene->world = state.world();
    scene->title = fmt::format("{}, from step {}", scene->title, formatCount(state.world().stepCount()));
    openDocument(state, {.label = "Fork " + state.live->status.engine,
                         .ops = {OpenScene{.scene = scene, .path = {}}},
                         .kind = CommandKind::Open});
    state.playback.isFollowing = false;
    state.playback.paused = false;
    state.status.show(Severity::Info, "satbox's solver goes on from here. Follow returns to the program.");
}

void followLive(AppState& state)
{
    if (!state.live || !state.live->canFollow()) return;
    LiveSession& live = *state.live;
    if (!live.hasScene) {
        const std::optional<LiveFrame> frame = live.listener.next(live.connection);
        const LiveScene* const scene = frame ? std::get_if<LiveScene>(&*frame) : nullptr;
        if (scene) openFirstScene(state, *scene);
        return;
    }
    openWorld(state, live.follower.reopen());
}

} // namespace satbox::app
