#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include <satbox/lab/condition_watch.h>
#include <satbox/lab/metrics.h>
#include <satbox/scene/builders.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

ConditionWatch watchOf(const char* text, const World& world)
{
    Condition condition;
    REQUIRE(parseCondition(text, condition) == "");
    ConditionWatch watch(condition);
    REQUIRE(watch.begin(world) == "");
    return watch;
}

// The first hit within `steps`, or a hit at step 0.
ConditionHit firstHit(const char* text, World& world, int steps, TaskExecutor* executor = nullptr)
{
    ConditionWatch watch = watchOf(text, world);
    for (int i = 0; i < steps; ++i) {
        world.step(kStep, nullptr, executor);
        if (const auto hit = watch.check(world)) return *hit;
    }
    return {};
}

// Body 0: the ground, with its top at y = 0; 1: a box that falls on it; 2: a box that rests on it far away.
World fallingBox(float height = 2.0f)
{
    World world;
    addGround(world);
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f + height}, .name = "lid"});
    addBody(world, makeBox(0.5f, 0.5f), {.position = {20.0f, 0.5f}});
    return world;
}

// The same, with contacts so soft that the box sinks in by millimetres.
World softBox()
{
    World world = fallingBox();
    WorldSettings settings = world.settings();
    settings.contactFrequency = 5.0f;
    world.setSettings(settings);
    return world;
}

std::vector<uint32_t> numbersOf(const ConditionHit& hit)
{
    std::vector<uint32_t> numbers;
    for (const BodyId body : hit.bodies) numbers.push_back(body.index);
    return numbers;
}

using Numbers = std::vector<uint32_t>;

} // namespace

TEST_CASE("touch_is_the_step_in_which_two_bodies_begin_to_touch")
{
    World world = fallingBox();
    const ConditionHit hit = firstHit("touch 0 1", world, 120);
    CHECK(hit.step > 30); // 2 m of free fall take 38 steps
    CHECK(hit.step < 42);
    CHECK(hit.step == world.stepCount());
    CHECK(hit.time == doctest::Approx(world.time()));
    CHECK(numbersOf(hit) == Numbers{0, 1});
    CHECK(hit.sentence == "static box 0 and lid touch");
    CHECK(world.bodyOf(hit.shapeB).index == 1);
    World other = fallingBox();
    CHECK(firstHit("touch 1 2", other, 120).step == 0);
    World again = fallingBox();
    CHECK(firstHit("touch", again, 120).step == 1); // the box that rests
    CHECK(numbersOf(firstHit("touch of \"lid\"", again, 120)) == Numbers{0, 1});
}

TEST_CASE("touch_includes_the_entry_into_a_sensor")
{
    World world;
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 5.0f}});
    const BodyId goal = world.createBody({.type = BodyType::Static, .name = "goal"});
    world.addShape(goal, {.geometry = makeBox(1.0f, 1.0f), .sensor = true});
    const ConditionHit hit = firstHit("touch 0 \"goal\"", world, 120);
    CHECK(hit.step > 40); // 3.5 m of free fall take 51 steps
    CHECK(hit.step < 56);
    CHECK(numbersOf(hit) == Numbers{1, 0});
}

TEST_CASE("overlap_is_measured_at_the_poses_after_the_step")
{
    World world = softBox();
    ConditionWatch watch = watchOf("overlap > 0.001", world);
    std::optional<ConditionHit> hit;
    for (int i = 0; i < 120 && !hit; ++i) {
        world.step(kStep);
        hit = watch.check(world);
        const double deepest = measure(world).maxPenetration;
        CHECK((deepest > 0.001) == hit.has_value());
        if (hit) CHECK(hit->value == deepest);
    }
    REQUIRE(hit);
    CHECK(numbersOf(*hit) == Numbers{0, 2});
    CHECK(hit->sentence.starts_with("overlap "));
    CHECK(hit->sentence.ends_with(" mm between static box 0 and box 2"));
    World other = softBox();
    CHECK(firstHit("overlap > 0.001 between 1 2", other, 300).step == 0);
    World third = softBox();
    const ConditionHit falling = firstHit("overlap > 0.001 of 1", third, 300);
    CHECK(falling.step > 30);
    CHECK(numbersOf(falling) == Numbers{0, 1});
}

TEST_CASE("of_several_candidates_the_greatest_is_reported_and_of_equal_ones_the_lowest_slots")
{
    World world({.gravity = {0.0f, 0.0f}});
    for (int i = 0; i < 4; ++i)
        addBody(world, Circle{},
                {.position = {5.0f * static_cast<float>(i), 0.0f},
                 .linearVelocity = {0.0f, i == 1 || i == 3 ? 9.0f : 2.0f}});
    World copy = world;
    CHECK(numbersOf(firstHit("speed > 1", world, 1)) == Numbers{1});
    CHECK(numbersOf(firstHit("speed > 1 of 0 2", copy, 1)) == Numbers{0});
}

