#pragma once

#include <string>

namespace satbox::app {

// A word for a POSIX shell: in single quotes if it has anything but letters, digits and the usual signs of
// names.
std::string inShell(const std::string& text);

} // namespace satbox::app
