#include "app/shell/drive_keys.h"

#include "app/document/joint_keys.h"
#include "app/shell/app.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/shell/scene_files.h"
#include "tests/support/app_worlds.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

using namespace satbox;
using namespace satbox::app;

namespace {

constexpr double kFrameSeconds = 1.0 / 60.0;

// A wheel that D and A turn, W has a meaning of its own (an overlay), and no gravity.
struct Wheel {
    satbox::test::BoxOnFloor made = satbox::test::makeBoxOnFloor();
    AppState& state = made.state;
    JointId axle;

    Wheel()
    {
        satbox::test::editDocument(state, [&](Document& document) {
            World& world = document.scene.world;
            const BodyId wheel = world.createBody({.position = {0.0, 5.0}, .gravityScale = 0.0f});
            world.addShape(wheel, {.geometry = Circle{.radius = 0.5f}});
            axle = world.createJoint({.bodyA = made.floor,
                                      .bodyB = wheel,
                                      .anchorA = {0.0f, 5.5f},
                                      .forwardKey = "D",
                                      .backwardKey = "A",
                                      .keySpeed = 3.0f,
                                      .keyBrake = true,
                                      .kind = RevoluteJoint{.motor = {.maxForce = 100.0f}}});
            document.world = world;
        });
    }
    JointDef def() const { return state.world().jointDef(axle); }
    float spin() const { return state.world().motion(def().bodyB).w; }
    void frame(std::initializer_list<InputEvent> events, bool hasKeyboard = false)
    {
        Input input;
        input.events = events;
        updateState(state, {.input = input, .seconds = kFrameSeconds, .interfaceHasKeyboard = hasKeyboard});
    }
    void down(Key key, Modifiers modifiers = {}, bool repeat = false)
    {
        InputEvent event;
        event.type = InputEventType::KeyDown;
        event.key = key;
        event.modifiers = modifiers;
        event.repeat = repeat;
        frame({event});
    }
    void up(Key key)
    {
        InputEvent event;
        event.type = InputEventType::KeyUp;
        event.key = key;
        frame({event});
    }
    void run(int frames)
    {
        for (int i = 0; i < frames; ++i) frame({});
    }
    void capture(DriveKey which)
    {
        state.selection.select(state.world(), axle);
        state.ui.panels.show(kInspectPanel);
        state.ui.inspector.keyCapture = MotorKeySlot{axle, which};
    }
};

} // namespace

TEST_CASE("while_time_runs_a_key_of_the_scene_drives_its_motor_and_nothing_else")
{
    Wheel o;
    const ViewSettings view = o.state.view;
    o.down(Key::D);
    o.run(20);
    CHECK(o.spin() == doctest::Approx(3.0f).epsilon(0.01));
    o.down(Key::D, {}, true); // repeats change nothing
    o.up(Key::D);
    o.run(20);
    CHECK(std::abs(o.spin()) < 0.01f);
    o.down(Key::A);
    o.run(20);
    CHECK(o.spin() == doctest::Approx(-3.0f).epsilon(0.01));
    o.up(Key::A);
    CHECK((o.state.view == view));
    CHECK(o.state.history.entries().empty());
}

TEST_CASE("while_time_is_paused_the_key_has_its_usual_meaning_and_drives_nothing_later")
{
    Wheel o;
    o.state.playback.paused = true;
    const ViewSettings view = o.state.view;
    o.down(Key::D);
    CHECK_FALSE((o.state.view == view));
    o.state.playback.paused = false;
    o.run(10);
    CHECK(o.spin() == 0.0f);
}

TEST_CASE("pausing_and_losing_the_focus_let_go_of_the_keys")
{
    for (const bool pauses : {true, false}) {
        CAPTURE(pauses);
        Wheel o;
        o.down(Key::D);
        o.run(10);
        REQUIRE(isDriven(o.def()));
        if (pauses) {
            o.down(Key::Space);
            REQUIRE(o.state.playback.paused);
        } else {
            InputEvent lost;
            lost.type = InputEventType::FocusLost;
            o.frame({lost});
        }
        CHECK_FALSE(isDriven(o.def()));
        o.state.playback.paused = false;
        o.run(20);
        CHECK(std::abs(o.spin()) < 0.01f);
    }
}

TEST_CASE("text_fields_questions_and_chords_take_the_key")
{
    Wheel o;
    InputEvent event;
    event.type = InputEventType::KeyDown;
    event.key = Key::D;
    o.frame({event}, true);
    o.state.ui.search.open = true;
    o.frame({event});
    o.state.ui.search.open = false;
    o.down(Key::D, {.shift = true});
    o.run(5);
    CHECK(o.spin() == 0.0f);
    // A key that is released while a text field has the keyboard is released all the same.
    o.down(Key::D);
    o.run(5);
    event.type = InputEventType::KeyUp;
    o.frame({event}, true);
    o.run(20);
    CHECK(std::abs(o.spin()) < 0.01f);
}

TEST_CASE("the_row_that_waits_gets_the_key_that_is_pressed_and_one_undo_takes_it_away")
{
    Wheel o;
    o.state.playback.paused = true;
    o.capture(DriveKey::Backward);
    const ViewSettings view = o.state.view;
    o.down(Key::W);
    CHECK(o.def().backwardKey == "W");
    CHECK_FALSE(o.state.ui.inspector.keyCapture);
    CHECK((o.state.view == view));
    CHECK(o.state.status.message.text.find("W drives the motor of") == 0);
    CHECK(o.state.status.message.text.find("While it is paused, W remains the key of") != std::string::npos);
    CHECK(o.state.document().scene.world.jointDef(o.axle).backwardKey == "W");
    CHECK(o.state.document().modified);
    REQUIRE(o.state.history.undo());
    CHECK(o.def().backwardKey == "A");
}

