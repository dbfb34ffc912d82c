#include "app/shell/app.h"

#include "app/document/commands.h"
#include "app/shell/actions.h"
#include "app/shell/step_threads.h"
#include "tests/support/app_worlds.h"
#include "tests/support/lens_calls.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

constexpr double kFrame = 1.0 / 60.0;

Input keyDown(Key key, Modifiers modifiers = {})
{
    Input input;
    InputEvent event;
    event.type = InputEventType::KeyDown;
    event.key = key;
    event.modifiers = modifiers;
    input.events.push_back(event);
    return input;
}

Input pressAt(Vec2 screen)
{
    Input input;
    InputEvent event;
    event.type = InputEventType::MouseDown;
    event.position = screen;
    input.events.push_back(event);
    input.mouse = screen;
    input.mouseInWindow = true;
    input.buttons[0] = true;
    return input;
}

} // namespace

TEST_CASE("a_frame_takes_keys_to_actions_and_advances_time")
{
    auto made = makeBoxOnFloor();
    updateState(made.state, {.input = Input{}, .seconds = kFrame});
    CHECK(made.state.world().stepCount() == 1);
    updateState(made.state, {.input = keyDown(Key::P), .seconds = kFrame});
    CHECK(made.state.playback.paused);
    CHECK(made.state.world().stepCount() == 1);
    updateState(made.state, {.input = keyDown(Key::O), .seconds = kFrame});
    CHECK(made.state.world().stepCount() == 2);
}

TEST_CASE("escape_closes_the_innermost_thing_first")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.selection.select(state.world(), made.box);
    state.ui.pinnedCards = {{.contact = {made.boxShape, made.boxShape, 0}},
                            {.contact = {made.boxShape, {}, 1}}};
    state.ui.viewCard.open = true;
    perform(state, Action::Cancel);
    CHECK_FALSE(state.ui.viewCard.open);
    CHECK(state.ui.pinnedCards.size() == 2);
    perform(state, Action::Cancel);
    CHECK(state.ui.pinnedCards.size() == 1);
    CHECK(state.ui.pinnedCards.front().contact.point == 0);
    perform(state, Action::Cancel);
    CHECK(state.ui.pinnedCards.empty());
    CHECK(state.selection.body == made.box);
    perform(state, Action::Cancel);
    CHECK(state.selection.empty());
}

TEST_CASE("steps_and_substeps_have_the_same_bits_with_any_number_of_threads")
{
    AppState one, three;
    applyOptions(one, {.scene = "pyramid"});
    applyOptions(three, {.scene = "pyramid"});
    StepThreads threads;
    for (int i = 0; i < 40; ++i) {
        // Now time runs, now substeps are looked at.
        one.playback.substepOnce = three.playback.substepOnce = i % 10 >= 5;
        one.playback.paused = three.playback.paused = false;
        updateState(one, {.input = Input{}, .seconds = kFrame});
        updateState(three, {.input = Input{}, .seconds = kFrame, .executor = threads.executorFor(3)});
        REQUIRE(three.world() == one.world());
    }
    CHECK(one.world().stepCount() >= 20);
}

TEST_CASE("threads_are_made_when_asked_for_and_kept_while_their_number_stays")
{
    StepThreads threads;
    CHECK(threads.executorFor(1) == nullptr);
    TaskExecutor* const three = threads.executorFor(3);
    REQUIRE(three != nullptr);
    CHECK(three->threadCount() == 3);
    CHECK(threads.executorFor(3) == three);
    CHECK(threads.executorFor(2)->threadCount() == 2);
    CHECK(threads.executorFor(1) == nullptr);
}

TEST_CASE("keys_go_nowhere_while_a_text_field_has_them")
{
    auto made = makeBoxOnFloor();
    updateState(made.state, {.input = keyDown(Key::P), .seconds = kFrame, .interfaceHasKeyboard = true});
    CHECK_FALSE(made.state.playback.paused);
    made.state.ui.fileBrowser.open = true;
    updateState(made.state, {.input = keyDown(Key::P), .seconds = kFrame});
    CHECK_FALSE(made.state.playback.paused);
}

TEST_CASE("a_press_on_a_panel_does_not_reach_the_world_and_one_on_the_world_does")
{
    auto made = makeBoxOnFloor();
    const Vec2 box = made.state.camera.worldToScreen({0.0f, 0.5f});
    updateState(made.state, {.input = pressAt(box), .seconds = kFrame, .interfaceHasMouse = true});
    CHECK_FALSE(made.state.tool.press);
    made.state.ui.worldRect.height = box.y - 1.0f;
    updateState(made.state, {.input = pressAt(box), .seconds = kFrame});
    CHECK_FALSE(made.state.tool.press);
    made.state.ui.worldRect.height = 600.0f;
    updateState(made.state, {.input = pressAt(box), .seconds = kFrame});
    CHECK(made.state.tool.grab);
}

TEST_CASE("losing_the_focus_lets_go")
{
    auto made = makeBoxOnFloor();
    updateState(made.state,
                {.input = pressAt(made.state.camera.worldToScreen({0.0f, 0.5f})), .seconds = kFrame});
    REQUIRE(made.state.tool.grab);
    Input input;
    input.events.emplace_back().type = InputEventType::FocusLost;
    updateState(made.state, {.input = input, .seconds = kFrame});
    CHECK_FALSE(made.state.tool.grab);
}

