#include "app/document/body_bounds.h"

#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::makeBoxOnFloor;

TEST_CASE("bounds_cover_all_shapes_of_all_bodies_and_bodies_without_shapes_have_none")
{
    auto made = makeBoxOnFloor();
    const World& world = made.state.world();
    const auto box = boundsOf(world, std::array{made.box});
    REQUIRE(box);
    CHECK((box->upper - box->lower).x == Approx(1.0f));
    const auto both = boundsOf(world, std::array{made.box, made.floor});
    REQUIRE(both);
    CHECK(contains(*both, *box));
    CHECK((both->upper - both->lower).x > 2.0f);
    CHECK_FALSE(boundsOf(world, {}));
}

TEST_CASE("a_body_is_within_a_box_only_if_all_of_it_is")
{
    auto made = makeBoxOnFloor();
    const World& world = made.state.world();
    CHECK(bodiesWithin(world, boxOf({2.0f, 2.0f}, {-2.0f, -0.2f})) == std::vector<BodyId>{made.box});
    CHECK(bodiesWithin(world, boxOf({0.2f, -0.2f}, {2.0f, 2.0f})).empty());
}
