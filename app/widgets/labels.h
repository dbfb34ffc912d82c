#pragma once

#include "app/gfx/camera.h"
#include "app/gfx/draw_list.h"
#include "app/gfx/grid.h"
#include "app/gfx/palette.h"

#include <cstddef>
#include <span>
#include <vector>

struct ImDrawList;

namespace satbox::app {

struct Fonts;

// A label to be placed beside its anchor without covering it.
struct LabelBox {
    Vec2 anchor{0.0f, 0.0f}; // window points
    Vec2 size{0.0f, 0.0f};   // of the pill
    float clearance = 8.0f;  // half extent of the square around the anchor that stays free
    float priority = 0.0f;
    bool required = false;
    Vec2 side{0.0f, 0.0f}; // preferred direction from the anchor, in window axes; zero: right
};

struct PlacedLabel {
    std::size_t index = 0; // into the span given to layoutLabels
    ScreenRect rect;
};

// Places as many labels as fit, in order of priority (ties: in the order given). The positions closest to the
// direction `side` are tried first; without a direction: right, left, above, below, then the corners. A label
// lies inside `bounds` and never covers another label, `keepOut`, or the anchor of a label placed before it.
// Labels whose anchors are outside `bounds`, and those that do not fit, are left out. A required label with
// its anchor inside is always placed: at a greater distance from its anchor, or if there is no room either,
// at its first position. Labels of lower priority avoid it.
std::vector<PlacedLabel> layoutLabels(std::span<const LabelBox> labels, const ScreenRect& bounds,
                                      std::span<const ScreenRect> keepOut = {});

// Places the labels of a frame in the camera's viewport and draws them: 13 px text on a pill of the
// background colour at 75 %, and a line to the anchor of a label that had to move away from it.
void drawLabels(ImDrawList& out, std::span<const WorldLabel> labels, const Camera& camera,
                const Palette& palette, const Fonts& fonts, float scale,
                std::span<const ScreenRect> keepOut = {});

// Draws a bar with its length in metres in the lower right corner of the viewport. Returns the rectangle that
// it covers.
ScreenRect drawScaleBar(ImDrawList& out, const Camera& camera, const Palette& palette, const Fonts& fonts,
                        float scale);

} // namespace satbox::app
