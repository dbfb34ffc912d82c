// Runs the scene reader on arbitrary bytes. It may reject them with a message, but must not crash. An
// accepted scene must be a world that can be stepped, written and read again.
#include "engine/world/world_access.h"
#include <satbox/scene/scene.h>

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
    constexpr size_t kMaxLength = 1u << 16; // larger inputs only slow the search
    if (size > kMaxLength) return 0;
    satbox::SceneResult result = satbox::readScene({reinterpret_cast<const char*>(data), size}, "fuzz.json");
    if (!result.ok()) {
        require(result.error.starts_with("fuzz.json: "), "an error message lacks the file name",
                result.error);
        return 0;
    }
    satbox::Scene& scene = result.scene;
    const satbox::SceneResult again = satbox::readScene(satbox::writeScene(scene), "again.json");
    require(again.ok(), "a written scene cannot be read", again.error);
    require(again.scene.world == scene.world, "a written scene is a different world", "");
    constexpr uint32_t kFewBodies = 200; // larger worlds would only slow the search
    if (stateOf(scene.world).bodies.slots.size() <= kFewBodies) scene.world.step(1.0f / 60.0f);
    return 0;
}