TEST_CASE("impulse_is_that_of_the_whole_step_and_sleeping_contacts_have_none")
{
    World world = fallingBox(0.0f);
    // A box of 1 m^2 that rests: its weight times the step, 1000 kg/m^2 or whatever its density is.
    const float weightImpulse = 9.81f / 60.0f / world.motion(world.bodyAt(1)).invMass;
    ConditionWatch watch = watchOf("impulse > 1e9 of 1", world);
    for (int i = 0; i < 30; ++i) {
        world.step(kStep);
        CHECK(!watch.check(world));
    }
    REQUIRE(watch.greatest());
    CHECK(watch.greatest()->value == doctest::Approx(static_cast<double>(weightImpulse)).epsilon(0.2));
    run(world, 5.0f);
    REQUIRE_FALSE(world.body(world.bodyAt(1)).awake);
    CHECK(firstHit("impulse > 0", world, 3).step == 0);
}

TEST_CASE("speed_and_spin_are_magnitudes_and_static_bodies_have_none")
{
    World world({.gravity = {0.0f, 0.0f}});
    addGround(world);
    addBody(world, Circle{},
            {.position = {0.0f, 9.0f}, .linearVelocity = {-3.0f, 4.0f}, .angularVelocity = -7.0f});
    World copy = world, third = world;
    const ConditionHit fast = firstHit("speed > 4.9", world, 1);
    CHECK(fast.value == doctest::Approx(5.0));
    CHECK(fast.sentence == "circle 1 has a speed of 5 m/s");
    CHECK(firstHit("speed > 5.1", third, 5).step == 0);
    const ConditionHit spinning = firstHit("spin > 6.9", copy, 1);
    CHECK(spinning.value == doctest::Approx(7.0));
    CHECK(spinning.sentence == "circle 1 has a spin of 7 rad/s");
}

TEST_CASE("a_state_is_reported_when_it_begins_and_again_only_after_it_was_false")
{
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId ball = addBody(world, Circle{}, {.linearVelocity = {2.0f, 0.0f}});
    ConditionWatch watch = watchOf("speed > 1", world);
    const auto reports = [&](float speed) {
        world.setVelocity(ball, {speed, 0.0f}, 0.0f);
        world.step(kStep);
        return watch.check(world).has_value();
    };
    CHECK(reports(2.0f)); // true from the start
    CHECK_FALSE(reports(3.0f));
    CHECK_FALSE(reports(0.5f));
    CHECK(reports(2.0f));
    CHECK(watch.greatest()->value == doctest::Approx(3.0));
    CHECK(watch.greatest()->step == 2);
    REQUIRE(watch.begin(world) == "");
    CHECK_FALSE(watch.greatest());
    CHECK(reports(2.0f));
}

TEST_CASE("an_island_gains_energy_as_a_whole")
{
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    const BodyId a = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.0f}});
    const BodyId b = addBody(world, makeBox(0.5f, 0.5f), {.position = {1.0f, 0.0f}});
    addBody(world, makeBox(0.5f, 0.5f), {.position = {20.0f, 0.0f}});
    world.step(kStep);
    ConditionWatch watch = watchOf("energy gain > 0.1", world);
    ConditionWatch ofThird = watchOf("energy gain > 0.1 of 2", world);
    world.step(kStep);
    CHECK_FALSE(watch.check(world));
    world.setVelocity(a, {0.0f, 2.0f}, 0.0f);
    world.setVelocity(b, {0.0f, 2.0f}, 0.0f);
    const double mass = 1.0 / static_cast<double>(world.motion(a).invMass);
    world.step(kStep);
    const auto hit = watch.check(world);
    REQUIRE(hit);
    CHECK(numbersOf(*hit) == Numbers{0, 1});
    CHECK(hit->value == doctest::Approx(2.0 * 0.5 * mass * 4.0).epsilon(1e-3));
    CHECK(hit->sentence.starts_with("the energy of box 0 and 1 more body grew by "));
    CHECK_FALSE(ofThird.check(world));
}

TEST_CASE("energy_includes_that_of_height_so_that_a_fall_gains_nothing")
{
    World world = fallingBox(20.0f);
    ConditionWatch watch = watchOf("energy gain > 1e9 of 1", world);
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        watch.check(world);
    }
    const double fallen = 9.81 * 4.9 / static_cast<double>(world.motion(world.bodyAt(1)).invMass);
    REQUIRE(watch.greatest());
    CHECK(watch.greatest()->value < 1e-3 * fallen);
}

