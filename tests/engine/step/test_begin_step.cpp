#include "engine/step/begin_step.h"

#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>
#include <limits>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("a_new_report_begins_with_the_events_of_edits_and_without_times")
{
    StepReport report;
    report.profile.totalMs = 3.0f;
    report.profile.shares = 1u;
    report.events.hits.resize(2);
    report.pendingEvents.ends.resize(1);
    clearReports(report);
    CHECK(report.events.hits.empty());
    CHECK(report.events.ends.size() == 1);
    CHECK(report.pendingEvents.ends.empty());
    CHECK(report.profile.totalMs == 0.0f);
    CHECK(report.profile.shares == 0u);
}

TEST_CASE("bodies_are_checked_once_after_the_state_was_edited")
{
    World built;
    const BodyId good = addBody(built, Circle{}, {});
    const BodyId bad = addBody(built, Circle{}, {.position = {5.0f, 0.0f}});
    WorldState world = stateOf(built);
    world.bodies.motions[bad.index].v.x = std::numeric_limits<float>::quiet_NaN();
    StepReport report;
    StepWorkspace work;
    work.needsFiniteCheck = false;
    beginStep(world, report, work, nullptr);
    CHECK(report.events.quarantines.empty());
    work.needsFiniteCheck = true;
    beginStep(world, report, work, nullptr);
    REQUIRE(report.events.quarantines.size() == 1);
    CHECK(report.events.quarantines[0].body == bad);
    CHECK(world.bodies.awake == std::vector<uint32_t>{good.index});
    CHECK_FALSE(work.needsFiniteCheck);
}
