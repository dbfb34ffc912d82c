#include "app/tools/pin_tool.h"

#include "app/document/commands.h"
#include "app/shell/edit_actions.h"
#include "tests/app/view/view_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"
#include "tests/support/saved_world.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Hand;
using satbox::test::makeBoxOnFloor;
using satbox::test::saveRoundTripError;

TEST_CASE("a_click_pins_a_falling_body_where_it_is_and_restart_keeps_it_there")
{
    auto made = makeBoxOnFloor();
    made.state.history.play(op::SetTransform{made.box, {{0.0f, 3.0f}}});
    made.state.tool.selectEditTool("pin");
    Hand hand{made.state};
    hand.wait(10);
    const Position falling = made.state.world().motion(made.box).origin();
    REQUIRE(falling.y < 2.95);
    hand.click({0.0f, 2.9f});
    CHECK((made.state.world().body(made.box).type == BodyType::Static));
    hand.wait(30);
    CHECK(made.state.world().motion(made.box).origin() == falling);
    CHECK(made.state.document().modified);
    CHECK(saveRoundTripError(made.state.world()) == "");
    restart(made.state, false);
    CHECK((made.state.world().body(made.box).type == BodyType::Static));
    CHECK(length(made.state.world().motion(made.box).origin() - falling) < 1e-6f);
}

TEST_CASE("undo_lets_a_pinned_body_fall_on")
{
    auto made = makeBoxOnFloor();
    made.state.history.play(op::SetTransform{made.box, {{0.0f, 3.0f}}});
    made.state.tool.selectEditTool("pin");
    Hand hand{made.state};
    hand.wait(10);
    hand.click({0.0f, 2.9f});
    undoOrRedo(made.state, true);
    CHECK((made.state.world().body(made.box).type == BodyType::Dynamic));
    CHECK(made.state.world().motion(made.box).v.y < -1.0f);
}

TEST_CASE("a_click_never_releases_and_shift_click_releases_static_bodies")
{
    auto made = makeBoxOnFloor();
    made.state.tool.selectEditTool("pin");
    Hand hand{made.state};
    hand.click({3.0f, -0.4f});
    CHECK((made.state.world().body(made.floor).type == BodyType::Static));
    CHECK(made.state.history.entries().empty());
    CHECK(made.state.status.message.text ==
          "Not pinned: floor is static already. Shift+click makes it dynamic.");
    hand.click({0.0f, 0.5f});
    hand.click({0.0f, 0.5f}, {.shift = true});
    CHECK((made.state.world().body(made.box).type == BodyType::Dynamic));
    CHECK(made.state.history.entries().size() == 2);
    hand.click({0.0f, 0.5f}, {.shift = true});
    CHECK(made.state.history.entries().size() == 2);
    hand.click({0.0f, 4.0f});
    CHECK(made.state.status.message.text == "There is no body here to pin.");
}

TEST_CASE("the_body_that_a_click_would_change_is_outlined")
{
    satbox::test::BoxPicture picture;
    picture.state.tool.selectEditTool("pin");
    Hand hand{picture.state};
    hand.move({0.0f, 0.5f});
    picture.draw();
    CHECK(picture.hasLabel("pin"));
    hand.move({3.0f, -0.4f});
    picture.draw();
    CHECK_FALSE(picture.hasLabel("pin"));
    hand.modifiersOfFrame = {.shift = true};
    hand.frame();
    picture.draw();
    CHECK(picture.hasLabel("release"));
}

namespace {

// The places of the heads of all pins that are drawn.
std::vector<Position> pinsIn(satbox::test::BoxPicture& picture)
{
    picture.draw();
    std::vector<Position> heads;
    for (const Primitive& ring : picture.all(PrimitiveKind::Ring, picture.palette.background))
        heads.push_back(ring.a);
    return heads;
}

} // namespace

TEST_CASE("a_pinned_body_has_a_pin_at_its_centre_while_the_tool_is_in_hand_and_it_is_static")
{
    satbox::test::BoxPicture picture;
    AppState& state = picture.state;
    state.tool.selectEditTool("pin");
    Hand hand{state};
    hand.frame();
    CHECK(pinsIn(picture).empty()); // the floor is static, but nobody has pinned it
    hand.click({0.0f, 0.5f});
    REQUIRE(pinsIn(picture).size() == 1);
    CHECK(length(pinsIn(picture).front() - Position{0.0, 0.5}) < 20.0f * picture.pixel);
    CHECK(state.tool.editHint == "This body is pinned. Shift+click releases it.");
    CHECK(picture.hasLabel("pinned, Shift+click releases it"));

    state.tool.selectGrabTool();
    hand.frame();
    CHECK(pinsIn(picture).empty());
    state.tool.selectEditTool("pin");
    hand.move({3.0f, 3.0f});
    CHECK(pinsIn(picture).size() == 1);
    CHECK_FALSE(picture.hasLabel("pinned"));

    undoOrRedo(state, true);
    hand.frame();
    CHECK(pinsIn(picture).empty());
    undoOrRedo(state, false);
    hand.frame();
    CHECK(pinsIn(picture).size() == 1);
    hand.click({0.0f, 0.5f}, {.shift = true});
    hand.move({3.0f, 3.0f});
    CHECK(pinsIn(picture).empty());
}

TEST_CASE("a_body_of_another_document_with_the_id_of_a_pinned_one_has_no_pin")
{
    satbox::test::BoxPicture picture;
    AppState& state = picture.state;
    state.tool.selectEditTool("pin");
    Hand hand{state};
    hand.click({0.0f, 0.5f});
    CHECK(pinsIn(picture).size() == 1);
    Scene other = state.document().scene; // the box is static there too
    REQUIRE(state.history.execute(openSceneCommand(std::move(other), {})) == "");
    hand.frame();
    CHECK(pinsIn(picture).empty());
    undoOrRedo(state, true);
    hand.frame();
    CHECK(pinsIn(picture).size() == 1);

    undoOrRedo(state, true); // the pin
    Scene third = state.document().scene;
    REQUIRE(third.world.setBodyDef(picture.box, {.type = BodyType::Static, .position = {0.0, 0.5}}));
    REQUIRE(state.history.execute(openSceneCommand(std::move(third), {})) == "");
    hand.frame();
    CHECK(pinsIn(picture).empty());
}
