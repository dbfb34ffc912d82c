// Bodies gathered into the solver's rows and scattered back.

#include "engine/constraints/body_constants.h"
#include "engine/step/schedule/constraint_graph.h"
#include "engine/step/solver_bodies.h"
#include "tests/support/physics_fixture.h"
#include <satbox/body_state.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("linear_and_angular_damping_act_separately")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        World world(settingsFor(solver, {0.0f, 0.0f}));
        const BodyDef moving{.linearVelocity = {1.0f, 0.0f}, .angularVelocity = 1.0f};
        BodyDef linear = moving, angular = moving;
        linear.linearDamping = 2.0f;
        angular.angularDamping = 2.0f;
        angular.position = {10.0f, 0.0f};
        const BodyId a = addBody(world, Circle{}, linear), b = addBody(world, Circle{}, angular);
        run(world, 0.5f);
        CHECK(world.motion(a).v.x == doctest::Approx(std::exp(-1.0f)).epsilon(0.02));
        CHECK(world.motion(a).w == doctest::Approx(1.0f));
        CHECK(world.motion(b).v.x == doctest::Approx(1.0f));
        CHECK(world.motion(b).w == doctest::Approx(std::exp(-1.0f)).epsilon(0.02));
    }
}

TEST_CASE("forces_and_torques_act_for_one_step_and_no_longer")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        World world(settingsFor(solver, {0.0f, 0.0f}));
        const BodyId body = addBody(world, makeBox(0.5f, 0.5f), {});
        REQUIRE(world.applyForce(body, {6.0f, 0.0f}, {0.0f, 0.0f}));
        REQUIRE(world.applyTorque(body, 3.0f));
        world.step(kStep);
        const Vec2 v = world.motion(body).v;
        const float w = world.motion(body).w;
        CHECK(v.x == doctest::Approx(6.0f * kStep));
        CHECK(w == doctest::Approx(3.0f * kStep * world.motion(body).invInertia));
        world.step(kStep);
        CHECK(world.motion(body).v == v);
        CHECK(world.motion(body).w == w);
    }
}

TEST_CASE(
    "anchors_shift_without_limit_on_a_body_that_cannot_rotate_and_by_half_the_gyration_radius_on_others")
{
    BodyStore bodies;
    bodies.motions.resize(2);
    bodies.motions[0].invMass = 1.0f;
    bodies.motions[1].invMass = 1.0f;
    bodies.motions[1].invInertia = 4.0f; // radius of gyration 0.5 m
    FrameArena arena;
    std::vector<uint32_t> slotOf{kNoIndex, 0, 1};
    ConstraintGraph graph;
    graph.slotOf = slotOf;
    const SolverBodies rows = makeRows(graph, arena);
    bodies.slots.insert(Body{});
    bodies.slots.insert(Body{});
    gatherBodies(rows, graph, 1, 3, bodies, StepContext{}, nullptr);
    CHECK(rows.constants[1].maxAnchorShift == BodyConstants::kUnlimitedShift);
    CHECK(rows.constants[2].maxAnchorShift == doctest::Approx(0.25f));
    CHECK(rows.states[0].invMass == 0.0f);
}

// Pushed to the right above its centre, a body turns clockwise.
TEST_CASE("a_force_or_impulse_beside_the_centre_turns_the_body_by_its_lever")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::ManifoldImpulse}) {
        World world(settingsFor(solver, {0.0f, 0.0f}));
        const BodyId pushed = addBody(world, makeBox(0.5f, 0.5f), {.position = {3.0f, 1.0f}});
        const BodyId hit = addBody(world, makeBox(0.5f, 0.5f), {.position = {-3.0f, 1.0f}});
        REQUIRE(world.applyForce(pushed, {6.0f, 0.0f}, {3.0f, 1.5f}));
        REQUIRE(world.applyImpulse(hit, {6.0f, 0.0f}, {-3.0f, 1.5f}));
        CHECK(world.motion(hit).w == doctest::Approx(-3.0f * world.motion(hit).invInertia));
        world.step(kStep);
        CHECK(world.motion(pushed).w == doctest::Approx(-3.0f * kStep * world.motion(pushed).invInertia));
    }
}
