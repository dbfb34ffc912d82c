#include "app/document/character_motion.h"

#include "app/document/commands.h"
#include "app/document/key_driver.h"
#include "app/document/played_operations.h"
#include "tests/support/character_document.h"
#include <satbox/mover.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::CharacterDocument;
using satbox::test::kWalk;

namespace {

constexpr float kG = 9.81f;          // m/s^2
constexpr double kTolerance = 0.006; // m: the linear slop, and rounding

} // namespace

TEST_CASE("a_character_walks_at_its_walk_speed_and_stops_at_once")
{
    CharacterDocument o;
    o.hold("D", 120);
    CHECK(o.x() == Approx(2.0 * kWalk).epsilon(0.01));
    CHECK(std::abs(o.y()) < 0.03);
    const double there = o.x();
    o.step(30);
    CHECK(o.x() == Approx(there).epsilon(1e-4));
    CHECK((o.velocity() == Vec2{0.0f, 0.0f}));
    o.hold("A", 60);
    CHECK(o.x() == Approx(there - kWalk).epsilon(0.01));
    REQUIRE(o.driver.press(o.world(), "A"));
    o.hold("D", 10); // both
    CHECK(o.velocity().x == 0.0f);
}

TEST_CASE("a_character_that_stands_makes_no_operations")
{
    CharacterDocument o;
    o.step(30);
    const size_t before = o.history.partSince(0).ops.size();
    o.step(50);
    CHECK(o.history.partSince(0).ops.size() == before + 50); // the steps
    CHECK((o.velocity() == Vec2{0.0f, 0.0f}));
}

TEST_CASE("a_jump_rises_by_the_square_of_its_speed_over_twice_gravity_and_lands_where_it_began")
{
    CharacterDocument o;
    o.step(5);
    const double floor = o.y();
    o.hold("W", 1);
    double top = floor;
    for (int i = 0; i < 70; ++i) {
        o.step(1);
        top = std::max(top, o.y());
    }
    CHECK(top - floor == Approx(5.0 * 5.0 / (2.0 * 9.81)).epsilon(0.02));
    CHECK(o.y() == Approx(floor).epsilon(0.001).scale(1.0));
}

TEST_CASE("a_character_falls_with_gravity_times_its_scale")
{
    for (const float scale : {1.0f, 0.5f}) {
        CharacterDocument o({.position = {0.0, 20.0}, .gravityScale = scale});
        o.step(60);
        CHECK(20.0 - o.y() == Approx(0.5 * static_cast<double>(scale * kG)).epsilon(0.02));
    }
}

TEST_CASE("a_character_falls_off_a_ledge_and_goes_on_at_the_speed_that_it_had")
{
    CharacterDocument o({.position = {0.0, 3.02}});
    o.add(makeBox(1.0f, 1.5f), {0.0, 1.5});
    o.begin();
    o.hold("D", 150);
    CHECK(o.y() == Approx(0.02).scale(1.0).epsilon(0.01));
    CHECK(o.x() == Approx(2.5 * kWalk).epsilon(0.02));
}

TEST_CASE("a_character_stops_at_a_wall_and_does_not_enter_it")
{
    CharacterDocument o;
    o.add(makeBox(0.5f, 5.0f), {3.0, 5.0});
    o.begin();
    REQUIRE(o.driver.press(o.world(), "D"));
    for (int i = 0; i < 120; ++i) {
        o.step(1);
        CHECK(o.overlap() <= kTolerance);
    }
    CHECK(o.x() == Approx(2.5 - 0.3).epsilon(0.02));
    REQUIRE(o.driver.press(o.world(), "W"));
    for (int i = 0; i < 120; ++i) { // jumps beside it
        o.step(1);
        CHECK(o.overlap() <= kTolerance);
    }
}

TEST_CASE("a_character_climbs_the_steps_that_its_round_end_can_and_no_higher_ones")
{
    for (const float height : {0.05f, 0.1f, 0.15f, 0.2f, 0.25f, 0.4f, 0.6f}) {
        CAPTURE(height);
        CharacterDocument o;
        for (int i = 1; i <= 4; ++i)
            o.add(makeBox(0.4f, 0.5f * height * static_cast<float>(i)),
                  {2.0 + 0.8 * i, 0.5 * static_cast<double>(height) * i});
        o.begin();
        REQUIRE(o.driver.press(o.world(), "D"));
        double top = 0.0, last = 0.0, fastest = 0.0;
        for (int i = 0; i < 180; ++i) {
            o.step(1);
            CHECK(o.overlap() <= kTolerance);
            fastest = std::max(fastest, (o.y() - last) * 60.0);
            last = o.y();
            top = std::max(top, o.y());
        }
        const double all = 4.0 * static_cast<double>(height);
        if (height < 0.3f)
            CHECK(top == Approx(all + 0.02).epsilon(0.02)); // up, without a leap
        else
            CHECK(top < 0.1);
    }
}

