#include "app/document/body_outline.h"

#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>
#include <vector>

using namespace satbox;
using namespace satbox::app;

namespace {

struct OneBody {
    World world;
    BodyId body = world.createBody({});
    ShapeId add(std::vector<Vec2> points, float friction = 0.5f)
    {
        return world.addShape(body,
                              {.geometry = makePolygon(points), .material = {.staticFriction = friction}});
    }
    std::vector<BodyOutline> outlines() const { return outlinesOf(world, body); }
};

float areaOf(const std::vector<Vec2>& points)
{
    float area = 0.0f;
    for (size_t i = 0; i < points.size(); ++i)
        area += 0.5f * cross(points[i], points[(i + 1) % points.size()]);
    return area;
}

} // namespace

TEST_CASE("the_pieces_of_a_concave_outline_have_its_corners")
{
    const std::vector<Vec2> drawn{{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    OneBody made;
    const Decomposition cut = decompose(drawn);
    REQUIRE(cut.pieces.size() > 1);
    for (const Polygon& piece : cut.pieces) made.world.addShape(made.body, {.geometry = piece});
    const std::vector<BodyOutline> outlines = made.outlines();
    REQUIRE(outlines.size() == 1);
    CHECK(outlines[0].shapes.size() == cut.pieces.size());
    CHECK(outlines[0].points.size() == drawn.size());
    CHECK(areaOf(outlines[0].points) == doctest::Approx(areaOf(drawn)));
}

TEST_CASE("a_corner_in_the_middle_of_another_edge_joins_too_and_corners_on_a_line_are_no_corners")
{
    OneBody made;
    made.add({{0, 0}, {2, 0}, {2, 1}, {0, 1}});
    made.add({{0, 1}, {1, 1}, {1, 2}, {0, 2}});
    const std::vector<BodyOutline> outlines = made.outlines();
    REQUIRE(outlines.size() == 1);
    CHECK(outlines[0].points.size() == 6); // an L
    CHECK(areaOf(outlines[0].points) == doctest::Approx(3.0));
}

TEST_CASE("polygons_apart_of_other_materials_or_around_a_hole_keep_their_own_outlines")
{
    OneBody apart;
    apart.add({{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    apart.add({{3, 0}, {4, 0}, {4, 1}, {3, 1}});
    CHECK(apart.outlines().size() == 2);

    OneBody materials;
    materials.add({{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    materials.add({{1, 0}, {2, 0}, {2, 1}, {1, 1}}, 0.9f);
    CHECK(materials.outlines().size() == 2);

    OneBody ring;
    ring.add({{0, 0}, {3, 0}, {3, 1}, {0, 1}});
    ring.add({{0, 2}, {3, 2}, {3, 3}, {0, 3}});
    ring.add({{0, 1}, {1, 1}, {1, 2}, {0, 2}});
    ring.add({{2, 1}, {3, 1}, {3, 2}, {2, 2}});
    CHECK(ring.outlines().size() == 4);

    OneBody overlapping;
    overlapping.add({{0, 0}, {2, 0}, {2, 2}, {0, 2}});
    overlapping.add({{1, 1}, {3, 1}, {3, 3}, {1, 3}});
    CHECK(overlapping.outlines().size() == 2);
}

TEST_CASE("circles_have_no_outline_with_corners")
{
    OneBody made;
    made.world.addShape(made.body, {.geometry = Circle{}});
    CHECK(made.outlines().empty());
}

TEST_CASE("a_polygon_with_round_corners_has_its_own_outline_with_its_radius")
{
    OneBody made;
    made.add({{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    made.add({{1, 0}, {2, 0}, {2, 1}, {1, 1}});
    const std::vector<Vec2> beside{{2, 0}, {3, 0}, {3, 1}, {2, 1}};
    made.world.addShape(made.body,
                        {.geometry = makePolygon(beside, 0.1f), .material = {.staticFriction = 0.5f}});
    const std::vector<BodyOutline> outlines = made.outlines();
    REQUIRE(outlines.size() == 2);
    CHECK(outlines[0].radius == 0.1f);
    CHECK(outlines[0].shapes.size() == 1);
    CHECK(outlines[1].radius == 0.0f);
    CHECK(outlines[1].shapes.size() == 2);
}
