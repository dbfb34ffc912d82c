#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace satbox::test {

/// The path of a file or folder in the source tree, such as sourcePath("assets/scenes").
std::filesystem::path sourcePath(std::string_view relative);

/// A folder in the build tree for the pictures and files of a test; created if needed.
std::filesystem::path artefactFolder(std::string_view name);
/// The same, with the files of earlier runs removed.
std::filesystem::path emptyArtefactFolder(std::string_view name);

/// The contents of a file; empty if it cannot be read.
std::string textOf(const std::filesystem::path& file);

} // namespace satbox::test
