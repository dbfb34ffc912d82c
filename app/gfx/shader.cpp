#include "app/gfx/shader.h"

#include "app/gfx/embedded_shaders.h"

#include "app/gfx/gl.h"
#include <fmt/format.h>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

std::string shaderLog(GLuint shader)
{
    GLint length = 0;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
    return log.c_str();
}

std::string programLog(GLuint program)
{
    GLint length = 0;
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
    glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
    return log.c_str();
}

// The first lines of every shader.
#if defined(__EMSCRIPTEN__)
constexpr std::string_view kHeader = "#version 300 es\nprecision highp float;\nprecision highp int;\n";
#else
constexpr std::string_view kHeader = "#version 330 core\n";
#endif

// Compiles the files `names`, one after the other, as one shader: WebGL links one per stage.
GlShader compile(GLenum stage, std::initializer_list<std::string_view> names)
{
    std::vector<const GLchar*> texts{kHeader.data()};
    std::vector<GLint> lengths{static_cast<GLint>(kHeader.size())};
    for (const std::string_view name : names) {
        const std::string_view source = embeddedShader(name);
        if (source.empty())
            throw GraphicsError(fmt::format("The shader '{}' is not embedded in this program.", name));
        texts.push_back(source.data());
        lengths.push_back(static_cast<GLint>(source.size()));
    }
    GlShader shader(glCreateShader(stage));
    glShaderSource(shader.get(), static_cast<GLsizei>(texts.size()), texts.data(), lengths.data());
    glCompileShader(shader.get());
    GLint ok = 0;
    glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &ok);
    if (ok == 0)
        throw GraphicsError(fmt::format("The graphics driver could not compile the shader '{}': {}",
                                        std::data(names)[names.size() - 1], shaderLog(shader.get())));
    return shader;
}

} // namespace

ShaderProgram::ShaderProgram(std::string_view vertexName,
                             std::initializer_list<std::string_view> fragmentNames)
{
    const GlShader vertex = compile(GL_VERTEX_SHADER, {vertexName});
    const GlShader fragment = compile(GL_FRAGMENT_SHADER, fragmentNames);
    program_ = GlProgram(glCreateProgram());
    glAttachShader(program_.get(), vertex.get());
    glAttachShader(program_.get(), fragment.get());
    glLinkProgram(program_.get());
    glDetachShader(program_.get(), vertex.get());
    glDetachShader(program_.get(), fragment.get());
    GLint ok = 0;
    glGetProgramiv(program_.get(), GL_LINK_STATUS, &ok);
    if (ok == 0)
        throw GraphicsError(fmt::format("The graphics driver could not link the shaders '{}' and '{}': {}",
                                        vertexName, std::data(fragmentNames)[fragmentNames.size() - 1],
                                        programLog(program_.get())));
    viewportSize_ = glGetUniformLocation(program_.get(), "viewportSize");
    pixelsPerMeter_ = glGetUniformLocation(program_.get(), "pixelsPerMeter");
    pixelScale_ = glGetUniformLocation(program_.get(), "pixelScale");
    shadowReach_ = glGetUniformLocation(program_.get(), "shadowReach");
}

void ShaderProgram::use(const RenderView& view, float shadowReachPx) const
{
    glUseProgram(program_.get());
    glUniform2f(viewportSize_, static_cast<float>(view.width), static_cast<float>(view.height));
    glUniform1f(pixelsPerMeter_, view.pixelsPerMeter);
    glUniform1f(pixelScale_, view.pixelScale);
    glUniform1f(shadowReach_, shadowReachPx * view.pixelScale);
}

} // namespace satbox::app
