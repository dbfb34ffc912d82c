#pragma once

#include "app/gfx/camera.h"
#include "app/gfx/color.h"
#include "app/gfx/draw_list.h"

#include <string>

namespace satbox::app {

struct GridColors {
    Color minor;
    Color major;
    Color axes;
};

// Distances between grid lines, m: 1, 2 or 5 times a power of ten.
struct GridSpacing {
    double minor = 0.2;
    double major = 1.0;
};

// Minor lines are at least 12 logical pixels apart. Every fifth line is major; every fourth if the minor
// spacing is 5 times a power of ten.
GridSpacing gridSpacing(float pixelsPerMeter, float interfaceScale);

// Adds the visible grid lines to `primitives`: minor, then major, then the two axes. Lines are one pixel wide
// and snapped to screen pixels (`pixelsPerPoint` per window point), so that they are sharp.
void addGrid(std::vector<Primitive>& primitives, const Camera& camera, const GridColors& colors,
             float pixelsPerPoint, float interfaceScale);

struct ScaleBar {
    float meters = 1.0f;  // 1, 2 or 5 times a power of ten
    float points = 50.0f; // length in the window
    std::string text;     // "1 m", "20 cm"
};

// The longest 1-2-5 length of at most maxPoints window points.
ScaleBar scaleBar(const Camera& camera, float maxPoints);

} // namespace satbox::app
