#include "app/view/overlay_colors.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <doctest/doctest.h>
#include <string>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::StackPicture;

TEST_CASE("force_chains_are_thicker_with_more_load")
{
    StackPicture picture;
    picture.draw(&ViewSettings::forceGraph);
    picture.list.primitives = picture.all(PrimitiveKind::Line);
    CHECK(picture.list.primitives.size() ==
          29); // fourteen contacts between boxes, one with the ground, which gets no line
    const auto [lowest, highest] =
        std::ranges::minmax_element(picture.list.primitives, {}, [](const Primitive& p) { return p.b.y; });
    CHECK(lowest->widthPx == Approx(9.0 * 40.0 / 56.0)); // boxes of 40 px, not of 56
    CHECK(highest->widthPx < 0.6f * lowest->widthPx);
}

TEST_CASE("force_chains_can_be_coloured_by_solving_order")
{
    StackPicture picture;
    picture.state.lens<StepLens>().state.colourGraphByOrder = true;
    picture.draw(&ViewSettings::forceGraph);
    CHECK(picture.analysis().record.contacts.size() == 15);
    CHECK_FALSE(picture.all(PrimitiveKind::Line, treeColor(picture.palette, 0.0f)).empty());
    CHECK_FALSE(picture.all(PrimitiveKind::Line, treeColor(picture.palette, 1.0f)).empty());
    CHECK(picture.hasLegend("solving order, first to last"));
}

TEST_CASE("a_load_goes_from_the_middle_of_the_body_into_a_square_on_the_static_floor")
{
    BoxPicture picture(10);
    picture.draw(&ViewSettings::forceGraph);
    const auto lines = picture.all(PrimitiveKind::Line);
    const auto squares = picture.all(PrimitiveKind::Square);
    REQUIRE(lines.size() == 1);
    REQUIRE(squares.size() == 1);
    CHECK(lines[0].a == picture.world().motion(picture.box).center);
    CHECK(lines[0].b == squares[0].a);
    CHECK(length(squares[0].a - Position{}) < 0.01f);
    CHECK(lines[0].color == displayColor(picture.palette, picture.contact().colour));
    CHECK(picture.hasLegend("normal impulse, by contact colour; thickest: 16")); // 9.81 / 60 = 164 mN s
}

TEST_CASE("a_contact_without_load_has_no_chain")
{
    BoxPicture picture;
    picture.draw(&ViewSettings::forceGraph);
    CHECK(picture.empty()); // no contacts
    picture.world().refreshContacts();
    picture.draw();
    CHECK(picture.empty()); // no impulses yet
}

TEST_CASE("a_chain_and_its_impulse_do_not_depend_on_which_points_are_in_view")
{
    BoxPicture picture(10);
    picture.draw(&ViewSettings::forceGraph);
    const Position at = picture.all(PrimitiveKind::Square).at(0).a;
    const std::string legend = picture.legend.at(0).text;
    for (const float side : {-1.0f, 1.0f}) {
        picture.lookAtCorner(side);
        picture.draw();
        REQUIRE(picture.count(PrimitiveKind::Line) == 1);
        CHECK(length(picture.all(PrimitiveKind::Square).at(0).a - at) < 1e-4f);
        CHECK(picture.legend.at(0).text == legend);
    }
}

TEST_CASE("chains_of_sleeping_bodies_are_grey_and_the_legend_says_since_when")
{
    BoxPicture picture(120);
    REQUIRE_FALSE(picture.world().body(picture.box).awake);
    picture.draw(&ViewSettings::forceGraph);
    CHECK(picture.all(PrimitiveKind::Line, picture.palette.muted).size() == 1);
    CHECK(picture.hasLegend("of the last step before falling asleep"));
    picture.otherWorlds.push_back(picture.world());
    picture.draw();
    CHECK(picture.hasLegend("thickest: largest impulse of each view"));
}
