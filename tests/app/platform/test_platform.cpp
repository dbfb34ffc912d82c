#include "app/platform/app_icon.h"
#include "app/platform/font_files.h"
#include "app/platform/frame_clock.h"
#include "app/platform/imgui_glue.h"
#include "app/platform/input.h"
#include "app/platform/window.h"

#include <SDL.h>
#include <doctest/doctest.h>

namespace satbox::app {

namespace {

void pushKey(SDL_Keycode code, SDL_Scancode place, Uint32 type, Uint16 modifiers = KMOD_NONE)
{
    SDL_Event event{};
    event.type = type;
    event.key.keysym.sym = code;
    event.key.keysym.scancode = place;
    event.key.keysym.mod = modifiers;
    SDL_PushEvent(&event);
}

void pushButton(Uint32 type, Uint8 button, int x, int y)
{
    SDL_Event event{};
    event.type = type;
    event.button.button = button;
    event.button.x = x;
    event.button.y = y;
    event.button.clicks = 1;
    SDL_PushEvent(&event);
}

void pushFinger(Uint32 type, SDL_FingerID finger, float x, float y)
{
    SDL_Event event{};
    event.type = type;
    event.tfinger.fingerId = finger;
    event.tfinger.x = x; // share of the window's width
    event.tfinger.y = y;
    SDL_PushEvent(&event);
}

} // namespace

TEST_CASE("offscreen_window_has_the_size_asked_for")
{
    const Window window({.size = {640, 480}, .offscreen = true});
    CHECK(window.size() == IntSize{640, 480});
    CHECK(window.drawableSize() == IntSize{640, 480});
    CHECK(window.pixelsPerPoint() == 1.0f);
}

TEST_CASE("keys_and_buttons_become_events_in_order_and_are_held_until_released")
{
    const Window window({.size = {320, 240}, .offscreen = true});
    Input input;
    pollEvents(input, window, nullptr);

    pushKey(SDLK_s, SDL_SCANCODE_S, SDL_KEYDOWN, KMOD_LCTRL);
    pushButton(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, 12, 34);
    pollEvents(input, window, nullptr);
    REQUIRE(input.events.size() == 2);
    CHECK(input.events[0].type == InputEventType::KeyDown);
    CHECK(input.events[0].key == Key::S);
    CHECK(input.events[0].modifiers == Modifiers{.ctrl = true});
    CHECK(input.events[1].type == InputEventType::MouseDown);
    CHECK(input.events[1].button == MouseButton::Right);
    CHECK(input.events[1].position == Vec2(12.0f, 34.0f));
    CHECK(input.held(Key::S));
    CHECK(input.held(MouseButton::Right));

    pollEvents(input, window, nullptr);
    CHECK(input.events.empty());
    CHECK(input.held(Key::S));

    pushKey(SDLK_s, SDL_SCANCODE_S, SDL_KEYUP);
    pushButton(SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT, 12, 34);
    pollEvents(input, window, nullptr);
    CHECK(input.events.size() == 2);
    CHECK(!input.held(Key::S));
    CHECK(!input.held(MouseButton::Right));
}

TEST_CASE("bracket_keys_work_by_place_on_layouts_without_them")
{
    const Window window({.size = {320, 240}, .offscreen = true});
    Input input;
    pollEvents(input, window, nullptr);
    pushKey(0xFC /* u with diaeresis, as on a German keyboard */, SDL_SCANCODE_LEFTBRACKET, SDL_KEYDOWN);
    pollEvents(input, window, nullptr);
    REQUIRE(input.events.size() == 1);
    CHECK(input.events[0].key == Key::LeftBracket);
}

TEST_CASE("lost_focus_releases_everything")
{
    const Window window({.size = {320, 240}, .offscreen = true});
    Input input;
    pushKey(SDLK_a, SDL_SCANCODE_A, SDL_KEYDOWN);
    pushButton(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 1, 1);
    pollEvents(input, window, nullptr);
    CHECK(input.held(Key::A));
    SDL_Event lost{};
    lost.type = SDL_WINDOWEVENT;
    lost.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
    SDL_PushEvent(&lost);
    pollEvents(input, window, nullptr);
    CHECK(!input.held(Key::A));
    CHECK(!input.held(MouseButton::Left));
}

TEST_CASE("a_second_finger_ends_the_drag_of_the_first_and_two_fingers_pinch")
{
    const Window window({.size = {400, 200}, .offscreen = true});
    Input input;
    pollEvents(input, window, nullptr);
    // SDL makes mouse events of the first finger, before the event of the finger.
    SDL_Event press{};
    press.type = SDL_MOUSEBUTTONDOWN;
    press.button.which = SDL_TOUCH_MOUSEID;
    press.button.button = SDL_BUTTON_LEFT;
    SDL_PushEvent(&press);
    pushFinger(SDL_FINGERDOWN, 1, 0.25f, 0.5f);
    pollEvents(input, window, nullptr);
    CHECK(input.held(MouseButton::Left));

    pushFinger(SDL_FINGERDOWN, 2, 0.75f, 0.5f);
    pushFinger(SDL_FINGERMOTION, 2, 1.0f, 0.5f);
    press.type = SDL_MOUSEBUTTONUP;
    SDL_PushEvent(&press); // no click
    pollEvents(input, window, nullptr);
    CHECK_FALSE(input.held(MouseButton::Left));
    REQUIRE(input.events.size() == 2);
    CHECK(input.events[0].type == InputEventType::PinchBegin);
    CHECK(input.events[1].type == InputEventType::Pinch);
    CHECK(input.events[1].position == Vec2(250.0f, 100.0f));
    CHECK(input.events[1].delta == Vec2(50.0f, 0.0f));
    CHECK(input.events[1].scale == doctest::Approx(1.5f));

    pushFinger(SDL_FINGERUP, 1, 0.25f, 0.5f);
    pushFinger(SDL_FINGERUP, 2, 1.0f, 0.5f);
    press.type = SDL_MOUSEBUTTONDOWN;
    pollEvents(input, window, nullptr);
    SDL_PushEvent(&press);
    pollEvents(input, window, nullptr);
    CHECK(input.held(MouseButton::Left)); // the next touch drags again
}

TEST_CASE("keys_are_named_as_on_the_keyboard")
{
    CHECK(describeKey(Key::S, {.ctrl = true}) == "Ctrl+S");
    CHECK(describeKey(Key::Z, {.shift = true, .ctrl = true}) == "Ctrl+Shift+Z");
    CHECK(describeKey(Key::F12) == "F12");
    CHECK(describeKey(Key::Num7) == "7");
    CHECK(describeKey(Key::LeftBracket) == "[");
    CHECK(describeKey(Key::Delete) == "Del");
    for (int i = 1; i < static_cast<int>(Key::Count); ++i) {
        CAPTURE(i);
        CHECK(!describeKey(static_cast<Key>(i)).empty());
    }
}

TEST_CASE("frame_clock_keeps_its_rate")
{
    FrameClock clock(200.0);
    CHECK(clock.tick() == 0.0);
    double sum = 0.0;
    constexpr int kFrames = 20;
    for (int i = 0; i < kFrames; ++i) sum += clock.tick();
    // No frame may come early; a loaded machine may make them late.
    CHECK(sum >= kFrames / 200.0 - 1e-6);
    CHECK(clock.framesPerSecond() > 0.0);
    CHECK(clock.framesPerSecond() <= 200.5);
}

TEST_CASE("icon_is_opaque_inside_and_full_size")
{
    const auto pixels = appIconPixels(48);
    REQUIRE(pixels.size() == 48 * 48 * 4);
    CHECK(pixels[3] == 0);                        // a corner
    CHECK(pixels[(24 * 48 + 24) * 4 + 3] == 255); // the middle
}

} // namespace satbox::app