TEST_CASE("a_body_leaves_a_box_when_its_centre_was_inside_and_is_outside")
{
    World world({.gravity = {0.0f, 0.0f}});
    addBody(world, Circle{}, {.position = {0.0f, 0.0f}, .linearVelocity = {6.3f, 0.0f}});
    addBody(world, Circle{}, {.position = {9.0f, 0.0f}}); // outside from the start
    World copy = world;
    const ConditionHit hit = firstHit("leaves -1 -1 1 1", world, 60);
    CHECK(hit.step == 10); // 0.105 m a step
    CHECK(numbersOf(hit) == Numbers{0});
    CHECK(hit.sentence == "circle 0 left the box");
    CHECK(firstHit("leaves -1 -1 1 1 of 1", copy, 60).step == 0);
}

TEST_CASE("bodies_that_fall_asleep_and_wake_are_reported_together")
{
    World world;
    addGround(world);
    addStacks(world, 1, 3, 2.0f);
    World copy = world;
    const ConditionHit asleep = firstHit("sleeps", world, 300);
    CHECK(asleep.step > 20);
    CHECK(numbersOf(asleep) == Numbers{1, 2, 3});
    CHECK(asleep.sentence == "box 1 and 2 more bodies fell asleep");
    CHECK(firstHit("sleeps of 0", copy, 300).step == 0);
    REQUIRE_FALSE(world.body(world.bodyAt(1)).awake);
    ConditionWatch watch = watchOf("wakes", world);
    world.step(kStep);
    CHECK_FALSE(watch.check(world));
    world.applyImpulse(world.bodyAt(3), {0.0f, 1.0f}, world.motion(world.bodyAt(3)).center);
    world.step(kStep);
    const auto awake = watch.check(world);
    REQUIRE(awake);
    CHECK(numbersOf(*awake) == Numbers{1, 2, 3});
    CHECK(awake->sentence == "box 1 and 2 more bodies woke");
    world.step(kStep);
    CHECK_FALSE(watch.check(world));
}

TEST_CASE("each_event_is_reported_even_in_consecutive_steps")
{
    World world({.gravity = {0.0f, 0.0f}});
    for (int i = 0; i < 3; ++i)
        addBody(world, Circle{},
                {.position = {0.9f - 0.1f * static_cast<float>(i), 3.0f * static_cast<float>(i)},
                 .linearVelocity = {6.0f, 0.0f}});
    ConditionWatch watch = watchOf("leaves -9 -9 1.05 9", world);
    Numbers left;
    for (int i = 0; i < 6; ++i) {
        world.step(kStep);
        if (const auto hit = watch.check(world)) left.push_back(hit->bodies.front().index);
    }
    CHECK(left == Numbers{0, 1, 2});
}

TEST_CASE("a_frozen_body_is_named_with_the_reason")
{
    World world({.gravity = {0.0f, 0.0f}, .maxSpeed = 1000.0f});
    addBody(world, Circle{}, {.position = {1999999.0, 0.0}, .linearVelocity = {1000.0f, 0.0f}});
    World copy = world;
    const ConditionHit hit = firstHit("frozen", world, 10);
    CHECK(hit.step >= 1);
    CHECK(numbersOf(hit) == Numbers{0});
    CHECK(hit.sentence.starts_with("circle 0 was frozen: its position is more than"));
    CHECK(firstHit("sleeps", copy, 10).step == 0); // frozen is not asleep
}

TEST_CASE("a_normal_that_flips_within_a_contact_is_reported")
{
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    addBody(world, makeBox(5.0f, 0.5f), {.type = BodyType::Static});
    const BodyId box = addBody(world, makeBox(0.5f, 0.4f), {.position = {0.0f, 0.89f}});
    world.step(kStep);
    ConditionWatch watch = watchOf("normal flips", world);
    world.step(kStep);
    CHECK_FALSE(watch.check(world));
    editState(world, [&](WorldState& state) { state.bodies.motions[box.index].center.y = -0.89; });
    world.refreshContacts();
    const auto hit = watch.check(world);
    REQUIRE(hit);
    CHECK(numbersOf(*hit) == Numbers{0, 1});
    CHECK(hit->sentence == "the normal between static box 0 and box 1 flipped");
    CHECK_FALSE(watch.check(world));
}

