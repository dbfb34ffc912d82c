#include "app/gfx/gl_objects.h"

#include "app/gfx/gl.h"
#include <algorithm>
#include <cstdint>
#include <string_view>

namespace satbox::app {

void deleteGlBuffer(unsigned name) { glDeleteBuffers(1, &name); }
void deleteGlVertexArray(unsigned name) { glDeleteVertexArrays(1, &name); }
void deleteGlFramebuffer(unsigned name) { glDeleteFramebuffers(1, &name); }
void deleteGlRenderbuffer(unsigned name) { glDeleteRenderbuffers(1, &name); }
void deleteGlProgram(unsigned name) { glDeleteProgram(name); }
void deleteGlShader(unsigned name) { glDeleteShader(name); }

GlBuffer makeGlBuffer()
{
    unsigned name = 0;
    glGenBuffers(1, &name);
    return GlBuffer(name);
}

GlVertexArray makeGlVertexArray()
{
    unsigned name = 0;
    glGenVertexArrays(1, &name);
    return GlVertexArray(name);
}

InstanceStream::InstanceStream(std::span<const InstanceAttribute> attributes, std::size_t stride)
    : vertexArray_(makeGlVertexArray()), buffer_(makeGlBuffer()), stride_(stride)
{
    glBindVertexArray(vertexArray_.get());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        const InstanceAttribute& a = attributes[i];
        const auto index = static_cast<GLuint>(i);
        const auto size = static_cast<GLsizei>(stride);
        // OpenGL takes the offset into the bound buffer as a pointer.
        const void* offset = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(a.offset));
        if (a.integer)
            glVertexAttribIPointer(index, a.components, GL_UNSIGNED_INT, size, offset);
        else
            glVertexAttribPointer(index, a.components, GL_FLOAT, GL_FALSE, size, offset);
        glEnableVertexAttribArray(index);
        glVertexAttribDivisor(index, 1);
    }
    glBindVertexArray(0);
}

void InstanceStream::upload(std::span<const std::byte> records)
{
    count_ = records.size() / stride_;
    if (records.empty()) return;
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
    if (records.size() > capacity_) capacity_ = std::max(records.size(), 2 * capacity_);
    // Orphans the old storage, so that the driver does not wait for draws that still read it.
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(capacity_), nullptr, GL_STREAM_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(records.size()), records.data());
}

void InstanceStream::draw() const
{
    if (count_ == 0) return;
    glBindVertexArray(vertexArray_.get());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count_));
    glBindVertexArray(0);
}

bool rendersInSoftware()
{
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    const std::string_view renderer = name != nullptr ? name : "";
    for (const std::string_view software : {"llvmpipe", "softpipe", "SWR", "Software"})
        if (renderer.find(software) != std::string_view::npos) return true;
    return false;
}

void clearFramebuffer(IntSize pixels, const Color& color)
{
    glDisable(GL_SCISSOR_TEST);
    glViewport(0, 0, pixels.width, pixels.height);
    glClearColor(color.r, color.g, color.b, color.a);
    glClear(GL_COLOR_BUFFER_BIT);
}

} // namespace satbox::app
