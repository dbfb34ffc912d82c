// The same laws for each engine that was found; without any, these tests check the messages only.

#include "engine/peers/peer_world.h"
#include "engine/peers/peers.h"
#include "tests/support/physics_fixture.h"
#include <satbox/lab/metrics.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

using namespace satbox;
using namespace satbox::test;

namespace {

std::vector<Peer> builtPeers()
{
    std::vector<Peer> built;
    std::copy_if(kPeers.begin(), kPeers.end(), std::back_inserter(built), isBuilt);
    return built;
}

// A world that a peer steps.
struct Guest {
    World world;
    PeerSolver peer;

    Guest(Peer engine, World scene) : world(std::move(scene)), peer(makePeerSolver(engine, world))
    {
        REQUIRE(peer.ok());
    }
    void step(int steps)
    {
        for (int i = 0; i < steps; ++i) peer.solver->step(world, kStep);
    }
    bool notes(const std::string& part) const
    {
        return std::any_of(peer.notes.begin(), peer.notes.end(),
                           [&](const std::string& note) { return note.find(part) != std::string::npos; });
    }
};

World weightless() { return World(settingsFor(SolverType::SoftStep, {0.0f, 0.0f})); }
World withGround(const Material& material = {})
{
    World world;
    addGround(world, 0.0f, material);
    return world;
}

// Calls `check` for each engine that was found.
void forEachPeer(const std::function<void(Peer)>& check)
{
    for (const Peer peer : builtPeers()) {
        CAPTURE(peerName(peer));
        check(peer);
    }
}

struct Pair {
    World world;
    BodyId ground, body;
};
// A static body at the origin, and a disc of 1 m at `position`.
Pair pairAt(Vec2 position)
{
    Pair pair;
    pair.ground = pair.world.createBody({.type = BodyType::Static});
    pair.body =
        addBody(pair.world, Circle{{0.0f, 0.0f}, 0.5f}, {.position = position, .sleepAllowed = false});
    return pair;
}

} // namespace

TEST_CASE("peers_have_names_and_a_missing_one_says_what_to_install")
{
    for (const Peer peer : kPeers) {
        CHECK(findPeer(toString(peer)) == peer);
        CHECK(whyNotBuilt(peer).find(peerName(peer)) == 0);
        World world;
        const PeerSolver made = makePeerSolver(peer, world);
        CHECK(made.ok() == isBuilt(peer));
        CHECK(made.error == (isBuilt(peer) ? std::string() : whyNotBuilt(peer)));
        CHECK_FALSE(peerSettings(peer).empty());
    }
    CHECK_FALSE(findPeer("bullet").has_value());
    CHECK(whyNotBuilt(Peer::Chipmunk).find("libchipmunk-dev") != std::string::npos);
}

TEST_CASE("a_body_falls_freely_in_every_engine")
{
    forEachPeer([](Peer peer) {
        World scene;
        const BodyId box =
            addBody(scene, makeBox(0.5f, 0.5f),
                    {.position = {3.0f, 50.0f}, .linearVelocity = {2.0f, 0.0f}, .angularVelocity = 1.5f});
        Guest guest(peer, std::move(scene));
        guest.step(60);
        const double t = guest.world.time();
        CHECK(t == doctest::Approx(1.0));
        CHECK(guest.world.stepCount() == 60);
        const BodyMotion& motion = guest.world.motion(box);
        // A step of first order is off by half of what gravity adds to the way of one step, each step.
        CHECK(std::fabs(motion.center.y - (50.0 - 0.5 * kGravity * t * t)) <= 0.51 * kGravity * t / 60.0);
        CHECK(motion.center.x == doctest::Approx(5.0));
        CHECK(motion.v.y == doctest::Approx(-kGravity * t).epsilon(1e-4));
        CHECK(angleOf(motion.q) == doctest::Approx(1.5).epsilon(1e-4));
    });
}

TEST_CASE("a_stack_stands_in_every_engine_and_satbox_measures_its_contacts")
{
    forEachPeer([](Peer peer) {
        World scene = withGround();
        addStacks(scene, 1, 4, 2.0f);
        Guest guest(peer, std::move(scene));
        guest.step(180);
        const WorldMetrics metrics = measure(guest.world);
        CHECK(metrics.contacts == 4);
        CHECK(metrics.maxPenetration < 0.02);
        CHECK(metrics.maxSpeed < 0.05);
        CHECK(guest.world.motion(guest.world.bodyAt(4)).center.y == doctest::Approx(3.5).epsilon(0.02));
    });
}

