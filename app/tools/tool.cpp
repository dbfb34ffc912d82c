#include "app/tools/tool.h"

#include "app/text/format.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

std::string transformHint(const TransformGesture& gesture)
{
    switch (gesture.handle.kind) {
    case FrameHandle::Kind::Move:
        return gesture.byHandle ? "Moving. Ctrl snaps to corners, edges and the grid. Esc moves back."
                                : "Moving: hold Shift to rotate, Ctrl to snap. Esc moves back.";
    case FrameHandle::Kind::Rotate:
        return gesture.byHandle ? "Rotating. Ctrl snaps to 15°. Esc rotates back."
                                : "Rotating: release Shift to move, hold Ctrl to snap to 15°.";
    case FrameHandle::Kind::Scale:
    case FrameHandle::Kind::Stretch:
        return "Scaling: the opposite corner or side stays. Ctrl snaps the size to the grid. Esc scales "
               "back.";
    }
    return {};
}

} // namespace

void ToolState::beginPlacing(ToolboxShape shape, bool byDrag)
{
    tool = ToolKind::Place;
    shapeToPlace = shape;
    placingByDrag = byDrag;
}

void ToolState::beginLensTool(std::string_view name, std::string_view hint)
{
    selectGrabTool();
    tool = ToolKind::Lens;
    lens = name;
    lensHint = hint;
}

void ToolState::selectEditTool(std::string_view key)
{
    selectGrabTool();
    tool = ToolKind::Edit;
    editTool = key;
}

void ToolState::selectGrabTool()
{
    tool = ToolKind::Grab;
    editTool = {};
    editHint.clear();
    placingByDrag = false;
    ghost.reset();
}

std::string ToolState::hint(bool paused, bool isLab) const
{
    if (grab)
        return fmt::format("Release to throw. Spring force {}.",
                           formatQuantity(static_cast<double>(length(grab->force)), "N"));
    if (transform) return transformHint(*transform);
    if (press && press->selectsByBox())
        return "Release to select the bodies that are completely in the rectangle, with Shift to add them.";
    if (tool == ToolKind::Place) {
        const std::string_view name = toolboxItem(shapeToPlace).label;
        if (placingByDrag) return fmt::format("{}: release the button over the world to drop it.", name);
        return fmt::format("{} of {:.2g} m: click to drop it (Shift + click to drop more), wheel to resize, "
                           "Shift + wheel to rotate, Esc to cancel.",
                           name, newShape.size);
    }
    if (panning) return "Moving the view.";
    if (tool == ToolKind::Lens) return std::string(lensHint);
    if (tool == ToolKind::Edit) return editHint;
    if (isLab)
        return "Lab, without simulation: drag a shape to move it, with Shift to rotate it; Left and Right go "
               "through the axes.";
    return paused
               ? "Paused: drag bodies to move them, with Shift to rotate them, static ones too. Space runs."
               : "Drag a body to pull and throw it. Click selects, Shift + click adds, a drag over "
                 "empty space selects all in a rectangle. Space pauses.";
}

} // namespace satbox::app
