#include "app/gfx/framebuffer.h"

#include "app/gfx/gl.h"
#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <vector>

namespace satbox::app {

namespace {

GlRenderbuffer makeColor(IntSize size, int samples)
{
    unsigned name = 0;
    glGenRenderbuffers(1, &name);
    GlRenderbuffer buffer(name);
    glBindRenderbuffer(GL_RENDERBUFFER, name);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, size.width, size.height);
    return buffer;
}

GlFramebuffer makeTarget(const GlRenderbuffer& color, IntSize size)
{
    unsigned name = 0;
    glGenFramebuffers(1, &name);
    GlFramebuffer framebuffer(name);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color.get());
    const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (!complete)
        throw GraphicsError(fmt::format("The graphics driver rejected a framebuffer of {} by {} pixels.",
                                        size.width, size.height));
    return framebuffer;
}

int supportedSamples(int wanted)
{
    GLint maximum = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &maximum);
    return std::clamp(wanted, 0, maximum);
}

IntSize checkedSize(IntSize size)
{
    GLint maximum = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &maximum);
    if (size.width < 1 || size.height < 1 || size.width > maximum || size.height > maximum)
        throw GraphicsError(
            fmt::format("A picture of {} by {} pixels cannot be drawn: each side must be 1 to {} pixels.",
                        size.width, size.height, maximum));
    return size;
}

} // namespace

Framebuffer::Framebuffer(IntSize size, int samples)
    : size_(checkedSize(size)), multisampledColor_(makeColor(size, supportedSamples(samples))),
      resolvedColor_(makeColor(size, 0)), multisampled_(makeTarget(multisampledColor_, size)),
      resolved_(makeTarget(resolvedColor_, size))
{}

void Framebuffer::bind() const { glBindFramebuffer(GL_FRAMEBUFFER, multisampled_.get()); }

void Framebuffer::bindWindow() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }

void Framebuffer::resolve() const
{
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled_.get());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.get());
    glBlitFramebuffer(0, 0, size_.width, size_.height, 0, 0, size_.width, size_.height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

Image Framebuffer::read() const
{
    resolve();
    const auto stride = static_cast<std::size_t>(size_.width) * 4;
    const auto rows = static_cast<std::size_t>(size_.height);
    std::vector<std::uint8_t> upward(stride * rows);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.get());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size_.width, size_.height, GL_RGBA, GL_UNSIGNED_BYTE, upward.data());
    bind();

    Image image{size_, std::vector<std::uint8_t>(upward.size())};
    for (std::size_t row = 0; row < rows; ++row) {
        const auto from = upward.begin() + static_cast<std::ptrdiff_t>((rows - 1 - row) * stride);
        std::copy_n(from, stride, image.rgba.begin() + static_cast<std::ptrdiff_t>(row * stride));
    }
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
}

} // namespace satbox::app
