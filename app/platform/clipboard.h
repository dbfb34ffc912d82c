#pragma once

#include <string>

namespace satbox::app {

// The system's clipboard, UTF-8. Without a window it is empty and cannot be set.
std::string clipboardText();
// Returns an error message, or an empty string.
std::string setClipboardText(const std::string& text);

} // namespace satbox::app
