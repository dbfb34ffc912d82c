#include "app/document/selection.h"

#include "tests/app/view/view_fixture.h"
#include "tests/support/app_worlds.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>

#include <cmath>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

TEST_CASE("the_smallest_shape_under_the_pointer_is_picked")
{
    auto made = makeBoxOnFloor();
    World& world = test::editableWorld(made.state);
    ShapeDef def;
    def.geometry = Circle{.radius = 0.1f};
    const ShapeId coin = world.addShape(world.createBody({.position = {0.0f, 0.5f}}), def);
    CHECK(pickShape(world, {0.0f, 0.5f}, 0.0f) == coin);
    CHECK(pickShape(world, {0.3f, 0.5f}, 0.0f) == made.boxShape);
    CHECK(pickShape(world, {5.0f, 5.0f}, 0.0f).isNull());
}

TEST_CASE("a_thin_shape_is_picked_from_nearby")
{
    auto made = makeBoxOnFloor();
    World& world = test::editableWorld(made.state);
    ShapeDef def;
    def.geometry = Segment{{-1.0f, 3.0f}, {1.0f, 3.0f}};
    const ShapeId edge = world.addShape(world.createBody({.type = BodyType::Static}), def);
    CHECK(pickShape(world, {0.0f, 3.05f}, 0.1f) == edge);
    CHECK(pickShape(world, {0.0f, 3.2f}, 0.1f).isNull());
}

TEST_CASE("a_shape_can_be_picked_whatever_its_filter")
{
    auto made = makeBoxOnFloor();
    World& world = test::editableWorld(made.state);
    ShapeDef def = world.shapeDef(made.boxShape);
    def.filter = {.category = 4, .mask = 0};
    world.setShapeDef(made.boxShape, def);
    CHECK(pickShape(world, {0.0f, 0.5f}, 0.0f) == made.boxShape);
}

TEST_CASE("a_contact_is_found_by_its_key_and_picked_by_its_position")
{
    auto made = makeBoxOnFloor();
    World& world = test::editableWorld(made.state);
    world.refreshContacts();
    const auto picked = pickContact(world, {0.5f, 0.0f}, 0.1f);
    REQUIRE(picked);
    CHECK(picked->point >= 0);
    const Contact* contact = findContact(world, *picked).contact;
    REQUIRE(contact);
    CHECK(contact->count == 2);
    const auto position = contactPosition(world, *picked);
    REQUIRE(position);
    CHECK(position->x == doctest::Approx(0.5f).epsilon(0.05));
    ContactKey whole = *picked;
    whole.point = -1;
    REQUIRE(contactPosition(world, whole));
    CHECK(std::abs(contactPosition(world, whole)->x) < 0.01f);
    CHECK_FALSE(pickContact(world, {0.0f, 2.0f}, 0.1f));
}

TEST_CASE("a_contact_is_picked_at_its_vertices")
{
    const satbox::test::PressedPicture picture(SolverType::VertexContact);
    const Position corner = picture.world().motion(picture.box).center + Vec2{0.5f, -0.5f};
    const auto picked = pickContact(picture.world(), corner, 0.1f);
    REQUIRE(picked);
    CHECK(picked->point == 1);
    CHECK(length(*contactPosition(picture.world(), *picked) - corner) < 0.02f);
}

TEST_CASE("what_no_longer_exists_is_not_selected")
{
    auto made = makeBoxOnFloor();
    World& world = test::editableWorld(made.state);
    world.refreshContacts();
    Selection selection;
    selection.select(world, made.boxShape);
    CHECK(selection.body == made.box);
    selection.contact = pickContact(world, {0.5f, 0.0f}, 0.1f);
    REQUIRE(selection.contact);
    world.destroyBody(made.box);
    selection.prune(world);
    CHECK(selection.empty());
    CHECK(selection.shape.isNull());
}

TEST_CASE("several_bodies_are_selected_in_any_order_and_the_last_one_is_the_selected_body")
{
    auto made = makeBoxOnFloor();
    const World& world = made.state.world();
    Selection selection;
    selection.select(world, std::array{made.floor, made.box, made.floor});
    CHECK(selection.body == made.floor);
    CHECK(selection.count() == 2);
    CHECK(selection.contains(made.box));
    selection.add(world, std::array{made.box}); // already selected: it becomes the selected body
    CHECK(selection.body == made.box);
    CHECK(selection.count() == 2);
    selection.add(world, std::array{made.floor});
    selection.add(world, {}); // an empty rectangle changes nothing
    CHECK(selection.body == made.floor);
    selection.clear();
    CHECK(selection.count() == 0);
    CHECK_FALSE(selection.contains(made.box));
}

TEST_CASE("when_the_selected_body_is_deleted_another_selected_one_takes_its_place")
{
    auto made = makeBoxOnFloor();
    World world = made.state.world();
    Selection selection;
    selection.select(world, std::array{made.floor, made.box});
    world.destroyBody(made.box);
    selection.prune(world);
    CHECK(selection.body == made.floor);
    CHECK(selection.count() == 1);
}

TEST_CASE("a_joint_is_selected_instead_of_bodies_and_dropped_when_it_no_longer_exists")
{
    auto made = makeBoxOnFloor();
    World& world = test::editableWorld(made.state);
    const JointId joint = world.createJoint({.bodyA = made.floor, .bodyB = made.box});
    Selection selection;
    selection.select(world, made.box);
    selection.select(world, joint);
    CHECK(selection.joint == joint);
    CHECK(selection.count() == 0);
    CHECK_FALSE(selection.empty());
    selection.add(world, std::array{made.box});
    CHECK(selection.joint.isNull());
    selection.select(world, joint);
    selection.toggle(world, made.boxShape);
    CHECK(selection.joint.isNull());
    CHECK(selection.body == made.box);
    selection.select(world, joint);
    selection.hoveredJoint = joint;
    world.destroyBody(made.box); // and the joint with it
    selection.prune(world);
    CHECK(selection.empty());
    CHECK(selection.hoveredJoint.isNull());
}
