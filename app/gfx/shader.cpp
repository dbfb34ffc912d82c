#include "app/gfx/shader.h"

#include "app/gfx/embedded_shaders.h"

#include <epoxy/gl.h>
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

GlShader compile(GLenum stage, std::string_view name)
{
    const std::string_view source = embeddedShader(name);
    if (source.empty())
        throw GraphicsError(fmt::format("The shader '{}' is not embedded in this program.", name));
    GlShader shader(glCreateShader(stage));
    const GLchar* text = source.data();
    const auto length = static_cast<GLint>(source.size());
    glShaderSource(shader.get(), 1, &text, &length);
    glCompileShader(shader.get());
    GLint ok = 0;
    glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &ok);
    if (ok == 0)
        throw GraphicsError(fmt::format("The graphics driver could not compile the shader '{}': {}", name,
                                        shaderLog(shader.get())));
    return shader;
}

} // namespace

ShaderProgram::ShaderProgram(std::string_view vertexName,
                             std::initializer_list<std::string_view> fragmentNames)
{
    std::vector<GlShader> shaders;
    shaders.push_back(compile(GL_VERTEX_SHADER, vertexName));
    for (const std::string_view name : fragmentNames) shaders.push_back(compile(GL_FRAGMENT_SHADER, name));
    program_ = GlProgram(glCreateProgram());
    for (const GlShader& shader : shaders) glAttachShader(program_.get(), shader.get());
    glLinkProgram(program_.get());
    for (const GlShader& shader : shaders) glDetachShader(program_.get(), shader.get());
    GLint ok = 0;
    glGetProgramiv(program_.get(), GL_LINK_STATUS, &ok);
    if (ok == 0)
        throw GraphicsError(fmt::format("The graphics driver could not link the shaders '{}' and '{}': {}",
                                        vertexName, *fragmentNames.begin(), programLog(program_.get())));
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
