#include "tests/support/saved_world.h"

#include <satbox/scene/scene.h>

namespace satbox::test {

std::string saveRoundTripError(const World& world)
{
    Scene scene;
    scene.name = "saved";
    scene.world = world;
    const SceneResult read = readScene(writeScene(scene), "saved.json");
    if (!read.ok()) return read.error;
    if (read.scene.world.hash() != world.hash()) return "the world read back has another hash";
    if (!(read.scene.world == world)) return "the world read back differs";
    return {};
}

} // namespace satbox::test
