#include "app/view/ghost_layer.h"

#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Picture;

TEST_CASE("a_ghost_has_dashed_outlines_of_all_bodies_that_can_move")
{
    World ghost;
    ghost.addShape(ghost.createBody({.type = BodyType::Static}), {.geometry = makeBox(4.0f, 0.5f)});
    ghost.addShape(ghost.createBody({.position = {1.0f, 2.0f}}), {.geometry = makeBox(0.5f, 0.5f)});
    ghost.addShape(ghost.createBody({.type = BodyType::Kinematic, .position = {3.0f, 2.0f}}),
                   {.geometry = makeBox(0.5f, 0.5f)});
    Picture picture;
    ViewContext context = picture.context();
    DrawList list;
    GhostLayer(ghost).draw(context, list);
    REQUIRE(list.polygons.size() == 2);
    CHECK(list.polygons[0].transform.p == Position{1.0f, 2.0f});
    CHECK(list.polygons[1].transform.p == Position{3.0f, 2.0f});
    for (const auto& polygon : list.polygons) {
        CHECK(polygon.style.dashed);
        CHECK(polygon.style.fill.a == 0.0f);
    }
    LegendRows rows;
    GhostLayer(ghost).legend(context, rows);
    CHECK(rows.size() == 1);
}
