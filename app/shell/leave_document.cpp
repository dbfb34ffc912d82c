#include "app/shell/leave_document.h"

#include "app/shell/key_table.h"
#include "app/shell/scene_files.h"

#include <fmt/format.h>

#include <utility>

namespace satbox::app {

namespace {

enum SaveButton { kSave, kDiscard, kCancel };
enum RecoverButton { kOpen, kDelete, kLater };

void performLeave(AppState& state, const LeaveRequest& request)
{
    switch (request.kind) {
    case LeaveRequest::Kind::Quit:
        state.shouldQuit = true;
        break;
    case LeaveRequest::Kind::NewScene:
        newScene(state);
        break;
    case LeaveRequest::Kind::OpenScene:
        openSceneByName(state, request.scene);
        break;
    case LeaveRequest::Kind::FollowProgram:
        followLive(state);
        break;
    }
}

const char* consequence(LeaveRequest::Kind kind)
{
    return kind == LeaveRequest::Kind::Quit
               ? "Quitting without saving loses them."
               : "If you discard them, Undo (Ctrl+Z) restores them until satbox is closed.";
}

void answerRecover(AppState& state, int button)
{
    if (state.recoveryFiles.empty()) return;
    const RecoveryFile recovery = state.recoveryFiles.front();
    state.recoveryFiles.erase(state.recoveryFiles.begin());
    if (button == kDelete) {
        removeRecoveryFile(recovery);
        return;
    }
    if (button == kOpen) {
        if (!openRecoveryFile(state, recovery)) return; // keeps the file
        state.recovered = recovery;
    }
    state.recoveryFiles.clear(); // the next start offers the others
}

} // namespace

bool hasUnsavedWork(const Document& document) { return document.modified && !document.isLab; }

void leaveDocument(AppState& state, LeaveRequest request)
{
    if (!hasUnsavedWork(state.document())) {
        performLeave(state, request);
        return;
    }
    state.ui.question = {.kind = Question::Kind::SaveChanges,
                         .title = fmt::format("Save the changes to {}?", state.document().scene.name),
                         .text = fmt::format("The scene has unsaved edits. {}", consequence(request.kind)),
                         .buttons = {"Save", "Discard", "Cancel"}};
    state.leaveRequest = std::move(request);
}

void offerRecovery(AppState& state)
{
    if (state.recoveryFiles.empty() || state.ui.question.isOpen() || state.leaveRequest ||
        state.ui.fileBrowser.open)
        return;
    const RecoveryFile& recovery = state.recoveryFiles.front();
    state.ui.question = {
        .kind = Question::Kind::Recover,
        .title = fmt::format("Recover unsaved work on {}?", recovery.scene),
        .text = fmt::format(
            "An earlier run of satbox ended with unsaved edits. They were saved automatically at {}.",
            recovery.time),
        .buttons = {"Open", "Delete", "Later"}};
}

void answerQuestion(AppState& state, int button)
{
    const Question::Kind kind = state.ui.question.kind;
    state.ui.question = {};
    if (kind == Question::Kind::Recover) answerRecover(state, button);
    if (kind != Question::Kind::SaveChanges || !state.leaveRequest) return;
    switch (button) {
    case kSave:
        perform(state, Action::SaveFile); // resumeLeaveRequest continues after that
        break;
    case kDiscard:
        performLeave(state, *std::exchange(state.leaveRequest, std::nullopt));
        break;
    case kCancel:
        state.leaveRequest.reset();
        break;
    }
}

void resumeLeaveRequest(AppState& state)
{
    const bool waits =
        state.ui.question.isOpen() || state.ui.fileBrowser.open || !state.requests.saveFile.empty();
    if (!state.leaveRequest || waits) return;
    const LeaveRequest request = *std::exchange(state.leaveRequest, std::nullopt);
    if (!state.document().modified) performLeave(state, request);
}

} // namespace satbox::app
