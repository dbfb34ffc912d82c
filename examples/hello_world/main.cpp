// A box falls onto the ground. Prints its height each half second, and the hash of the world at the end: the
// same on every machine, with every compiler.
#include <satbox/world.h>

#include <cinttypes>
#include <cstdio>

using namespace satbox;

int main()
{
    World world; // gravity is 9.81 m/s^2, downwards

    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = makeBox(10.0f, 0.5f)}); // half width and half height, m
    const BodyId box = world.createBody({.position = {0.0, 5.0}});
    world.addShape(box, {.geometry = makeBox(0.5f, 0.5f), .material = {.restitution = 0.3f}});

    for (int i = 0; i <= 180; ++i) {
        if (i % 30 == 0) std::printf("%.1f s: %.3f m\n", world.time(), world.motion(box).origin().y);
        world.step(1.0f / 60.0f);
        for (const ContactHitEvent& hit : world.events().hits)
            std::printf("%.1f s: hit at %.2f m/s\n", world.time(), static_cast<double>(hit.speed));
    }
    const Version version = World::version();
    std::printf("satbox %d.%d.%d, hash %016" PRIx64 "\n", version.majorVersion, version.minorVersion,
                version.patchVersion, world.hash());
    return 0;
}
