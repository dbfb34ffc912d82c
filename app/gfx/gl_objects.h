#pragma once

#include "app/gfx/color.h"
#include "app/gfx/int_size.h"

#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>

namespace satbox::app {

// An error of the graphics driver, as a sentence for the user.
struct GraphicsError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

void deleteGlBuffer(unsigned name);
void deleteGlVertexArray(unsigned name);
void deleteGlFramebuffer(unsigned name);
void deleteGlRenderbuffer(unsigned name);
void deleteGlProgram(unsigned name);
void deleteGlShader(unsigned name);

// Owns one OpenGL object name; 0 is none. Precondition of destruction: its context is current.
template<void (*Delete)(unsigned)>
class GlHandle {
  public:
    GlHandle() = default;
    explicit GlHandle(unsigned name) : name_(name) {}
    GlHandle(GlHandle&& other) noexcept : name_(std::exchange(other.name_, 0u)) {}
    GlHandle& operator=(GlHandle&& other) noexcept
    {
        if (this != &other) {
            reset();
            name_ = std::exchange(other.name_, 0u);
        }
        return *this;
    }
    ~GlHandle() { reset(); }

    unsigned get() const { return name_; }

  private:
    void reset()
    {
        if (name_ != 0) Delete(name_);
        name_ = 0;
    }
    unsigned name_ = 0;
};

using GlBuffer = GlHandle<deleteGlBuffer>;
using GlVertexArray = GlHandle<deleteGlVertexArray>;
using GlFramebuffer = GlHandle<deleteGlFramebuffer>;
using GlRenderbuffer = GlHandle<deleteGlRenderbuffer>;
using GlProgram = GlHandle<deleteGlProgram>;
using GlShader = GlHandle<deleteGlShader>;

GlBuffer makeGlBuffer();
GlVertexArray makeGlVertexArray();

// One per-instance attribute: `components` floats, or unsigned integers if `integer`, at `offset` bytes.
struct InstanceAttribute {
    int components = 4;
    bool integer = false;
    std::size_t offset = 0;
};

// Draws instances of a four-vertex strip: the vertex shader computes the corners from gl_VertexID; the buffer
// holds one record per instance.
class InstanceStream {
  public:
    InstanceStream(std::span<const InstanceAttribute> attributes, std::size_t stride);
    // Replaces the records, each `stride` bytes.
    void upload(std::span<const std::byte> records);
    // One draw call for all records; none if there are none.
    void draw() const;

  private:
    GlVertexArray vertexArray_;
    GlBuffer buffer_;
    std::size_t stride_ = 0;
    std::size_t capacity_ = 0; // bytes
    std::size_t count_ = 0;    // records
};

// True if the current context renders on the CPU (e.g. Mesa's llvmpipe), where every sample costs time.
bool rendersInSoftware();

// Fills the whole bound framebuffer.
void clearFramebuffer(IntSize pixels, const Color& color);

} // namespace satbox::app
