// Which pairs of shapes get a contact, and its combined materials.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// Two overlapping shapes on bodies of these types: true if a step creates a contact.
bool meet(const ShapeDef& a, const ShapeDef& b, BodyType typeA = BodyType::Dynamic,
          BodyType typeB = BodyType::Dynamic)
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    world.addShape(world.createBody({.type = typeA}), a);
    world.addShape(world.createBody({.type = typeB}), b);
    world.step(kStep);
    return world.counters().contacts == 1;
}

Contact onlyContact(const World& world)
{
    Contact found;
    world.forEachContact([&](const Contact& c) { found = c; });
    return found;
}

World twoBoxes(const Material& a, const Material& b, const WorldSettings& settings)
{
    World world(settings);
    addBody(world, makeBox(0.5f, 0.5f), {}, a);
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.9f, 0.0f}}, b);
    world.step(kStep);
    return world;
}

} // namespace

TEST_CASE("two_bodies_that_cannot_move_two_segments_and_two_sensors_make_no_contact")
{
    const ShapeDef box{.geometry = makeBox(0.5f, 0.5f)};
    ShapeDef sensor = box;
    sensor.sensor = true;
    const ShapeDef segment{.geometry = Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}}};
    CHECK(meet(box, box));
    CHECK(meet(box, box, BodyType::Static, BodyType::Dynamic));
    CHECK_FALSE(meet(box, box, BodyType::Static, BodyType::Kinematic));
    CHECK_FALSE(meet(box, box, BodyType::Kinematic, BodyType::Kinematic));
    CHECK(meet(segment, box));
    CHECK_FALSE(meet(segment, segment));
    CHECK(meet(sensor, box));
    CHECK(meet(box, sensor));
    CHECK_FALSE(meet(sensor, sensor));
}

TEST_CASE("both_coefficients_of_friction_and_restitution_are_mixed_each_by_its_own_rule")
{
    const Material a{.staticFriction = 0.9f, .dynamicFriction = 0.4f, .restitution = 0.2f};
    const Material b{.staticFriction = 0.1f, .dynamicFriction = 0.1f, .restitution = 0.6f};
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.frictionRule = CombineRule::Average;
    settings.restitutionRule = CombineRule::Minimum;
    Contact c = onlyContact(twoBoxes(a, b, settings));
    CHECK(c.staticFriction == doctest::Approx(0.5f));
    CHECK(c.dynamicFriction == doctest::Approx(0.25f));
    CHECK(c.restitution == doctest::Approx(0.2f));

    settings.overrideFriction = settings.overrideRestitution = true;
    settings.frictionOverride = 0.3f;
    settings.restitutionOverride = 0.7f;
    c = onlyContact(twoBoxes(a, b, settings));
    CHECK(c.staticFriction == 0.3f);
    CHECK(c.dynamicFriction == 0.3f);
    CHECK(c.restitution == 0.7f);
}

TEST_CASE("the_shape_with_the_lower_slot_is_a")
{
    const Contact c = onlyContact(twoBoxes({}, {}, settingsFor(SolverType::SoftStep, {0.0f, 0.0f})));
    CHECK(c.shapeA < c.shapeB);
    CHECK(c.normal.x > 0.99f); // from A, which is on the left, to B
}
