#include "app/editor/departure.h"

#include "app/editor/actions.h"
#include "app/editor/scene_files.h"

#include <fmt/format.h>

#include <utility>

namespace satbox::app {

namespace {

enum SaveButton { kSave, kDiscard, kCancel };
enum RecoverButton { kOpen, kDelete, kLater };

void depart(AppState& state, const Departure& departure)
{
    switch (departure.kind) {
    case Departure::Kind::Quit:
        state.quits = true;
        break;
    case Departure::Kind::NewScene:
        newScene(state);
        break;
    case Departure::Kind::OpenScene:
        openSceneByName(state, departure.scene);
        break;
    }
}

const char* consequence(Departure::Kind kind)
{
    return kind == Departure::Kind::Quit ? "Closing satbox would lose them."
                                         : "Undo (Ctrl+Z) would bring them back until satbox is closed.";
}

void answerRecover(AppState& state, int button)
{
    if (state.leftovers.empty()) return;
    const Leftover leftover = state.leftovers.front();
    state.leftovers.erase(state.leftovers.begin());
    if (button == kDelete) {
        removeLeftover(leftover);
        return;
    }
    if (button == kOpen) {
        if (!openLeftover(state, leftover)) return; // it stays where it is
        state.recovered = leftover;
    }
    state.leftovers.clear(); // the others are offered by the next start
}

} // namespace

bool hasUnsavedWork(const Document& document) { return document.modified && !document.isLab; }

void requestDeparture(AppState& state, Departure departure)
{
    if (!hasUnsavedWork(state.document)) {
        depart(state, departure);
        return;
    }
    state.ui.question = {
        .kind = Question::Kind::SaveChanges,
        .title = fmt::format("Save the changes to {}?", state.document.scene.name),
        .text = fmt::format("The scene has edits that are in no file. {}", consequence(departure.kind)),
        .buttons = {"Save", "Discard", "Cancel"}};
    state.departure = std::move(departure);
}

void askAboutLeftovers(AppState& state)
{
    if (state.leftovers.empty() || state.ui.question.isOpen() || state.departure || state.ui.fileBrowser.open)
        return;
    const Leftover& leftover = state.leftovers.front();
    state.ui.question = {
        .kind = Question::Kind::Recover,
        .title = fmt::format("Open {} as it was before satbox ended?", leftover.scene),
        .text = fmt::format("An earlier run ended with edits that are in no file. They were kept at {}.",
                            leftover.time),
        .buttons = {"Open", "Delete", "Later"}};
}

void answerQuestion(AppState& state, int button)
{
    const Question::Kind kind = state.ui.question.kind;
    state.ui.question = {};
    if (kind == Question::Kind::Recover) answerRecover(state, button);
    if (kind != Question::Kind::SaveChanges || !state.departure) return;
    switch (button) {
    case kSave:
        perform(state, Action::SaveFile); // settleDeparture goes on from there
        break;
    case kDiscard:
        depart(state, *std::exchange(state.departure, std::nullopt));
        break;
    case kCancel:
        state.departure.reset();
        break;
    }
}

void settleDeparture(AppState& state)
{
    const bool waits =
        state.ui.question.isOpen() || state.ui.fileBrowser.open || !state.requests.saveFile.empty();
    if (!state.departure || waits) return;
    const Departure departure = *std::exchange(state.departure, std::nullopt);
    if (!state.document.modified) depart(state, departure);
}

} // namespace satbox::app
