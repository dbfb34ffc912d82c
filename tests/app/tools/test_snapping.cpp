#include "app/tools/snapping.h"

#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

struct BoxAndDisc {
    World world;
    BodyId box = add({0.0f, 0.0f}, makeBox(1.0f, 1.0f));
    BodyId disc = add({10.0f, 0.0f}, Circle{.radius = 1.0f});

    BodyId add(Position at, const Shape& shape)
    {
        const BodyId body = world.createBody({.position = at});
        world.addShape(body, {.geometry = shape});
        return body;
    }
};

constexpr SnapSearch kSearch{.reach = 0.2f, .gridStep = 0.5f};

} // namespace

TEST_CASE("a_point_snaps_to_a_vertex_before_an_edge_and_to_an_edge_before_the_grid")
{
    const BoxAndDisc scene;
    const SnapTarget vertex = snapPoint(scene.world, {1.1f, 0.95f}, kSearch); // the edge x = 1 is nearer
    CHECK((vertex.kind == SnapTarget::Kind::Vertex));
    CHECK(vertex.point == Position{1.0f, 1.0f});
    const SnapTarget edge = snapPoint(scene.world, {1.1f, 0.3f}, kSearch);
    CHECK((edge.kind == SnapTarget::Kind::Edge));
    CHECK(edge.point.x == Approx(1.0));
    CHECK(edge.point.y == Approx(0.3));
    const SnapTarget grid = snapPoint(scene.world, {3.2f, 2.8f}, kSearch);
    CHECK((grid.kind == SnapTarget::Kind::Grid));
    CHECK(grid.point == Position{3.0f, 3.0f});
}

TEST_CASE("edges_attract_from_inside_too_and_circles_have_a_rim_and_a_centre")
{
    const BoxAndDisc scene;
    CHECK(snapPoint(scene.world, {0.9f, 0.3f}, kSearch).point.x == Approx(1.0));
    const SnapTarget rim = snapPoint(scene.world, {10.0f, 1.1f}, kSearch);
    CHECK((rim.kind == SnapTarget::Kind::Edge));
    CHECK(rim.point.y == Approx(1.0));
    CHECK(snapPoint(scene.world, {10.1f, 0.0f}, kSearch).point == Position{10.0f, 0.0f});
}

TEST_CASE("inside_a_capsule_the_point_snaps_to_the_rim_or_to_the_grid")
{
    World world;
    world.addShape(world.createBody({.position = {20.0f, 0.0f}}), {.geometry = Capsule{.radius = 2.0f}});
    const SnapTarget rim = snapPoint(world, {20.2f, 1.9f}, kSearch);
    CHECK((rim.kind == SnapTarget::Kind::Edge));
    CHECK(rim.point.x == Approx(20.2));
    CHECK(rim.point.y == Approx(2.0));
    CHECK((snapPoint(world, {20.1f, 1.1f}, kSearch).kind == SnapTarget::Kind::Grid));
}

TEST_CASE("bodies_that_move_with_the_point_do_not_attract_it")
{
    const BoxAndDisc scene;
    const std::array moved{scene.box};
    SnapSearch search = kSearch;
    search.ignored = moved;
    CHECK_FALSE(nearestFeature(scene.world, {1.1f, 0.95f}, search));
}

TEST_CASE("a_translation_brings_the_corner_that_is_nearest_to_a_vertex_onto_it")
{
    const BoxAndDisc scene;
    const std::array<Position, 2> corners{Position{1.15f, 1.0f}, Position{-1.05f, 1.0f}};
    const Vec2 onto = snapTranslation(scene.world, corners, {0.0f, 5.0f}, kSearch);
    CHECK(onto.x == Approx(0.05f));
    CHECK(onto.y == Approx(0.0f));
    const std::array<Position, 1> far{Position{5.0f, 5.0f}};
    const Vec2 toGrid = snapTranslation(scene.world, far, {5.1f, 5.2f}, kSearch);
    CHECK(toGrid.x == Approx(-0.1f));
    CHECK(toGrid.y == Approx(-0.2f));
}

TEST_CASE("centres_of_mass_and_middles_of_edges_attract_a_point_only_if_asked")
{
    const BoxAndDisc scene;
    SnapSearch search = kSearch;
    CHECK((snapPoint(scene.world, {0.1f, 0.05f}, search).kind == SnapTarget::Kind::Grid));
    CHECK((snapPoint(scene.world, {1.05f, 0.1f}, search).kind == SnapTarget::Kind::Edge));
    search.middles = true;
    const SnapTarget center = snapPoint(scene.world, {0.1f, 0.05f}, search);
    CHECK((center.kind == SnapTarget::Kind::Vertex));
    CHECK(center.point == Position{0.0, 0.0});
    const SnapTarget middle = snapPoint(scene.world, {1.05f, 0.1f}, search);
    CHECK((middle.kind == SnapTarget::Kind::Vertex));
    CHECK(middle.point == Position{1.0, 0.0});
}

TEST_CASE("round_corners_snap_on_their_arcs_and_moved_edges_and_at_their_centres")
{
    BoxAndDisc scene;
    scene.add({20.0f, 0.0f}, makeRoundedBox(0.75f, 0.75f, 0.25f));
    const SnapTarget edge = snapPoint(scene.world, {21.1f, 0.3f}, kSearch);
    CHECK((edge.kind == SnapTarget::Kind::Edge));
    CHECK(edge.point.x == Approx(21.0));
    const float onArc = 0.25f / std::sqrt(2.0f);
    const SnapTarget arc = snapPoint(scene.world, {20.98f, 0.98f}, kSearch);
    CHECK(arc.point.x == Approx(20.75 + static_cast<double>(onArc)));
    CHECK(arc.point.y == Approx(0.75 + static_cast<double>(onArc)));
    const SnapTarget inside = snapPoint(scene.world, {20.9f, 0.2f}, kSearch); // nearer to the core
    CHECK(inside.point.x == Approx(21.0));
    CHECK((snapPoint(scene.world, {20.7f, 0.7f}, kSearch).kind == SnapTarget::Kind::Vertex));
    SnapSearch withMiddles = kSearch;
    withMiddles.middles = true;
    CHECK(snapPoint(scene.world, {21.05f, 0.05f}, withMiddles).point == Position{21.0f, 0.0f});
}
