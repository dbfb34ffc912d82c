#include "app/shell/error_report.h"

#include <fmt/format.h>

#include <utility>

namespace satbox::app {

void reportError(AppState& state, std::string title, std::string details, std::string advice)
{
    state.status.show(Severity::Error, fmt::format("{}: {}", title, details));
    state.ui.error = {Severity::Error, std::move(title), std::move(details), std::move(advice)};
    state.ui.errorCard.open = true;
}

void reportNotes(AppState& state, std::string title, std::span<const std::string> notes, std::string advice)
{
    if (notes.size() == 1) {
        state.status.show(Severity::Warning, notes.front());
        return;
    }
    state.status.show(Severity::Warning, fmt::format("{}: {} notes.", title, notes.size()));
    std::string details;
    for (const std::string& note : notes) details += (details.empty() ? "" : "\n") + note;
    state.ui.error = {Severity::Warning, std::move(title), std::move(details), std::move(advice)};
    state.ui.errorCard.open = true;
}

} // namespace satbox::app
