// Fields of bodies and shapes beyond the usual ones, and what reads single fields or changes them.
#include "tests/support/physics_fixture.h"

#include <satbox/scene/scene.h>

#include <doctest/doctest.h>

#include <cmath>
#include <set>

using namespace satbox;
using namespace satbox::test;

namespace {

World weightless() { return World(settingsFor(SolverType::SoftStep, {0.0f, 0.0f})); }

const SolverType kAllSolvers[] = {SolverType::SoftStep, SolverType::SequentialImpulse,
                                  SolverType::ManifoldImpulse, SolverType::VertexContact};

} // namespace

TEST_CASE("a_body_with_its_own_mass_accelerates_as_that_mass_does")
{
    World world = weightless();
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.mass = 4.0f}); // its shape weighs 1 kg
    CHECK(world.body(box).massData.mass == 4.0f);
    CHECK(world.body(box).massData.inertia == doctest::Approx(4.0f / 6.0f)); // m (w^2 + h^2) / 12
    REQUIRE(world.applyImpulse(box, {8.0f, 0.0f}, {0.0, 0.0}));
    CHECK(world.motion(box).v.x == doctest::Approx(2.0f));
    REQUIRE(world.set(box, &BodyDef::inertia, 3.0f));
    REQUIRE(world.applyAngularImpulse(box, 6.0f));
    CHECK(world.motion(box).w == doctest::Approx(2.0f));
    REQUIRE(world.set(box, &BodyDef::mass, 0.0f));
    REQUIRE(world.set(box, &BodyDef::inertia, 0.0f));
    CHECK(world.body(box).massData.mass == doctest::Approx(1.0f));
    CHECK(world.totalMass() == doctest::Approx(1.0f));
}

TEST_CASE("a_body_with_its_own_centre_of_mass_swings_about_that")
{
    World world = weightless();
    const BodyId box = addBody(world, makeBox(1.0f, 0.5f), {.ownCenter = true, .center = {0.5f, 0.0f}});
    CHECK(world.motion(box).localCenter == Vec2{0.5f, 0.0f});
    // m (w^2 + h^2) / 12 + m d^2
    CHECK(world.body(box).massData.inertia == doctest::Approx(2.0f * 5.0f / 12.0f + 2.0f * 0.25f));
    REQUIRE(world.applyImpulse(box, {0.0f, 2.0f}, {0.5, 0.0}));
    CHECK(std::fabs(world.motion(box).w) < 1e-6f); // through the centre
    // A tumbler stands up: its centre is below the middle.
    World upright;
    addGround(upright);
    const BodyId toy = addBody(upright, Circle{},
                               {.position = {0.0f, 0.5f},
                                .rotation = makeRot(1.0f),
                                .angularDamping = 1.0f,
                                .ownCenter = true,
                                .center = {0.0f, -0.3f}});
    run(upright, 20.0f);
    CHECK(std::fabs(angleOf(upright.motion(toy).q)) < 0.02f);
}

TEST_CASE("a_locked_axis_holds_against_gravity_collisions_and_joints_in_every_solver")
{
    for (const SolverType solver : kAllSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        const BodyId held =
            addBody(world, makeBox(0.5f, 0.5f), {.position = {0.1f, 2.0f}, .lockY = true, .mass = 5.0f});
        const BodyId slider = addBody(world, makeBox(0.5f, 0.5f), {.position = {5.0f, 0.0f}, .lockX = true});
        addBody(world, Circle{}, {.position = {-3.0f, 2.2f}, .linearVelocity = {8.0f, 0.0f}});
        addBody(world, Circle{}, {.position = {0.3f, 6.0f}});
        for (int i = 0; i < 120; ++i) {
            world.step(kStep);
            REQUIRE(world.motion(held).center.y == 2.0);
            REQUIRE(world.motion(slider).center.x == 5.0);
            REQUIRE(world.motion(slider).v.x == 0.0f);
        }
        CHECK(world.motion(held).center.x > 0.15);    // the first ball hit it
        CHECK(world.motion(slider).center.y < -10.0); // nothing holds it along the other axis
    }
}

TEST_CASE("a_body_locked_in_x_carries_what_leans_on_its_slope")
{
    // A box with a locked x-axis on a slope of 30 degrees without friction stays where it is.
    World world;
    addGround(world, -kPi / 6.0f, {.staticFriction = 0.0f, .dynamicFriction = 0.0f});
    const Rot q = makeRot(-kPi / 6.0f);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f),
                               {.position = 0.5f * rotate(q, {0.0f, 1.0f}), .rotation = q, .lockX = true});
    const Position start = world.motion(box).center;
    run(world, 5.0f);
    CHECK(world.motion(box).center.x == start.x);
    CHECK(std::fabs(world.motion(box).center.y - start.y) < 0.01);
    CHECK(std::fabs(world.motion(box).v.y) < 0.01f);
}

