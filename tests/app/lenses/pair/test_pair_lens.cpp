#include "app/lenses/pair/pair_axis.h"
#include "app/lenses/pair/pair_export.h"
#include "app/lenses/pair/pair_lens.h"
#include "app/shell/actions.h"
#include "app/shell/pointer.h"
#include "app/shell/scene_files.h"
#include "engine/collision/collide.h"
#include "tests/support/app_worlds.h"
#include "tests/support/lens_calls.h"
#include "tests/support/paths.h"
#include <satbox/scene/builders.h>
#include <satbox/scene/scene.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

ShapeId shapeOf(const World& world, BodyId body) { return world.shapesOf(body).front(); }

void click(AppState& state, Vec2 world)
{
    PointerEvent event{
        .kind = PointerEvent::Kind::Press, .screen = state.camera.worldToScreen(world), .overWorld = true};
    handlePointer(state, event);
    event.kind = PointerEvent::Kind::Release;
    handlePointer(state, event);
    updatePair(state, 0.0);
}

AppState r3()
{
    AppState state;
    test::editableWorld(state) = findBuiltinScene("two_triangles")->build().world;
    state.history.play(op::RefreshContacts{});
    state.playback.paused = true;
    state.ui.worldRect = {0.0f, 0.0f, 800.0f, 600.0f};
    state.camera.setViewport(state.ui.worldRect);
    state.camera.set({2.5f, 2.5f}, 100.0f);
    openDeepestPair(state);
    updatePair(state, 0.0);
    return state;
}

} // namespace

TEST_CASE("two_clicks_choose_a_pair_that_need_not_touch_and_grab_nothing")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const BodyId other = state.history.play(op::CreateBody{{.position = {3.0f, 2.0f}}}).body;
    const ShapeId far = state.history.play(op::AddShape{other, {.geometry = Circle{.radius = 0.5f}}}).shape;
    pressKey(state, {Key::M}, false);
    CHECK(state.lens<PairLens>().pair.picking);
    CHECK(state.ui.panels.open == PairLens::kName);
    click(state, {3.0f, 2.0f});
    CHECK(state.lens<PairLens>().pair.firstPicked == far);
    CHECK_FALSE(state.lens<PairLens>().pair.isOpen());
    click(state, {3.0f, 2.0f}); // the same shape again is no pair
    CHECK_FALSE(state.lens<PairLens>().pair.isOpen());
    click(state, {0.0f, 0.5f});
    CHECK(state.lens<PairLens>().pair.isOpen());
    CHECK_FALSE(state.lens<PairLens>().pair.picking);
    CHECK(state.lens<PairLens>().pair.shapeA == made.boxShape); // the lower slot, as in contacts
    CHECK(state.lens<PairLens>().pair.shapeB == far);
    REQUIRE(state.lens<PairLens>().analysis.has_value());
    CHECK(state.lens<PairLens>().analysis->trace.axes.size() == 4);
    CHECK_FALSE(state.tool.grab.has_value());
    CHECK(state.selection.empty());
    pressKey(state, {Key::Escape}, false);
    CHECK_FALSE(state.lens<PairLens>().pair.isOpen());
}

TEST_CASE("m_opens_the_selected_contact_and_n_the_deepest")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    World& world = test::editableWorld(state);
    const BodyId deep = world.createBody({.position = {4.0f, 0.4f}});
    world.addShape(deep, {.geometry = makeBox(0.5f, 0.5f)});
    world.refreshContacts();
    world.forEachContact([&](const Contact& c) {
        if (c.shapeB == made.boxShape.index) state.selection.contact = keyOf(world, c);
    });
    REQUIRE(state.selection.contact.has_value());
    pressKey(state, {Key::M}, false);
    CHECK(state.lens<PairLens>().pair.shapeB == made.boxShape);
    pressKey(state, {Key::N}, false);
    CHECK(state.lens<PairLens>().pair.shapeB == shapeOf(world, deep));
    world.destroyBody(deep);
    updatePair(state, 0.0);
    CHECK_FALSE(state.lens<PairLens>().pair.isOpen());
    CHECK_FALSE(state.lens<PairLens>().analysis.has_value());
}

