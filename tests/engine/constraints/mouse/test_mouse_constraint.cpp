// The mouse joint's effective mass, and the force that it reports.

#include "engine/constraints/mouse/mouse_constraint.h"
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("rigid_mouse_joint_stops_the_held_point_in_one_pass_wherever_it_is")
{
    for (const Vec2 anchor : {Vec2{0.3f, 0.7f}, Vec2{-0.3f, 0.7f}, Vec2{0.5f, 0.0f}, Vec2{0.0f, 0.0f}}) {
        CAPTURE(anchor.x);
        StepContext context;
        context.h = 1.0f / 240.0f;
        context.mouseForceLimit = 1e6f;
        const float invMass = 0.5f, invInertia = 4.0f;
        MouseConstraint mouse = prepareMouse({}, 0, invMass, invInertia, anchor, {0.0f, 0.0f}, context);
        mouse.softness = {}; // rigid
        BodyState state{.v = {1.0f, -2.0f}, .w = 3.0f, .invMass = invMass};
        MouseConstraint::solve({&mouse, 1}, {&state, 1}, nullptr);
        CHECK(length(state.v + cross(state.w, anchor)) < 1e-5f);
    }
}

TEST_CASE("mouse_joint_reports_the_mean_force_of_the_step")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        CAPTURE(static_cast<int>(solver));
        World world(settingsFor(solver, {0.0f, 0.0f}));
        const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {}, {.density = 2.0f}); // 2 kg
        const MouseJointId mouse = world.createMouseJoint(box, {0.0f, 0.0f});
        REQUIRE(world.setMouseTarget(mouse, {3.0f, 1.0f}));
        Vec2 before{0.0f, 0.0f};
        for (int i = 0; i < 5; ++i) {
            world.step(kStep);
            const Vec2 v = world.motion(box).v;
            const Vec2 mean = (2.0f / kStep) * (v - before); // m dv / dt
            REQUIRE(length(mean) > 1.0f);
            CHECK(length(world.mouseJoint(mouse).force - mean) < 1e-3f * length(mean));
            before = v;
        }
    }
}

TEST_CASE("a_body_that_hangs_on_a_mouse_joint_stays_near_the_target_with_every_solver")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(static_cast<int>(solver));
        World world(settingsFor(solver));
        const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {}); // 1 kg
        const MouseJointId mouse = world.createMouseJoint(box, {0.0f, 0.0f});
        for (int i = 0; i < 180; ++i) world.step(kStep);
        // A spring of frequency f extends by g / (2 pi f)^2 under a weight.
        const float angularFrequency = 2.0f * kPi * world.settings().mouseFrequency;
        const float sag = 9.81f / (angularFrequency * angularFrequency);
        CHECK(world.motion(box).center.y == doctest::Approx(-sag).epsilon(0.05));
        CHECK(world.mouseJoint(mouse).force.y == doctest::Approx(9.81).epsilon(0.01));
    }
}

TEST_CASE("a_mouse_joint_wakes_its_sleeping_body_only_when_the_target_moves")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {});
    const MouseJointId mouse = world.createMouseJoint(box, {0.25f, 0.0f});
    REQUIRE(world.setBodyDef(box, {.awake = false}));
    REQUIRE(world.isValid(mouse));
    REQUIRE_FALSE(world.body(box).awake);
    REQUIRE(world.setMouseTarget(mouse, {0.25f, 0.0f})); // where it is
    CHECK_FALSE(world.body(box).awake);
    REQUIRE(world.setMouseTarget(mouse, {2.0f, 0.0f}));
    CHECK(world.body(box).awake);
    world.step(kStep);
    CHECK(world.motion(box).v.x > 0.0f);
}