TEST_CASE("a_character_walks_up_and_down_a_slope_at_its_walk_speed_and_cannot_climb_a_steep_one")
{
    for (const float degrees : {10.0f, 30.0f, 42.0f, 60.0f, 75.0f}) {
        CAPTURE(degrees);
        const Rot q = makeRot(degrees * kPi / 180.0f);
        CharacterDocument o;
        const Vec2 middle = Vec2{2.0f, 0.0f} + 5.0f * Vec2{q.c, q.s} - 0.5f * Vec2{-q.s, q.c};
        o.add(makeBox(5.0f, 0.5f), middle, q);
        o.begin();
        REQUIRE(o.driver.press(o.world(), "D"));
        double top = 0.0;
        for (int i = 0; i < 120; ++i) {
            o.step(1);
            CHECK(o.overlap() <= kTolerance);
            top = std::max(top, o.y());
        }
        if (degrees > 45.0f) {
            CHECK(top < 0.15);
            continue;
        }
        CHECK(length(o.velocity()) == Approx(kWalk).epsilon(0.01));
        const Position there = o.position();
        o.driver.release("D");
        o.step(60); // it stands on the slope
        CHECK(length(o.position() - there) < 0.01f);
        o.hold("A", 1);
        for (int i = 0; i < 40; ++i) {
            o.hold("A", 1);
            if (o.x() > 2.0) CHECK(length(o.velocity()) == Approx(kWalk).epsilon(0.01)); // it does not hop
        }
    }
}

TEST_CASE("a_character_keeps_to_the_ground_over_the_top_of_a_roof_and_does_not_climb_a_thorn")
{
    CharacterDocument o;
    o.add(makePolygon(std::array{Vec2{0.0f, 0.0f}, Vec2{6.0f, 0.0f}, Vec2{3.0f, 2.4f}}), {1.0, 0.0});
    o.begin();
    REQUIRE(o.driver.press(o.world(), "D"));
    for (int i = 0; i < 130; ++i) {
        o.step(1);
        CHECK(o.overlap() <= kTolerance);
        CHECK(o.clearance() < 0.03);
    }
    CHECK(o.x() > 6.0);

    CharacterDocument fast;
    fast.add(makePolygon(std::array{Vec2{0.0f, 0.0f}, Vec2{6.0f, 0.0f}, Vec2{3.0f, 2.4f}}), {1.0, 0.0});
    fast.document.scene.world.set(fast.character, &BodyDef::walkSpeed, 10.0f);
    fast.begin();
    REQUIRE(fast.driver.press(fast.world(), "D"));
    for (int i = 0; i < 55; ++i) {
        fast.step(1);
        CHECK(fast.clearance() < 0.06);
    }

    CharacterDocument other;
    other.add(makePolygon(std::array{Vec2{0.0f, 0.0f}, Vec2{0.2f, 0.0f}, Vec2{0.1f, 0.25f}}), {1.0, 0.0});
    other.begin();
    other.hold("D", 90);
    CHECK(other.x() < 1.0);
}

TEST_CASE("a_character_that_stands_on_a_slope_or_walks_against_a_wall_makes_no_operations")
{
    CharacterDocument o({.position = {0.0, 0.1}});
    o.add(makeBox(50.0f, 0.5f), {0.0, -0.5}, makeRot(0.4f));
    o.begin();
    o.step(60);
    const size_t before = o.history.partSince(0).ops.size();
    o.step(50);
    CHECK(o.history.partSince(0).ops.size() == before + 50);

    CharacterDocument other;
    other.add(makeBox(0.5f, 5.0f), {1.0, 5.0});
    other.begin();
    REQUIRE(other.driver.press(other.world(), "D"));
    other.step(60);
    const size_t there = other.history.partSince(0).ops.size();
    other.step(50);
    CHECK(other.history.partSince(0).ops.size() == there + 50);
}