TEST_CASE("an_open_pair_is_copied_from_the_menu_and_without_one_a_sentence_says_how_to_open_it")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const auto copy = [&] {
        LensContext context = lensContext(state);
        for (const LensAction& action : state.lens<PairLens>().actions())
            if (action.label == "Copy pair as test") action.perform(state.lens<PairLens>(), context);
    };
    copy();
    CHECK(state.status.message.text.starts_with("No pair is open"));
    for (int i = 0; i < 5; ++i) REQUIRE(state.history.play(op::Step{1.0f / 60.0f}).ok());
    openDeepestPair(state);
    updatePair(state, 0.0);
    copy();
    CHECK_FALSE(state.status.message.text.starts_with("No pair is open")); // without a display it is refused
}

TEST_CASE("opening_a_pair_pauses_or_lets_the_camera_follow_it")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const auto run = [&](int steps) {
        for (int i = 0; i < steps; ++i) {
            REQUIRE(state.history.play(op::Step{1.0f / 60.0f}).ok());
            updatePair(state, 0.0);
        }
    };
    run(5);
    openDeepestPair(state);
    CHECK(state.playback.paused);

    state.view.pauseOnPair = false;
    state.playback.paused = false;
    REQUIRE(state.history.play(op::SetVelocity{made.box, {2.0f, 0.0f}, 0.0f}).ok());
    run(1);
    const double before = state.camera.center().x;
    const double bodyBefore = state.world().motion(made.box).center.x;
    run(20);
    const double moved = state.world().motion(made.box).center.x - bodyBefore;
    CHECK(moved > 0.2);
    CHECK(state.camera.center().x - before == doctest::Approx(moved).epsilon(0.001));
}

TEST_CASE("the_camera_moves_to_the_pair_of_the_command_line_when_the_view_has_its_size")
{
    AppState state = r3();
    const PairState& pair = state.lens<PairLens>().pair;
    const auto middle = [&] { return center(state.world().boxes(pair.shapeA).tight); };
    state.lens<PairLens>().options.pair = "0,1";
    applyLensOptions(state, false);
    state.camera.set({100.0, 0.0}, 100.0f); // as the camera of the scene
    showOpenedByOptions(state);
    CHECK(contains(state.camera.visibleWorld(), middle()));
    state.lens<PairLens>().options.pair.clear();
    state.camera.set({100.0, 0.0}, 100.0f);
    showOpenedByOptions(state);
    CHECK(state.camera.center() == Position{100.0, 0.0});
}

TEST_CASE("arrow_keys_step_through_the_axes_around_both_ends_and_playing_stops_at_the_last")
{
    AppState state = r3();
    REQUIRE(state.lens<PairLens>().analysis.has_value());
    const PairAnalysis& analysis = *state.lens<PairLens>().analysis;
    REQUIRE(analysis.trace.axes.size() == 6);
    CHECK(shownAxis(state.lens<PairLens>().pair, analysis) == 1); // the winner
    for (const size_t expected : {2u, 3u, 4u, 5u, 0u, 1u}) {
        pressKey(state, {Key::Right}, false);
        CHECK(shownAxis(state.lens<PairLens>().pair, analysis) == expected);
    }
    pressKey(state, {Key::Left}, false);
    pressKey(state, {Key::Left}, false);
    CHECK(shownAxis(state.lens<PairLens>().pair, analysis) == 5);

    state.lens<PairLens>().pair.stepAxis(0, 6, 0);
    state.lens<PairLens>().pair.axis.playing = true;
    for (int i = 0; i < 4; ++i) updatePair(state, PairState::kAxisSeconds);
    CHECK(shownAxis(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis) == 4);
    CHECK(state.lens<PairLens>().pair.axis.playing);
    for (int i = 0; i < 2; ++i) updatePair(state, PairState::kAxisSeconds);
    CHECK(shownAxis(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis) == 5);
    CHECK_FALSE(state.lens<PairLens>().pair.axis.playing);
}

TEST_CASE("the_axis_is_moved_by_its_middle_and_rotated_by_its_tip")
{
    AppState state = r3();
    const auto drag = [&](Vec2 from, Vec2 to) {
        test::dragPointer(state, from, to);
        updatePair(state, 0.0);
    };
    const auto axis = [&] {
        return pairAxis(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis,
                        state.camera.metersPerPixel());
    };
    const uint64_t hash = state.world().hash();
    drag(axis().origin, {4.0f, 1.0f});
    CHECK(length(axis().origin - Vec2{4.0f, 1.0f}) < 1e-4f);
    CHECK_FALSE(state.lens<PairLens>().pair.usesManualAxis);
    drag(axis().tip, {4.0f, 5.0f});
    CHECK(state.lens<PairLens>().pair.usesManualAxis);
    CHECK(length(state.lens<PairLens>().pair.manualAxis - Vec2{0.0f, 1.0f}) < 1e-4f);
    CHECK(state.world().hash() == hash); // no body was moved
    CHECK(state.lens<PairLens>().pair.dragged == PairState::Handle::None);
}