TEST_CASE("a_body_sleeps_at_its_own_speed_limit")
{
    World world = weightless();
    const BodyId usual = addBody(world, Circle{}, {.linearVelocity = {0.2f, 0.0f}});
    const BodyId lazy = addBody(
        world, Circle{}, {.position = {5.0f, 0.0f}, .linearVelocity = {0.2f, 0.0f}, .sleepSpeed = 0.3f});
    run(world, 0.6f);
    CHECK(world.body(usual).awake);
    CHECK_FALSE(world.body(lazy).awake);
}

TEST_CASE("setting_a_field_that_touches_no_contact_keeps_contacts_and_their_impulses")
{
    World world;
    addGround(world);
    addStacks(world, 1, 5, 1.0f);
    run(world, 0.4f);
    const BodyId box = world.bodyAt(3);
    World other = world;
    REQUIRE(world.set(box, &BodyDef::linearDamping, 1e-9f));
    REQUIRE(world.contactsOf(box).size() == 2);
    for (const ContactView& view : world.contactsOf(box)) CHECK(view.points[0].normalImpulse > 0.0f);
    // Both worlds go on in the same way, but for the damping.
    run(world, 0.1f);
    run(other, 0.1f);
    CHECK(world.motion(box).center.y == doctest::Approx(other.motion(box).center.y).epsilon(1e-5));
    REQUIRE(world.set(box, &BodyDef::fixedRotation, true)); // the mass changes: contacts are made anew
    CHECK(world.contactsOf(box).empty());
}

TEST_CASE("a_user_value_and_the_switches_of_events_leave_contacts_and_sleep_alone")
{
    World world;
    addGround(world);
    addStacks(world, 1, 3, 1.0f);
    run(world, 2.0f);
    const BodyId box = world.bodyAt(2);
    REQUIRE_FALSE(world.body(box).awake);
    REQUIRE(world.set(box, &BodyDef::userValue, 5));
    REQUIRE(world.set(world.shapesOf(box)[0], &ShapeDef::userValue, 6));
    REQUIRE(world.set(world.shapesOf(box)[0], &ShapeDef::hitEvents, false));
    REQUIRE(world.set(world.shapesOf(box)[0], &ShapeDef::material, Material{.userValue = 7}));
    CHECK_FALSE(world.body(box).awake);
    CHECK(world.contactsOf(box).size() == 2);
    REQUIRE(world.set(box, &BodyDef::gravityScale, 1.0f)); // it has that already
    CHECK_FALSE(world.body(box).awake);
    REQUIRE(world.set(box, &BodyDef::gravityScale, 0.9f));
    CHECK(world.body(box).awake);
}

TEST_CASE("a_body_that_was_woken_after_it_fell_asleep_is_visited_once")
{
    World world;
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    while (world.body(box).awake) world.step(kStep);
    REQUIRE(world.events().fellAsleep.size() == 1);
    REQUIRE(world.wake(box));
    int visits = 0;
    world.forEachMovedBody([&](BodyId, const BodyMotion&, bool fellAsleep) {
        ++visits;
        CHECK_FALSE(fellAsleep);
    });
    CHECK(visits == 1);
}

TEST_CASE("single_fields_are_set_with_the_checks_of_whole_definitions")
{
    World world;
    const BodyId a = addBody(world, Circle{}, {.gravityScale = 0.5f, .name = "a"});
    const BodyId b = addBody(world, Circle{}, {.position = {2.0f, 0.0f}});
    REQUIRE(world.set(a, &BodyDef::name, "first"));
    CHECK(world.bodyDef(a).name == "first");
    CHECK(world.bodyDef(a).gravityScale == 0.5f);
    CHECK_FALSE(world.set(a, &BodyDef::linearDamping, -1.0f));
    CHECK_FALSE(world.set(BodyId{}, &BodyDef::bullet, true));

    const ShapeId shape = world.shapesOf(a)[0];
    REQUIRE(world.set(shape, &ShapeDef::userValue, 77));
    CHECK(world.shapeDef(shape).userValue == 77);
    CHECK_FALSE(world.set(shape, &ShapeDef::material, Material{.density = -1.0f}));

    const JointId joint = world.createJoint({.bodyA = a, .bodyB = b, .anchorA = {2.0f, 0.0f}});
    REQUIRE(world.set(joint, &JointDef::breakForce, 100.0f));
    REQUIRE(world.set(joint, &RevoluteJoint::motor, JointMotor{.enabled = true, .speed = 3.0f}));
    CHECK(world.jointDef(joint).breakForce == 100.0f);
    CHECK(std::get<RevoluteJoint>(world.jointDef(joint).kind).motor.speed == 3.0f);
    CHECK_FALSE(world.set(joint, &PulleyJoint::length, 1.0f)); // of another kind

    REQUIRE(world.set(&WorldSettings::gravity, {0.0f, -1.62f}));
    CHECK(world.settings().gravity.y == -1.62f);
    CHECK_FALSE(world.set(&WorldSettings::substeps, 0));
}

