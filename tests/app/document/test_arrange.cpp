#include "app/document/arrange.h"

#include "app/document/body_bounds.h"
#include "app/document/groups.h"
#include "app/document/history.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <vector>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

// Three boxes of different widths and heights, at 0, 5 and 6 m.
struct ThreeBoxes {
    History history;
    std::vector<BodyId> bodies;

    ThreeBoxes()
    {
        Document document;
        bodies = {add(document, {0.0f, 0.0f}, 1.0f, 0.5f), add(document, {5.0f, 3.0f}, 0.5f, 1.0f),
                  add(document, {6.0f, -2.0f}, 0.25f, 0.25f)};
        history.reset(std::move(document));
    }
    static BodyId add(Document& document, Position at, float halfWidth, float halfHeight)
    {
        BodyId body;
        for (World* world : {&document.world, &document.scene.world}) {
            body = world->createBody({.position = at});
            world->addShape(body, {.geometry = makeBox(halfWidth, halfHeight)});
        }
        return body;
    }
    void arrange(Arrangement arrangement)
    {
        REQUIRE(history.execute(arrangeCommand(history.world(), bodies, arrangement)).empty());
    }
    WorldBox box(size_t i) const { return *boundsOf(history.world(), {&bodies[i], 1}); }
};

} // namespace

TEST_CASE("aligned_bodies_share_an_edge_or_their_middle")
{
    ThreeBoxes scene;
    scene.arrange(Arrangement::Left);
    for (size_t i = 0; i < 3; ++i) CHECK(scene.box(i).lower.x == Approx(-1.0));
    scene.arrange(Arrangement::Top);
    for (size_t i = 0; i < 3; ++i) CHECK(scene.box(i).upper.y == Approx(4.0));
    scene.arrange(Arrangement::CenterY);
    for (size_t i = 1; i < 3; ++i) CHECK(center(scene.box(i)).y == Approx(center(scene.box(0)).y));
    CHECK(scene.history.entries().size() == 3);
}

TEST_CASE("spaced_bodies_have_equal_gaps_and_the_outermost_ones_stay")
{
    ThreeBoxes scene;
    scene.arrange(Arrangement::SpaceX);
    CHECK(scene.box(0).lower.x == Approx(-1.0));
    CHECK(scene.box(2).upper.x == Approx(6.25));
    const double first = scene.box(1).lower.x - scene.box(0).upper.x;
    const double second = scene.box(2).lower.x - scene.box(1).upper.x;
    CHECK(first == Approx(second));
    CHECK(first == Approx((7.25 - 2.0 - 1.0 - 0.5) / 2.0));
}

TEST_CASE("too_few_bodies_are_not_arranged")
{
    ThreeBoxes scene;
    const auto ops = [&](size_t count, Arrangement arrangement) {
        return arrangeCommand(scene.history.world(), std::span(scene.bodies).first(count), arrangement).ops;
    };
    CHECK(ops(1, Arrangement::Left).empty());
    CHECK(ops(2, Arrangement::SpaceX).empty());
    CHECK_FALSE(ops(2, Arrangement::Left).empty());
}

TEST_CASE("a_group_is_aligned_as_one_and_alone_its_bodies_are_aligned")
{
    ThreeBoxes scene;
    const std::vector<BodyId> group{scene.bodies[1], scene.bodies[2]};
    REQUIRE(scene.history.execute(groupCommand(scene.history.world(), group).command) == "");
    scene.arrange(Arrangement::Left);
    CHECK(scene.box(1).lower.x == Approx(-1.0));
    CHECK(scene.box(2).lower.x == Approx(0.25)); // 1.25 m from that of the other, as before
    CHECK(arrangeCommand(scene.history.world(), scene.bodies, Arrangement::SpaceX).ops.empty());
    REQUIRE(scene.history.execute(arrangeCommand(scene.history.world(), group, Arrangement::Left)) == "");
    CHECK(scene.box(2).lower.x == Approx(-1.0));
}
