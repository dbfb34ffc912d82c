#pragma once

#include "app/document/history.h"
#include "app/lenses/pair/pair_analysis.h"
#include "app/tools/requests.h"
#include "app/widgets/ui_context.h"

#include <optional>

namespace satbox::app {

struct PairPanelEvents {
    bool deepestRequested = false; // the button for the pair with the deepest overlap was pressed
    bool copyRequested = false;    // Copy as test was pressed
};
// Tooltip of Copy as test.
inline constexpr const char* kCopyPairHelp =
    "Copies a C++ test case and a scene of this pair to the clipboard, with exact numbers. For bug reports.";
PairPanelEvents drawPairPanel(const UiContext& ui, const World& world,
                              const std::optional<PairAnalysis>& analysis, const Document& document,
                              PairState& pair, History& history, Requests& requests);

} // namespace satbox::app