TEST_CASE("a_contact_that_goes_from_two_points_to_one_has_lost_a_point")
{
    World world({.sleeping = false});
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    run(world, 0.2f);
    ConditionWatch watch = watchOf("point lost", world);
    World lifted = world;
    ConditionWatch ofLifted = watchOf("point lost", lifted);
    world.setVelocity(box, {0.0f, 0.0f}, 3.0f); // tips onto one corner
    std::optional<ConditionHit> hit;
    for (int i = 0; i < 10 && !hit; ++i) {
        world.step(kStep);
        hit = watch.check(world);
    }
    REQUIRE(hit);
    CHECK(hit->sentence == "the contact between static box 0 and box 1 lost a point");
    lifted.setVelocity(box, {0.0f, 9.0f}, 0.0f); // loses both
    for (int i = 0; i < 10; ++i) {
        lifted.step(kStep);
        CHECK_FALSE(ofLifted.check(lifted));
    }
}

TEST_CASE("divergence_is_the_greatest_distance_between_counterparts")
{
    World a = fallingBox(20.0f), b = fallingBox(20.0f);
    ConditionWatch watch = watchOf("divergence > 0.01", a);
    ConditionWatch ofOther = watchOf("divergence > 0.01 of 2", a);
    WorldSettings settings = b.settings();
    settings.gravity.y = -9.0f;
    b.setSettings(settings);
    const World* const worlds[] = {&a, &b};
    std::optional<ConditionHit> hit;
    for (int i = 0; i < 60 && !hit; ++i) {
        a.step(kStep);
        b.step(kStep);
        hit = watch.check(worlds);
        CHECK_FALSE(ofOther.check(worlds));
    }
    REQUIRE(hit);
    CHECK(numbersOf(*hit) == Numbers{1});
    CHECK((hit->worldA == 0 && hit->worldB == 1));
    CHECK(hit->value > 0.01);
    CHECK(hit->sentence.starts_with("lid of world A is "));
    CHECK(hit->sentence.ends_with(" mm from its counterpart in world B"));
    CHECK_FALSE(watchOf("divergence > 0", a).check(a)); // a single world
}

TEST_CASE("bodies_that_do_not_exist_get_a_sentence")
{
    const World world = fallingBox();
    const auto errorOf = [&](const char* text) {
        Condition condition;
        REQUIRE(parseCondition(text, condition) == "");
        return ConditionWatch(condition).begin(world);
    };
    CHECK(errorOf("touch 0 3") == "there is no body 3; the last one is body 2");
    CHECK(errorOf("speed > 1 of \"lit\"") == "no body has the name \"lit\", did you mean \"lid\"?");
}

TEST_CASE("a_name_means_all_bodies_that_have_it_and_a_new_body_in_an_old_slot_is_another_one")
{
    World world({.gravity = {0.0f, 0.0f}});
    for (int i = 0; i < 3; ++i)
        addBody(world, Circle{},
                {.position = {5.0f * static_cast<float>(i), 0.0f},
                 .linearVelocity = {static_cast<float>(i), 0.0f},
                 .name = i == 0 ? "other" : "ball"});
    ConditionWatch watch = watchOf("speed > 0.5 of \"ball\"", world);
    ConditionWatch numbered = watchOf("speed > 0.5 of 2", world);
    world.step(kStep);
    CHECK(watch.check(world)->bodies.front().index == 2);
    world.destroyBody(world.bodyAt(2));
    REQUIRE(addBody(world, Circle{}, {.position = {50.0f, 0.0f}, .linearVelocity = {9.0f, 0.0f}}).index == 2);
    world.step(kStep);
    CHECK_FALSE(numbered.check(world));
    CHECK(watch.greatest()->value == doctest::Approx(2.0));
}

TEST_CASE("hits_are_the_same_on_any_number_of_threads")
{
    const BuiltinScene* found = findBuiltinScene("tumbler_bench");
    REQUIRE(found != nullptr);
    const World start = found->build().world;
    for (const char* text : {"overlap > 0.004", "impulse > 3", "energy gain > 0.5", "point lost", "touch"}) {
        World alone = start;
        const ConditionHit expected = firstHit(text, alone, 60);
        CAPTURE(text);
        CHECK(expected.step > 0);
        ThreadPool pool(4, ThreadPool::WaitPolicy::Unlimited);
        World together = start;
        const ConditionHit hit = firstHit(text, together, 60, &pool);
        CHECK(hit.step == expected.step);
        CHECK(hit.value == expected.value);
        CHECK(hit.sentence == expected.sentence);
        CHECK((hit.bodies == expected.bodies));
    }
}

TEST_CASE("every_solver_has_overlaps_and_impulses")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        World world = fallingBox();
        WorldSettings settings = world.settings();
        settings.solver = solver;
        REQUIRE(world.setSettings(settings));
        World copy = world;
        CAPTURE(toString(solver));
        CHECK(firstHit("impulse > 0.5 of 1", world, 120).step > 30);
        CHECK(firstHit("overlap > 0.0001 of 1", copy, 120).step > 30);
    }
}
