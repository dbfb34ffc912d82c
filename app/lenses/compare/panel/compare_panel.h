#pragma once

#include "app/document/history.h"
#include "app/document/selection.h"
#include "app/lenses/compare/compare_state.h"
#include "app/tools/requests.h"
#include "app/widgets/ui_context.h"

#include <optional>

namespace satbox::app {

struct ComparePanelEvents {
    bool toggled = false;               // the comparison is to be started or ended
    std::optional<Command> startWith{}; // starts it, after this command has been executed
};
ComparePanelEvents drawComparePanel(const UiContext& ui, const Document& document, CompareState& compare,
                                    Selection& selection, History& history, Requests& requests);

} // namespace satbox::app