TEST_CASE("a_kinematic_body_that_spins_in_place_does_not_fall_asleep_in_any_engine")
{
    forEachPeer([](Peer peer) {
        World world = weightless();
        REQUIRE(world.settings().sleeping);
        constexpr float kSpin = 2.0f; // rad/s
        const BodyId wheel =
            addBody(world, makeBox(2.0f, 0.1f), {.type = BodyType::Kinematic, .angularVelocity = kSpin});
        Guest guest(peer, std::move(world));
        guest.step(180);
        const Rot turned = invMul(makeRot(3.0f * kSpin), guest.world.motion(wheel).q);
        CHECK(std::atan2(turned.s, turned.c) == doctest::Approx(0.0).epsilon(1e-3));
        CHECK(guest.world.motion(wheel).w == doctest::Approx(kSpin));
    });
}

TEST_CASE("bodies_have_the_masses_of_satbox")
{
    forEachPeer([](Peer peer) {
        World scene;
        const BodyId body = scene.createBody({.position = {1.0f, 2.0f}, .rotation = makeRot(0.5f)});
        scene.addShape(body, {.geometry = makeBox(0.5f, 0.25f), .local = {{0.3f, 0.1f}, makeRot(0.2f)}});
        scene.addShape(body, {.geometry = Capsule{{-1.0f, 0.0f}, {0.0f, 0.5f}, 0.2f}});
        scene.addShape(body, {.geometry = makeRoundedBox(0.2f, 0.2f, 0.1f)});
        PeerNotes notes;
        const auto world = makePeerWorld(peer, scene, notes);
        const BodyMotion& motion = scene.motion(body);
        const PeerBodyState state = world->state(0);
        CHECK(state.mass == doctest::Approx(1.0 / double{motion.invMass}).epsilon(1e-5));
        CHECK(state.inertia == doctest::Approx(1.0 / double{motion.invInertia}).epsilon(1e-4));
        CHECK(state.centerX == doctest::Approx(motion.center.x).epsilon(1e-5));
        CHECK(state.centerY == doctest::Approx(motion.center.y).epsilon(1e-5));
        CHECK(state.x == doctest::Approx(1.0));
        CHECK(state.y == doctest::Approx(2.0));
        CHECK(notes.sentences("").empty());
    });
}

TEST_CASE("edits_of_a_world_reach_the_engine_that_steps_it")
{
    forEachPeer([](Peer peer) {
        World scene = weightless();
        const BodyId body = addBody(scene, makeBox(0.5f, 0.5f), {.sleepAllowed = false});
        Guest guest(peer, std::move(scene));
        World& world = guest.world;
        guest.step(2);

        world.setVelocity(body, {6.0f, 0.0f}, 0.0f);
        guest.step(10);
        CHECK(world.motion(body).center.x == doctest::Approx(1.0).epsilon(1e-4));
        world.setTransform(body, {Position{0.0, 8.0}, makeRot(1.0f)});
        world.setVelocity(body, {0.0f, 0.0f}, 0.0f);
        guest.step(1);
        CHECK(world.motion(body).center.y == doctest::Approx(8.0));
        CHECK(angleOf(world.motion(body).q) == doctest::Approx(1.0));

        // A force acts during one step.
        const float mass = 1.0f / world.motion(body).invMass;
        world.applyForce(body, {60.0f * mass, 0.0f}, world.motion(body).center);
        guest.step(3);
        CHECK(world.motion(body).v.x == doctest::Approx(1.0).epsilon(1e-3));

        const BodyId added =
            addBody(world, Circle{}, {.position = {0.0f, -5.0f}, .linearVelocity = {0.0f, -6.0f}});
        guest.step(10);
        CHECK(world.motion(added).center.y == doctest::Approx(-6.0).epsilon(1e-3));
        CHECK(world.motion(body).v.x == doctest::Approx(1.0).epsilon(1e-3)); // goes on
        world.destroyBody(added);
        WorldSettings settings = world.settings();
        settings.gravity = {0.0f, -6.0f};
        world.setSettings(settings);
        guest.step(10);
        CHECK(world.motion(body).v.y == doctest::Approx(-1.0).epsilon(1e-3));
    });
}

TEST_CASE("a_mouse_joint_pulls_in_every_engine_until_it_is_destroyed")
{
    forEachPeer([](Peer peer) {
        World scene = weightless();
        const BodyId body = addBody(scene, makeBox(0.5f, 0.5f), {});
        Guest guest(peer, std::move(scene));
        World& world = guest.world;
        const MouseJointId mouse = world.createMouseJoint(body, Position{0.4, 0.4});
        world.setMouseTarget(mouse, Position{3.0, 2.0});
        guest.step(180);
        const World::MouseJointView view = world.mouseJoint(mouse);
        CHECK(length(view.anchor - view.target) < 0.05f);
        world.destroyMouseJoint(mouse);
        world.setVelocity(body, {1.0f, 0.0f}, 0.0f);
        const double before = world.motion(body).center.x;
        guest.step(60);
        CHECK(world.motion(body).center.x == doctest::Approx(before + 1.0).epsilon(1e-3));
    });
}

