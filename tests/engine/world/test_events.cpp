#include "engine/world/events.h"
#include "engine/world/step_profile.h"

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
