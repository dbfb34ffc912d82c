#include "app/document/unused_file.h"

#include <fmt/format.h>

#include <system_error>

namespace satbox::app {

std::filesystem::path unusedFile(const std::filesystem::path& folder, const std::string& name,
                                 std::string_view extension)
{
    for (int i = 1;; ++i) {
        std::filesystem::path path = folder / fmt::format("satbox-{}-{:03}{}", name, i, extension);
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored)) return path;
    }
}

} // namespace satbox::app
