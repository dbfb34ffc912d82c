#include "app/tools/array_copy.h"

#include "tests/app/view/view_fixture.h"

#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;

TEST_CASE("without_a_distance_of_its_own_an_array_has_the_size_of_the_common_box")
{
    BoxPicture picture;
    const std::array one{picture.box};
    const std::array both{picture.box, picture.floor};
    CHECK(spacingOf({}, picture.world(), one).x == Approx(1.0).epsilon(1e-3));
    const Vec2 ofBoth = touchingSpacing(picture.world(), both);
    CHECK(ofBoth.x > 10.0f);
    CHECK(ofBoth.y == Approx(2.0).epsilon(1e-3));
    CHECK(spacingOf({.spacingX = 3.0f}, picture.world(), both).x == 3.0f);
    CHECK(spacingOf({.spacingX = 3.0f}, picture.world(), both).y == ofBoth.y);
    CHECK((touchingSpacing(picture.world(), {}) == Vec2{1.0f, 1.0f}));
}

TEST_CASE("the_copies_of_an_array_are_outlined_with_dashes_while_its_card_is_open")
{
    BoxPicture picture;
    picture.state.selection.select(picture.world(), picture.box);
    picture.state.ui.arrayCopy = {.columns = 2, .rows = 3, .spacingX = 1.5f, .spacingY = 2.0f};
    picture.draw();
    CHECK(picture.list.polygons.empty());
    picture.state.ui.arrayCard.open = true;
    picture.draw();
    REQUIRE(picture.list.polygons.size() == 5);
    for (const PolygonShape& copy : picture.list.polygons) CHECK(copy.style.dashed);
    const Position last = picture.list.polygons.back().transform.p;
    const Position box = picture.world().motion(picture.box).origin();
    CHECK(last.x - box.x == Approx(1.5));
    CHECK(last.y - box.y == Approx(4.0));
    picture.state.ui.arrayCopy.rows = 2000;
    picture.draw();
    CHECK(picture.list.polygons.empty());
}
