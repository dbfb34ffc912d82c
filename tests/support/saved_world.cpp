#include "tests/support/saved_world.h"

#include "engine/scene/scene.h"

namespace satbox::test {

std::string lostBySaving(const World& world)
{
    Scene scene;
    scene.name = "saved";
    scene.world = world;
    const SceneResult read = readScene(writeScene(scene), "saved.json");
    if (!read.ok()) return read.error;
    if (read.scene.world.hash() != world.hash()) return "the world that was read back has another hash";
    if (!(read.scene.world == world)) return "the world that was read back is another one";
    return {};
}

} // namespace satbox::test
