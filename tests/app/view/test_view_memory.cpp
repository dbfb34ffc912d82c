#include "app/view/view_memory.h"

#include "tests/app/view/view_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::BoxPicture;

namespace {

size_t longest(const ViewMemory& memory)
{
    size_t most = 0;
    for (const ViewMemory::Trail& trail : memory.trails) most = std::max(most, trail.points.size());
    return most;
}

} // namespace

TEST_CASE("trails_are_forgotten_when_time_goes_back")
{
    ViewMemory memory;
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

TEST_CASE("a_trail_has_the_centres_of_mass_and_static_bodies_have_none")
{
    BoxPicture picture;
    picture.world().setVelocity(picture.box, {3.0f, 0.0f}, 0.0f);
    picture.step(2);
    const std::vector<ViewMemory::Trail>& trails = picture.state.memory.trails;
    REQUIRE(trails.size() == 2);
    CHECK(trails[picture.floor.index].points.empty());
    const ViewMemory::Trail& trail = trails[picture.box.index];
    CHECK(trail.body == picture.box);
    REQUIRE(trail.points.size() == 2);
    CHECK(trailPoint(trail, 0) == picture.world().motion(picture.box).center);
    CHECK(trailPoint(trail, 1).x < trailPoint(trail, 0).x);
}

TEST_CASE("a_body_in_the_place_of_another_begins_a_trail_of_its_own")
{
    BoxPicture picture(5);
    picture.world().destroyBody(picture.box);
    const BodyId next = picture.add({.position = {3.0f, 3.0f}}, Circle{.radius = 0.2f});
    REQUIRE(next.index == picture.box.index);
    picture.step();
    const ViewMemory::Trail& trail = picture.state.memory.trails[next.index];
    CHECK(trail.body == next);
    CHECK(trail.points.size() == 1);
}

TEST_CASE("a_full_trail_gives_the_newest_point_first")
{
    ViewMemory::Trail trail;
    trail.points.resize(ViewMemory::kMaxPoints);
    for (size_t i = 0; i < trail.points.size(); ++i) trail.points[i] = {static_cast<float>(i), 0.0f};
    trail.next = 10; // point 9 was written last, 10 is the oldest
    CHECK(trailPoint(trail, 0).x == 9.0f);
    CHECK(trailPoint(trail, ViewMemory::kMaxPoints - 1).x == 10.0f);
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
    picture.step(static_cast<int>(ViewMemory::kMaxPoints) + 50);
    const ViewMemory::Trail& trail = picture.state.memory.trails[picture.box.index];
    CHECK(trail.points.size() == ViewMemory::kMaxPoints);
    CHECK(trailPoint(trail, 0) == picture.world().motion(picture.box).center);
    CHECK(trailPoint(trail, ViewMemory::kMaxPoints - 1).y == doctest::Approx(2.0 + 5.1).epsilon(1e-3));
}

TEST_CASE("of_a_crowd_only_the_first_bodies_have_trails")
{
    World world;
    for (size_t i = 0; i < ViewMemory::kMaxBodies + 5; ++i) world.createBody({});
    world.step(1.0f / 60.0f);
    ViewMemory memory;
    memory.record(world);
    CHECK(memory.trails.size() == ViewMemory::kMaxBodies);
    memory.clear();
    CHECK(memory.trails.empty());
    CHECK(memory.lastStep == 0);
}

TEST_CASE("the_time_of_a_step_is_that_of_the_settings")
{
    BoxPicture picture;
    WorldSettings settings = picture.world().settings();
    settings.stepRate = 240.0f;
    picture.world().setSettings(settings);
    picture.step();
    CHECK(picture.state.memory.stepSeconds == doctest::Approx(1.0 / 240.0));
}
