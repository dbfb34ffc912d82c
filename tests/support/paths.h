#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace satbox::test {

/// A file or folder of the source tree: sourcePath("assets/scenes").
std::filesystem::path sourcePath(std::string_view relative);

/// Where a test may leave pictures and files: a folder of the build tree, made if need be.
std::filesystem::path artefactFolder(std::string_view name);
/// The same, emptied of what an earlier run left.
std::filesystem::path emptyArtefactFolder(std::string_view name);

/// All bytes of a file; empty where it cannot be read.
std::string textOf(const std::filesystem::path& file);

} // namespace satbox::test
