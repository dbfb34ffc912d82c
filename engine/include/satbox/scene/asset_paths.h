#pragma once

#include <satbox/config.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace satbox {

/// The folder of the shipped scenes: the first of these that exists, or nothing:
///  1. $SATBOX_SCENES, which lets a user try another folder;
///  2. near the program: ../share/satbox/scenes (installed), assets/scenes in a parent folder (build folder);
///  3. assets/scenes in the source folder that the program was built from;
///  4. the folder that `cmake --install` writes to.
/// `executable`: path of the running program. If empty, the system is queried for it where it can answer.
SATBOX_API std::optional<std::filesystem::path> sceneDirectory(const std::filesystem::path& executable = {});

/// Every *.json in sceneDirectory(), sorted by name; empty if there is no such folder.
SATBOX_API std::vector<std::filesystem::path> listSceneFiles();

/// The file that a user means by `name`: a path to an existing file, or a shipped scene's name with or
/// without ".json" ("box_stack"). Nothing if neither exists.
SATBOX_API std::optional<std::filesystem::path> findScene(std::string_view name);

} // namespace satbox