TEST_CASE("another_pair_resets_the_axis_and_a_key_overrides_a_resting_pointer")
{
    AppState state = r3();
    const Vec2 tip =
        pairAxis(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis, state.camera.metersPerPixel())
            .tip;
    PointerEvent event{
        .kind = PointerEvent::Kind::Press, .screen = state.camera.worldToScreen(tip), .overWorld = true};
    handlePointer(state, event);
    CHECK(state.lens<PairLens>().pair.dragged == PairState::Handle::Tip);
    const BodyId body = state.history.play(op::CreateBody{{.position = {9.0f, 9.0f}}}).body;
    const ShapeId other = state.history.play(op::AddShape{body, {.geometry = Circle{}}}).shape;
    openPair(state, state.lens<PairLens>().pair.shapeA, other);
    updatePair(state, 0.0);
    event.kind = PointerEvent::Kind::Move;
    event.screen = {10.0f, 10.0f};
    handlePointer(state, event);
    CHECK_FALSE(state.lens<PairLens>().pair.usesManualAxis);

    state = r3();
    state.tool.cursorOverWorld = true;
    state.tool.cursorWorld = {2.0f, 1.0f}; // on A's lowest face
    updatePair(state, 0.0);
    // A pair opens with its winner, wherever the pointer rests.
    CHECK(shownAxis(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis) ==
          state.lens<PairLens>().analysis->trace.winner);
    handlePointer(state, {.kind = PointerEvent::Kind::Move,
                          .screen = state.camera.worldToScreen({2.0f, 1.0f}),
                          .overWorld = true});
    updatePair(state, 0.0);
    CHECK(shownAxis(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis) == 0);
    for (const size_t expected : {1u, 2u, 3u}) {
        pressKey(state, {Key::Right}, false);
        updatePair(state, 0.0);
        CHECK(shownAxis(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis) == expected);
    }
}

TEST_CASE("the_lab_survives_undo_and_escape_and_a_file_of_its_name_is_no_lab")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    REQUIRE(openSceneByName(state, "lab_needle"));
    updatePair(state, 0.0);
    state.lens<PairLens>().pair.tab = PairTab::Contact;
    pressKey(state, {Key::Escape}, false);
    updatePair(state, 0.0);
    CHECK(state.lens<PairLens>().pair.tab == PairTab::Contact);
    pressKey(state, {Key::RightBracket}, false);
    CHECK(state.document().scene.name == "lab_near_parallel");
    pressKey(state, {Key::Z, {.ctrl = true}}, false);
    pressKey(state, {Key::Z, {.ctrl = true}}, false);
    CHECK_FALSE(state.document().isLab);
    pressKey(state, {Key::Y, {.ctrl = true}}, false);
    CHECK(state.document().isLab);

    const Scene impostor = findBuiltinScene("box_stack")->build();
    const std::filesystem::path path = satbox::test::artefactFolder("editor") / "lab_needle.json";
    REQUIRE(saveSceneFile(path, impostor).empty());
    REQUIRE(openSceneByName(state, path.string()));
    CHECK_FALSE(state.document().isLab);
}

TEST_CASE("a_copied_pair_is_a_scene_with_the_same_bits_and_a_test_of_its_manifold")
{
    AppState state;
    World& world = test::editableWorld(state);
    world = findBuiltinScene("mixed_rain")->build().world;
    for (int i = 0; i < 240; ++i) world.step(1.0f / 60.0f);
    int copied = 0;
    std::vector<ContactKey> keys;
    world.forEachContact([&](const Contact& c) {
        if (c.count > 0 && c.bodyA != c.bodyB) keys.push_back(keyOf(world, c));
    });
    for (size_t k = 0; k < keys.size(); k += 1 + keys.size() / 20) {
        state.lens<PairLens>().pair.open(keys[k].shapeA, keys[k].shapeB);
        const auto analysis = analysePair(world, state.lens<PairLens>().pair);
        REQUIRE(analysis.has_value());
        const std::string text = pairAsText(world, *analysis, state.lens<PairLens>().pair);
        const size_t from = text.find("As a scene:\n") + 12;
        const SceneResult scene = readScene(text.substr(from, text.rfind("*/") - from), "pair.json");
        CAPTURE(scene.error);
        REQUIRE(scene.ok());
        const World& alone = scene.scene.world;
        std::vector<ShapeId> shapes;
        alone.forEachShape([&](ShapeId id, const BodyShape&) { shapes.push_back(id); });
        REQUIRE(shapes.size() == 2);
        PairState again;
        again.open(shapes[0], shapes[1]);
        const auto same = analysePair(alone, again);
        REQUIRE(same.has_value());
        CHECK(same->trace.manifold == analysis->trace.manifold);
        const std::string check =
            "REQUIRE(m.count == " + std::to_string(analysis->trace.manifold.count) + ");";
        CHECK(text.find(check) != std::string::npos);
        ++copied;
    }
    CHECK(copied >= 10);
}

