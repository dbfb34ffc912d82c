#pragma once

#include "app/widgets/ui_context.h"

#include <cstdint>
#include <string_view>

namespace satbox::app {

// A panel that has nothing to show: a picture of its usual content, an explanation, and one button that leads
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
