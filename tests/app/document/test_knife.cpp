#include "app/document/knife.h"

#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::app;

namespace {

struct Bench {
    World world;
    BodyId body = world.createBody({});

    void add(const Shape& shape) { world.addShape(body, {.geometry = shape}); }
    size_t parts(Position a, Position b) const
    {
        const std::vector<KnifeCut> cuts = findKnifeCuts(world, std::array{body}, a, b);
        return cuts.empty() ? 1 : cuts.front().parts.size();
    }
};

// A ring of four bars, as long as it is high.
Bench ring()
{
    Bench bench;
    for (int i = 0; i < 4; ++i) {
        const Rot turn = makeRot(0.5f * kPi * static_cast<float>(i));
        bench.add(makeBox(1.0f, 0.1f, rotate(turn, {0.0f, 1.0f}), turn));
    }
    return bench;
}

} // namespace

TEST_CASE("a_body_that_the_knife_enters_but_does_not_leave_stays_whole")
{
    Bench bench;
    bench.add(makeBox(1.0f, 1.0f));
    CHECK(bench.parts({0, -3}, {0, 3}) == 2);
    CHECK(bench.parts({0, -3}, {0, 0.5}) == 1);
    CHECK(bench.parts({0, -0.5}, {0, 0.5}) == 1);
    CHECK(bench.parts({3, -3}, {3, 3}) == 1);
}

TEST_CASE("a_ring_falls_apart_only_if_it_is_cut_at_two_places")
{
    Bench bench = ring();
    CHECK(bench.parts({0, 0}, {0, 3}) == 1);
    CHECK(bench.parts({0, -3}, {0, 3}) == 2);
    CHECK(bench.parts({-0.5, 3}, {0.5, -3}) == 2);
}

TEST_CASE("the_legs_of_a_table_become_bodies_of_their_own")
{
    Bench bench;
    bench.add(makeBox(2.0f, 0.2f, {0.0f, 1.0f}, {}));
    bench.add(makeBox(0.2f, 1.0f, {-1.5f, -0.1f}, {}));
    bench.add(makeBox(0.2f, 1.0f, {1.5f, -0.1f}, {}));
    CHECK(bench.parts({-4, 0}, {4, 0}) == 3);
    CHECK(bench.parts({-4, 0}, {0, 0}) == 2);   // one leg
    CHECK(bench.parts({-4, 0}, {1.5, 0}) == 1); // ends in the other leg
}

TEST_CASE("a_knife_along_the_common_edge_of_two_shapes_separates_them")
{
    Bench bench;
    bench.add(makeBox(0.5f, 0.5f, {-0.5f, 0.0f}, {}));
    bench.add(makeBox(0.5f, 0.5f, {0.5f, 0.0f}, {}));
    CHECK(bench.parts({0, -2}, {0, 2}) == 2);
}

TEST_CASE("circles_capsules_and_segments_are_cut")
{
    for (const Shape& shape : {Shape(Circle{}), Shape(Capsule{}), Shape(Segment{})}) {
        Bench bench;
        bench.add(shape);
        CHECK(bench.parts({0.05, -2}, {-0.05, 2}) == 2);
    }
}

TEST_CASE("kinematic_bodies_are_not_cut_and_static_ones_are")
{
    Bench bench;
    bench.add(makeBox(1.0f, 1.0f));
    BodyDef def = bench.world.bodyDef(bench.body);
    def.type = BodyType::Kinematic;
    bench.world.setBodyDef(bench.body, def);
    CHECK(bench.parts({0, -3}, {0, 3}) == 1);
    def.type = BodyType::Static;
    bench.world.setBodyDef(bench.body, def);
    CHECK(bench.parts({0, -3}, {0, 3}) == 2);
}

TEST_CASE("the_ends_of_each_cut_are_on_the_surface_of_a_rotated_body")
{
    Bench bench;
    bench.add(makeBox(1.0f, 0.5f));
    bench.world.setTransform(bench.body, {{100.0, 50.0}, makeRot(0.5f * kPi)});
    const auto cuts = findKnifeCuts(bench.world, std::array{bench.body}, {90.0, 50.2}, {110.0, 50.2});
    REQUIRE(cuts.size() == 1);
    REQUIRE(cuts[0].cuts.size() == 1);
    CHECK(length(cuts[0].cuts[0].first - Position{99.5, 50.2}) < 1e-4f);
    CHECK(length(cuts[0].cuts[0].second - Position{100.5, 50.2}) < 1e-4f);
}

TEST_CASE("the_knife_cuts_through_a_round_corner_beyond_the_vertex")
{
    Bench bench;
    bench.add(makeRoundedBox(0.5f, 0.5f, 0.5f));
    CHECK(bench.parts({0.8, -3}, {0.8, 3}) == 2);
    CHECK(bench.parts({0.8, -3}, {0.8, 0.2}) == 1);
    CHECK(bench.parts({0.95, 0.45}, {0.45, 0.95}) == 1); // it ends inside
    CHECK(bench.parts({1.1, 0.7}, {0.7, 1.1}) == 1);     // past the corner
}
