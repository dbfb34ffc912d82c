#include "app/gfx/png_image.h"

#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <fmt/format.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

namespace satbox::app {

namespace {

void appendBytes(void* context, void* data, int size)
{
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
}

} // namespace

std::optional<std::string> writePng(const std::filesystem::path& path, const Image& image)
{
    std::string png;
    if (stbi_write_png_to_func(appendBytes, &png, image.size.width, image.size.height, 4, image.rgba.data(),
                               image.size.width * 4) == 0)
        return fmt::format("The picture {} could not be encoded as PNG.", printablePath(path));
    const std::string sentence = writeFile(path, png);
    if (sentence.empty()) return std::nullopt;
    return fmt::format("The picture was not written: {}.", sentence);
}

} // namespace satbox::app
