#include "app/platform/input.h"

#include "app/platform/imgui_glue.h"
#include "app/platform/signals.h"
#include "app/platform/window.h"

#include <SDL.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

namespace satbox::app {

namespace {

struct NamedKey {
    Key key;
    SDL_Keycode code;
    SDL_Scancode scancode; // position on a US keyboard
    const char* name;
};

constexpr std::array kNamedKeys{
    NamedKey{Key::Space, SDLK_SPACE, SDL_SCANCODE_SPACE, "Space"},
    NamedKey{Key::Enter, SDLK_RETURN, SDL_SCANCODE_RETURN, "Enter"},
    NamedKey{Key::Enter, SDLK_KP_ENTER, SDL_SCANCODE_KP_ENTER, "Enter"},
    NamedKey{Key::Escape, SDLK_ESCAPE, SDL_SCANCODE_ESCAPE, "Esc"},
    NamedKey{Key::Tab, SDLK_TAB, SDL_SCANCODE_TAB, "Tab"},
    NamedKey{Key::Backspace, SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE, "Backspace"},
    NamedKey{Key::Delete, SDLK_DELETE, SDL_SCANCODE_DELETE, "Del"},
    NamedKey{Key::Insert, SDLK_INSERT, SDL_SCANCODE_INSERT, "Ins"},
    NamedKey{Key::Home, SDLK_HOME, SDL_SCANCODE_HOME, "Home"},
    NamedKey{Key::End, SDLK_END, SDL_SCANCODE_END, "End"},
    NamedKey{Key::PageUp, SDLK_PAGEUP, SDL_SCANCODE_PAGEUP, "Page Up"},
    NamedKey{Key::PageDown, SDLK_PAGEDOWN, SDL_SCANCODE_PAGEDOWN, "Page Down"},
    NamedKey{Key::Left, SDLK_LEFT, SDL_SCANCODE_LEFT, "Left"},
    NamedKey{Key::Right, SDLK_RIGHT, SDL_SCANCODE_RIGHT, "Right"},
    NamedKey{Key::Up, SDLK_UP, SDL_SCANCODE_UP, "Up"},
    NamedKey{Key::Down, SDLK_DOWN, SDL_SCANCODE_DOWN, "Down"},
    NamedKey{Key::LeftBracket, SDLK_LEFTBRACKET, SDL_SCANCODE_LEFTBRACKET, "["},
    NamedKey{Key::RightBracket, SDLK_RIGHTBRACKET, SDL_SCANCODE_RIGHTBRACKET, "]"},
    NamedKey{Key::Comma, SDLK_COMMA, SDL_SCANCODE_COMMA, ","},
    NamedKey{Key::Period, SDLK_PERIOD, SDL_SCANCODE_PERIOD, "."},
    NamedKey{Key::Minus, SDLK_MINUS, SDL_SCANCODE_MINUS, "-"},
    NamedKey{Key::Minus, SDLK_KP_MINUS, SDL_SCANCODE_KP_MINUS, "-"},
    NamedKey{Key::Equals, SDLK_EQUALS, SDL_SCANCODE_EQUALS, "="},
    NamedKey{Key::Equals, SDLK_PLUS, SDL_SCANCODE_EQUALS, "="},
    NamedKey{Key::Equals, SDLK_KP_PLUS, SDL_SCANCODE_KP_PLUS, "="},
    NamedKey{Key::Slash, SDLK_SLASH, SDL_SCANCODE_SLASH, "/"},
    NamedKey{Key::Backslash, SDLK_BACKSLASH, SDL_SCANCODE_BACKSLASH, "\\"},
    NamedKey{Key::Semicolon, SDLK_SEMICOLON, SDL_SCANCODE_SEMICOLON, ";"},
    NamedKey{Key::Apostrophe, SDLK_QUOTE, SDL_SCANCODE_APOSTROPHE, "'"},
    NamedKey{Key::Grave, SDLK_BACKQUOTE, SDL_SCANCODE_GRAVE, "`"},
    NamedKey{Key::Shift, SDLK_LSHIFT, SDL_SCANCODE_LSHIFT, "Shift"},
    NamedKey{Key::Shift, SDLK_RSHIFT, SDL_SCANCODE_RSHIFT, "Shift"},
    NamedKey{Key::Ctrl, SDLK_LCTRL, SDL_SCANCODE_LCTRL, "Ctrl"},
    NamedKey{Key::Ctrl, SDLK_RCTRL, SDL_SCANCODE_RCTRL, "Ctrl"},
    NamedKey{Key::Alt, SDLK_LALT, SDL_SCANCODE_LALT, "Alt"},
    NamedKey{Key::Alt, SDLK_RALT, SDL_SCANCODE_RALT, "Alt"},
};

Key keyAfter(Key first, int offset) { return static_cast<Key>(static_cast<int>(first) + offset); }

Key keyOf(const SDL_Keysym& symbol)
{
    const SDL_Keycode code = symbol.sym;
    if (code >= SDLK_a && code <= SDLK_z) return keyAfter(Key::A, code - SDLK_a);
    if (code >= SDLK_0 && code <= SDLK_9) return keyAfter(Key::Num0, code - SDLK_0);
    if (code >= SDLK_F1 && code <= SDLK_F12) return keyAfter(Key::F1, code - SDLK_F1);
    if (code >= SDLK_KP_1 && code <= SDLK_KP_9) return keyAfter(Key::Num1, code - SDLK_KP_1);
    if (code == SDLK_KP_0) return Key::Num0;
    for (const NamedKey& named : kNamedKeys)
        if (named.code == code) return named.key;
    // Some layouts (French) have digits on the shifted level only: use the position for them too.
    if (symbol.scancode >= SDL_SCANCODE_1 && symbol.scancode <= SDL_SCANCODE_9)
        return keyAfter(Key::Num1, static_cast<int>(symbol.scancode) - static_cast<int>(SDL_SCANCODE_1));
    if (symbol.scancode == SDL_SCANCODE_0) return Key::Num0;
    for (const NamedKey& named : kNamedKeys)
        if (named.scancode == symbol.scancode) return named.key;
    return Key::None;
}

Modifiers modifiersOf(int state)
{
    return {.shift = (state & KMOD_SHIFT) != 0,
            .ctrl = (state & (KMOD_CTRL | KMOD_GUI)) != 0,
            .alt = (state & KMOD_LALT) != 0};
}

std::optional<MouseButton> buttonOf(Uint8 button)
{
    switch (button) {
    case SDL_BUTTON_LEFT:
        return MouseButton::Left;
    case SDL_BUTTON_MIDDLE:
        return MouseButton::Middle;
    case SDL_BUTTON_RIGHT:
        return MouseButton::Right;
    default:
        return std::nullopt;
    }
}

Vec2 point(int x, int y) { return {static_cast<float>(x), static_cast<float>(y)}; }

void handleKey(Input& input, const SDL_KeyboardEvent& key)
{
    const Key which = keyOf(key.keysym);
    if (which == Key::None) return;
    const bool down = key.type == SDL_KEYDOWN;
    input.keys[static_cast<std::size_t>(which)] = down;
    input.modifiers = modifiersOf(key.keysym.mod);
    InputEvent& event = input.events.emplace_back();
    event.type = down ? InputEventType::KeyDown : InputEventType::KeyUp;
    event.key = which;
    event.modifiers = input.modifiers;
    event.repeat = key.repeat != 0;
    event.position = input.mouse;
}

void handleButton(Input& input, const SDL_MouseButtonEvent& button)
{
    const std::optional<MouseButton> which = buttonOf(button.button);
    if (!which) return;
    const bool down = button.type == SDL_MOUSEBUTTONDOWN;
    input.buttons[static_cast<std::size_t>(*which)] = down;
    input.mouse = point(button.x, button.y);
    // Captures the mouse so that a drag still gets moves outside the window.
    bool anyHeld = false;
    for (const bool held : input.buttons) anyHeld = anyHeld || held;
    SDL_CaptureMouse(anyHeld ? SDL_TRUE : SDL_FALSE);
    InputEvent& event = input.events.emplace_back();
    event.type = down ? InputEventType::MouseDown : InputEventType::MouseUp;
    event.button = *which;
    event.clicks = button.clicks;
    event.position = input.mouse;
    event.modifiers = input.modifiers;
}

void handleWheel(Input& input, const SDL_MouseWheelEvent& wheel)
{
    const float sign = wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -1.0f : 1.0f;
    InputEvent& event = input.events.emplace_back();
    event.type = InputEventType::Wheel;
    event.delta = Vec2(wheel.preciseX, wheel.preciseY) * sign;
    event.position = input.mouse;
    event.modifiers = input.modifiers;
}

// The right button of the mouse, from a tap of two fingers.
void clickRight(Input& input, Vec2 position)
{
    input.mouse = position;
    for (const InputEventType type : {InputEventType::MouseDown, InputEventType::MouseUp}) {
        InputEvent& event = input.events.emplace_back();
        event.type = type;
        event.button = MouseButton::Right;
        event.clicks = 1;
        event.position = position;
        event.modifiers = input.modifiers;
    }
}

void handleFinger(Input& input, const SDL_TouchFingerEvent& touch, IntSize window)
{
    const Vec2 position(touch.x * static_cast<float>(window.width),
                        touch.y * static_cast<float>(window.height));
    // A trackpad's fingers move the pointer, which arrives as mouse events.
    const SDL_TouchDeviceType device = SDL_GetTouchDeviceType(touch.touchId);
    if (device == SDL_TOUCH_DEVICE_INDIRECT_ABSOLUTE || device == SDL_TOUCH_DEVICE_INDIRECT_RELATIVE) return;
    const auto finger = static_cast<TouchTracker::FingerId>(touch.fingerId);
    const double time = 1e-3 * static_cast<double>(touch.timestamp);
    if (touch.type == SDL_FINGERUP) {
        input.tapped = input.touch.up(finger, time);
        if (input.tapped) endWaiting();
        return;
    }
    if (touch.type == SDL_FINGERDOWN) {
        if (!input.touch.down(finger, position, time)) return;
        input.buttons.fill(false);
        SDL_CaptureMouse(SDL_FALSE);
        InputEvent& event = input.events.emplace_back();
        event.type = InputEventType::PinchBegin;
        event.position = position;
        return;
    }
    const std::optional<PinchStep> step = input.touch.move(finger, position);
    if (!step) return;
    InputEvent& event = input.events.emplace_back();
    event.type = InputEventType::Pinch;
    event.position = step->center;
    event.delta = step->delta;
    event.scale = step->scale;
}

// A mouse event that SDL makes from the first finger.
bool isOfPinch(const Input& input, Uint32 which)
{
    return which == SDL_TOUCH_MOUSEID && input.touch.isPinching();
}

void handleWindowEvent(Input& input, const SDL_WindowEvent& window)
{
    InputEventType type{};
    switch (window.event) {
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        type = InputEventType::Resized;
        break;
    case SDL_WINDOWEVENT_FOCUS_LOST:
        input.keys.reset();
        input.buttons.fill(false);
        input.modifiers = {};
        input.touch.reset();
        type = InputEventType::FocusLost;
        break;
    case SDL_WINDOWEVENT_ENTER:
        input.mouseInWindow = true;
        return;
    case SDL_WINDOWEVENT_LEAVE:
        input.mouseInWindow = false;
        return;
    default:
        return;
    }
    InputEvent& event = input.events.emplace_back();
    event.type = type;
    event.position = input.mouse;
}

void handleEvent(Input& input, const SDL_Event& raw, IntSize window)
{
    switch (raw.type) {
    case SDL_QUIT:
        input.quit = true;
        input.events.emplace_back().type = InputEventType::Quit;
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        handleKey(input, raw.key);
        break;
    case SDL_MOUSEMOTION: {
        if (isOfPinch(input, raw.motion.which)) break;
        input.mouse = point(raw.motion.x, raw.motion.y);
        input.mouseInWindow = true;
        InputEvent& event = input.events.emplace_back();
        event.type = InputEventType::MouseMove;
        event.position = input.mouse;
        event.delta = point(raw.motion.xrel, raw.motion.yrel);
        event.modifiers = input.modifiers;
        break;
    }
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        if (!isOfPinch(input, raw.button.which)) handleButton(input, raw.button);
        break;
    case SDL_MOUSEWHEEL:
        handleWheel(input, raw.wheel);
        break;
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        handleFinger(input, raw.tfinger, window);
        break;
    case SDL_WINDOWEVENT:
        handleWindowEvent(input, raw.window);
        break;
    case SDL_DROPFILE: {
        InputEvent& event = input.events.emplace_back();
        event.type = InputEventType::DropFile;
        event.text = raw.drop.file != nullptr ? raw.drop.file : "";
        event.position = input.mouse;
        SDL_free(raw.drop.file);
        break;
    }
    default:
        break;
    }
}

} // namespace

bool pollEvents(Input& input, const Window& window, ImGuiGlue* imgui)
{
    input.events.clear();
    // A frame later: Dear ImGui takes the press of the first finger, which it may not have seen yet, for a
    // click beside the menu that opens, and would close it.
    bool any = input.tapped.has_value();
    if (any) clickRight(input, *std::exchange(input.tapped, std::nullopt));
    // Modifiers may have changed while another window had the focus, without an event for this one.
    if (SDL_GetKeyboardFocus() == window.handle()) input.modifiers = modifiersOf(SDL_GetModState());
    SDL_Event raw;
    while (SDL_PollEvent(&raw) != 0) {
        if (imgui != nullptr) imgui->processEvent(raw);
        handleEvent(input, raw, window.size());
        any = true;
    }
    return any;
}

double waitForEvent(double seconds)
{
    const auto begun = std::chrono::steady_clock::now();
    double waited = 0.0;
    // Waits in slices, since SDL does not return when a signal arrives.
    constexpr double kSlice = 0.5; // s
    while (waited < seconds && !endRequested()) {
        const double slice = std::min(seconds - waited, kSlice);
        const bool happened = SDL_WaitEventTimeout(nullptr, static_cast<int>(std::ceil(slice * 1e3))) != 0;
        waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        if (happened) break;
    }
    return waited;
}

void endWaiting()
{
    SDL_Event event{};
    event.type = SDL_USEREVENT; // pollEvents() ignores it
    SDL_PushEvent(&event);
}

std::string describeKey(Key key, Modifiers modifiers)
{
    std::string text;
    if (modifiers.ctrl) text += "Ctrl+";
    if (modifiers.alt) text += "Alt+";
    if (modifiers.shift) text += "Shift+";
    if (key >= Key::A && key <= Key::Z)
        return text + static_cast<char>('A' + static_cast<int>(key) - static_cast<int>(Key::A));
    if (key >= Key::Num0 && key <= Key::Num9)
        return text + static_cast<char>('0' + static_cast<int>(key) - static_cast<int>(Key::Num0));
    if (key >= Key::F1 && key <= Key::F12)
        return text + "F" + std::to_string(static_cast<int>(key) - static_cast<int>(Key::F1) + 1);
    for (const NamedKey& named : kNamedKeys)
        if (named.key == key) return text + named.name;
    return text;
}

std::string chordLabel(const KeyChord& chord)
{
    return chord.key == Key::None ? std::string() : describeKey(chord.key, chord.modifiers);
}

} // namespace satbox::app
