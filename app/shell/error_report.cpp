#include "app/shell/error_report.h"

#include <utility>

namespace satbox::app {

void reportError(AppState& state, std::string title, std::string details, std::string advice)
{
    state.status.show(Severity::Error, details);
    state.ui.error = {std::move(title), std::move(details), std::move(advice)};
    state.ui.errorCard.open = true;
}

} // namespace satbox::app
