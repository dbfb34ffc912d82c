#pragma once

#include "app/gfx/camera.h"
#include "app/gfx/draw_list.h"

#include <span>
#include <string>

namespace satbox::app {

// A line of text in an SVG picture.
struct SvgText {
    Vec2 at{0.0f, 0.0f}; // window points: left end of the base line
    std::string text;
    Color color;
};

// The shapes and marks of a draw list as an SVG document, in window points of the camera's viewport: for
// papers and slides. `pixel`: window points per logical pixel, in which widths are given. Hatching and
// shadows are left out. Labels are given as placed `texts`; those of the list are ignored.
std::string svgOf(const DrawList& list, const Camera& camera, const Color& background, float pixel,
                  std::span<const SvgText> texts);

} // namespace satbox::app
