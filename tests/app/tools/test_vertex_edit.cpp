#include "app/tools/vertex_edit.h"

#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("corners_that_pieces_share_move_together")
{
    World world;
    const BodyId body = world.createBody({});
    const Vec2 left[] = {{-1, 0}, {0, 0}, {0, 1}, {-1, 1}}, right[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    world.addShape(body, {.geometry = makePolygon(left)});
    world.addShape(body, {.geometry = makePolygon(right)});
    CHECK(cornerAt(world, body, {0.01, 1.01}, 0.1f).size() == 2);
    CHECK(cornerAt(world, body, {-1.0, 1.0}, 0.1f).size() == 1);
    CHECK(cornerAt(world, body, {0.5, 0.5}, 0.1f).empty());
}

TEST_CASE("polygons_that_are_concave_wound_twice_or_too_small_have_a_fault")
{
    const auto fault = [](std::vector<Vec2> points) {
        return faultOf({.shape = {}, .points = std::move(points)});
    };
    CHECK(fault({{0, 0}, {1, 0}, {1, 1}, {0, 1}}) == "");
    CHECK(fault({{0, 0}, {1, 0}, {0.2f, 0.2f}, {0, 1}}).starts_with("The polygon must stay convex"));
    CHECK(fault({{0, 0}, {1, 0}}) == "A polygon needs at least 3 corners.");
    CHECK(fault({{0, 0}, {1e-6f, 0}, {0, 1e-6f}}).starts_with("Not valid, "));
    std::vector<Vec2> pentagram;
    for (int i = 0; i < 5; ++i)
        pentagram.push_back(rotate(makeRot(0.8f * kPi * static_cast<float>(i)), {1.0f, 0.0f}));
    CHECK(fault(pentagram) == "The polygon must not cross itself.");
}
