#include "app/tools/explosion_tool.h"

#include "app/shell/edit_actions.h"
#include "tests/app/view/view_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"
#include "tests/support/saved_world.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Hand;
using satbox::test::makeBoxOnFloor;
using satbox::test::saveRoundTripError;

namespace {

BodyId addBox(World& world, Position at, float width, float height)
{
    const BodyId body = world.createBody({.position = at});
    ShapeDef def;
    def.geometry = makeBox(0.5f * width, 0.5f * height);
    world.addShape(body, def);
    return body;
}

} // namespace

TEST_CASE("an_explosion_pushes_away_by_width_and_distance")
{
    World world;
    const BodyId near = addBox(world, {2.0f, 0.0f}, 2.0f, 1.0f);  // nearest point 1 m away
    const BodyId tall = addBox(world, {-2.0f, 0.0f}, 2.0f, 3.0f); // as far, three times as tall
    const BodyId above = addBox(world, {0.0f, 2.5f}, 1.0f, 1.0f); // 2 m away
    addBox(world, {0.0f, -6.0f}, 1.0f, 1.0f);                     // too far
    const auto impulses = explosionImpulses(world, {0.0f, 0.0f}, 4.0f, 8.0f);
    REQUIRE(impulses.size() == 3);
    CHECK(impulses[0].body == near);
    CHECK(impulses[0].impulse.x == doctest::Approx(8.0f * 1.0f * 0.75f));
    CHECK(impulses[0].impulse.y == doctest::Approx(0.0f));
    CHECK(impulses[0].point.x == doctest::Approx(1.0));
    CHECK(impulses[1].body == tall);
    CHECK(impulses[1].impulse.x == doctest::Approx(-8.0f * 3.0f * 0.75f));
    CHECK(impulses[2].body == above);
    CHECK(impulses[2].impulse.y == doctest::Approx(8.0f * 1.0f * 0.5f));
}

TEST_CASE("only_the_width_within_the_radius_counts")
{
    World world;
    addBox(world, {0.0f, 2.0f}, 100.0f, 2.0f);
    const auto impulses = explosionImpulses(world, {0.0f, 0.0f}, 4.0f, 8.0f);
    REQUIRE(impulses.size() == 1);
    CHECK(impulses[0].impulse.y == doctest::Approx(8.0f * 8.0f * 0.75f));
}

TEST_CASE("an_explosion_inside_a_body_pushes_its_centre_of_mass_without_spin")
{
    World world;
    const BodyId body = addBox(world, {0.2f, 0.0f}, 1.0f, 1.0f);
    for (const op::ApplyImpulse& impulse : explosionImpulses(world, {0.0f, 0.0f}, 4.0f, 8.0f))
        world.apply(impulse);
    CHECK(world.motion(body).v.x == doctest::Approx(8.0f));
    CHECK(world.motion(body).w == doctest::Approx(0.0f));
    const auto centred = explosionImpulses(world, {0.2f, 0.0f}, 4.0f, 8.0f);
    REQUIRE(centred.size() == 1);
    CHECK(centred[0].impulse.y == doctest::Approx(8.0f)); // upwards
}

TEST_CASE("bodies_that_nothing_moves_get_no_impulse")
{
    World world;
    world.setBodyDef(addBox(world, {1.0f, 0.0f}, 1.0f, 1.0f), {.type = BodyType::Static});
    world.setBodyDef(addBox(world, {-1.0f, 0.0f}, 1.0f, 1.0f), {.enabled = false});
    world.createBody({}); // without a shape
    CHECK(explosionImpulses(world, {0.0f, 0.0f}, 4.0f, 8.0f).empty());
}

TEST_CASE("a_click_explodes_as_one_undo_entry_that_is_no_unsaved_work")
{
    for (const bool paused : {false, true}) {
        auto made = makeBoxOnFloor();
        made.state.playback.paused = paused;
        made.state.tool.selectEditTool("explosion");
        const uint64_t before = made.state.world().hash();
        Hand hand{made.state};
        hand.click({-1.0f, 0.5f});
        CHECK(made.state.world().motion(made.box).v.x > 3.0f);
        REQUIRE(made.state.history.entries().size() == 1);
        CHECK(made.state.history.entries().front().label == "Explosion");
        CHECK((made.state.history.entries().front().kind == CommandKind::Play));
        CHECK_FALSE(made.state.document().modified);
        CHECK(saveRoundTripError(made.state.world()) == "");
        undoOrRedo(made.state, true);
        CHECK(made.state.world().hash() == before);
    }
}

TEST_CASE("an_explosion_far_from_all_bodies_says_so_and_makes_no_entry")
{
    auto made = makeBoxOnFloor();
    made.state.tool.selectEditTool("explosion");
    Hand hand{made.state};
    hand.click({-3.9f, 4.5f});
    CHECK(made.state.history.entries().empty());
    CHECK(made.state.status.message.text == "No dynamic body is within the radius of the explosion.");
}

TEST_CASE("an_explosion_acts_in_all_compared_worlds")
{
    auto made = makeBoxOnFloor();
    LensContext context = lensContext(made.state);
    made.state.lens<CompareLens>().toggle(context);
    REQUIRE(made.state.compare().otherWorlds.size() == 1);
    made.state.tool.selectEditTool("explosion");
    Hand hand{made.state};
    hand.press({-1.0f, 0.5f});
    CHECK(made.state.compare().otherWorlds.front().motion(made.box).v.x > 3.0f);
}

TEST_CASE("the_preview_shows_the_impulses_that_a_click_would_give")
{
    satbox::test::BoxPicture picture;
    picture.state.tool.selectEditTool("explosion");
    Hand hand{picture.state};
    picture.state.playback.paused = true;
    hand.move({-1.0f, 0.5f});
    picture.draw();
    const auto arrows = picture.all(PrimitiveKind::Arrow, picture.palette.normalImpulse);
    REQUIRE(arrows.size() == 1);
    CHECK(arrows.front().a.x == doctest::Approx(-0.5));
    CHECK(arrows.front().b.x > arrows.front().a.x);
    CHECK(picture.hasLabel("3.00 m"));
    CHECK(picture.hasLabel("8.00 N s/m"));
    picture.state.tool.cursorOverWorld = false;
    hand.frame();
    picture.draw();
    CHECK_FALSE(picture.hasLabel("3.00 m"));
}
