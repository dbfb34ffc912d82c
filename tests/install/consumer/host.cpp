// Uses the library itself, beside a shared object that contains or uses it too. Copies, moves and compares
// worlds.
#include <satbox/world.h>

#include <cstdio>
#include <utility>
#include <vector>

unsigned long long pluginHash();

int main()
{
    satbox::World world;
    const satbox::BodyId body = world.createBody({.position = {0.0, 1.0}});
    world.addShape(body, {.geometry = satbox::Circle{.radius = 0.5f}});
    satbox::World copy = world;
    world.step(1.0f / 60.0f);
    copy.step(1.0f / 60.0f);
    const satbox::World moved = std::move(copy);
    copy = world;
    std::vector<satbox::World> worlds(3, world);
    worlds.push_back(std::move(copy));
    const bool isEqual = moved == world && worlds.back() == world && worlds.front().hash() == world.hash();
    std::printf("%d %016llx\n", isEqual ? 1 : 0, pluginHash());
    return isEqual && satbox::World::version() == satbox::kHeaderVersion ? 0 : 1;
}
