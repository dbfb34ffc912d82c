#pragma once

#include "app/document/body_joints.h"
#include "app/document/history.h"
#include "app/document/selection.h"
#include "app/platform/input.h"
#include "app/tools/selection_frame.h"
#include "app/tools/snapping.h"
#include "app/tools/toolbox.h"
#include <satbox/world.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox::app {

enum class ToolKind : uint8_t {
    Grab,  // selects and drags bodies: with a mouse joint while running, directly while paused
    Place, // places a shape of the toolbox
    Lens,  // belongs to a lens: see beginLensTool()
    Edit   // one of tool_table.h: see selectEditTool()
};

// A shape being placed, drawn translucent.
struct Ghost {
    ToolboxBody body;       // with the pose at which it would be dropped
    bool overWorld = false; // it can be dropped here, because the pointer is not over a panel
};

// A body dragged by a mouse joint while the simulation runs.
struct GrabGesture {
    BodyId body;
    MouseJointId joint;
    Vec2 force{0.0f, 0.0f}; // N, of the mouse joint in the last step; for the label
    History::Mark begin;    // of the undo entry
    std::string label;      // of the undo entry
};

// A body as it was when a transform began.
struct BodyAtStart {
    BodyId body;
    WorldTransform pose{};
    std::vector<std::pair<ShapeId, ShapeDef>> shapes{};
};

// Bodies that are moved, rotated or scaled directly, see transform_tool.h.
struct TransformGesture {
    std::vector<BodyAtStart> bodies{};
    std::vector<JointOfBodies> joints{}; // of the bodies, at the start
    FrameHandle handle{};
    bool byHandle = false;  // a handle is dragged, not a body
    SelectionFrame frame{}; // at the start
    Position pivot{};       // m, of a rotation
    Position anchor{};      // m, stays in place while scaling
    Position grabbed{};     // m, pointer at the start
    // So far:
    Vec2 translation{0.0f, 0.0f}; // m
    float angle = 0.0f;           // rad
    Vec2 factor{1.0f, 1.0f};      // along the axes of the frame
    bool changed = false;         // an undo entry has been made
};

// A point of the selected joint's drawing that can be dragged, see joint_handles.h.
enum class JointHandle : uint8_t {
    AnchorA,
    AnchorB,
    Pin, // both anchors of a joint that keeps them at one point
    FixedPointA,
    FixedPointB, // of a pulley
    Axis,
    LowerLimit,
    UpperLimit
};

struct JointGesture {
    JointId joint;
    JointHandle handle = JointHandle::Pin;
    Vec2 offset{0.0f, 0.0f}; // m, from the pointer to the handle
    bool changed = false;    // an undo entry has been made
};

// What was under the pointer when the left button was pressed.
struct Press {
    Vec2 screen{0.0f, 0.0f}; // window points
    Position world{};        // m
    ShapeId shape;           // null: none
    std::optional<ContactKey> contact{};
    JointId joint{};                          // null: none
    std::optional<FrameHandle> handle{};      // of the selection frame
    std::optional<JointHandle> jointHandle{}; // of the selected joint
    bool withShift = false;
    bool inSelectedGroup = false; // exactly the group of the body was selected
    bool dragged = false;         // moved by more than kClickTravel since: a drag, not a click

    // Drags a rectangle that selects the bodies in it.
    bool selectsByBox() const
    {
        return dragged && shape.isNull() && joint.isNull() && !contact && !handle && !jointHandle;
    }
};

// The selected tool and its state between frames.
struct ToolState {
    static constexpr float kClickTravel = 4.0f; // window points; a shorter movement is a click

    ToolKind tool = ToolKind::Grab;
    ToolboxShape shapeToPlace = ToolboxShape::Box; // while tool == Place
    bool placingByDrag = false;  // dragged from the tool bar: dropped when the button is released
    std::string_view lens{};     // while tool == Lens: the name of the lens
    std::string_view lensHint{}; // while tool == Lens: what its tool does, for the status bar
    std::string_view editTool{}; // while tool == Edit: ToolText::key
    std::string editHint{};      // while tool == Edit: EditTool::hint(), for the status bar
    NewShapeSpec newShape;
    std::optional<Ghost> ghost;
    // Of the pointer, while Ctrl is held and an edit tool is selected or an anchor is dragged.
    std::optional<SnapTarget> snap;

    std::optional<Press> press;
    std::optional<GrabGesture> grab;
    std::optional<TransformGesture> transform;
    std::optional<JointGesture> jointDrag;
    bool panning = false;
    Vec2 panStart{0.0f, 0.0f};     // window points, where panning began
    bool panDragged = false;       // moved by more than kClickTravel since: a drag, not a click
    Vec2 cursorScreen{0.0f, 0.0f}; // window points
    Position cursorWorld{};        // the same point, m
    bool cursorOverWorld = false;  // inside the window and not over a panel

    // Selects the Place tool. `byDrag`: the button was pressed on a tool bar icon; releasing it over the
    // world drops the shape, releasing it over the tool bar keeps the tool selected.
    void beginPlacing(ToolboxShape shape, bool byDrag);
    // Selects the tool of a lens. The texts must outlive the selection.
    void beginLensTool(std::string_view name, std::string_view hint);
    void selectEditTool(std::string_view key);
    void selectGrabTool(); // ends every other tool
    bool isLensTool(std::string_view name) const { return tool == ToolKind::Lens && lens == name; }

    // Text for the status bar: what the selected tool does.
    std::string hint(bool paused, bool isLab = false) const;
};

// A pointer event; `overWorld` tells whether it is for the world or for the interface. A frame may have
// several; they are handled in order.
struct PointerEvent {
    enum class Kind : uint8_t { Press, Move, Release, Wheel, Pinch };
    Kind kind = Kind::Move;
    MouseButton button = MouseButton::Left; // Press and Release
    Vec2 screen{0.0f, 0.0f};                // window points, in the first view
    Vec2 window{0.0f, 0.0f};                // window points, where the pointer is
    Vec2 delta{0.0f, 0.0f};                 // movement in window points; Wheel: notches in y
    float scale = 1.0f;                     // Pinch: above 1 zooms in
    bool overWorld = false;                 // not over a panel
    Modifiers modifiers{};
};

} // namespace satbox::app
