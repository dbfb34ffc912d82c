#include "app/shell/app_state.h"

namespace satbox::app {

void showStatus(AppState& state, Severity severity, std::string text)
{
    double seconds = 4.0;
    if (severity == Severity::Warning) seconds = 8.0;
    if (severity == Severity::Error) seconds = 15.0;
    state.ui.message = {.severity = severity, .text = std::move(text), .shownUntil = state.clock + seconds};
}

} // namespace satbox::app
