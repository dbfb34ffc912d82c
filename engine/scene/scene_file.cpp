#include "engine/scene/asset_paths.h"
#include "engine/scene/builders.h"
#include "engine/scene/scene.h"
#include "engine/scene/suggest.h"

#include <fmt/format.h>
#include <fstream>
#include <system_error>

namespace satbox {
namespace fs = std::filesystem;
namespace {

SceneResult failed(std::string sentence)
{
    SceneResult result;
    result.error = std::move(sentence);
    return result;
}

// "notes.json.tmp-0": beside the target, so that the rename stays on one file system.
fs::path freeNameBeside(const fs::path& path)
{
    std::error_code ignored;
    for (int i = 0;; ++i) {
        fs::path candidate = path;
        candidate += fmt::format(".tmp-{}", i);
        if (!fs::exists(candidate, ignored)) return candidate;
    }
}

} // namespace

SceneCamera fitCamera(const World& world)
{
    const WorldBox box = world.bounds();
    const Vec2 size = box.upper - box.lower;
    constexpr float kMargin = 1.1f;
    constexpr float kAspect = 1.4f; // of a usual window's picture, width by height
    const float smallest = 2.0f * world.settings().lengthUnit;
    const float height = kMargin * (size.y > size.x / kAspect ? size.y : size.x / kAspect);
    return {center(box), height > smallest ? height : smallest};
}

SceneResult loadSceneFile(const fs::path& path)
{
    const std::string name = path.filename().string();
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (!fs::exists(status)) return failed(fmt::format("{}: there is no such file", path.string()));
    if (fs::is_directory(status))
        return failed(fmt::format("{}: a folder, expected a scene file", path.string()));
    if (const auto size = fs::file_size(path, problem); !problem && size > kMaxSceneBytes) {
        return failed(fmt::format("{}: {} bytes, a scene file has at most {}", name, size, kMaxSceneBytes));
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) return failed(fmt::format("{}: cannot be opened for reading", path.string()));
    // Reads what is there and one byte more than is allowed, for pipes, whose size is not known before.
    std::string text;
    std::vector<char> buffer(1u << 16);
    while (file && text.size() <= kMaxSceneBytes) {
        file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        text.append(buffer.data(), static_cast<size_t>(file.gcount()));
    }
    if (file.bad()) return failed(fmt::format("{}: reading failed", path.string()));
    return readScene(text, name);
}

std::string saveSceneFile(const fs::path& path, const Scene& scene)
{
    const std::string text = writeScene(scene);
    const fs::path temporary = freeNameBeside(path);
    std::error_code problem;
    {
        std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
        if (!file)
            return fmt::format("{}: cannot be written, is the folder there and open to you?", path.string());
        file.write(text.data(), static_cast<std::streamsize>(text.size()));
        file.flush();
        if (!file) {
            file.close();
            fs::remove(temporary, problem);
            return fmt::format("{}: writing failed, is the disk full? The old file is as it was",
                               path.string());
        }
    }
    fs::rename(temporary, path, problem);
    if (problem) {
        const std::string reason = problem.message();
        fs::remove(temporary, problem);
        return fmt::format("{}: cannot be replaced ({})", path.string(), reason);
    }
    return {};
}

SceneResult openScene(std::string_view nameOrPath)
{
    const BuiltinScene* builtin = findBuiltinScene(nameOrPath);
    if (!builtin) builtin = findLabScene(nameOrPath);
    if (builtin) {
        SceneResult result;
        result.scene = builtin->build();
        return result;
    }
    if (const auto path = findScene(nameOrPath)) return loadSceneFile(*path);
    const fs::path asked(nameOrPath);
    if (asked.has_parent_path() || asked.extension() == ".json") return loadSceneFile(asked);
    std::vector<std::string_view> names;
    for (const BuiltinScene& scene : builtinScenes()) names.push_back(scene.name);
    for (const BuiltinScene& scene : labScenes()) names.push_back(scene.name);
    std::string hint = didYouMean(nameOrPath, names);
    if (hint.empty()) hint = "; --list shows the scenes";
    return failed(fmt::format("{}: neither a scene nor a file{}", nameOrPath, hint));
}

} // namespace satbox
