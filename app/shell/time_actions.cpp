#include "app/shell/time_actions.h"

#include "app/shell/pointer.h"
#include "app/text/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

void goToStep(AppState& state, uint64_t step)
{
    releaseTools(state);
    state.playback.paused = true;
    state.playback.goToStep = step;
}

void goToBookmark(AppState& state, int by)
{
    const uint64_t now = state.history.presentStep();
    std::optional<uint64_t> found;
    for (const uint64_t step : state.playback.marks.bookmarks) {
        if (step > state.history.lastStep() || step < state.history.firstStep()) continue;
        if (by > 0 ? step > now && !found : step < now) found = step;
    }
    if (found)
        goToStep(state, *found);
    else
        state.status.show(Severity::Info, by > 0 ? "No bookmark follows. Ctrl+B sets one."
                                                 : "There is no earlier bookmark. Ctrl+B sets one.");
}

void toggleBookmark(AppState& state)
{
    const uint64_t now = state.history.presentStep();
    state.playback.marks.toggleBookmark(now);
    state.status.show(
        Severity::Info,
        fmt::format("Bookmark at step {} {}.", formatCount(now),
                    std::ranges::count(state.playback.marks.bookmarks, now) > 0 ? "set" : "removed"));
}

void setLoopMark(AppState& state, bool isBegin)
{
    TimeMarks& marks = state.playback.marks;
    const uint64_t now = state.history.presentStep();
    std::optional<uint64_t>& mark = isBegin ? marks.loopBegin : marks.loopEnd;
    if (mark == now)
        mark.reset();
    else if (isBegin)
        marks.setLoopBegin(now);
    else
        marks.setLoopEnd(now);
    state.status.show(Severity::Info,
                      marks.loops() ? fmt::format("Time repeats steps {} to {}.",
                                                  formatCount(*marks.loopBegin), formatCount(*marks.loopEnd))
                                    : "The loop has one mark; with two, time repeats what is between them.");
}

} // namespace satbox::app
