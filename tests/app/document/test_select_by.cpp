#include "app/document/select_by.h"

#include "tests/support/app_worlds.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

using Bodies = std::vector<BodyId>;

} // namespace

TEST_CASE("bodies_are_selected_by_type_and_by_what_is_not_selected")
{
    auto made = makeBoxOnFloor();
    const World& world = made.state.world();
    CHECK(bodiesBy(world, SelectBy::Dynamic, {}) == Bodies{made.box});
    CHECK(bodiesBy(world, SelectBy::Static, {}) == Bodies{made.floor});
    CHECK(bodiesBy(world, SelectBy::Kinematic, {}).empty());
    CHECK(bodiesBy(world, SelectBy::All, {}).size() == 2);
    CHECK(bodiesBy(world, SelectBy::Inverse, Bodies{made.box}) == Bodies{made.floor});
}

TEST_CASE("bodies_of_the_same_make_are_found_whatever_their_size")
{
    World world;
    const auto add = [&](const Shape& shape) {
        const BodyId body = world.createBody({});
        world.addShape(body, {.geometry = shape});
        return body;
    };
    const BodyId small = add(makeBox(0.1f, 0.1f));
    const BodyId large = add(makeBox(3.0f, 1.0f));
    add(Circle{});
    add(makeRegularPolygon(5, 1.0f));
    add(makeRoundedBox(0.1f, 0.1f, 0.05f));
    CHECK(bodiesBy(world, SelectBy::SameShapes, Bodies{small}) == Bodies{small, large});
}

TEST_CASE("touching_bodies_are_added_and_sleeping_ones_found")
{
    auto made = makeBoxOnFloor();
    World world = made.state.world();
    world.step(1.0f / 60.0f);
    Bodies both = {made.floor, made.box};
    std::sort(both.begin(), both.end(), [](BodyId a, BodyId b) { return a.index < b.index; });
    CHECK(bodiesBy(world, SelectBy::Touching, Bodies{made.box}) == both);
    CHECK(bodiesBy(world, SelectBy::Asleep, {}).empty());
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60.0f);
    CHECK(bodiesBy(world, SelectBy::Asleep, {}) == Bodies{made.box});
}
