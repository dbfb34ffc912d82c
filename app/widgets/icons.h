#pragma once

#include "app/gfx/color.h"
#include <satbox/math.h>

#include <cstdint>

struct ImDrawList;

namespace satbox::app {

enum class Icon : std::uint8_t {
    // tools and shapes
    Grab,
    Box,
    Circle,
    Capsule,
    Triangle,
    Polygon,
    Plank,
    Wall,
    Outline,
    Freehand,
    Ground,
    Knife,
    Vertices,
    DistanceJoint,
    RevoluteJoint,
    PrismaticJoint,
    WeldJoint,
    WheelJoint,
    MotorJoint,
    PulleyJoint,
    FilterJoint,
    GearJoint,
    Explosion,
    Magnet,
    Pin,
    Eraser,
    Stream,
    // playback
    Play,
    Pause,
    Step,
    Substep,
    Restart,
    StepBack,
    PlayBack,
    Previous,
    Next,
    // actions
    Fit,
    Screenshot,
    Trash,
    Duplicate,
    Open,
    Save,
    Undo,
    Redo,
    // view and physics
    Eye,
    EyeOff,
    Gravity,
    Reset,
    Search,
    Close,
    Check,
    Warning,
    Help,
    Settings,
    Panel,
    Count
};

// Draws an icon in the square of side `size` around `center` (window points). All icons use the same 24 by 24
// grid and a stroke width of size / 12, so that they have the same visual weight.
void drawIcon(ImDrawList& out, Icon icon, Vec2 center, float size, const Color& color);

} // namespace satbox::app
