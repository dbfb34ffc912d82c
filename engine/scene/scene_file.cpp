#include "engine/core/assert.h"
#include "engine/core/quoted.h"
#include "engine/core/suggest.h"
#include "engine/scene/file_io.h"
#include "engine/scene/import/import_scene.h"
#include <satbox/scene/asset_paths.h>
#include <satbox/scene/builders.h>
#include <satbox/scene/scene.h>

#include <fmt/format.h>
#include <new>
#include <system_error>

namespace satbox {
namespace fs = std::filesystem;
namespace {

SceneResult failed(std::string message)
{
    SceneResult result;
    result.error = std::move(message);
    return result;
}

} // namespace

SceneCamera fitCamera(const World& world)
{
    const WorldBox box = world.bounds();
    const Vec2 size = box.upper - box.lower;
    constexpr float kMargin = 1.1f;
    constexpr float kAspect = 1.4f; // of a typical window, width / height
    const float smallest = 2.0f * world.settings().lengthUnit;
    const float height = kMargin * (size.y > size.x / kAspect ? size.y : size.x / kAspect);
    return {center(box), height > smallest ? height : smallest};
}

SceneResult loadSceneFile(const fs::path& path, const ImportOptions& options)
try {
    const FileText file = readFile(path, kMaxSceneBytes);
    if (!file.error.empty()) return failed(file.error);
    const std::string name = path.filename().string();
    const std::optional<ImportFormat> format = importFormatOf(path, file.text);
    return format ? importScene(file.text, name, *format, options) : readScene(file.text, name, options);
} catch (const std::bad_alloc&) {
    return failed(memorySentence(path, "not loaded"));
}

std::string saveSceneFile(const fs::path& path, const Scene& scene)
try {
    return writeFile(path, writeScene(scene), [&](const fs::path& written) -> std::string {
        const SceneResult again = loadSceneFile(written);
        SATBOX_ASSERT(!again.ok() || again.scene.world.hash() == scene.world.hash(),
                      "a saved world reads back with the same hash");
        if (again.ok()) return {};
        std::string reason = again.error;
        if (const size_t colon = reason.find(": "); colon != std::string::npos) reason.erase(0, colon + 2);
        return fmt::format("{}: not saved, reading it back failed: {}; an existing file is unchanged",
                           printablePath(path), reason);
    });
} catch (const std::bad_alloc&) {
    return memorySentence(path, "not saved");
}

SceneResult openScene(std::string_view nameOrPath, const ImportOptions& options)
{
    const BuiltinScene* builtin = findBuiltinScene(nameOrPath);
    if (!builtin) builtin = findLabScene(nameOrPath);
    if (builtin) {
        SceneResult result;
        result.scene = builtin->build();
        return result;
    }
    const fs::path asked(nameOrPath);
    if (const auto path = findScene(nameOrPath)) {
        SceneResult result = loadSceneFile(*path, options);
        if (*path == asked && !result.imported) result.file = asked;
        return result;
    }
    std::error_code ignored; // for a folder or a pipe the message says what it is
    if (asked.has_parent_path() || asked.extension() == ".json" || fs::exists(asked, ignored))
        return loadSceneFile(asked, options);
    std::vector<std::string_view> names;
    for (const BuiltinScene& scene : builtinScenes()) names.push_back(scene.name);
    for (const BuiltinScene& scene : labScenes()) names.push_back(scene.name);
    std::string hint = didYouMean(nameOrPath, names);
    if (hint.empty()) hint = "; satbox-run --list shows the scenes";
    return failed(fmt::format("{}: neither a scene nor a file{}", printable(nameOrPath), hint));
}

} // namespace satbox
