#pragma once

#include "app/panels/panel_states.h"
#include "app/widgets/ui_context.h"

#include <string>
#include <string_view>

namespace satbox::app {

// A row with a button that waits for a key press, which the shell takes, and one that takes the key away.
// `own`: what `key` belongs to. `help`: what the key does. True if the key is to be taken away.
bool drawKeyRow(const UiContext& ui, const char* label, const std::string& key, std::string_view help,
                const KeyCapture& own, InspectState& inspector);

} // namespace satbox::app
