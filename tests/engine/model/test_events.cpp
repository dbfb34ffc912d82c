#include "tests/support/physics_fixture.h"
#include <satbox/events.h>
#include <satbox/observe.h>

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace satbox;

TEST_CASE("clearing_events_empties_every_list")
{
    WorldEvents events;
    events.begins.emplace_back();
    events.ends.emplace_back();
    events.hits.emplace_back();
    events.sensors.emplace_back();
    events.quarantines.emplace_back();
    events.clear();
    CHECK(events.begins.empty());
    CHECK(events.ends.empty());
    CHECK(events.hits.empty());
    CHECK(events.sensors.empty());
    CHECK(events.quarantines.empty());
}

TEST_CASE("every_stage_of_a_step_has_a_name_of_its_own")
{
    std::set<std::string> names;
    for (int i = 0; i < static_cast<int>(Stage::Count); ++i) names.insert(toString(static_cast<Stage>(i)));
    CHECK(names.size() == static_cast<size_t>(Stage::Count));
    CHECK_FALSE(names.contains("unknown stage"));
}

TEST_CASE("hit_of_two_points_reports_the_faster_one")
{
    for (const float spin : {2.0f, -2.0f}) {
        CAPTURE(spin);
        World world(test::settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        test::addGround(world);
        test::addBody(world, makeBox(1.0f, 0.1f),
                      {.position = {0.0f, 0.101f}, .linearVelocity = {0.0f, -5.0f}, .angularVelocity = spin});
        world.step(test::kStep);
        REQUIRE(world.events().hits.size() == 1);
        const ContactHitEvent& hit = world.events().hits[0];
        CHECK(hit.speed == doctest::Approx(7.0).epsilon(0.02)); // 5 m/s, and 2 rad/s at 1 m
        CHECK(hit.point.x == doctest::Approx(spin > 0.0f ? -1.0 : 1.0).epsilon(0.02));
    }
}

TEST_CASE("each_reason_for_freezing_a_body_is_described")
{
    CHECK(describe(QuarantineReason::LeftWorld) ==
          std::string("its position is more than 2,000 km from the origin in x or y"));
    CHECK(describe(QuarantineReason::NotFinite) == std::string("its position or velocity is not finite"));
}
