#pragma once

#include "engine/math/vec2.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace satbox::app {

class Window;
class ImGuiGlue;

// Keys by what is printed on them in the user's layout; punctuation that the layout lacks counts by its place
// on a US keyboard, so that [ and ] work everywhere.
enum class Key : std::uint8_t {
    None,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    J,
    K,
    L,
    M,
    N,
    O,
    P,
    Q,
    R,
    S,
    T,
    U,
    V,
    W,
    X,
    Y,
    Z,
    Num0,
    Num1,
    Num2,
    Num3,
    Num4,
    Num5,
    Num6,
    Num7,
    Num8,
    Num9,
    F1,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    F10,
    F11,
    F12,
    Space,
    Enter,
    Escape,
    Tab,
    Backspace,
    Delete,
    Insert,
    Home,
    End,
    PageUp,
    PageDown,
    Left,
    Right,
    Up,
    Down,
    LeftBracket,
    RightBracket,
    Comma,
    Period,
    Minus,
    Equals,
    Slash,
    Backslash,
    Semicolon,
    Apostrophe,
    Grave,
    Shift,
    Ctrl,
    Alt,
    Count
};

struct Modifiers {
    bool shift = false;
    bool ctrl = false; // Command on a Mac
    bool alt = false;
    bool none() const { return !shift && !ctrl && !alt; }
    friend bool operator==(const Modifiers&, const Modifiers&) = default;
};

enum class MouseButton : std::uint8_t { Left, Middle, Right, Count };

enum class InputEventType : std::uint8_t {
    KeyDown,   // key, modifiers, repeat
    KeyUp,     // key, modifiers
    MouseMove, // position, delta
    MouseDown, // button, position, clicks, modifiers
    MouseUp,   // button, position, modifiers
    Wheel,     // delta.y in notches, up positive; position
    DropFile,  // text: path; position
    Resized,
    FocusLost, // what was held is taken as released
    Quit
};

struct InputEvent {
    InputEventType type = InputEventType::Quit;
    Key key = Key::None;
    Modifiers modifiers;
    MouseButton button = MouseButton::Left;
    bool repeat = false;
    int clicks = 0;
    Vec2 position{0.0f, 0.0f}; // window points, y down
    Vec2 delta{0.0f, 0.0f};
    std::string text;
};

// What happened since the last poll and what is held now. Events come in the order in which they happened.
struct Input {
    std::vector<InputEvent> events;
    Vec2 mouse{-1.0f, -1.0f}; // window points, y down
    bool mouseInWindow = false;
    std::array<bool, static_cast<std::size_t>(MouseButton::Count)> buttons{};
    std::bitset<static_cast<std::size_t>(Key::Count)> keys;
    Modifiers modifiers;
    bool quit = false;

    bool held(MouseButton button) const { return buttons[static_cast<std::size_t>(button)]; }
    bool held(Key key) const { return keys[static_cast<std::size_t>(key)]; }
};

// Takes all waiting events from the platform into `input` (its list of events is cleared first); hands each
// to the interface library as well where `imgui` is given. False where there was none, of any kind: also what
// makes no InputEvent, as a window that is uncovered, may ask for a new picture.
bool pollEvents(Input& input, const Window& window, ImGuiGlue* imgui);

// Sleeps until there is an event to poll, or for so many seconds; returns how many it was.
double waitForEvent(double seconds);

// "Ctrl+Shift+S", "Space", "[": for tooltips and the list of keys.
std::string describeKey(Key key, Modifiers modifiers = {});

} // namespace satbox::app
