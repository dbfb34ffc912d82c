#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace satbox::app {

// "satbox-NAME-001.png" in the folder (empty: the present one), with the first unused number.
std::filesystem::path unusedFile(const std::filesystem::path& folder, const std::string& name,
                                 std::string_view extension);

} // namespace satbox::app
