#include "app/view/contact_facts.h"

#include "tests/app/view/view_fixture.h"
#include "tests/support/physics_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <string>

using namespace satbox;
using namespace satbox::app;
using satbox::test::BoxPicture;
using satbox::test::Picture;
using satbox::test::PressedPicture;

namespace {

std::string valueOf(const ContactFacts& facts, std::string_view name)
{
    const auto found = std::ranges::find(facts.facts, name, &ContactFact::name);
    return found == facts.facts.end() ? "" : found->value;
}

// Facts of the world's only contact.
ContactFacts factsOf(const World& world, int point = 0)
{
    std::optional<ContactFacts> facts;
    world.forEachContact([&](const Contact& c) { facts = contactFacts(world, keyOf(world, c, point)); });
    REQUIRE(facts.has_value());
    return *facts;
}

} // namespace

TEST_CASE("contact_facts_name_both_shapes_and_the_depth")
{
    BoxPicture picture;
    picture.world().setTransform(picture.box, {{0.0f, 0.498f}, {}});
    picture.world().refreshContacts();
    const ContactKey key = keyOf(picture.world(), picture.contact(), 0);
    const ContactFacts facts = factsOf(picture.world());
    CHECK(facts.nameA == "floor, polygon");
    CHECK(facts.nameB == "box 1, polygon");
    CHECK(facts.position == *contactPosition(picture.world(), key));
    CHECK(valueOf(facts, "Depth") == "2.00 mm");
    CHECK(valueOf(facts, "Gap") == "");
    CHECK(valueOf(facts, "Normal") == "(0.000, 1.000)  90.0°");
    picture.world().destroyBody(picture.box);
    CHECK(!contactFacts(picture.world(), key));
}

TEST_CASE("friction_is_that_of_the_step_and_its_share_of_the_limit_says_why_a_box_slides")
{
    for (const int substeps : {1, 4}) {
        CAPTURE(substeps);
        WorldSettings settings;
        settings.substeps = substeps;
        World world(settings);
        satbox::test::addGround(world);
        const BodyId box = satbox::test::addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}},
                                                 {.staticFriction = 0.2f, .dynamicFriction = 0.2f});
        for (int i = 0; i < 30; ++i) world.step(1.0f / 60.0f);
        world.setVelocity(box, {2.0f, 0.0f}, 0.0f);
        const float before = world.motion(box).v.x;
        world.step(1.0f / 60.0f);
        float friction = 0.0f;
        world.forEachContact([&](const Contact& c) {
            for (int i = 0; i < c.count; ++i) friction += frictionOfStep(c.points[i]);
        });
        const float mass = 1.0f / world.motion(box).invMass;
        CHECK(std::abs(friction) == doctest::Approx(mass * (before - world.motion(box).v.x)).epsilon(0.05));
        CHECK(valueOf(factsOf(world), "Share of the limit") == "100 %");
        CHECK(valueOf(factsOf(world), "State") == "sliding");
    }
}

TEST_CASE("the_state_of_a_contact_is_speculative_sticking_sliding_or_that_of_a_sensor")
{
    BoxPicture picture;
    picture.world().setTransform(picture.box, {{0.0f, 0.51f}, {}});
    picture.world().refreshContacts();
    CHECK(valueOf(factsOf(picture.world()), "State") == "speculative: still apart");
    CHECK(valueOf(factsOf(picture.world()), "Gap") == "10.0 mm");

    picture = BoxPicture(10);
    CHECK(valueOf(factsOf(picture.world()), "State") == "sticking");
    picture.world().setVelocity(picture.box, {3.0f, 0.0f}, 0.0f);
    picture.step();
    CHECK(valueOf(factsOf(picture.world()), "State") == "sliding");

    ShapeDef def = picture.world().shapeDef(picture.boxShape);
    def.sensor = true;
    picture.world().setShapeDef(picture.boxShape, def);
    picture.world().setTransform(picture.box, {{0.0f, 0.4f}, {}});
    picture.world().refreshContacts();
    CHECK(valueOf(factsOf(picture.world()), "State") == "sensor: reported, not solved");
}

