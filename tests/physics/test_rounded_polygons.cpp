// Bodies with round corners: they stand, roll over an edge, and do not tunnel, with every solver.

#include "engine/collision/distance.h"
#include "tests/support/physics_fixture.h"
#include <satbox/settings_table.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

BodyId addRoundedBox(World& world, Vec2 position, float half, float radius, const BodyDef& more = {})
{
    BodyDef def = more;
    def.position = position;
    return addBody(world, makeRoundedBox(half - radius, half - radius, radius), def);
}

} // namespace

TEST_CASE("a_stack_of_rounded_boxes_stands_still")
{
    World world;
    addGround(world);
    std::vector<BodyId> boxes;
    for (int i = 0; i < 8; ++i)
        boxes.push_back(addRoundedBox(world, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.15f));
    run(world, 10.0f);
    for (size_t i = 0; i < boxes.size(); ++i) {
        const BodyMotion& m = world.motion(boxes[i]);
        CAPTURE(i);
        CHECK(std::fabs(m.center.x) < 1e-3);
        CHECK(m.center.y == doctest::Approx(0.5 + static_cast<double>(i)).epsilon(0.02));
        CHECK(std::fabs(angleOf(m.q)) < 1e-3f);
        CHECK_FALSE(world.body(boxes[i]).awake);
    }
}

TEST_CASE("a_rounded_box_rests_in_every_solver")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        World world(settingsFor(solver));
        addGround(world);
        const BodyId box = addRoundedBox(world, {0.0f, 0.6f}, 0.5f, 0.2f);
        run(world, 3.0f);
        CAPTURE(toString(solver));
        CHECK(world.motion(box).center.y == doctest::Approx(0.5).epsilon(0.04));
        CHECK(std::fabs(world.motion(box).v.y) < 0.05f);
    }
}

// The centre of the corner's arc moves at constant height while the box rolls on it. So the height of the box
// follows from its angle: there is no kick as at a sharp corner.
TEST_CASE("a_rounded_box_rolls_over_its_corner_smoothly")
{
    World world;
    const Material rough{.staticFriction = 2.0f, .dynamicFriction = 2.0f};
    addGround(world, 0.0f, rough);
    const float radius = 0.2f, core = 0.3f, angle = -0.2f, spin = -4.0f;
    const float diagonal = std::sqrt(2.0f) * core;
    const Vec2 toCenter = -rotate(makeRot(angle), Vec2{core, -core}); // from the centre of the arc
    const BodyId box = addBody(world, makeRoundedBox(core, core, radius),
                               {.position = Vec2{0.0f, radius} + toCenter,
                                .rotation = makeRot(angle),
                                .linearVelocity = Vec2{-spin * radius, 0.0f} + spin * perp(toCenter),
                                .angularVelocity = spin},
                               rough);
    float turned = angle;
    const float dt = 1.0f / 240.0f;
    float worst = 0.0f, fastest = 0.0f;
    for (int i = 0; i < 400 && turned > -1.37f; ++i) {
        const float before = world.motion(box).v.y;
        world.step(dt);
        const BodyMotion& m = world.motion(box);
        turned = angleOf(m.q);
        const float expected = radius + diagonal * std::sin(0.25f * kPi - turned);
        worst = std::max(worst, std::fabs(static_cast<float>(m.center.y) - expected));
        fastest = std::max(fastest, std::fabs(m.v.y - before));
    }
    CHECK(turned <= -1.37f); // it did roll over
    CHECK(worst < 0.006f);
    CHECK(fastest < 40.0f * dt); // m/s; no kick: a kick on an edge would be one of metres per second
}

TEST_CASE("a_fast_rounded_box_does_not_tunnel")
{
    for (const float speed : {50.0f, 200.0f, 800.0f}) {
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        addBody(world, makeRoundedBox(0.01f, 5.0f, 0.01f), {.type = BodyType::Static});
        const BodyId bullet = addRoundedBox(world, {-3.0f, 0.2f}, 0.1f, 0.04f,
                                            {.linearVelocity = {speed, 0.0f}, .angularVelocity = 7.0f});
        run(world, 1.0f);
        CAPTURE(speed);
        CHECK(world.motion(bullet).center.x < 0.0);
    }
}

TEST_CASE("rounded_worlds_are_the_same_for_any_instruction_set_and_number_of_threads")
{
    const auto pile = [] {
        World world;
        addGround(world);
        for (int i = 0; i < 120; ++i) {
            const float x = static_cast<float>(i % 12) - 6.0f + 0.05f * static_cast<float>(i / 12);
            const Vec2 at{x, 1.0f + 1.1f * static_cast<float>(i / 12)};
            if (i % 3 == 0)
                addBody(world, makeBox(0.4f, 0.3f), {.position = at});
            else if (i % 3 == 1)
                addRoundedBox(world, at, 0.4f, 0.15f);
            else
                addBody(world,
                        [&] {
                            Polygon pebble = makeRegularPolygon(3 + i % 6, 0.25f);
                            pebble.radius = 0.15f;
                            return pebble;
                        }(),
                        {.position = at});
        }
        return world;
    };
    World scalar = pile();
    scalar.setInstructionSet(InstructionSet::Scalar);
    World wide = pile();
    ThreadPool pool(3);
    for (int i = 0; i < 240; ++i) {
        scalar.step(kStep);
        wide.step(kStep, nullptr, &pool);
    }
    CHECK(scalar.hash() == wide.hash());
    CHECK(maxPenetration(scalar) < 0.05f);
}

TEST_CASE("the_hash_of_a_world_covers_round_corners")
{
    const auto hashWith = [](float radius) {
        World world;
        addRoundedBox(world, {0.0f, 0.0f}, 0.5f + radius, radius);
        return world.hash();
    };
    CHECK(hashWith(0.1f) != hashWith(0.2f));
    CHECK(hashWith(0.1f) == hashWith(0.1f));
}
