// A character, which the program moves instead of the solver: a capsule walks over steps and up a slope,
// pushes a crate until it can climb it, and stops at a wall. Prints where it is each half second.
#include <satbox/mover.h>

#include <cstdio>
#include <vector>

using namespace satbox;

namespace {

constexpr float kDt = 1.0f / 60.0f; // s

void addStatic(World& world, const Shape& shape, Position position, float angle = 0.0f)
{
    const BodyId id =
        world.createBody({.type = BodyType::Static, .position = position, .rotation = makeRot(angle)});
    world.addShape(id, {.geometry = shape});
}

bool isGround(const MoverPlane& plane) { return plane.normal.y > 0.7f; }

} // namespace

int main()
{
    World world; // gravity is 9.81 m/s^2, downwards
    addStatic(world, makeBox(30.0f, 0.5f), {0.0, -0.5});
    for (int i = 0; i < 3; ++i)
        addStatic(world, makeBox(0.5f, 0.05f + 0.05f * static_cast<float>(i)), {3.0 + i, 0.0});
    addStatic(world, makeBox(3.0f, 0.5f), {8.0, 0.0}, 0.3f);
    addStatic(world, makeBox(0.5f, 5.0f), {15.0, 5.0});
    const BodyId crate = world.createBody({.position = {-1.0, 0.25}});
    world.addShape(crate, {.geometry = makeBox(0.25f, 0.25f), .material = {.density = 20.0f}});

    const Capsule body{{0.0f, 0.3f}, {0.0f, 1.5f}, 0.3f}; // stands on its origin
    Position position{-3.0, 0.0};
    Vec2 velocity{0.0f, 0.0f};
    std::vector<MoverPlane> planes;
    for (int frame = 0; frame <= 540; ++frame) {
        bool onGround = false;
        for (const MoverPlane& plane : planes) onGround = onGround || isGround(plane);
        if (frame % 30 == 0)
            std::printf("%.1f s: x %6.3f m, y %6.3f m%s\n", world.time(), position.x, position.y,
                        onGround ? "" : ", in the air");

        velocity.x = 2.5f; // it wants to walk to the right
        velocity.y += kDt * world.settings().gravity.y;
        const MoverMove move = moveMover(world, body, position, velocity, kDt, {}, planes);
        // What is in the way is pushed: a mover has no mass, so the program decides how much.
        for (const MoverPlane& plane : planes)
            if (plane.push > 0.0f && !isGround(plane))
                world.applyImpulse(world.bodyOf(plane.shape), -5.0f * plane.normal, plane.point);
        position = move.position;
        velocity = move.velocity;
        world.step(kDt);
    }
    return 0;
}
