#pragma once

#include <string_view>

namespace satbox::app {

// Source of a file in shaders/, by file name ("round.vert"); empty if no such file is embedded. The text
// has static storage duration.
std::string_view embeddedShader(std::string_view name);

} // namespace satbox::app