TEST_CASE("one_press_of_the_mouse_makes_one_entry_of_a_slider")
{
    auto made = makeBoxOnFloor();
    Input held;
    held.buttons[0] = true;
    const auto drag = [&](float gravity, const Input& input) {
        WorldSettings settings = made.state.world().settings();
        settings.gravity.y = gravity;
        made.state.history.submit(settingsCommand(settings, "gravity"));
        updateState(made.state, {.input = input, .seconds = kFrame, .interfaceHasMouse = true});
    };
    drag(-8.0f, held);
    drag(-7.0f, held);
    drag(-6.0f, Input{}); // released in this frame
    CHECK(made.state.history.entries().size() == 1);
    drag(-5.0f, held);
    CHECK(made.state.history.entries().size() == 2);
    CHECK(made.state.world().settings().gravity.y == doctest::Approx(-5.0f));
}

TEST_CASE("a_name_that_is_typed_is_one_entry")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    for (const char* name : {"a", "ab", "abc"}) {
        BodyDef def = state.world().bodyDef(made.box);
        def.name = name;
        state.history.submit(editBodyCommand(state.world(), made.box, def, "Name"));
        updateState(state, {.input = {}, .seconds = kFrame, .interfaceHasKeyboard = true});
    }
    CHECK(state.world().body(made.box).name == "abc");
    CHECK(state.history.entries().size() == 1);
    updateState(state, {.input = {}, .seconds = kFrame}); // the field has lost the keyboard
    BodyDef def = state.world().bodyDef(made.box);
    def.name = "b";
    state.history.submit(editBodyCommand(state.world(), made.box, def, "Name"));
    updateState(state, {.input = {}, .seconds = kFrame, .interfaceHasKeyboard = true});
    CHECK(state.history.entries().size() == 2);
}

TEST_CASE("edits_while_paused_find_contacts_without_a_step")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    ShapeDef def;
    def.geometry = Circle{.radius = 0.5f};
    made.state.history.submit(createBodyCommand("Add", {.position = {3.0f, 0.45f}}, {def}));
    updateState(made.state, {.input = Input{}, .seconds = kFrame});
    CHECK(made.state.world().counters().contactsWithPoints == 2);
    CHECK(made.state.world().stepCount() == 0);
}

TEST_CASE("a_dropped_file_that_cannot_be_read_says_why_and_changes_nothing")
{
    auto made = makeBoxOnFloor();
    const uint64_t before = made.state.world().hash();
    made.state.playback.paused = true;
    Input input;
    InputEvent& event = input.events.emplace_back();
    event.type = InputEventType::DropFile;
    event.text = "no/such/file.json";
    updateState(made.state, {.input = input, .seconds = kFrame});
    CHECK(made.state.status.message.severity == Severity::Error);
    CHECK(made.state.status.message.text.find("no/such/file.json") != std::string::npos);
    CHECK(made.state.world().hash() == before);
}

TEST_CASE("dropped_time_is_reported_after_three_frames")
{
    auto made = makeBoxOnFloor();
    for (int i = 0; i < 3; ++i) updateState(made.state, {.input = Input{}, .seconds = 0.5});
    CHECK(made.state.status.message.severity == Severity::Warning);
    CHECK(made.state.status.message.text.find("Slower than real time") == 0);
}

TEST_CASE("a_joint_that_breaks_is_reported_with_its_name_and_load")
{
    auto made = makeBoxOnFloor();
    satbox::test::editDocument(made.state, [&](Document& document) {
        document.scene.world.createJoint({.bodyA = made.floor,
                                          .bodyB = made.box,
                                          .anchorA = {0.0f, 3.0f},
                                          .breakForce = 1e-3f,
                                          .kind = DistanceJoint{.length = 1.9f}});
        document.world = document.scene.world;
    });
    updateState(made.state, {.input = Input{}, .seconds = kFrame});
    CHECK(made.state.world().joints().empty());
    CHECK(made.state.status.message.text.starts_with("Distance joint of box 1 broke at "));
    CHECK(made.state.status.message.text.ends_with("N."));
}

TEST_CASE("a_missing_scene_is_refused_with_its_name")
{
    AppState state;
    CHECK_THROWS_WITH(applyOptions(state, {.scene = "nonsuch"}), doctest::Contains("nonsuch"));
}

TEST_CASE("next_and_previous_scene_go_round")
{
    AppState state;
    applyOptions(state, {});
    CHECK(state.document().scene.name == "welcome");
    CHECK_FALSE(state.history.canUndo());
    const size_t count = state.sceneNames.size();
    CHECK(count >= 17);
    perform(state, Action::NextScene);
    const std::string second = state.document().scene.name;
    CHECK(second != "welcome");
    perform(state, Action::PreviousScene);
    CHECK(state.document().scene.name == "welcome");
    perform(state, Action::PreviousScene);
    perform(state, Action::NextScene);
    CHECK(state.document().scene.name == "welcome");
    perform(state, Action::Undo);
    perform(state, Action::Undo);
    perform(state, Action::Undo);
    CHECK(state.document().scene.name == second);
}