TEST_CASE("a_kinematic_body_reaches_its_target_pose_in_the_time_given")
{
    World world;
    const BodyId platform = addBody(world, makeBox(1.0f, 0.1f), {.type = BodyType::Kinematic});
    const WorldTransform target{{1.0, 0.5}, makeRot(0.4f)};
    REQUIRE(world.setTargetTransform(platform, target, 0.5f));
    run(world, 0.5f);
    CHECK(world.motion(platform).origin().x == doctest::Approx(1.0).epsilon(1e-4));
    CHECK(world.motion(platform).origin().y == doctest::Approx(0.5).epsilon(1e-4));
    CHECK(angleOf(world.motion(platform).q) == doctest::Approx(0.4f).epsilon(0.01));
    CHECK(world.apply(op::SetTargetTransform{platform, target, 0.0f}).refusal.starts_with("dt must be"));
    const BodyId fixed = world.createBody({.type = BodyType::Static});
    CHECK_FALSE(world.setTargetTransform(fixed, target, 1.0f));
    CHECK_FALSE(world.setTargetTransform(BodyId{}, target, 1.0f));
}

TEST_CASE("moved_bodies_are_those_awake_and_those_that_fell_asleep_in_the_step")
{
    World world;
    addGround(world);
    addStacks(world, 2, 2, 4.0f);
    addBody(world, Circle{}, {.position = {10.0f, 0.5f}, .linearVelocity = {1.0f, 0.0f}});
    size_t slept = 0;
    for (int i = 0; i < 300; ++i) {
        std::set<uint32_t> before;
        world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
            if (body.awake) before.insert(id.index);
        });
        world.step(kStep);
        std::set<uint32_t> moved;
        size_t asleep = 0;
        world.forEachMovedBody([&](BodyId id, const BodyMotion& motion, bool fellAsleep) {
            CHECK(&motion == &world.motion(id));
            CHECK(world.body(id).awake != fellAsleep);
            moved.insert(id.index);
            asleep += fellAsleep ? 1 : 0;
        });
        REQUIRE(moved == before); // nothing wakes here
        CHECK(asleep == world.events().fellAsleep.size());
        slept += asleep;
    }
    CHECK(slept == 4);
}

TEST_CASE("shapes_tell_which_events_they_cause")
{
    for (const bool ofBox : {false, true}) {
        for (const bool ofGround : {false, true}) {
            World world;
            const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0f, -1.0f}});
            world.addShape(
                ground, {.geometry = makeBox(5.0f, 1.0f), .contactEvents = ofGround, .hitEvents = ofGround});
            world.addShape(ground, {.geometry = makeBox(1.0f, 1.0f),
                                    .local = {{0.0f, 2.0f}, Rot{}},
                                    .sensor = true,
                                    .sensorEvents = ofGround});
            const BodyId box = world.createBody({.position = {0.0f, 4.0f}});
            world.addShape(box, {.geometry = makeBox(0.5f, 0.5f),
                                 .contactEvents = ofBox,
                                 .hitEvents = ofBox,
                                 .sensorEvents = ofBox});
            size_t begins = 0, hits = 0, sensed = 0;
            for (int i = 0; i < 120; ++i) {
                world.step(kStep);
                begins += world.events().begins.size();
                hits += world.events().hits.size();
                sensed += world.events().sensors.size();
            }
            CHECK((begins > 0) == (ofBox || ofGround));
            CHECK((hits > 0) == (ofBox || ofGround));
            CHECK((sensed > 0) == (ofBox && ofGround));
        }
    }
}

TEST_CASE("reserved_memory_and_the_user_value_are_no_part_of_a_worlds_value")
{
    World world;
    const uint64_t hash = world.hash();
    world.reserve({.bodies = 1000, .shapes = 1000, .contacts = 3000});
    world.setUserValue(42);
    CHECK(world.hash() == hash);
    CHECK(world == World());
    const World copy = world;
    CHECK(copy.userValue() == 42);
    const size_t bytes = world.counters().bytes;
    for (int i = 0; i < 1000; ++i) addBody(world, Circle{}, {.position = {3.0 * i, 0.0}});
    CHECK(world.counters().bytes < 2 * bytes);
}

TEST_CASE("a_rolling_impulse_goes_through_a_file")
{
    Scene scene;
    addGround(scene.world, 0.05f);
    for (int i = 0; i < 3; ++i)
        addBody(scene.world, Circle{}, {.position = {2.0f * static_cast<float>(i), 0.7f}},
                {.rollingResistance = 0.03f + 0.03f * static_cast<float>(i)});
    run(scene.world, 1.0f);
    bool rolls = false;
    scene.world.forEachContact([&](const Contact& c) { rolls |= c.rollingImpulse != 0.0f; });
    REQUIRE(rolls);
    SceneResult read = readScene(writeScene(scene), "scene.json");
    REQUIRE(read.error == "");
    CHECK(read.scene.world.hash() == scene.world.hash());
    run(scene.world, 1.0f);
    run(read.scene.world, 1.0f);
    CHECK(read.scene.world.hash() == scene.world.hash());
}
