#include "app/gfx/frame_capture.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

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
        return fmt::format("The picture '{}' could not be encoded.", path.string());

    // Under another name first: a full disk must not leave half a picture in the place of a good one.
    std::filesystem::path unfinished = path;
    unfinished += ".part";
    errno = 0;
    std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
    file.write(png.data(), static_cast<std::streamsize>(png.size()));
    file.close();
    std::error_code error;
    if (file) std::filesystem::rename(unfinished, path, error);
    if (file && !error) return std::nullopt;
    const std::string reason =
        error ? error.message() : (errno != 0 ? std::strerror(errno) : "unknown reason");
    std::filesystem::remove(unfinished, error);
    return fmt::format("The picture '{}' could not be written: {}.", path.string(), reason);
}

} // namespace satbox::app
