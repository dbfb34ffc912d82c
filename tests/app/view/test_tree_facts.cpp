#include "app/view/tree_facts.h"

#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::Picture;

TEST_CASE("levels_and_perimeters_of_a_tree_match_hand_counts")
{
    DynamicTree tree;
    for (const float x : {0.0f, 2.0f, 10.0f, 12.0f})
        tree.insert({{x, 0.0f}, {x + 1.0f, 1.0f}}, static_cast<uint32_t>(x));
    tree.rebuild(); // root over {0, 2} and {10, 12}
    TreeFacts facts = treeFacts(tree);
    CHECK(facts.height() == 2);
    REQUIRE(facts.levels.size() == 3);
    CHECK(facts.levels[0].inner == 1);
    CHECK(facts.levels[1].inner == 2);
    CHECK(facts.levels[1].leaves == 0);
    CHECK(facts.levels[2].leaves == 4);
    CHECK(facts.levels[2].nodes() == 4);
    CHECK(facts.inner == 3);
    CHECK(facts.leaves == 4);
    CHECK(facts.rootPerimeter == Approx(28.0f));        // 13 by 1
    CHECK(facts.innerPerimeter == Approx(2.0f * 8.0f)); // 3 by 1, twice
    CHECK(facts.expectedLineVisits() == Approx(1.0f + 16.0f / 28.0f));
    CHECK(facts.perimeterGrowth() == Approx(0.0f));

    tree.moveProxy(0, {{0.0f, 0.0f}, {1.0f, 4.0f}}); // its parent grows to 3 by 4
    tree.refit();
    facts = treeFacts(tree);
    CHECK(facts.innerPerimeter == Approx(8.0f + 14.0f));
    CHECK(facts.perimeterGrowth() == Approx(22.0f / 16.0f - 1.0f));
}

TEST_CASE("an_empty_tree_has_no_levels_and_a_single_leaf_is_below_a_root")
{
    const TreeFacts none = treeFacts(DynamicTree());
    CHECK(none.levels.empty());
    CHECK(none.height() == 0);
    CHECK(none.expectedLineVisits() == 0.0f);
    CHECK(none.perimeterGrowth() == 0.0f);
    DynamicTree tree;
    tree.insert({{0.0f, 0.0f}, {1.0f, 1.0f}}, 0);
    const TreeFacts one = treeFacts(tree);
    CHECK(one.height() == 1);
    CHECK(one.leaves == 1);
    CHECK(one.inner == 1);
    CHECK(one.expectedLineVisits() == 1.0f);
    CHECK(one.perimeterGrowth() == 0.0f);
}

TEST_CASE("shapes_that_left_their_fat_boxes_are_listed_for_one_step")
{
    BoxPicture picture(1);
    CHECK(movedShapes(picture.world()).empty()); // at rest
    picture.world().setVelocity(picture.box, {20.0f, 0.0f}, 0.0f);
    picture.step();
    const std::vector<MovedShape> moved = movedShapes(picture.world());
    REQUIRE(moved.size() == 1);
    CHECK(moved[0].shape == picture.boxShape);
    CHECK(moved[0].now == picture.world().boxes(picture.boxShape).fat);
    CHECK(moved[0].before.upper.x < moved[0].now.upper.x);
    CHECK(contains(moved[0].now, picture.world().boxes(picture.boxShape).tight));
    picture.world().setVelocity(picture.box, {0.0f, 0.0f}, 0.0f);
    picture.step();
    CHECK(movedShapes(picture.world()).empty());
}

TEST_CASE("moved_shapes_are_listed_by_slot")
{
    Picture picture;
    for (int i = 0; i < 12; ++i)
        picture.add({.position = {static_cast<float>((i * 7) % 12), 0.0f}, .linearVelocity = {0.0f, 30.0f}},
                    Circle{.radius = 0.2f});
    picture.step(2);
    const std::vector<MovedShape> moved = movedShapes(picture.world());
    REQUIRE(moved.size() == 12);
    for (size_t i = 1; i < moved.size(); ++i) CHECK(moved[i - 1].shape.index < moved[i].shape.index);
}

TEST_CASE("movable_shapes_are_counted_without_static_ones")
{
    BoxPicture picture;
    CHECK(movableShapeCount(picture.world()) == 1);
    picture.add({.type = BodyType::Kinematic, .position = {5.0f, 5.0f}}, makeBox(0.5f, 0.5f));
    CHECK(movableShapeCount(picture.world()) == 2);
    picture.add({.type = BodyType::Static, .position = {-5.0f, 5.0f}}, makeBox(0.5f, 0.5f));
    CHECK(movableShapeCount(picture.world()) == 2);
    CHECK(movableShapeCount(World()) == 0);
}
