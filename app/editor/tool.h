#pragma once

#include "app/editor/palette.h"
#include "app/platform/input.h"
#include "engine/world/world.h"

#include <optional>
#include <string>

namespace satbox::app {

struct AppState;

enum class ToolKind : uint8_t {
    Grab, // drags bodies: with the mouse spring while running, by hand while paused; selects
    Place // carries a shape of the palette until it is dropped
};

// A shape on its way into the world, drawn translucent.
struct Ghost {
    PaletteBody body;       // body.body.position and rotation are where it would land
    bool overWorld = false; // not over a panel: a drop would work here
};

// A body held by the mouse spring.
struct GrabGesture {
    BodyId body;
    MouseJointId joint;
    Vec2 force{0.0f, 0.0f}; // N, of the last step, for the label
};

// A body moved by hand while paused.
struct MoveGesture {
    BodyId body;
    Vec2 grabPoint{0.0f, 0.0f};     // body frame, m
    float startPointerAngle = 0.0f; // rad, of the pointer about the body's centre when turning began
    Rot startRotation{};
    bool turning = false;
    bool moved = false;
};

// What the tool in hand knows between frames.
struct ToolState {
    ToolKind tool = ToolKind::Grab;
    PaletteShape placing = PaletteShape::Box; // while tool == Place
    bool placingByDrag = false;               // button held since the tool bar: dropped when it is released
    PaletteSpec palette;
    std::optional<Ghost> ghost;

    std::optional<GrabGesture> grab;
    std::optional<MoveGesture> move;
    bool panning = false;
    bool pressedOnWorld = false;  // the left press began on the world, not on a panel
    Vec2 pressScreen{0.0f, 0.0f}; // window points, where it began
    Vec2 cursorWorld{0.0f, 0.0f}; // m, under the pointer
    bool cursorOverWorld = false;

    // The tool bar calls it: on mouse down over an icon with byDrag (dropped on release over the world;
    // released over the tool bar it stays in hand and the next click drops it), or from keys and menus
    // without.
    void beginPlacing(PaletteShape shape, bool byDrag);
    void cancelPlacing();

    // A sentence for the status bar: what the tool in hand does next.
    std::string hint(bool paused) const;
};

// What a tool gets of a frame: only what the interface did not take.
struct ToolInput {
    Vec2 screen{0.0f, 0.0f}; // window points
    Vec2 world{0.0f, 0.0f};  // m, the same place
    bool overWorld = false;  // pointer on the world, not on a panel or outside the window
    bool pressed = false;    // left button went down on the world in this frame
    bool released = false;   // went up in this frame, wherever
    bool held = false;       // down
    Modifiers modifiers;
};

} // namespace satbox::app
