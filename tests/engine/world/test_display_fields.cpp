// Fields of bodies that are only displayed.
#include "tests/support/physics_fixture.h"
#include <satbox/shapes.h>
#include <satbox/world.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("a_change_of_name_group_or_colour_wakes_nothing_and_changes_no_step")
{
    World world;
    addBody(world, makeBox(5.0f, 0.5f), {.type = BodyType::Static, .position = {0.0f, -0.5f}});
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    for (int i = 0; i < 20; ++i) world.step(1.0f / 60.0f);
    World other = world;
    BodyDef def = world.bodyDef(box);
    def.name = "it";
    def.group = 3;
    def.color = 0x56B4E9;
    REQUIRE(world.setBodyDef(box, def));
    CHECK(world.hash() == other.hash());
    CHECK(world.bodyDef(box).group == 3);
    for (World* stepped : {&world, &other})
        for (int i = 0; i < 200; ++i) stepped->step(1.0f / 60.0f);
    CHECK(world.hash() == other.hash());
    REQUIRE_FALSE(world.body(box).awake);
    def = world.bodyDef(box);
    def.color = {};
    REQUIRE(world.setBodyDef(box, def));
    CHECK_FALSE(world.body(box).awake);
    CHECK_FALSE(world.bodyDef(box).color.isSet);
}