TEST_CASE("a_jump_against_a_steep_slope_or_the_edge_of_a_wall_rises_no_higher_than_any_other")
{
    for (const float degrees : {55.0f, 70.0f, 85.0f, 90.0f}) {
        CAPTURE(degrees);
        const Rot q = makeRot(degrees * kPi / 180.0f);
        CharacterDocument o;
        for (const float distance : {0.6f, 1.0f, 1.8f}) {
            CharacterDocument o;
            o.add(makeBox(5.0f, 0.5f), Vec2{distance, 0.0f} + 5.0f * Vec2{q.c, q.s} - 0.5f * Vec2{-q.s, q.c},
                  q);
            o.begin();
            o.step(5);
            REQUIRE(o.driver.press(o.world(), "D"));
            REQUIRE(o.driver.press(o.world(), "W"));
            double top = 0.0;
            for (int i = 0; i < 60; ++i) {
                o.step(1);
                top = std::max(top, o.y());
                CHECK(o.overlap() <= kTolerance);
            }
            CHECK(top > 0.02 + 1.25);
            CHECK(top < 0.02 + 1.45); // what it has of speed towards a slope leads it up a little
        }
    }
}

TEST_CASE("the_edge_of_a_box_neither_cuts_a_jump_short_nor_makes_it_higher")
{
    for (const float height : {0.2f, 0.35f, 0.5f, 0.7f, 0.9f}) {
        for (const double distance : {0.0, 0.15, 0.3, 0.5}) {
            CAPTURE(height);
            CAPTURE(distance);
            CharacterDocument o({.position = {0.5 - 0.32 - distance, 0.02}});
            o.add(makeBox(0.5f, 0.5f * height), {1.0, 0.5 * static_cast<double>(height)});
            o.begin();
            o.step(5);
            REQUIRE(o.driver.press(o.world(), "D"));
            o.hold("W", 1);
            float free = 5.0f - 0.5f * kG / 60.0f;
            for (; free > 3.6f; free -= kG / 60.0f) {
                CHECK(std::abs(o.velocity().y - free) < 0.3f);
                o.step(1);
            }
            for (; free > 2.5f; free -= kG / 60.0f) {
                CHECK(o.velocity().y < free + 0.4f);
                o.step(1);
            }
        }
    }
}

TEST_CASE("a_character_walks_through_a_sensor_and_pushes_a_ball_and_a_block_with_steep_sides")
{
    CharacterDocument o;
    const BodyId gate = o.add(makeBox(0.2f, 1.0f), {1.0, 1.0});
    o.document.scene.world.set(o.document.scene.world.shapesOf(gate).front(), &ShapeDef::sensor, true);
    const BodyId ball = o.add(Circle{.radius = 0.25f}, {3.0, 0.25}, {}, BodyType::Dynamic, 200.0f);
    o.begin();
    o.hold("D", 90);
    CHECK(o.x() > 4.0);
    CHECK(o.world().motion(ball).center.x > o.x());
    CHECK(o.world().motion(ball).v.x <= kWalk * 1.1f);

    CharacterDocument other;
    const std::array hull{Vec2{-0.8f, 0.0f}, Vec2{0.8f, 0.0f}, Vec2{0.3f, 0.9f}, Vec2{-0.3f, 0.9f}};
    const BodyId block = other.add(makePolygon(hull), {1.5, 0.0}, {}, BodyType::Dynamic, 36.0f);
    other.begin();
    other.hold("D", 120);
    CHECK(other.world().motion(block).origin().x > 2.0);
}

TEST_CASE("a_character_pushes_a_crate_no_faster_than_it_walks_and_not_one_that_is_too_heavy")
{
    for (const float density : {0.1f, 2.0f, 20.0f, 100.0f}) {
        CAPTURE(density);
        CharacterDocument o;
        const BodyId crate = o.add(makeBox(0.5f, 0.5f), {2.0, 0.5}, {}, BodyType::Dynamic, density);
        o.begin();
        REQUIRE(o.driver.press(o.world(), "D"));
        float fastest = 0.0f;
        for (int i = 0; i < 240; ++i) {
            o.step(1);
            CHECK(o.overlap() <= 0.011);
            fastest = std::max(fastest, length(o.world().motion(crate).v));
        }
        const double moved = o.world().motion(crate).center.x - 2.0;
        CHECK(fastest <= kWalk * 1.1f);
        CHECK((moved > 0.5) == (density < 100.0f)); // 400 N against a friction of 590 N
        CHECK(std::abs(o.world().motion(crate).center.y - 0.5) < 0.05);
    }
}

TEST_CASE("a_crate_that_falls_onto_a_character_stays_out_of_it")
{
    CharacterDocument o;
    const BodyId crate = o.add(makeBox(0.5f, 0.5f), {0.1, 4.0}, {}, BodyType::Dynamic, 20.0f);
    o.begin();
    for (int i = 0; i < 240; ++i) {
        o.step(1);
        CHECK(o.overlap() <= 0.02);
        CHECK(length(o.world().motion(crate).v) < 10.0f);
    }
    CHECK(std::abs(o.x()) < 0.5);
    CHECK(std::abs(o.y()) < 0.05);
}

