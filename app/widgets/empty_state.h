#pragma once

#include "app/widgets/ui_context.h"

#include <cstdint>
#include <string_view>

namespace satbox::app {

// A panel that has nothing to show: an example of what it would show, a sentence, and one button that leads
// there.

enum class EmptyPicture : uint8_t { Body, Contact, Pair, Step };

struct EmptyState {
    EmptyPicture picture = EmptyPicture::Body;
    std::string_view text;
    const char* button = "";
    const char* tooltip = "";
};

// True when the button was pressed.
bool emptyState(const UiContext& ui, const EmptyState& empty);

} // namespace satbox::app