TEST_CASE("filters_of_64_bits_groups_and_filter_joints_hold_in_every_engine")
{
    const auto heightOf = [](Peer peer, const Filter& ground, const Filter& box, bool joint) {
        World scene;
        const BodyId below = scene.createBody({.type = BodyType::Static, .position = {0.0f, -1.0f}});
        scene.addShape(below, {.geometry = makeBox(9.0f, 1.0f), .filter = ground});
        const BodyId body = scene.createBody({.position = {0.0f, 0.5f}});
        scene.addShape(body, {.geometry = makeBox(0.5f, 0.5f), .filter = box});
        if (joint) scene.createJoint({.bodyA = below, .bodyB = body, .kind = FilterJoint{}});
        Guest guest(peer, std::move(scene));
        guest.step(30);
        return guest.world.motion(body).center.y;
    };
    forEachPeer([&](Peer peer) {
        const uint64_t high = uint64_t{1} << 40;
        CHECK(heightOf(peer, {}, {}, false) > 0.4);
        CHECK(heightOf(peer, {}, {}, true) < -0.2);
        CHECK(heightOf(peer, {.category = high}, {.mask = ~high}, false) < -0.2);
        CHECK(heightOf(peer, {.category = high}, {.mask = high}, false) > 0.4);
        CHECK(heightOf(peer, {.group = -7}, {.group = -7}, false) < -0.2);
        CHECK(heightOf(peer, {.category = 2, .group = 7}, {.mask = 1, .group = 7}, false) > 0.4);
        CHECK(heightOf(peer, {.category = 2}, {.mask = 1}, false) < -0.2);
    });
}

TEST_CASE("materials_are_mixed_as_the_world_says_and_conveyors_carry_to_the_right")
{
    const auto speedAfter = [](Peer peer, const Material& ground, CombineRule rule) {
        World scene = withGround(ground);
        WorldSettings settings = scene.settings();
        settings.frictionRule = rule;
        scene.setSettings(settings);
        const BodyId body = addBody(
            scene, makeBox(0.5f, 0.5f),
            {.position = {0.0f, 0.5f}, .linearVelocity = {ground.surfaceSpeed == 0.0f ? 3.0f : 0.0f, 0.0f}},
            {.staticFriction = 0.8f, .dynamicFriction = 0.8f});
        Guest guest(peer, std::move(scene));
        guest.step(60);
        return guest.world.motion(body).v.x;
    };
    const Material smooth{.staticFriction = 0.0f, .dynamicFriction = 0.0f};
    forEachPeer([&](Peer peer) {
        CHECK(speedAfter(peer, smooth, CombineRule::GeometricMean) == doctest::Approx(3.0).epsilon(0.01));
        CHECK(speedAfter(peer, smooth, CombineRule::Maximum) == doctest::Approx(0.0).epsilon(0.01));
        CHECK(speedAfter(peer, {.surfaceSpeed = 2.0f}, CombineRule::GeometricMean) ==
              doctest::Approx(2.0).epsilon(0.02));
        CHECK(speedAfter(peer, {.surfaceSpeed = -2.0f}, CombineRule::GeometricMean) ==
              doctest::Approx(-2.0).epsilon(0.02));
    });
}

TEST_CASE("a_ball_bounces_by_the_larger_restitution_in_every_engine")
{
    forEachPeer([](Peer peer) {
        World scene = withGround();
        const BodyId ball = addBody(scene, Circle{}, {.position = {0.0f, 5.5f}}, {.restitution = 1.0f});
        Guest guest(peer, std::move(scene));
        double highest = 0.0;
        guest.step(70); // the fall of 5 m takes 1.01 s
        for (int i = 0; i < 80; ++i) {
            guest.step(1);
            highest = std::max(highest, guest.world.motion(ball).center.y);
        }
        CHECK(highest == doctest::Approx(5.5).epsilon(0.05));
    });
}

