#pragma once

#include "app/gfx/palette.h"
#include "app/lenses/broad_phase/broad_phase_state.h"

#include <string>

namespace satbox::app {

// Result of visiting a node; each has a colour and a mark.
enum class VisitKind : uint8_t {
    Entered, // an inner node: the root, or its box meets the query
    Pruned,  // its box does not meet the query; inner node or leaf
    Tested,  // a leaf that meets the query; its shape is no hit
    Hit,     // a leaf whose shape is a hit
};
VisitKind visitKind(const QueryTrace::Step& step);
Color visitColor(const Palette& palette, VisitKind kind);
const char* visitLabel(VisitKind kind); // "pruned"

// The body's name ("box 3") if a shape was tested, otherwise "node 12" or "leaf 12".
std::string visitedName(const World& world, const QueryTrace::Step& step);

// A sentence: the result for the node, and why.
std::string describeVisit(const QueryTrace::Step& step, QueryKind kind);

// Number of the trace's steps shown: all, or those up to the selected visit.
size_t shownVisitCount(const BroadPhaseState& broad, const QueryTrace& trace);

} // namespace satbox::app
