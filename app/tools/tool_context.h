#pragma once

#include "app/document/history.h"
#include "app/document/playback.h"
#include "app/document/selection.h"
#include "app/text/status_line.h"
#include "app/tools/tool.h"

#include <vector>

namespace satbox::app {

// What a tool may use and change. The shell makes one for each call.
struct ToolContext {
    History& history; // the document changes by commands only
    Playback& playback;
    Selection& selection;
    ToolState& tool;
    StatusLine& status;
    // The other worlds of a comparison, which take the same steps, and during a drag the mouse joint in each.
    std::vector<World>& otherWorlds;
    std::vector<MouseJointId>& otherJoints;
    size_t pointedView = 0; // the view that the pointer is in; 0: that of the document's world

    const Document& document() const { return history.document(); }
    const World& world() const { return history.world(); }
    const World& displayedWorld() const { return shownWorld(playback, world()); }
    const World& pointedWorld() const { return pointedView == 0 ? world() : otherWorlds[pointedView - 1]; }
};

} // namespace satbox::app
