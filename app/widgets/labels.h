#pragma once

#include "app/gfx/camera.h"
#include "app/gfx/draw_list.h"
#include "app/gfx/grid.h"
#include "app/gfx/label_layout.h"
#include "app/gfx/palette.h"

#include <span>

struct ImDrawList;

namespace satbox::app {

struct Fonts;

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
