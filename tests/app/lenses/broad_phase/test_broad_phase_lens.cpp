#include "app/lenses/broad_phase/broad_phase_lens.h"
#include "app/shell/actions.h"
#include "app/shell/app.h"
#include "app/shell/pointer.h"
#include "app/shell/scene_files.h"
#include "tests/support/app_worlds.h"
#include "tests/support/lens_calls.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::makeBoxOnFloor;

namespace {

void drag(AppState& state, Vec2 from, Vec2 to)
{
    test::dragPointer(state, from, to);
    updateBroadPhase(state, 0.0);
}

bool refuses(const char* text, const char* word)
{
    std::string error;
    const bool none = !parseQuery(text, error);
    CAPTURE(error);
    CHECK(error.find(word) != std::string::npos);
    return none;
}

} // namespace

TEST_CASE("a_box_is_dragged_in_the_world_and_grabs_nothing")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    pressKey(state, {Key::H}, false);
    CHECK(state.tool.isLensTool(BroadPhaseLens::kName));
    CHECK(state.ui.panels.open == BroadPhaseLens::kName);
    CHECK(state.lens<BroadPhaseLens>().broad.tab == BroadPhaseTab::Query);
    drag(state, {1.0f, 1.5f}, {-1.0f, 0.2f}); // over the box
    CHECK_FALSE(state.tool.grab.has_value());
    CHECK(state.selection.empty());
    REQUIRE(state.lens<BroadPhaseLens>().broad.query);
    CHECK(state.lens<BroadPhaseLens>().broad.query->box().lower.x == Approx(-1.0f));
    CHECK(state.lens<BroadPhaseLens>().broad.query->box().upper.y == Approx(1.5f));
    REQUIRE(state.lens<BroadPhaseLens>().trace);
    REQUIRE(state.lens<BroadPhaseLens>().trace->shapes.size() == 1);
    CHECK(state.lens<BroadPhaseLens>().trace->shapes[0] == made.boxShape);
    CHECK(state.lens<BroadPhaseLens>().trace->nodes == 4); // two trees of one leaf each

    drag(state, {0.0f, 0.5f}, {0.0f, 0.5f}); // a click: a point
    REQUIRE(state.lens<BroadPhaseLens>().broad.query);
    CHECK(state.lens<BroadPhaseLens>().trace->shapes.size() == 1);
    pressKey(state, {Key::Escape}, false);
    updateBroadPhase(state, 0.0);
    CHECK_FALSE(state.lens<BroadPhaseLens>().broad.query);
    CHECK_FALSE(state.lens<BroadPhaseLens>().trace);
    CHECK(state.tool.tool == ToolKind::Grab);
}

TEST_CASE("a_ray_is_cast_and_a_click_makes_none")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    pressKey(state, {Key::J}, false);
    drag(state, {-3.0f, 0.5f}, {3.0f, 0.5f});
    REQUIRE(state.lens<BroadPhaseLens>().trace);
    REQUIRE(state.lens<BroadPhaseLens>().trace->hit);
    CHECK(state.lens<BroadPhaseLens>().trace->hit->shape == made.boxShape);
    CHECK(state.lens<BroadPhaseLens>().trace->hit->point.x == Approx(-0.5f));
    drag(state, {2.0f, 2.0f}, {2.0f, 2.0f});
    CHECK_FALSE(state.lens<BroadPhaseLens>().broad.query);
    CHECK(state.status.message.text.find("length") != std::string::npos);
    CHECK(state.tool.isLensTool(BroadPhaseLens::kName)); // still selected
    pressKey(state, {Key::J}, false);                    // the same key deselects it
    CHECK(state.tool.tool == ToolKind::Grab);
}

TEST_CASE("a_query_stays_in_the_world_and_is_repeated_every_frame")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.lens<BroadPhaseLens>().broad.query = BroadPhaseQuery{QueryKind::Box, {4.0f, 0.1f}, {5.0f, 1.0f}};
    updateState(state, {.input = Input{}, .seconds = 1.0 / 60.0});
    REQUIRE(state.lens<BroadPhaseLens>().trace);
    CHECK(state.lens<BroadPhaseLens>().trace->shapes.empty());
    state.history.play(op::SetTransform{made.box, {{4.5f, 0.6f}, {}}});
    updateState(state, {.input = Input{}, .seconds = 1.0 / 60.0});
    CHECK(state.lens<BroadPhaseLens>().trace->shapes.size() == 1);
    REQUIRE(openSceneByName(state, "pyramid")); // another world
    CHECK_FALSE(state.lens<BroadPhaseLens>().broad.query);
}