TEST_CASE("crates_that_tumble_over_an_edge_do_not_throw_the_character_that_pushes_them")
{
    CharacterDocument o({.position = {0.0, 2.02}});
    o.add(makeBox(5.0f, 1.0f), {0.0, 1.0});
    const float kHalf = 0.35f;
    for (const Vec2 at : {Vec2{2.0f, 2.35f}, Vec2{2.9f, 2.35f}, Vec2{2.9f, 3.05f}})
        o.add(makeBox(kHalf, kHalf), at, {}, BodyType::Dynamic, 30.0f);
    o.begin();
    REQUIRE(o.driver.press(o.world(), "D"));
    double top = 0.0;
    for (int i = 0; i < 300; ++i) {
        o.step(1);
        top = std::max(top, o.y());
        CHECK(o.overlap() <= 0.02);
    }
    CHECK(o.x() > 5.5);
    CHECK(top < 2.4);
}

TEST_CASE("beside_a_drum_that_turns_downwards_a_character_falls_no_faster_than_freely")
{
    CharacterDocument o({.position = {1.2, 8.0}});
    const BodyId drum = o.add(Circle{.radius = 1.0f}, {0.0, 6.0}, {}, BodyType::Kinematic);
    o.add(makeBox(0.5f, 5.0f), {2.1, 5.0});
    o.document.scene.world.setVelocity(drum, {0.0f, 0.0f}, -0.8f);
    o.begin();
    for (int i = 1; i <= 60; ++i) {
        o.step(1);
        CHECK(o.velocity().y >= -kG * static_cast<float>(i) / 60.0f - 1.0f);
    }
    CHECK(o.y() < 6.5);
}

TEST_CASE("a_kinematic_platform_carries_a_character_and_its_speed_is_kept_in_a_jump")
{
    for (const Vec2 velocity : {Vec2{1.5f, 0.0f}, Vec2{0.0f, 1.0f}, Vec2{-1.0f, -0.4f}, Vec2{0.0f, 6.0f}}) {
        CAPTURE(velocity.x);
        CAPTURE(velocity.y);
        CharacterDocument o({.position = {0.0, 2.02}});
        const BodyId platform = o.add(makeBox(1.5f, 0.1f), {0.0, 1.9}, {}, BodyType::Kinematic);
        o.document.scene.world.setVelocity(platform, velocity, 0.0f);
        o.begin();
        for (int i = 0; i < 90; ++i) {
            o.step(1);
            const Vec2 from = o.position() - o.world().motion(platform).center;
            CHECK(from.x == Approx(0.0f).epsilon(0.01).scale(1.0));
            CHECK(from.y == Approx(0.12f).epsilon(0.01).scale(1.0));
        }
        o.hold("W", 1);
        o.step(20);
        CHECK(o.velocity().x == Approx(velocity.x).epsilon(0.01));
    }
}

TEST_CASE("a_jump_from_a_platform_that_is_faster_than_a_walk_keeps_its_speed_while_the_key_is_held")
{
    CharacterDocument o({.position = {0.0, 2.02}});
    const BodyId platform = o.add(makeBox(1.5f, 0.1f), {0.0, 1.9}, {}, BodyType::Kinematic);
    o.document.scene.world.setVelocity(platform, {7.0f, 0.0f}, 0.0f);
    o.begin();
    o.step(5);
    o.hold("W", 1);
    o.hold("D", 10);
    CHECK(o.velocity().x == Approx(7.0f).epsilon(0.01));
    o.hold("A", 1);
    CHECK(o.velocity().x == Approx(-kWalk).epsilon(0.01));
}

TEST_CASE("a_character_stays_on_a_platform_that_a_spring_moves")
{
    CharacterDocument o({.position = {0.0, 2.12}});
    const BodyId platform = o.add(makeBox(1.0f, 0.1f), {0.0, 2.0}, {}, BodyType::Dynamic, 2500.0f);
    o.document.scene.world.createJoint(
        {.bodyA = o.floor,
         .bodyB = platform,
         .anchorA = {0.0f, 3.5f},
         .angleA = 0.5f * kPi,
         .angleB = 0.5f * kPi,
         .kind = PrismaticJoint{.spring = {.enabled = true, .frequency = 0.5f, .dampingRatio = 0.0f}}});
    o.begin();
    o.step(5);
    double lowest = o.y(), highest = o.y();
    for (int i = 0; i < 120; ++i) {
        const size_t before = o.history.partSince(0).ops.size();
        o.step(1);
        CHECK(o.history.partSince(0).ops.size() == before + 3); // velocity, weight, step
        CHECK(o.clearance() < 0.03);
        CHECK(o.overlap() <= kTolerance);
        lowest = std::min(lowest, o.y());
        highest = std::max(highest, o.y());
    }
    CHECK(highest - lowest > 0.5);
}