TEST_CASE("the_row_of_a_character_that_waits_gets_the_key_that_is_pressed")
{
    Wheel o;
    BodyId person;
    satbox::test::editDocument(o.state, [&](Document& document) {
        World& world = document.scene.world;
        person = world.createBody({.type = BodyType::Kinematic, .position = {5.0, 0.02}, .name = "person"});
        world.addShape(person, {.geometry = Capsule{{0.0f, 0.3f}, {0.0f, 1.5f}, 0.3f}});
        document.world = world;
    });
    o.state.playback.paused = true;
    o.state.selection.select(o.state.world(), person);
    o.state.ui.panels.show(kInspectPanel);
    o.state.ui.inspector.keyCapture = CharacterKeySlot{person, CharacterKey::Right};
    o.down(Key::Right);
    CHECK(o.state.world().bodyDef(person).rightKey == "Right");
    CHECK(o.state.document().scene.world.bodyDef(person).walkSpeed > 0.0f);
    CHECK(o.state.status.message.text.find("Right drives person while time runs.") == 0);
    CHECK(o.state.history.undoLabel() == "Change Right key of person");
    o.state.playback.paused = false;
    o.down(Key::Right);
    o.run(60);
    CHECK(o.state.world().motion(person).origin().x > 8.0);
    CHECK(o.state.history.undoLabel() == "Change Right key of person");
    o.down(Key::Space); // lets go of the key
    o.state.playback.paused = false;
    o.run(20);
    CHECK(o.state.world().motion(person).v.x == 0.0f);
}

TEST_CASE("keys_that_time_needs_are_refused_with_a_sentence_and_esc_ends_the_wait")
{
    Wheel o;
    o.capture(DriveKey::Forward);
    for (const Key key : {Key::Space, Key::R, Key::Tab, Key::F5, Key::Delete, Key::Comma}) {
        o.down(key);
        CHECK(o.state.status.message.severity == Severity::Warning);
        CHECK(o.state.ui.inspector.keyCapture); // still
    }
    CHECK(whyNoDriveKey(Key::Space).find("Space is the key of \"Pause or run\"") != std::string::npos);
    CHECK(whyNoDriveKey(Key::R).find("\"Restart\"") != std::string::npos);
    for (const Key key : {Key::A, Key::Q, Key::Up, Key::Num1, Key::Slash}) CHECK(whyNoDriveKey(key) == "");
    o.down(Key::X, {.ctrl = true});
    CHECK(o.state.ui.inspector.keyCapture);
    CHECK_FALSE(o.state.playback.paused);
    o.down(Key::Escape);
    CHECK_FALSE(o.state.ui.inspector.keyCapture);
    CHECK_FALSE(o.state.selection.joint.isNull());
    CHECK(o.def().forwardKey == "D");
    CHECK(o.state.history.entries().empty());
}

TEST_CASE("a_press_of_the_mouse_or_another_selection_ends_the_wait_for_a_key")
{
    Wheel o;
    o.capture(DriveKey::Forward);
    InputEvent press;
    press.type = InputEventType::MouseDown;
    o.frame({press});
    CHECK_FALSE(o.state.ui.inspector.keyCapture);
    o.capture(DriveKey::Forward);
    o.state.selection.clear();
    o.down(Key::A); // drives
    CHECK(o.def().forwardKey == "D");
    CHECK(isDriven(o.def()));
}

TEST_CASE("a_scene_with_a_key_that_cannot_drive_says_so_when_it_is_opened")
{
    World world;
    const auto withKey = [&](const char* key) {
        Wheel o;
        World changed = o.state.world();
        changed.set(o.axle, &JointDef::forwardKey, std::string(key));
        return wrongDriveKey(changed);
    };
    CHECK(withKey("Q") == "");
    CHECK(withKey("Left") == "");
    CHECK(withKey("left") == "This scene is driven by the key \"left\", which does not exist. Choose a "
                             "letter, a digit or an arrow key.");
    CHECK(withKey("Space").find("cannot drive: Space is the key of") != std::string::npos);
}

TEST_CASE("the_car_is_driven_both_ways_by_its_keys")
{
    Wheel o;
    REQUIRE(openSceneByName(o.state, "car"));
    const auto x = [&] {
        double at = 0.0;
        o.state.world().forEachBody([&](BodyId, const Body& body, const BodyMotion& motion) {
            if (body.name == "car") at = motion.center.x;
        });
        return at;
    };
    const auto motorSpeed = [&] {
        const JointDef wheel = o.state.world().jointDef(o.state.world().joints()[0]);
        return std::get<WheelJoint>(wheel.kind).motor.speed;
    };
    const double start = x();
    o.down(Key::D);
    o.run(120);
    CHECK(x() > start + 2.0);
    CHECK(motorSpeed() == -8.0f);
    o.up(Key::D);
    o.run(120);
    CHECK(motorSpeed() == 0.0f); // it brakes
    const double there = x();
    o.down(Key::A);
    o.run(180);
    CHECK(motorSpeed() == 8.0f);
    CHECK(x() < there - 2.0);
    CHECK(o.state.history.undoLabel().find("Open") == 0); // driving is no entry
}
