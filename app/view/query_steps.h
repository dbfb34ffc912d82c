#pragma once

#include "app/editor/broad_phase_state.h"
#include "app/gfx/palette.h"

#include <string>

namespace satbox::app {

// How a visit ended, as far as it is drawn: each has a colour and a form.
enum class VisitKind : uint8_t {
    Entered, // an inner node, root or met
    LeftOut, // not met, inner node or leaf
    Asked,   // a leaf that was met, whose shape was none of the answers
    Hit,     // a leaf whose shape was
};
VisitKind kindOf(const QueryTrace::Step& step);
Color visitColor(const Palette& palette, VisitKind kind);
const char* visitWord(VisitKind kind); // "left out"

// "node 12" for inner nodes and leaves that were not met, else what the user calls the body: "box 3".
std::string nameOf(const World& world, const QueryTrace::Step& step);

// What became of a node and why, a sentence.
std::string describeVisit(const QueryTrace::Step& step, QueryKind kind);

// How many of the trace's steps are shown: all, or those up to the one that is stepped to.
size_t shownVisits(const BroadPhaseState& broad, const QueryTrace& trace);

} // namespace satbox::app
