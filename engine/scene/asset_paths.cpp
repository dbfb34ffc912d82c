#include <satbox/scene/asset_paths.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>

namespace satbox {
namespace fs = std::filesystem;
namespace {

// CMake defines them; packages are built without the folder of the sources (SATBOX_FIND_SOURCE_SCENES).
constexpr const char* kBuiltInFolders[] = {
#ifdef SATBOX_SOURCE_SCENES
    SATBOX_SOURCE_SCENES,
#endif
    SATBOX_INSTALLED_SCENES,
};

bool isFolder(const fs::path& path)
{
    std::error_code error;
    return fs::is_directory(path, error);
}

bool isFile(const fs::path& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error);
}

// The program's path on Linux. On other systems the link does not exist and the result is empty.
fs::path runningProgram()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error);
}

// Looks in the installed layout, then in the program's folder and its four parents. The source folder is
// three levels above build/<preset>/bin/.
std::optional<fs::path> besideProgram(const fs::path& executable)
{
    const fs::path folder = executable.parent_path();
    if (folder.empty()) return std::nullopt;
    if (fs::path installed = folder / ".." / "share" / "satbox" / "scenes"; isFolder(installed)) {
        return installed.lexically_normal();
    }
    fs::path above = folder;
    for (int level = 0; level < 5 && !above.empty(); ++level) {
        if (fs::path scenes = above / "assets" / "scenes"; isFolder(scenes)) return scenes;
        above = above.parent_path();
    }
    return std::nullopt;
}

} // namespace

std::optional<fs::path> sceneDirectory(const fs::path& executable)
{
    if (const char* chosen = std::getenv("SATBOX_SCENES"); chosen != nullptr && isFolder(chosen)) {
        return fs::path(chosen);
    }
    if (auto beside = besideProgram(executable.empty() ? runningProgram() : executable)) return beside;
    for (const char* built : kBuiltInFolders) {
        if (isFolder(built)) return fs::path(built);
    }
    return std::nullopt;
}

std::vector<fs::path> listSceneFiles()
{
    std::vector<fs::path> files;
    const auto folder = sceneDirectory();
    if (!folder) return files;
    std::error_code error;
    for (fs::directory_iterator entry(*folder, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().extension() == ".json" && isFile(entry->path())) files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::optional<fs::path> findScene(std::string_view name)
{
    if (name.empty()) return std::nullopt;
    const fs::path asked(name);
    if (isFile(asked)) return asked;
    const auto folder = sceneDirectory();
    // In the folder, only a name is accepted, not a path: "../x" must not leave it.
    if (!folder || asked.has_parent_path()) return std::nullopt;
    for (const fs::path& candidate : {*folder / asked, *folder / (std::string(name) + ".json")}) {
        if (isFile(candidate)) return candidate;
    }
    return std::nullopt;
}

} // namespace satbox
