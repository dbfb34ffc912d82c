// A world that is stepped on threads within a shared object.
#include <satbox/lab/metrics.h>
#include <satbox/scene/builders.h>
#include <satbox/thread_pool.h>
#include <satbox/world.h>

// Steps a built-in scene, and returns its hash; 0 if the energy is not finite.
unsigned long long pluginHash();

unsigned long long pluginHash()
{
    satbox::World world = satbox::findBuiltinScene("box_stack")->build().world;
    satbox::ThreadPool threads(2);
    for (int i = 0; i < 30; ++i) world.step(1.0f / 60.0f, nullptr, &threads);
    const double energy = satbox::measure(world).total;
    return energy - energy == 0.0 ? world.hash() : 0;
}
