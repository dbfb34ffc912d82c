#pragma once

#include "app/tools/tool_context.h"

namespace satbox::app {

// Moves, rotates and scales the selected bodies directly: they are dragged while paused, or a handle of the
// frame around them is dragged. Time stops meanwhile. A gesture is one undo entry.

// Where the pointer is, and how it snaps.
struct TransformPointer {
    Position world{}; // m
    // Shift: a drag that moves rotates instead. Ctrl: snaps to vertices, edges and the grid, to 15 degrees,
    // or to sizes that are multiples of the grid step.
    Modifiers modifiers{};
    float metersPerPoint = 0.01f; // m per window point
    float gridStep = 0.1f;        // m
};

// Precondition: the bodies exist.
void beginTransform(ToolContext& context, FrameHandle handle, std::span<const BodyId> bodies,
                    const TransformPointer& pointer);
void continueTransform(ToolContext& context, const TransformPointer& pointer);
void endTransform(ToolContext& context);
void cancelTransform(ToolContext& context); // puts the bodies back

// What the gesture has done so far: "1.20 m, 0.35 m" (the translation), "15.0°" (the angle of a single body;
// of several, how far they turned), "2.00 m × 1.00 m" (the size).
std::string describeTransform(const TransformGesture& gesture);

} // namespace satbox::app