TEST_CASE("a_turning_platform_and_a_belt_carry_a_character")
{
    CharacterDocument turning({.position = {0.0, 2.02}});
    const BodyId drum = turning.add(Circle{.radius = 2.0f}, {0.0, 0.0}, {}, BodyType::Kinematic);
    turning.document.scene.world.setVelocity(drum, {0.0f, 0.0f}, -0.2f);
    turning.begin();
    turning.step(60);
    CHECK(turning.x() == Approx(0.4).epsilon(0.05));

    CharacterDocument belt;
    ShapeDef def = belt.document.scene.world.shapeDef(belt.floorShape());
    def.material.surfaceSpeed = -1.5f;
    belt.document.scene.world.setShapeDef(belt.floorShape(), def);
    belt.begin();
    belt.step(60);
    CHECK(belt.x() == Approx(-1.5).epsilon(0.01));
}

TEST_CASE("the_weight_of_a_character_presses_on_what_it_stands_on")
{
    CharacterDocument o({.position = {1.5, 1.12}});
    const BodyId plank = o.add(makeBox(2.0f, 0.1f), {0.0, 1.0}, {}, BodyType::Dynamic, 10.0f);
    o.document.scene.world.createJoint(
        {.bodyA = o.floor, .bodyB = plank, .anchorA = {0.0f, 2.0f}, .kind = RevoluteJoint{}});
    o.begin();
    o.step(60);
    CHECK(angleOf(o.world().motion(plank).q) < -0.2f);
    CHECK(o.overlap() <= 0.011);

    // Gravity makes a crate in the air fall, and the character on it not much faster.
    CharacterDocument falling({.position = {0.0, 31.02}});
    const BodyId crate = falling.add(makeBox(0.5f, 0.5f), {0.0, 30.5}, {}, BodyType::Dynamic, 1.0f);
    falling.begin();
    falling.step(60);
    CHECK(falling.world().motion(crate).v.y > -12.0f);
}

TEST_CASE("gravity_may_point_anywhere_or_be_zero")
{
    for (const Vec2 gravity : {Vec2{0.0f, 0.0f}, Vec2{0.0f, kG}, Vec2{-kG, 0.0f}, Vec2{3.0f, -9.0f}}) {
        CAPTURE(gravity.x);
        CAPTURE(gravity.y);
        CharacterDocument o({.position = {0.0, 0.02}});
        WorldSettings settings = o.document.scene.world.settings();
        settings.gravity = gravity;
        o.document.scene.world.setSettings(settings);
        o.begin();
        o.hold("D", 60);
        o.hold("W", 30);
        o.step(30);
        CHECK(std::isfinite(o.x()));
        CHECK(std::isfinite(o.y()));
    }
    CharacterDocument floating;
    WorldSettings none = floating.document.scene.world.settings();
    none.gravity = {0.0f, 0.0f};
    floating.document.scene.world.setSettings(none);
    floating.begin();
    floating.hold("D", 60);
    CHECK(floating.x() == Approx(kWalk).epsilon(0.01));
    // On a ceiling as on a floor: to the right is to the left there.
    CharacterDocument ceiling({.position = {0.0, -2.02}, .rotation = makeRot(kPi)});
    WorldSettings settings = ceiling.document.scene.world.settings();
    settings.gravity = {0.0f, kG};
    ceiling.document.scene.world.setSettings(settings);
    ceiling.begin();
    ceiling.hold("D", 60);
    CHECK(ceiling.x() == Approx(-kWalk).epsilon(0.01));
}

TEST_CASE("a_character_that_is_in_the_ground_comes_out_of_it_and_one_far_away_does_no_harm")
{
    CharacterDocument o({.position = {0.0, -0.4}});
    for (int i = 0; i < 120; ++i) {
        o.step(1);
        CHECK(length(o.velocity()) < 5.0f);
    }
    CHECK(o.overlap() <= kTolerance);
    CharacterDocument far({.position = {1.9e6, 5.0}});
    far.hold("D", 60);
    CHECK(far.x() > 1.9e6);
}
