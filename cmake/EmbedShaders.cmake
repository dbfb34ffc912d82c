# Run at build time: cmake -DOUTPUT=file.cpp -DSHADERS=a.vert,b.frag -P EmbedShaders.cmake
# Writes a C++ source that defines satbox::app::embeddedShader (app/gfx/embedded_shaders.h). So the program needs no
# shader files at run time.

set(entries "")
set(count 0)
string(REPLACE "," ";" shaders "${SHADERS}")
foreach(shader IN LISTS shaders)
  file(READ "${shader}" text)
  get_filename_component(name "${shader}" NAME)
  string(APPEND entries "    {\"${name}\", R\"glsl(${text})glsl\"},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE "${OUTPUT}"
"// Generated from shaders/ by cmake/EmbedShaders.cmake. Edit the shaders, not this file.
#include \"app/gfx/embedded_shaders.h\"

#include <array>
#include <utility>

namespace satbox::app {
namespace {
constexpr std::array<std::pair<std::string_view, std::string_view>, ${count}> kShaders{{
${entries}}};
} // namespace

std::string_view embeddedShader(std::string_view name)
{
    for (const auto& [file, text] : kShaders) {
        if (file == name) return text;
    }
    return {};
}
} // namespace satbox::app
")
