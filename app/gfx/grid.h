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

// Distances between grid lines in metres: 1, 2 or 5 times a power of ten.
struct GridSpacing {
    double minor = 0.2;
    double major = 1.0;
};

// Minor lines at least 12 pixels of the design apart, a major one at every fifth (fourth of steps of 5) of
// them.
GridSpacing gridSpacing(float pixelsPerMeter, float interfaceScale);

// Adds the lines that the camera sees to `primitives`: minor, then major, then the two axes. One pixel wide,
// put on the pixels of a screen with `pixelsPerPoint`, so that they are crisp.
void addGrid(std::vector<Primitive>& primitives, const Camera& camera, const GridColors& colors,
             float pixelsPerPoint, float interfaceScale);

struct ScaleBar {
    float meters = 1.0f;  // 1, 2 or 5 times a power of ten
    float points = 50.0f; // its length on the window
    std::string text;     // "1 m", "20 cm"
};

// The longest round length that fits into maxPoints window points.
ScaleBar scaleBar(const Camera& camera, float maxPoints);

} // namespace satbox::app
