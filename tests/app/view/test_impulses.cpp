#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::PressedPicture;

namespace {

BoxPicture sliding()
{
    BoxPicture picture;
    picture.world().setVelocity(picture.box, {3.0f, 0.0f}, 0.0f);
    picture.step(5);
    return picture;
}

} // namespace

TEST_CASE("normal_impulse_arrows_add_up_to_the_weight_over_a_step")
{
    BoxPicture picture;
    WorldSettings settings = picture.world().settings();
    settings.sleeping = false;
    picture.world().setSettings(settings);
    picture.step(120);
    picture.draw(&ViewSettings::impulses);
    double total = 0.0;
    for (const Primitive& p : picture.all(PrimitiveKind::Arrow, picture.palette.normalImpulse))
        total += std::abs(p.b.y - p.a.y) / static_cast<double>(picture.impulseLength);
    const double weight = static_cast<double>(picture.world().totalMass()) * 9.81 / 60.0;
    CHECK(total == Approx(weight).epsilon(0.02));
}

TEST_CASE("friction_arrows_point_against_the_slide_in_proportion_to_the_normal_impulse")
{
    BoxPicture picture = sliding();
    picture.draw(&ViewSettings::impulses);
    const auto normal = picture.all(PrimitiveKind::Arrow, picture.palette.normalImpulse);
    const auto friction = picture.all(PrimitiveKind::Arrow, picture.palette.frictionImpulse);
    REQUIRE(normal.size() == 2);
    REQUIRE(friction.size() == 2);
    for (size_t i = 0; i < 2; ++i) {
        CHECK(friction[i].a == normal[i].a);
        CHECK((friction[i].b.x - friction[i].a.x) / (normal[i].b.y - normal[i].a.y) ==
              Approx(-0.6).epsilon(0.01));
    }
}

TEST_CASE("a_box_at_rest_on_a_level_floor_has_no_friction_arrow")
{
    BoxPicture picture(30);
    picture.draw(&ViewSettings::impulses);
    CHECK(picture.all(PrimitiveKind::Arrow, picture.palette.normalImpulse).size() == 2);
    CHECK(picture.all(PrimitiveKind::Arrow, picture.palette.frictionImpulse).empty());
}

TEST_CASE("impulses_are_written_at_the_tips_of_their_arrows_unless_numbers_are_off")
{
    BoxPicture picture(30);
    picture.draw(&ViewSettings::impulses);
    REQUIRE(picture.list.labels.size() == 2);
    CHECK(picture.list.labels[0].text.ends_with("mN s"));
    CHECK(picture.list.labels[0].point ==
          picture.all(PrimitiveKind::Arrow, picture.palette.normalImpulse)[0].b);
    picture.view().labels = false;
    picture.draw();
    CHECK(picture.list.labels.empty());
}

TEST_CASE("without_impulses_there_are_neither_arrows_nor_cones")
{
    BoxPicture picture;
    picture.world().refreshContacts();
    picture.draw(&ViewSettings::impulses);
    CHECK(picture.empty());
    picture.draw(&ViewSettings::frictionCone);
    CHECK(picture.empty());
}

TEST_CASE("the_scale_of_impulses_makes_their_arrows_longer")
{
    BoxPicture picture(30);
    const auto height = [&] {
        picture.draw(&ViewSettings::impulses);
        const auto arrows = picture.all(PrimitiveKind::Arrow, picture.palette.normalImpulse);
        return arrows.at(0).b.y - arrows.at(0).a.y;
    };
    const double before = height();
    picture.view().impulseScale = 3.0f;
    CHECK(height() == Approx(3.0 * before));
}

TEST_CASE("line_in_the_friction_cone_stays_within_it_and_reaches_its_side_when_sliding")
{
    BoxPicture picture = sliding();
    picture.draw(&ViewSettings::frictionCone);
    // For each point: fill, left side, right side, impulse.
    REQUIRE(picture.count(PrimitiveKind::Triangle) == 2);
    REQUIRE(picture.list.primitives.size() == 8);
    for (size_t i = 0; i < 8; i += 4) {
        const auto slope = [&](const Primitive& p) { return (p.b - p.a).x / (p.b - p.a).y; };
        const float side = std::abs(slope(picture.list.primitives[i + 1]));
        CHECK(side == Approx(0.6f).epsilon(0.01));
        CHECK(std::abs(slope(picture.list.primitives[i + 3])) == Approx(side).epsilon(0.05));
    }
}

TEST_CASE("in_the_friction_cone_of_a_box_at_rest_the_line_is_upright")
{
    BoxPicture picture(30);
    picture.draw(&ViewSettings::frictionCone);
    REQUIRE(picture.list.primitives.size() == 8);
    for (size_t i = 3; i < 8; i += 4) {
        const Primitive& line = picture.list.primitives[i];
        CHECK(std::fabs(line.b.x - line.a.x) < 0.02 * (line.b.y - line.a.y));
    }
}

TEST_CASE("a_contact_without_friction_has_no_cone")
{
    BoxPicture picture;
    WorldSettings settings = picture.world().settings();
    settings.overrideFriction = true;
    settings.frictionOverride = 0.0f;
    picture.world().setSettings(settings);
    picture.step(10);
    picture.draw(&ViewSettings::frictionCone);
    CHECK(picture.empty());
}

TEST_CASE("impulses_of_vertex_contacts_stop_the_approach")
{
    PressedPicture picture(SolverType::VertexContact);
    picture.draw(&ViewSettings::impulses);
    const ContactView solved = picture.solved();
    REQUIRE(solved.points.size() == 2);
    const float total = solved.points[0].totalImpulse + solved.points[1].totalImpulse;
    const float left = picture.world().motion(picture.box).v.y; // 1 kg, -0.5 m/s before
    CHECK(total == Approx(0.5f + left).epsilon(1e-3));
    CHECK(picture.all(PrimitiveKind::Arrow, picture.palette.normalImpulse).size() == 2);
}
