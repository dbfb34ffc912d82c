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

// A label as the layout sees it: a size that is to be put near an anchor without covering it.
struct LabelBox {
    Vec2 anchor{0.0f, 0.0f}; // window points
    Vec2 size{0.0f, 0.0f};   // of the pill
    float clearance = 8.0f;  // half extent of the square around the anchor that stays free
    float priority = 0.0f;
    bool required = false;
    Vec2 side{0.0f, 0.0f}; // window direction of the place to try first; zero: right
};

struct PlacedLabel {
    std::size_t index = 0; // in the span that was laid out
    ScreenRect rect;
};

// Finds a place for as many labels as fit, in order of priority (ties: in the order given): the places
// nearest to the direction of `side`, without one right of the anchor, left, above, below, then the corners;
// inside `bounds`, never over another label, over `keepOut` or over an anchor of one placed before. What
// finds no place is left out; a required one is put right of its anchor all the same, and labels of less
// priority keep off it.
std::vector<PlacedLabel> layoutLabels(std::span<const LabelBox> labels, const ScreenRect& bounds,
                                      std::span<const ScreenRect> keepOut = {});

// Lays out the labels of a frame in the camera's viewport and draws them: 13 px on a ground pill of 75 %.
void drawLabels(ImDrawList& out, std::span<const WorldLabel> labels, const Camera& camera,
                const Palette& palette, const Fonts& fonts, float scale,
                std::span<const ScreenRect> keepOut = {});

// The bar with its length in metres, in the lower right corner of the viewport; returns what it covers.
ScreenRect drawScaleBar(ImDrawList& out, const Camera& camera, const Palette& palette, const Fonts& fonts,
                        float scale);

} // namespace satbox::app
