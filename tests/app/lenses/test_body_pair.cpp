#include "app/lenses/body_pair.h"

#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("two_different_body_numbers_are_a_pair")
{
    CHECK(parseBodyPair("3,7") == std::pair(3u, 7u));
    for (const char* text : {"3", "3,", ",7", "3,3", "3,7,1", "3;7", "-1,2", "deepest", ""}) {
        CAPTURE(text);
        CHECK_FALSE(parseBodyPair(text));
        CHECK(bodyPairOr("deepest")(text).empty() == (std::string(text) == "deepest"));
    }
}

TEST_CASE("a_body_without_a_shape_is_named_with_the_option")
{
    auto made = test::makeBoxOnFloor();
    const World& world = made.state.world();
    CHECK(firstShapes(world, {made.floor.index, made.box.index}, "--pair 0,1")[1] == made.boxShape);
    CHECK_THROWS_WITH(firstShapes(world, {made.floor.index, 9}, "--pair 0,9"),
                      "--pair 0,9: there is no body 9 with a shape; the world has 2 bodies");
}
