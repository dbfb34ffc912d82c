#include "app/view/trail_history.h"

#include "tests/app/view/view_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::BoxPicture;

namespace {

size_t longest(const TrailHistory& memory)
{
    size_t most = 0;
    for (const TrailHistory::Trail& trail : memory.trails) most = std::max(most, trail.points.size());
    return most;
}

} // namespace

TEST_CASE("trails_are_cleared_when_time_goes_back")
{
    TrailHistory memory;
    World world = BoxPicture().world();
    const World start = world;
    for (int i = 0; i < 5; ++i) {
        world.step(1.0f / 60.0f);
        memory.record(world);
        memory.record(world); // the same step twice counts once
    }
    CHECK(longest(memory) == 5);
    memory.record(start);
    CHECK(longest(memory) == 0);
}

TEST_CASE("trails_are_cleared_when_time_jumps_ahead")
{
    TrailHistory memory;
    World world = BoxPicture().world();
    for (int i = 0; i < 5; ++i) {
        world.step(1.0f / 60.0f);
        memory.record(world);
    }
    for (int i = 0; i < 2; ++i) world.step(1.0f / 60.0f); // not recorded: a redo
    memory.record(world);
    CHECK(longest(memory) == 1);
}

TEST_CASE("a_trail_has_the_centres_of_mass_and_static_bodies_have_none")
{
    BoxPicture picture;
    picture.world().setVelocity(picture.box, {3.0f, 0.0f}, 0.0f);
    picture.step(2);
    const std::vector<TrailHistory::Trail>& trails = picture.state.trailHistory.trails;
    REQUIRE(trails.size() == 2);
    CHECK(trails[picture.floor.index].points.empty());
    const TrailHistory::Trail& trail = trails[picture.box.index];
    CHECK(trail.body == picture.box);
    REQUIRE(trail.points.size() == 2);
    CHECK(trailPoint(trail, 0) == picture.world().motion(picture.box).center);
    CHECK(trailPoint(trail, 1).x < trailPoint(trail, 0).x);
}

TEST_CASE("a_body_in_a_reused_slot_starts_a_new_trail")
{
    BoxPicture picture(5);
    picture.world().destroyBody(picture.box);
    const BodyId next = picture.add({.position = {3.0f, 3.0f}}, Circle{.radius = 0.2f});
    REQUIRE(next.index == picture.box.index);
    picture.step();
    const TrailHistory::Trail& trail = picture.state.trailHistory.trails[next.index];
    CHECK(trail.body == next);
    CHECK(trail.points.size() == 1);
}

TEST_CASE("a_full_trail_gives_the_newest_point_first")
{
    TrailHistory::Trail trail;
    trail.points.resize(TrailHistory::kMaxPoints);
    for (size_t i = 0; i < trail.points.size(); ++i) trail.points[i] = {static_cast<float>(i), 0.0f};
    trail.next = 10; // point 9 was written last, 10 is the oldest
    CHECK(trailPoint(trail, 0).x == 9.0f);
    CHECK(trailPoint(trail, TrailHistory::kMaxPoints - 1).x == 10.0f);
}

TEST_CASE("a_trail_that_is_full_loses_its_oldest_point_at_each_step")
{
    BoxPicture picture;
    WorldSettings settings = picture.world().settings();
    settings.gravity = {0.0f, 0.0f};
    settings.sleeping = false;
    picture.world().setSettings(settings);
    picture.world().setTransform(picture.box, {{0.0f, 2.0f}, {}});
    picture.world().setVelocity(picture.box, {0.0f, 6.0f}, 0.0f); // 0.1 m a step
    picture.step(static_cast<int>(TrailHistory::kMaxPoints) + 50);
    const TrailHistory::Trail& trail = picture.state.trailHistory.trails[picture.box.index];
    CHECK(trail.points.size() == TrailHistory::kMaxPoints);
    CHECK(trailPoint(trail, 0) == picture.world().motion(picture.box).center);
    CHECK(trailPoint(trail, TrailHistory::kMaxPoints - 1).y == doctest::Approx(2.0 + 5.1).epsilon(1e-3));
}

TEST_CASE("only_the_first_2000_body_slots_have_trails")
{
    World world;
    for (size_t i = 0; i < TrailHistory::kMaxBodies + 5; ++i) world.createBody({});
    world.step(1.0f / 60.0f);
    TrailHistory memory;
    memory.record(world);
    CHECK(memory.trails.size() == TrailHistory::kMaxBodies);
    memory.clear();
    CHECK(memory.trails.empty());
    CHECK(memory.lastStep == 0);
}

TEST_CASE("the_step_time_follows_the_settings")
{
    BoxPicture picture;
    WorldSettings settings = picture.world().settings();
    settings.stepRate = 240.0f;
    picture.world().setSettings(settings);
    picture.step();
    CHECK(picture.state.trailHistory.stepSeconds == doctest::Approx(1.0 / 240.0));
}
