#pragma once

#include "app/document/selection.h"
#include "app/lenses/breakpoints/breakpoints_state.h"
#include "app/widgets/ui_context.h"

#include <optional>
#include <string>

namespace satbox::app {

struct BreakpointsPanelEvents {
    std::optional<uint64_t> search; // the breakpoint for which the past is to be searched
    std::optional<uint64_t> shrunk; // the breakpoint for which the scene is to be shrunk
    std::string copied;             // a message, after a condition was copied to the clipboard; else empty
};
BreakpointsPanelEvents drawBreakpointsPanel(const UiContext& ui, const World& world,
                                            const Selection& selection, const History& history, bool compares,
                                            BreakpointsState& state);

} // namespace satbox::app
