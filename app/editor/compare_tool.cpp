#include "app/editor/compare_tool.h"

#include "app/editor/grab_tool.h"

#include <fmt/format.h>

namespace satbox::app {

void toggleComparison(AppState& state)
{
    if (state.compare.on) {
        endComparison(state);
        return;
    }
    startComparison(state);
    if (!state.compare.on) return;
    showStatus(
        state, Severity::Info,
        fmt::format("{} worlds beside each other, from this one as it is now. Shift+C ends the comparison.",
                    state.compare.count()));
    state.ui.tab = Tab::Compare;
    state.ui.panelsVisible = true;
}

void startComparison(AppState& state)
{
    if (state.document.isLab) {
        showStatus(state, Severity::Info,
                   "The lab has no time, so there is nothing to compare. Open another scene.");
        return;
    }
    endGrab(state);
    cancelReplay(state.playback);
    state.compare.startAgain = false;
    state.compare.edits = state.commands.edits();
    state.compare.begin(state.world(), state.instructionSet);
}

void endComparison(AppState& state)
{
    endGrab(state);
    state.compare.end();
    showStatus(state, Severity::Info, "The comparison has ended; the first world goes on.");
}

void updateComparison(AppState& state)
{
    CompareState& compare = state.compare;
    if (!compare.on) return;
    if (state.document.isLab) {
        endComparison(state);
        showStatus(state, Severity::Info, "The lab has no time: the comparison has ended.");
    } else if (compare.startAgain || compare.edits != state.commands.edits() ||
               compare.worlds.size() != compare.others.size()) {
        const bool isUnderWay = state.world().stepCount() != state.document.scene.world.stepCount();
        startComparison(state);
        if (isUnderWay)
            showStatus(state, Severity::Info, "All worlds start again from the first one as it is now.");
    } else {
        compare.applySettings(state.world());
    }
}

void pullInOthers(AppState& state, BodyId body, Vec2 anchor)
{
    releaseInOthers(state);
    for (World& world : state.compare.worlds) {
        const bool isThere = world.isValid(body);
        state.compare.held.push_back(
            isThere ? world.createMouseJoint(body, transformPoint(world.motion(body).transform(), anchor))
                    : MouseJointId{});
    }
}

void aimInOthers(AppState& state, Position target)
{
    CompareState& compare = state.compare;
    for (size_t i = 0; i < compare.held.size(); ++i)
        compare.worlds[i].setMouseTarget(compare.held[i], target);
}

void releaseInOthers(AppState& state)
{
    CompareState& compare = state.compare;
    for (size_t i = 0; i < compare.held.size(); ++i) compare.worlds[i].destroyMouseJoint(compare.held[i]);
    compare.held.clear();
}

} // namespace satbox::app