TEST_CASE("a_one_sided_segment_lets_pass_from_its_left_or_is_noted")
{
    forEachPeer([](Peer peer) {
        World scene;
        const BodyId ground = scene.createBody({.type = BodyType::Static});
        // What lies above is on its left, so it falls through.
        scene.addShape(ground,
                       {.geometry = Segment{{-5.0f, 0.0f}, {5.0f, 0.0f}, true, {-6.0f, 0.0f}, {6.0f, 0.0f}}});
        const BodyId ball = addBody(scene, Circle{}, {.position = {0.0f, 0.6f}});
        Guest guest(peer, std::move(scene));
        guest.step(60);
        CHECK((guest.world.motion(ball).center.y < -1.0 || guest.notes("one-sided")));
    });
}

TEST_CASE("hinges_sliders_rods_and_welds_hold_in_every_engine")
{
    forEachPeer([](Peer peer) {
        const auto swung = [&](JointDef def, Vec2 at) {
            Pair pair = pairAt(at);
            def.bodyA = pair.ground;
            def.bodyB = pair.body;
            const JointId joint = pair.world.createJoint(def);
            Guest guest(peer, std::move(pair.world));
            guest.step(45);
            CHECK(guest.peer.notes.empty());
            return std::pair{guest.world.jointView(joint), guest.world.motion(pair.body)};
        };
        const auto [hinge, hinged] = swung({.anchorB = {-2.0f, 0.0f}, .kind = RevoluteJoint{}}, {2.0f, 0.0f});
        CHECK(length(hinge.anchorA - hinge.anchorB) < 0.02f);
        CHECK(hinged.center.y < -1.0);
        const auto [stopped, held] =
            swung({.anchorB = {-2.0f, 0.0f},
                   .kind = RevoluteJoint{.limit = {.enabled = true, .lower = -0.25f, .upper = 0.5f}}},
                  {2.0f, 0.0f});
        CHECK(angleOf(held.q) == doctest::Approx(-0.25).epsilon(0.05));
        const auto [driven, turned] =
            swung({.anchorB = {0.0f, 0.0f},
                   .kind = RevoluteJoint{.motor = {.enabled = true, .speed = 2.0f, .maxForce = 100.0f}}},
                  {0.0f, 0.0f});
        CHECK(turned.w == doctest::Approx(2.0).epsilon(0.01));
        const auto [rod, rodded] = swung({.kind = DistanceJoint{.length = 2.0f}}, {2.0f, 0.0f});
        CHECK(rod.length == doctest::Approx(2.0).epsilon(0.01));
        CHECK(rodded.center.y < -1.0);
        const auto [rope, roped] = swung(
            {.kind = DistanceJoint{.rigid = false, .limit = {.enabled = true, .lower = 0.0f, .upper = 3.0f}}},
            {0.0f, -2.0f});
        CHECK(rope.length == doctest::Approx(3.0).epsilon(0.02));
        const auto [weld, welded] = swung({.anchorB = {-2.0f, 0.0f}, .kind = WeldJoint{}}, {2.0f, 0.0f});
        CHECK(std::fabs(welded.center.y) < 0.15);
        const auto [slider, slid] =
            swung({.angleA = -0.5f * kPi,
                   .angleB = -0.5f * kPi,
                   .kind = PrismaticJoint{.limit = {.enabled = true, .lower = 0.0f, .upper = 1.0f}}},
                  {0.0f, 0.0f});
        CHECK(slid.center.y == doctest::Approx(-1.0).epsilon(0.03));
        CHECK(std::fabs(slid.center.x) < 1e-3);
    });
}

TEST_CASE("the_spring_of_a_hinge_turns_to_its_target_relative_to_both_frames_in_every_engine_that_has_it")
{
    forEachPeer([](Peer peer) {
        Pair pair = pairAt({0.0f, 0.0f});
        pair.world.createJoint(
            {.bodyA = pair.ground,
             .bodyB = pair.body,
             .angleA = 0.5f,
             .angleB = 0.2f,
             .kind = RevoluteJoint{
                 .spring = {.enabled = true, .target = 0.4f, .frequency = 2.0f, .dampingRatio = 1.0f}}});
        Guest guest(peer, std::move(pair.world));
        if (guest.notes("spring in a revolute joint")) return;
        guest.step(180);
        CHECK(angleOf(guest.world.motion(pair.body).q) == doctest::Approx(0.7).epsilon(0.01));
    });
}

TEST_CASE("a_locked_axis_holds_or_is_noted")
{
    forEachPeer([](Peer peer) {
        World world = weightless();
        const BodyId body = addBody(world, Circle{}, {.linearVelocity = {1.0f, 2.0f}, .lockX = true});
        Guest guest(peer, std::move(world));
        guest.step(30);
        const double x = guest.world.motion(body).center.x;
        CHECK(x == doctest::Approx(guest.notes("axis locks") ? 0.5 : 0.0));
        CHECK(guest.world.motion(body).center.y == doctest::Approx(1.0));
    });
}