TEST_CASE("the_lab_opens_its_pair_does_not_simulate_and_follows_a_drag")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.playback.paused = false;
    CHECK_FALSE(state.document().isLab);
    REQUIRE(openSceneByName(state, "lab_parallel_edges"));
    updatePair(state, 0.0);
    CHECK(state.document().isLab);
    CHECK(state.playback.paused);
    REQUIRE(state.lens<PairLens>().analysis.has_value());
    CHECK(state.lens<PairLens>().analysis->minimumTranslation.depth == doctest::Approx(0.1f));
    for (const Key key : {Key::Space, Key::O}) pressKey(state, {key}, false);
    CHECK(state.playback.paused);
    CHECK_FALSE(state.playback.stepOnce);
    CHECK(state.status.message.text.find("does not simulate") != std::string::npos);

    state.camera.set({0.0f, 0.0f}, 100.0f);
    PointerEvent event{.kind = PointerEvent::Kind::Press,
                       .screen = state.camera.worldToScreen({1.6f, 1.2f}),
                       .overWorld = true};
    handlePointer(state, event);
    event.kind = PointerEvent::Kind::Move;
    event.screen = state.camera.worldToScreen({1.6f, 1.4f});
    handlePointer(state, event);
    updatePair(state, 0.0);
    CHECK(state.lens<PairLens>().analysis->minimumTranslation.depth == doctest::Approx(-0.1f));
    event.kind = PointerEvent::Kind::Release;
    handlePointer(state, event);
    pressKey(state, {Key::Z, {.ctrl = true}}, false);
    updatePair(state, 0.0);
    CHECK(state.lens<PairLens>().analysis->minimumTranslation.depth == doctest::Approx(0.1f));
}

TEST_CASE("keys_go_to_the_lens_that_is_shown_and_escape_drops_the_tool_of_any")
{
    AppState state = r3();
    const auto axis = [&] {
        return shownAxis(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis);
    };
    REQUIRE(axis() == 1);
    state.ui.panels.open = BroadPhaseLens::kName;
    pressKey(state, {Key::Right}, false);
    CHECK(axis() == 1);
    pressKey(state, {Key::H}, false);
    REQUIRE(state.tool.isLensTool(BroadPhaseLens::kName));
    state.ui.panels.open = StepLens::kName;
    pressKey(state, {Key::Escape}, false);
    CHECK((state.tool.tool == ToolKind::Grab));
    state.ui.panels.open = "Tune"; // no lens: all are shown
    pressKey(state, {Key::Right}, false);
    CHECK(axis() == 2);
}

TEST_CASE("while_a_pair_is_drawn_its_bodies_have_no_handles_to_press")
{
    AppState state = r3();
    const BodyId body = state.world().bodyOf(state.lens<PairLens>().pair.shapeB);
    state.selection.select(state.world(), body);
    const auto frame = frameOf(state.world(), state.selection.bodies());
    REQUIRE(frame);
    const Position corner = drawnFrame(*frame, state.camera.metersPerPixel()).at({1.0f, 1.0f});
    const auto pressesHandle = [&] {
        PointerEvent event{.kind = PointerEvent::Kind::Press,
                           .screen = state.camera.worldToScreen(corner),
                           .overWorld = true};
        handlePointer(state, event);
        const bool pressed = state.tool.transform && state.tool.transform->byHandle;
        event.kind = PointerEvent::Kind::Release;
        handlePointer(state, event);
        return pressed;
    };
    CHECK_FALSE(pressesHandle());
    state.lens<PairLens>().pair.close();
    updatePair(state, 0.0);
    state.selection.select(state.world(), body);
    CHECK(pressesHandle());
}
