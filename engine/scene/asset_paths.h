#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace satbox {

/// The folder of the shipped scenes: the first of these that exists, or nothing:
///  1. $SATBOX_SCENES, so that somebody can try a folder of their own;
///  2. beside the program: ../share/satbox/scenes (installed) or assets/scenes above it (build folder);
///  3. assets/scenes of the source folder that the program was built from;
///  4. the folder that `cmake --install` writes to.
/// `executable`: path of the running program; left empty, it is asked from the system where that can be done.
std::optional<std::filesystem::path> sceneDirectory(const std::filesystem::path& executable = {});

/// Every *.json in sceneDirectory(), sorted by name; empty where there is no such folder.
std::vector<std::filesystem::path> listSceneFiles();

/// The file that a user means by `name`: a path to an existing file, or a shipped scene's name with or
/// without
/// ".json" ("box_stack"). Nothing where there is none.
std::optional<std::filesystem::path> findScene(std::string_view name);

} // namespace satbox