TEST_CASE("a_motor_joint_holds_its_pose_in_every_engine")
{
    forEachPeer([](Peer peer) {
        Pair pair = pairAt({0.0f, 0.0f});
        pair.world.createJoint({.bodyA = pair.ground,
                                .bodyB = pair.body,
                                .anchorA = {1.0f, 0.5f},
                                .angleA = 0.3f,
                                .kind = MotorJoint{.maxForce = 1e4f, .maxTorque = 1e4f}});
        Guest guest(peer, std::move(pair.world));
        CHECK(guest.peer.notes.empty());
        guest.step(300);
        const BodyMotion& motion = guest.world.motion(pair.body);
        CHECK(motion.center.x == doctest::Approx(1.0).epsilon(0.01));
        CHECK(motion.center.y == doctest::Approx(0.5).epsilon(0.05)); // sinks by g / w^2 where it is a spring
        CHECK(angleOf(motion.q) == doctest::Approx(0.3).epsilon(0.01));
    });
}

TEST_CASE("a_wheel_sinks_into_its_suspension_by_the_weight_over_the_stiffness_in_every_engine")
{
    forEachPeer([](Peer peer) {
        Pair pair = pairAt({0.0f, 0.0f});
        pair.world.createJoint(
            {.bodyA = pair.ground,
             .bodyB = pair.body,
             .angleA = 0.5f * kPi,
             .kind = WheelJoint{.spring = {.enabled = true, .frequency = 2.0f, .dampingRatio = 1.0f}}});
        Guest guest(peer, std::move(pair.world));
        guest.step(180);
        const double omega = 2.0 * 3.14159265 * 2.0;
        CHECK(guest.world.motion(pair.body).center.y ==
              doctest::Approx(-kGravity / (omega * omega)).epsilon(0.03));
        CHECK(std::fabs(guest.world.motion(pair.body).center.x) < 1e-3);
    });
}

TEST_CASE("a_joint_that_breaks_in_another_engine_is_gone_from_the_world")
{
    forEachPeer([](Peer peer) {
        Pair pair = pairAt({0.0f, 0.0f});
        const float weight = 9.81f / pair.world.motion(pair.body).invMass;
        const JointId joint = pair.world.createJoint(
            {.bodyA = pair.ground, .bodyB = pair.body, .breakForce = 1.5f * weight, .kind = RevoluteJoint{}});
        Guest guest(peer, std::move(pair.world));
        guest.step(60);
        REQUIRE(guest.world.isValid(joint));
        guest.world.applyForce(pair.body, {0.0f, -weight}, guest.world.motion(pair.body).center);
        guest.step(2);
        CHECK_FALSE(guest.world.isValid(joint));
        guest.step(60);
        CHECK(guest.world.motion(pair.body).center.y < -3.0);
    });
}

TEST_CASE("what_an_engine_has_no_counterpart_for_is_named")
{
    forEachPeer([](Peer peer) {
        Pair pair = pairAt({1.0f, 0.0f});
        addBody(pair.world, Circle{}, {.lockX = true},
                {.staticFriction = 0.9f, .dynamicFriction = 0.5f, .rollingResistance = 0.1f});
        pair.world.createJoint(
            {.bodyA = pair.ground, .bodyB = pair.body, .kind = WeldJoint{.linearFrequency = 3.0f}});
        pair.world.createJoint(
            {.bodyA = pair.ground, .bodyB = pair.body, .kind = RevoluteJoint{.holdFrequency = 3.0f}});
        const Guest guest(peer, std::move(pair.world));
        const bool isVersion3 = peer == Peer::Box2d3; // has both of these
        CHECK(guest.notes("rolling resistance") == !isVersion3);
        CHECK(guest.notes("static friction"));
        CHECK(guest.notes("soft in length") == !isVersion3);
        CHECK(guest.notes("soft hold"));
    });
}

TEST_CASE("sleeping_bodies_wake_for_another_engine_and_the_same_steps_give_the_same_bits")
{
    forEachPeer([](Peer peer) {
        World scene = withGround();
        addStacks(scene, 3, 3, 3.0f);
        run(scene, 3.0f);
        REQUIRE(measure(scene).awakeBodies == 0);
        Guest first(peer, scene), second(peer, scene);
        CHECK(measure(first.world).awakeBodies == 9);
        first.step(60);
        second.step(60);
        CHECK(first.world.hash() == second.world.hash());
        CHECK(measure(first.world).maxSpeed < 0.2);
    });
}
