#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <set>
#include <utility>

using namespace satbox;
using namespace satbox::test;

namespace {

std::set<std::pair<uint32_t, uint32_t>> pairsOf(const std::vector<ContactView>& views)
{
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (const ContactView& view : views) pairs.insert({view.contact->shapeA, view.contact->shapeB});
    return pairs;
}

// By a walk over all contacts.
std::set<std::pair<uint32_t, uint32_t>> allPairsOf(const World& world, BodyId body)
{
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    world.forEachContact([&](const Contact& c) {
        if (c.bodyA == body.index || c.bodyB == body.index) pairs.insert({c.shapeA, c.shapeB});
    });
    return pairs;
}

} // namespace

TEST_CASE("the_contacts_of_a_body_are_those_that_a_walk_over_all_finds_awake_or_asleep")
{
    World world;
    const BodyId ground = addGround(world);
    addStacks(world, 5, 4, 1.5f);
    const auto check = [&] {
        world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
            CHECK(pairsOf(world.contactsOf(id)) == allPairsOf(world, id));
        });
    };
    for (int i = 0; i < 240; ++i) {
        world.step(kStep);
        if (i % 40 == 0) check();
    }
    REQUIRE(world.counters().awakeBodies == 0);
    REQUIRE_FALSE(world.contactsOf(ground).empty());
    check();
    // After edits too, and in copies.
    World copy = world;
    const BodyId first = world.bodyAt(1);
    REQUIRE(world.destroyBody(first));
    check();
    CHECK(world.contactsOf(first).empty()); // stale
    CHECK(pairsOf(copy.contactsOf(first)) == allPairsOf(copy, first));
}

TEST_CASE("the_contacts_of_a_shape_are_a_part_of_those_of_its_body")
{
    World world;
    addGround(world);
    const BodyId table = world.createBody({.position = {0.0f, 1.0f}});
    const ShapeId top = world.addShape(table, {.geometry = makeBox(1.0f, 0.1f)});
    const ShapeId left =
        world.addShape(table, {.geometry = makeBox(0.1f, 0.5f), .local = {{-0.9f, -0.5f}, Rot{}}});
    const ShapeId right =
        world.addShape(table, {.geometry = makeBox(0.1f, 0.5f), .local = {{0.9f, -0.5f}, Rot{}}});
    run(world, 1.0f);
    REQUIRE(world.contactsOf(left).size() == 1);
    CHECK(world.contactsOf(left)[0].points.size() == 2);
    CHECK(world.contactsOf(table).size() ==
          world.contactsOf(left).size() + world.contactsOf(right).size() + world.contactsOf(top).size());
}

TEST_CASE("a_sensor_can_be_polled_for_what_its_events_told")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId gate = world.createBody({.type = BodyType::Static});
    const ShapeId sensor = world.addShape(gate, {.geometry = makeBox(1.0f, 1.0f), .sensor = true});
    for (int i = 0; i < 3; ++i)
        addBody(world, Circle{{0.0f, 0.0f}, 0.2f},
                {.position = {-3.0f - 0.5f * static_cast<float>(i), 0.0f}, .linearVelocity = {2.0f, 0.0f}});
    std::set<uint32_t> inside;
    size_t most = 0;
    for (int i = 0; i < 300; ++i) {
        world.step(kStep);
        for (const SensorEvent& event : world.events().sensors)
            event.began ? void(inside.insert(event.visitor.index)) : void(inside.erase(event.visitor.index));
        std::set<uint32_t> polled;
        for (const ShapeId visitor : world.visitorsOf(sensor)) polled.insert(visitor.index);
        REQUIRE(polled == inside);
        most = std::max(most, polled.size());
    }
    CHECK(most == 3);
    CHECK(inside.empty());
    CHECK(world.visitorsOf(world.shapeAt(1)).empty()); // no sensor
}
