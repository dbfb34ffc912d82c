#include "engine/step/contact_events.h"

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// A box in the ground, which moved by 1 m to the right in the last step.
struct Moved {
    World world;
    BodyId ground = addGround(world);
    BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.499f}});
    Moved()
    {
        world.refreshContacts();
        BodyMotion& m = stateOf(world).bodies.motions[box.index];
        m.moved = {1.0f, 0.0f};
        m.center.x += 1.0;
    }
    Contact& contact() { return stateOf(world).contacts.awake.at(0); }
};

} // namespace

TEST_CASE("a_begin_event_has_its_point_where_the_bodies_were_when_the_contact_was_updated")
{
    Moved m;
    Contact swapped = m.contact(); // its anchor A is on the box
    swapped.bodyA = m.box.index;
    swapped.points[0].anchorA = {0.0f, -0.5f};
    WorldEvents now, before;
    const std::vector<ContactChange> changes{{ContactChange::Kind::Began, swapped}};
    reportChanges(stateOf(m.world), changes, now, Poses::Now);
    reportChanges(stateOf(m.world), changes, before, Poses::BeforeStep);
    REQUIRE(now.begins.size() == 1);
    REQUIRE(before.begins.size() == 1);
    CHECK(now.begins[0].point.x == doctest::Approx(1.0));
    CHECK(before.begins[0].point.x == doctest::Approx(0.0));
}

TEST_CASE("a_push_ahead_of_contact_begins_to_touch_and_the_fastest_point_is_the_hit")
{
    Moved m;
    Contact& contact = m.contact();
    REQUIRE(contact.count == 2);
    contact.touching = false;
    contact.points[0].totalImpulse = contact.points[1].totalImpulse = 1.0f;
    contact.points[0].normalVelocity = -2.0f;
    contact.points[1].normalVelocity = -3.0f;
    std::vector<ContactChange> scratch;
    WorldEvents events;
    const uint8_t ignored[]{0}, flagged[]{1};
    reportPushes(stateOf(m.world), ignored, scratch, events);
    CHECK(events.begins.empty());
    CHECK(events.hits.empty());
    reportPushes(stateOf(m.world), flagged, scratch, events);
    CHECK(contact.touching);
    CHECK(events.begins.size() == 1);
    REQUIRE(events.hits.size() == 1);
    CHECK(events.hits[0].speed == 3.0f);
    reportPushes(stateOf(m.world), flagged, scratch, events);
    CHECK(events.begins.size() == 1); // it touches already
}

TEST_CASE("points_without_an_impulse_and_slow_ones_are_no_hits")
{
    Moved m;
    Contact& contact = m.contact();
    contact.points[0].totalImpulse = 0.0f;
    contact.points[0].normalVelocity = -9.0f;
    contact.points[1].totalImpulse = 1.0f;
    contact.points[1].normalVelocity = -0.9f; // the threshold is 1 m/s
    std::vector<ContactChange> scratch;
    WorldEvents events;
    const uint8_t flagged[]{1};
    reportPushes(stateOf(m.world), flagged, scratch, events);
    CHECK(events.hits.empty());
}
