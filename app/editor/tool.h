#pragma once

#include "app/editor/palette.h"
#include "app/editor/selection.h"
#include "app/platform/input.h"
#include "engine/world/world.h"

#include <optional>
#include <string>

namespace satbox::app {

enum class ToolKind : uint8_t {
    Grab,  // drags bodies: with the mouse spring while running, by hand while paused; selects
    Place, // carries a shape of the palette until it is dropped
    Query  // draws a box or a ray that the broad phase is searched for
};

enum class QueryKind : uint8_t { Box, Ray };

// A shape on its way into the world, drawn translucent.
struct Ghost {
    PaletteBody body;       // body.body.position and rotation are where it would land
    bool overWorld = false; // not over a panel: a drop would work here
};

// A body held by the mouse spring while time runs.
struct GrabGesture {
    BodyId body;
    MouseJointId joint;
    Vec2 force{0.0f, 0.0f}; // N, of the last step, for the label
    World before;           // for undo: the world when the button went down
    std::string label;      // of the undo entry
};

// A body moved by hand while paused.
struct MoveGesture {
    BodyId body;
    Vec2 grabPoint{0.0f, 0.0f}; // body frame, m: stays under the pointer
    bool turning = false;       // Shift is held: the body turns about its centre of mass
    float pointerAngle = 0.0f;  // rad, of the pointer about that centre when turning began
    float startAngle = 0.0f;    // rad, of the body then
    bool moved = false;         // an undo entry has been made
};

// What the left button went down on.
struct Press {
    Vec2 screen{0.0f, 0.0f}; // window points
    ShapeId shape;           // null: on nothing
    std::optional<ContactKey> contact;
    bool dragged = false; // moved more than kClickTravel since: not a click any more
};

// What the tool in hand knows between frames.
struct ToolState {
    static constexpr float kClickTravel = 4.0f; // window points; what moves less is a click

    ToolKind tool = ToolKind::Grab;
    PaletteShape placing = PaletteShape::Box; // while tool == Place
    bool placingByDrag = false;               // button held since the tool bar: dropped when it is released
    QueryKind querying = QueryKind::Box;      // while tool == Query
    PaletteSpec palette;
    std::optional<Ghost> ghost;

    std::optional<Press> press;
    std::optional<GrabGesture> grab;
    std::optional<MoveGesture> move;
    bool panning = false;
    Vec2 cursorScreen{0.0f, 0.0f}; // window points
    Position cursorWorld{};        // the same place
    bool cursorOverWorld = false;  // not over a panel nor outside the window

    // The tool bar calls it: on mouse down over an icon with byDrag (dropped on release over the world;
    // released over the tool bar it stays in hand and the next click drops it), keys and menus without.
    void beginPlacing(PaletteShape shape, bool byDrag);
    void beginQuerying(QueryKind kind);
    void cancelPlacing(); // back to the hand, from querying too

    // A sentence for the status bar: what the tool in hand does next.
    std::string hint(bool paused, bool timeless = false) const;
};

// Something that the pointer did and the interface did not take. In the order in which it happened: several
// may fall into one frame.
struct PointerEvent {
    enum class Kind : uint8_t { Press, Move, Release, Wheel };
    Kind kind = Kind::Move;
    MouseButton button = MouseButton::Left; // Press and Release
    Vec2 screen{0.0f, 0.0f};                // window points
    Vec2 delta{0.0f, 0.0f};                 // window points moved; wheel notches in y
    bool overWorld = false;                 // on the world, not on a panel
    Modifiers modifiers{};
};

} // namespace satbox::app
