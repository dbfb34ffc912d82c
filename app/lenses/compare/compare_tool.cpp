#include "app/lenses/compare/compare_tool.h"

#include "app/tools/grab_tool.h"

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
        fmt::format("Comparing {} worlds, all starting from the current one. Shift+C ends the comparison.",
                    state.compare.count()));
    state.ui.tab = Tab::Compare;
    state.ui.panelsVisible = true;
}

void startComparison(AppState& state)
{
    if (state.document().isLab) {
        showStatus(state, Severity::Info,
                   "The lab does not simulate, so there is nothing to compare. Open another scene.");
        return;
    }
    endGrab(state);
    cancelReplay(state.playback);
    state.compare.restartRequested = false;
    state.compare.editsAtStart = state.history.edits();
    state.compare.begin(state.document(), state.instructionSet);
}

void endComparison(AppState& state)
{
    endGrab(state);
    state.compare.end();
    showStatus(state, Severity::Info, "Comparison ended. The first world continues.");
}

void updateComparison(AppState& state)
{
    CompareState& compare = state.compare;
    if (!compare.on) return;
    if (state.document().isLab) {
        endComparison(state);
        showStatus(state, Severity::Info, "Comparison ended: the lab does not simulate.");
    } else if (compare.restartRequested || compare.editsAtStart != state.history.edits() ||
               compare.worlds.size() != state.document().comparedSettings.size()) {
        const bool hasStepped = state.world().stepCount() != state.document().scene.world.stepCount();
        startComparison(state);
        if (hasStepped)
            showStatus(state, Severity::Info,
                       "The first world was edited: all worlds restarted as copies of it.");
    } else {
        compare.applySettings(state.document());
    }
}

void grabInOtherWorlds(AppState& state, BodyId body, Vec2 anchor)
{
    releaseInOtherWorlds(state);
    for (World& world : state.compare.worlds) {
        const bool exists = world.isValid(body);
        state.compare.mouseJoints.push_back(
            exists ? world.createMouseJoint(body, transformPoint(world.motion(body).transform(), anchor))
                   : MouseJointId{});
    }
}

void moveGrabInOtherWorlds(AppState& state, Position target)
{
    CompareState& compare = state.compare;
    for (size_t i = 0; i < compare.mouseJoints.size(); ++i)
        compare.worlds[i].setMouseTarget(compare.mouseJoints[i], target);
}

void releaseInOtherWorlds(AppState& state)
{
    CompareState& compare = state.compare;
    for (size_t i = 0; i < compare.mouseJoints.size(); ++i)
        compare.worlds[i].destroyMouseJoint(compare.mouseJoints[i]);
    compare.mouseJoints.clear();
}

} // namespace satbox::app
