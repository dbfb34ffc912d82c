#pragma once

#include <string_view>

namespace satbox::app {

/// Source text of a file in shaders/, by file name ("lines.vert"); empty where no such file was embedded.
/// The text lives as long as the program.
std::string_view embeddedShader(std::string_view name);

} // namespace satbox::app
