#include "app/tools/vertex_edit.h"

#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("corners_that_outlines_of_different_materials_share_move_together")
{
    World world;
    const BodyId body = world.createBody({});
    const Vec2 left[] = {{-1, 0}, {0, 0}, {0, 1}, {-1, 1}}, right[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    world.addShape(body, {.geometry = makePolygon(left)});
    world.addShape(body, {.geometry = makePolygon(right), .material = {.restitution = 0.5f}});
    CHECK(cornerAt(outlinesOf(world, body), {0.01f, 1.01f}, 0.1f).size() == 2);
    CHECK(cornerAt(outlinesOf(world, body), {-1.0f, 1.0f}, 0.1f).size() == 1);
    CHECK(cornerAt(outlinesOf(world, body), {0.5f, 0.5f}, 0.1f).empty());
}

TEST_CASE("outlines_may_be_concave_and_have_many_corners_but_must_not_cross_themselves")
{
    const auto fault = [](std::vector<Vec2> points) {
        EditedOutline outline{.points = std::move(points)};
        return fill(outline);
    };
    CHECK(fault({{0, 0}, {1, 0}, {1, 1}, {0, 1}}) == "");
    CHECK(fault({{0, 0}, {1, 0}, {0.2f, 0.2f}, {0, 1}}) == "");
    CHECK(fault({{0, 0}, {1, 0}}) == "An outline needs at least 3 corners.");
    CHECK(fault({{0, 0}, {1e-6f, 0}, {0, 1e-6f}}) != "");
    std::vector<Vec2> pentagram, circle;
    for (int i = 0; i < 5; ++i)
        pentagram.push_back(rotate(makeRot(0.8f * kPi * static_cast<float>(i)), {1.0f, 0.0f}));
    for (int i = 0; i < 30; ++i)
        circle.push_back(rotate(makeRot(kPi / 15.0f * static_cast<float>(i)), {1.0f, 0.0f}));
    CHECK(fault(pentagram) == "The outline must not cross itself.");
    CHECK(fault(circle) == "");
}

TEST_CASE("an_outline_with_round_corners_keeps_them_and_must_stay_one_convex_piece")
{
    World world;
    const BodyId body = world.createBody({});
    world.addShape(body, {.geometry = makeRoundedBox(1.0f, 1.0f, 0.25f)});
    std::vector<EditedOutline> edited = cornerAt(outlinesOf(world, body), {1.0f, 1.0f}, 0.1f);
    REQUIRE(edited.size() == 1);
    moveCorner(edited, {2.0f, 2.0f});
    CHECK(fill(edited[0]) == "");
    REQUIRE(edited[0].filling.pieces.size() == 1);
    CHECK(edited[0].filling.pieces[0].radius == 0.25f);
    moveCorner(edited, {-0.5f, -0.5f});
    CHECK(fill(edited[0]) == "A polygon with round corners must stay convex.");
    EditedOutline ring{.radius = 0.1f};
    for (int i = 0; i < 9; ++i)
        ring.points.push_back(rotate(makeRot(kPi / 4.5f * static_cast<float>(i)), {1.0f, 0.0f}));
    CHECK(fill(ring) == "A polygon with round corners has at most 8 of them.");
}
