#include "app/view/tree_facts.h"
#include "tests/app/view/view_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::around;
using satbox::test::BoxPicture;

TEST_CASE("shapes_that_left_their_fat_boxes_are_drawn_for_one_step")
{
    BoxPicture picture;
    picture.world().setVelocity(picture.box, {20.0f, 0.0f}, 0.0f);
    picture.step();
    const std::vector<MovedShape> moved = movedShapes(picture.world());
    REQUIRE(moved.size() == 1);
    picture.draw();
    CHECK(picture.list.primitives.empty());
    CHECK(picture.legend.empty());
    picture.state.lens<BroadPhaseLens>().broad.isOpen = true;
    picture.state.lens<BroadPhaseLens>().broad.tab = BroadPhaseTab::Moved;
    picture.draw();
    REQUIRE(picture.count(PrimitiveKind::Dashed) == 4);
    REQUIRE(picture.count(PrimitiveKind::Line) == 4);
    CHECK(around(picture.all(PrimitiveKind::Dashed)) == moved[0].before);
    CHECK(around(picture.all(PrimitiveKind::Line)) == moved[0].now);
    CHECK(picture.hasLegend("left theirs: 1"));
    const float width = picture.all(PrimitiveKind::Line).front().widthPx;
    picture.state.lens<BroadPhaseLens>().broad.hoveredShape = moved[0].shape;
    picture.draw();
    CHECK(picture.all(PrimitiveKind::Line).front().widthPx > width);
    picture.world().setVelocity(picture.box, {0.0f, 0.0f}, 0.0f);
    picture.step();
    picture.draw();
    CHECK(picture.list.primitives.empty());
}
