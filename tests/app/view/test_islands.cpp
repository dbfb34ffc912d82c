#include "app/view/overlay_colors.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::StackPicture;

namespace {

BodyId addBox(BoxPicture& picture, float x, float y)
{
    return picture.add({.position = {x, y}}, makeBox(0.5f, 0.5f));
}

} // namespace

TEST_CASE("an_island_is_labelled_with_the_reason_it_is_awake")
{
    BoxPicture picture(12);
    picture.draw(&ViewSettings::islands);
    CHECK(picture.hasLabel("at rest 0."));
    CHECK(picture.hasLegend("body at rest for the shortest time"));
    picture.world().setVelocity(picture.box, {1.0f, 0.0f}, 0.0f);
    picture.draw();
    CHECK(picture.hasLabel("1.00 m/s > 50.0 mm/s"));
    CHECK(picture.all(PrimitiveKind::Ring, picture.palette.broadPhase).size() == 1);
    CHECK(picture.hasLegend("body that keeps its island awake"));
    picture.view().labels = false;
    picture.draw();
    CHECK(picture.list.labels.empty());
    CHECK(picture.count(PrimitiveKind::Ring) == 0);
    CHECK(picture.legend.size() == 1);
}

TEST_CASE("with_sleeping_off_islands_are_outlined_and_not_labelled")
{
    BoxPicture picture(2);
    WorldSettings settings = picture.world().settings();
    settings.sleeping = false;
    picture.world().setSettings(settings);
    picture.draw(&ViewSettings::islands);
    CHECK(picture.count(PrimitiveKind::Line) == 4);
    CHECK(picture.list.labels.empty());
}

TEST_CASE("an_outline_goes_around_the_bodies_of_an_island_at_six_pixels")
{
    BoxPicture picture(2);
    picture.draw(&ViewSettings::islands);
    const auto outline = picture.all(PrimitiveKind::Line);
    REQUIRE(outline.size() == 4);
    const Position middle = picture.world().motion(picture.box).center;
    for (const Primitive& side : outline)
        CHECK(length(side.a - middle) == Approx(std::sqrt(0.5f) + 6.0f * picture.pixel).epsilon(1e-3));
}

TEST_CASE("bodies_that_touch_have_one_outline_and_other_islands_other_colours")
{
    BoxPicture picture;
    const BodyId upper = addBox(picture, 0.0f, 1.5f);
    const BodyId apart = addBox(picture, 3.0f, 0.5f);
    picture.step(3);
    picture.draw(&ViewSettings::islands);
    const auto outlineOf = [&](BodyId first) {
        return picture.all(PrimitiveKind::Line, categoryColor(picture.palette, first.index).saturated(1.0f));
    };
    const auto first = outlineOf(picture.box), second = outlineOf(apart);
    CHECK(first.size() >= 4);
    CHECK(second.size() == 4);
    CHECK(picture.count(PrimitiveKind::Line) == first.size() + second.size());
    const double top = std::ranges::max(first, {}, [](const Primitive& p) { return p.a.y; }).a.y;
    CHECK(top > picture.world().motion(upper).center.y + 0.5);
}

TEST_CASE("an_island_asleep_is_dashed_pale_and_has_no_reason")
{
    BoxPicture picture(120);
    REQUIRE_FALSE(picture.world().body(picture.box).awake);
    picture.draw(&ViewSettings::islands);
    CHECK(picture.count(PrimitiveKind::Line) == 0);
    const Color pale = categoryColor(picture.palette, picture.box.index).saturated(0.4f);
    CHECK(picture.all(PrimitiveKind::Dashed, pale.dimmed(0.7f)).size() == 4);
    CHECK(picture.list.labels.empty());
    CHECK(picture.hasLegend("island, asleep"));
}

TEST_CASE("a_row_of_the_panel_shows_its_island_alone")
{
    BoxPicture picture;
    const BodyId apart = addBox(picture, 3.0f, 0.5f);
    picture.step(3);
    picture.draw();
    CHECK(picture.empty());
    picture.state.lens<BroadPhaseLens>().broad.hoveredIsland = apart.index;
    picture.draw();
    const auto outline = picture.all(PrimitiveKind::Line);
    REQUIRE(outline.size() == 4);
    for (const Primitive& side : outline) CHECK(side.a.x > 2.0);
    REQUIRE(picture.list.labels.size() == 1);
    CHECK(picture.list.labels[0].required);
}

TEST_CASE("contact_colours_are_numbered_and_go_from_each_body_that_moves_to_the_contact")
{
    BoxPicture picture;
    const BodyId upper = addBox(picture, 0.0f, 1.5f);
    picture.draw(&ViewSettings::colours);
    CHECK(picture.empty()); // nothing was solved yet
    picture.step(3);
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Square) == 2);
    CHECK(picture.count(PrimitiveKind::Line) == 3); // the floor does not move
    CHECK(picture.list.labels.size() == 2);
    CHECK(picture.list.labels[0].text != picture.list.labels[1].text); // both contacts share a body
    CHECK(picture.hasLegend("contact colours: 2, overflow 0"));
    // No two lines of one colour meet at a body.
    const Position shared = picture.world().motion(picture.box).center;
    std::vector<Color> met;
    for (const Primitive& line : picture.all(PrimitiveKind::Line))
        if (line.a == shared) met.push_back(line.color);
    REQUIRE(met.size() == 2);
    CHECK(met[0] != met[1]);
    CHECK(picture.world().motion(upper).center.y > 1.0);
    picture.view().labels = false;
    picture.draw();
    CHECK(picture.list.labels.empty());
}

TEST_CASE("a_contact_colour_is_drawn_at_the_contact_centre_whichever_point_is_in_view")
{
    BoxPicture picture(3);
    for (const float side : {-1.0f, 1.0f}) {
        picture.lookAtCorner(side);
        picture.draw(&ViewSettings::colours);
        const auto squares = picture.all(PrimitiveKind::Square);
        REQUIRE(squares.size() == 1);
        CHECK(length(squares[0].a - Position{}) < 0.01f); // midway between both points
    }
}
