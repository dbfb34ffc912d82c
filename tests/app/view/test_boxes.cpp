#include "app/view/overlay_colors.h"
#include "app/view/tree_facts.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::around;
using satbox::test::BoxPicture;
using satbox::test::Picture;

namespace {

Picture fourInARow()
{
    Picture picture;
    for (const float x : {-3.0f, -2.0f, 2.0f, 3.0f})
        picture.add({.position = {x, 0.0f}}, Circle{.radius = 0.2f});
    return picture;
}

} // namespace

TEST_CASE("tight_boxes_are_solid_fat_boxes_dashed_and_both_match_the_world")
{
    Picture picture;
    const BodyId body = picture.add({.rotation = makeRot(0.3f)}, makeBox(0.5f, 0.2f));
    const ShapeBoxes boxes = picture.world().boxes(picture.world().shapesOf(body).front());
    picture.draw(&ViewSettings::tightBoxes);
    const auto tight = picture.all(PrimitiveKind::Line, tightBoxColor(picture.palette));
    REQUIRE(tight.size() == 4);
    CHECK(picture.list.primitives.size() == 4);
    CHECK(around(tight) == boxes.tight);
    CHECK(picture.hasLegend("tight box"));

    picture.draw(&ViewSettings::fatBoxes);
    const auto fat = picture.all(PrimitiveKind::Dashed, fatBoxColor(picture.palette));
    REQUIRE(fat.size() == 4);
    CHECK(around(fat) == boxes.fat);
    CHECK(picture.hasLegend("fat box, margin 100 mm"));
}

TEST_CASE("a_disabled_body_is_in_no_tree_and_has_no_fat_box")
{
    Picture picture;
    picture.add({.enabled = false}, makeBox(0.5f, 0.5f));
    picture.draw(&ViewSettings::fatBoxes);
    CHECK(picture.empty());
    picture.draw(&ViewSettings::tightBoxes);
    CHECK(picture.count(PrimitiveKind::Line) == 4);
}

TEST_CASE("boxes_out_of_view_are_not_drawn")
{
    for (const auto overlay : {&ViewSettings::tightBoxes, &ViewSettings::fatBoxes, &ViewSettings::tree}) {
        Picture picture = fourInARow();
        picture.state.camera.set({100.0f, 0.0f}, 100.0f);
        picture.draw(overlay);
        CHECK(picture.empty());
    }
}

TEST_CASE("the_tree_is_drawn_with_one_box_for_each_inner_node_and_the_root_around_all")
{
    Picture picture = fourInARow();
    picture.draw(&ViewSettings::tree);
    CHECK(picture.count(PrimitiveKind::Line) == 3 * 4);
    const auto root = picture.all(PrimitiveKind::Line, treeColor(picture.palette, 0.0f).dimmed(0.75f));
    REQUIRE(root.size() == 4);
    const WorldBox all = around(root);
    picture.world().forEachShape(
        [&](ShapeId id, const BodyShape&) { CHECK(contains(all, picture.world().boxes(id).tight)); });
    CHECK(picture.hasLegend("tree, root to depth 2"));
    picture.state.lens<BroadPhaseLens>().broad.trees = ShownTrees::Fixed; // empty
    picture.draw();
    CHECK(picture.empty());
}

TEST_CASE("one_level_of_the_trees_draws_its_nodes_alone_and_the_legend_counts_them")
{
    BoxPicture picture;
    BroadPhaseState& broad = picture.state.lens<BroadPhaseLens>().broad;
    picture.draw(&ViewSettings::tree);
    CHECK(picture.hasLegend("root to depth 1"));
    CHECK(picture.list.primitives.empty()); // single leaves: they are the fat boxes
    broad.level = 1;
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Dashed) == 8); // two leaves of four sides
    CHECK(picture.hasLegend("static tree, level 1: leaves 1"));
    CHECK(picture.hasLegend("movable tree, level 1: leaves 1"));
    broad.trees = ShownTrees::Movable;
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Dashed) == 4);
    CHECK_FALSE(picture.hasLegend("static tree"));
    broad.level = 0;
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Dashed) == 0);
    CHECK(picture.count(PrimitiveKind::Line) == 4);
    broad.level = 5; // deeper than both
    picture.draw();
    CHECK(picture.list.primitives.empty());
}