TEST_CASE("keys_step_through_visits_around_the_ends_and_playing_stops_at_the_last")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.lens<BroadPhaseLens>().broad.query = BroadPhaseQuery{QueryKind::Box, {-1.0f, -1.0f}, {1.0f, 1.0f}};
    updateBroadPhase(state, 0.0);
    const size_t count = state.lens<BroadPhaseLens>().trace->steps.size();
    REQUIRE(count == 4); // both roots, both leaves
    pressKey(state, {Key::Right}, false);
    CHECK(state.lens<BroadPhaseLens>().broad.visit.index == 0);
    pressKey(state, {Key::Left}, false);
    CHECK(state.lens<BroadPhaseLens>().broad.visit.index == count - 1);
    pressKey(state, {Key::Right}, false);
    CHECK(state.lens<BroadPhaseLens>().broad.visit.index == 0);

    state.lens<BroadPhaseLens>().broad.visit.index.reset();
    state.lens<BroadPhaseLens>().broad.visit.playing = true;
    updateBroadPhase(state, 0.01);
    CHECK(state.lens<BroadPhaseLens>().broad.visit.index == 0); // starts at once
    updateBroadPhase(state, 0.1);
    CHECK(state.lens<BroadPhaseLens>().broad.visit.index == 0);
    for (int i = 0; i < 4; ++i) updateBroadPhase(state, BroadPhaseState::kVisitSeconds);
    CHECK(state.lens<BroadPhaseLens>().broad.visit.index == count - 1);
    CHECK_FALSE(state.lens<BroadPhaseLens>().broad.visit.playing);
    // If there are fewer visits than before, the last one is shown.
    state.history.play(op::DestroyBody{made.box});
    updateBroadPhase(state, 0.0);
    CHECK(state.lens<BroadPhaseLens>().broad.visit.index == 1);
}

TEST_CASE("focusing_a_body_selects_it_and_moves_the_camera_only_if_it_is_not_visible")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.view.animate = false;
    const Position before = state.camera.center();
    state.requests.lookAt = made.box;
    performRequests(state);
    CHECK(state.selection.body == made.box);
    CHECK(state.camera.center() == before);
    CHECK_FALSE(state.requests.lookAt);
    state.camera.set({500.0f, 0.0f}, 100.0f);
    state.requests.lookAt = made.box;
    performRequests(state);
    CHECK(contains(state.camera.visibleWorld(), Vec2{0.0f, 0.5f}));
}

TEST_CASE("query_texts_are_parsed_or_refused_with_a_message")
{
    std::string error;
    const auto box = parseQuery("box:-1,0,1.5,2e0", error);
    REQUIRE(box);
    CHECK(*box == BroadPhaseQuery{QueryKind::Box, {-1.0f, 0.0f}, {1.5f, 2.0f}});
    CHECK(parseQuery("ray:0,0,1,0", error)->kind == QueryKind::Ray);
    CHECK(parseQuery("box:1,1,1,1", error)); // a point
    CHECK(refuses("box:1,2,3", "not a query"));
    CHECK(refuses("circle:1,2,3,4", "\"circle:1,2,3,4\""));
    CHECK(refuses("box:1,2,3,4,5", "not a query"));
    CHECK(refuses("box:1,2,3,nan", "not a query"));
    CHECK(refuses("", "not a query"));
    CHECK(refuses("box:1,2,3,1e9", "2000000 m"));
    CHECK(refuses("ray:1,2,1,2", "two different points"));
}

TEST_CASE("the_command_line_opens_levels_and_queries_and_refuses_what_does_not_exist")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    applyOptionsOf<BroadPhaseLens>(state, {.query = "box:-1,-1,1,1", .visit = 2});
    CHECK(state.lens<BroadPhaseLens>().broad.visit.index == 1);
    CHECK(state.ui.panels.open == BroadPhaseLens::kName);
    applyOptionsOf<BroadPhaseLens>(state, {.treeLevel = 1});
    CHECK(state.lens<BroadPhaseLens>().broad.level == 1);
    CHECK(state.view.tree);
    CHECK(state.lens<BroadPhaseLens>().broad.tab == BroadPhaseTab::Tree);
    applyOptionsOf<BroadPhaseLens>(state, {.tab = "islands"});
    CHECK(state.lens<BroadPhaseLens>().broad.tab == BroadPhaseTab::Islands);
    const auto refused = [&](const BroadPhaseLens::Options& options, const char* word) {
        CAPTURE(word);
        try {
            applyOptionsOf<BroadPhaseLens>(state, options);
            FAIL("not refused");
        } catch (const std::runtime_error& error) {
            CHECK(std::string(error.what()).find(word) != std::string::npos);
        }
    };
    refused({.treeLevel = 2}, "trees have levels 0 to 1");
    refused({.query = "box:-1,-1,1,1", .visit = 5}, "visits 4 nodes");
    BroadPhaseLens lens;
    lens.options.visit = 5;
    CHECK(lens.checkOptions().find("needs --query") != std::string::npos);
    lens.options.query = "box:-1,-1,1,1";
    CHECK(lens.checkOptions().empty());
}
