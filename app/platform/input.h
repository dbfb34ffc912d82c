#pragma once

#include "app/platform/touch.h"
#include <satbox/math.h>

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

class Window;
class ImGuiGlue;

// Keys by their label in the user's layout. Punctuation missing from the layout is identified by its position
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
    KeyDown,    // key, modifiers, repeat
    KeyUp,      // key, modifiers
    MouseMove,  // position, delta
    MouseDown,  // button, position, clicks, modifiers
    MouseUp,    // button, position, modifiers
    Wheel,      // delta.y in notches, positive up; position
    PinchBegin, // two fingers touch the screen: what the first one dragged is released
    Pinch,      // delta and position: of the middle between the two fingers; scale
    DropFile,   // text: path; position
    Resized,
    FocusLost, // all keys and buttons count as released
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
    float scale = 1.0f; // of a pinch since the last event; above 1: the fingers move apart
    std::string text;
};

// The events since the last poll, in order, and the keys and buttons that are held now.
struct Input {
    std::vector<InputEvent> events;
    Vec2 mouse{-1.0f, -1.0f}; // window points, y down
    bool mouseInWindow = false;
    std::array<bool, static_cast<std::size_t>(MouseButton::Count)> buttons{};
    std::bitset<static_cast<std::size_t>(Key::Count)> keys;
    Modifiers modifiers;
    TouchTracker touch;
    std::optional<Vec2> tapped; // by two fingers: a click of the right button in the next poll
    bool quit = false;

    bool held(MouseButton button) const { return buttons[static_cast<std::size_t>(button)]; }
    bool held(Key key) const { return keys[static_cast<std::size_t>(key)]; }
};

// Replaces `input.events` by the pending events of the platform, and forwards each platform event to `imgui`
// if given. Returns true if there was any platform event, even one without an InputEvent: a window that is
// uncovered needs a new frame.
bool pollEvents(Input& input, const Window& window, ImGuiGlue* imgui);

// Sleeps until an event is pending or endRequested(), but at most `seconds`. Returns the seconds slept.
double waitForEvent(double seconds);

// Ends waitForEvent(), from any thread.
void endWaiting();

// "Ctrl+Shift+S", "Space", "[": for tooltips and the key sheet.
std::string describeKey(Key key, Modifiers modifiers = {});

// A key with the modifiers that are held.
struct KeyChord {
    Key key = Key::None;
    Modifiers modifiers{};
    friend bool operator==(const KeyChord&, const KeyChord&) = default;
};

// "Ctrl+S"; empty for Key::None.
std::string chordLabel(const KeyChord& chord);

} // namespace satbox::app
