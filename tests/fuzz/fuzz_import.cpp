// Runs the readers of other programs' files on arbitrary bytes; the first byte chooses the format. They may
// reject them with a message, but must not crash. What they accept must be a world that can be written and
// read again.
#include "engine/scene/import/import_scene.h"
#include <satbox/scene/scene.h>
#include <satbox/scene/scene_box2d.h>
#include <satbox/scene/scene_svg.h>

#include <cstdio>
#include <cstdlib>

namespace {

void require(bool condition, const char* sentence, const std::string& detail)
{
    if (condition) return;
    std::fprintf(stderr, "%s: %s\n", sentence, detail.c_str());
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    constexpr size_t kMaxLength = 1u << 14; // larger inputs only slow the search
    if (size == 0 || size > kMaxLength) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    satbox::SceneResult result;
    if (data[0] == 's')
        result = satbox::importScene(text, "fuzz", satbox::ImportFormat::Svg, {.unitsPerMetre = 1.0f});
    else if (data[0] == 'p')
        result = satbox::importScene(text, "fuzz", satbox::ImportFormat::Points, {});
    else
        result = satbox::readScene(text, "fuzz");
    if (!result.ok()) {
        require(result.error.starts_with("fuzz: "), "an error message lacks the file name", result.error);
        return 0;
    }
    const satbox::SceneResult again = satbox::readScene(satbox::writeScene(result.scene), "again.json");
    require(again.ok(), "a written scene cannot be read", again.error);
    require(again.scene.world == result.scene.world, "a written scene is a different world", "");
    require(!satbox::sceneAsSvg(result.scene).empty() && !satbox::sceneAsBox2d(result.scene).text.empty(),
            "a scene has no drawing or program", "");
    return 0;
}
