#include "app/platform/font_files.h"

#include <array>
#include <initializer_list>
#include <system_error>

namespace satbox::app {

namespace {

std::filesystem::path findInFontFolders(std::initializer_list<const char*> names)
{
    // Debian and Ubuntu, Fedora, Arch, macOS, Windows.
    constexpr std::array kFolders{"/usr/share/fonts/opentype/inter",
                                  "/usr/share/fonts/truetype/inter",
                                  "/usr/share/fonts/rsms-inter-fonts",
                                  "/usr/share/fonts/inter",
                                  "/usr/share/fonts/truetype/dejavu",
                                  "/usr/share/fonts/dejavu-sans-fonts",
                                  "/usr/share/fonts/TTF",
                                  "/Library/Fonts",
                                  "/opt/homebrew/share/fonts",
                                  "C:/Windows/Fonts"};
    for (const char* folder : kFolders)
        for (const char* name : names) {
            std::filesystem::path path = std::filesystem::path(folder) / name;
            std::error_code error;
            if (std::filesystem::is_regular_file(path, error)) return path;
        }
    return {};
}

} // namespace

std::filesystem::path findFontFile(FontFace face)
{
    switch (face) {
    case FontFace::Text:
        return findInFontFolders({"Inter-Regular.otf", "Inter-Regular.ttf"});
    case FontFace::TextBold:
        return findInFontFolders({"Inter-SemiBold.otf", "Inter-SemiBold.ttf"});
    case FontFace::Fallback:
        return findInFontFolders({"DejaVuSans.ttf"});
    }
    return {};
}

} // namespace satbox::app