TEST_CASE("friction_of_a_point_that_was_not_pushed_in_the_last_substep_is_unknown")
{
    // Impulses as a step leaves them: pushed in an earlier substep only.
    const auto pushedBefore = [](float separation) {
        ContactPoint point;
        point.totalImpulse = 2.0f;
        point.separation = separation;
        return point;
    };
    CHECK_FALSE(isFrictionKnown(pushedBefore(-0.01f)));
    CHECK(std::string(contactStateText(Contact{}, pushedBefore(-0.01f))) == "moving apart");
    CHECK(std::string(contactStateText(Contact{}, pushedBefore(0.01f))) == "apart again");
    ContactPoint pushed = pushedBefore(-0.01f);
    pushed.normalImpulse = 0.5f;
    CHECK(isFrictionKnown(pushed));
    CHECK(isFrictionKnown(ContactPoint{})); // never pushed: there was none

    // A disc that bounces leaves the ground within the step in which it hits it.
    World world;
    satbox::test::addGround(world);
    const BodyId ball = satbox::test::addBody(world, Circle{{0.0f, 0.0f}, 0.5f}, {.position = {0.0f, 2.0f}},
                                              {.restitution = 0.5f});
    const auto wasHit = [&] {
        bool hit = false;
        world.forEachContact(
            [&](const Contact& c) { hit |= c.count > 0 && c.points[0].totalImpulse > 0.0f; });
        return hit;
    };
    for (int i = 0; i < 120 && !wasHit(); ++i) world.step(satbox::test::kStep);
    REQUIRE(wasHit());
    REQUIRE(world.motion(ball).v.y > 0.0f);
    const ContactFacts facts = factsOf(world);
    CHECK(valueOf(facts, "State").find("apart") != std::string::npos);
    CHECK(valueOf(facts, "Friction impulse") == "unknown");
    CHECK(valueOf(facts, "Share of the limit").empty());
}

TEST_CASE("both_points_of_a_resting_box_of_1_kg_carry_half_of_its_weight")
{
    BoxPicture picture(20);
    for (const int point : {0, 1}) {
        const ContactFacts facts = factsOf(picture.world(), point);
        CHECK(valueOf(facts, "Mean force").starts_with("4.9")); // N, of 9.81
        CHECK(valueOf(facts, "Mean force").ends_with(" N"));
        CHECK(valueOf(facts, "Normal impulse").starts_with("81.")); // mN s: that over 1/60 s
        CHECK(valueOf(facts, "Age").find("(pair: ") != std::string::npos);
        CHECK(valueOf(facts, "Friction, static / dynamic") == "0.600 / 0.600");
    }
}

TEST_CASE("speeds_are_those_of_b_relative_to_a")
{
    BoxPicture picture;
    picture.world().refreshContacts();
    picture.world().setVelocity(picture.box, {2.0f, -0.5f}, 0.0f);
    const ContactFacts facts = factsOf(picture.world());
    CHECK(valueOf(facts, "Speed, normal") == "\u2212500 mm/s");
    CHECK(valueOf(facts, "Speed, sliding") == "\u22122.00 m/s"); // left of the normal is -x
}

TEST_CASE("the_hover_card_has_some_of_the_facts_and_each_fact_has_a_tooltip")
{
    BoxPicture picture(3);
    const ContactFacts facts = factsOf(picture.world());
    const auto brief = std::ranges::count(facts.facts, true, &ContactFact::isBrief);
    CHECK(brief >= 5);
    CHECK(brief < static_cast<long>(facts.facts.size()));
    for (const ContactFact& fact : facts.facts) {
        CAPTURE(fact.name);
        CHECK(fact.help.ends_with("."));
        CHECK_FALSE(fact.value.empty());
    }
}

TEST_CASE("a_circle_has_no_reference_face_to_name")
{
    Picture picture;
    picture.add({.type = BodyType::Static}, Circle{.radius = 0.5f});
    picture.add({.position = {0.9f, 0.0f}}, Circle{.radius = 0.5f});
    picture.world().refreshContacts();
    const ContactFacts facts = factsOf(picture.world());
    CHECK(facts.nameB == "circle 1, circle");
    CHECK(valueOf(facts, "Reference face") == "none");
    CHECK(valueOf(facts, "Depth") == "100 mm");
}

TEST_CASE("a_card_names_the_vertex_and_the_edge")
{
    PressedPicture picture(SolverType::VertexContact);
    CHECK(usesVertexContacts(picture.world(), picture.contact()));
    const ContactFacts facts = factsOf(picture.world());
    CHECK(valueOf(facts, "Vertex").find("inside") != std::string::npos);
    CHECK(valueOf(facts, "Edge of greatest separation") != "");
    CHECK(valueOf(facts, "Features") == "");
    // A point that does not exist has no card.
    CHECK_FALSE(contactFacts(picture.world(), keyOf(picture.world(), picture.contact(), 2)));

    PressedPicture manifold(SolverType::SoftStep);
    CHECK_FALSE(usesVertexContacts(manifold.world(), manifold.contact()));
    CHECK(valueOf(factsOf(manifold.world()), "Vertex") == "");
    CHECK(valueOf(factsOf(manifold.world()), "Features") != "");
}
