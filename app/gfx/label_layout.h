#pragma once

#include "app/gfx/camera.h"
#include "app/gfx/draw_list.h"
#include <satbox/function_ref.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

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

// The boxes of a draw list's labels in the viewport of a camera, in their order. `sizeOf`: the size of a text
// on the screen, with its ground. `scale`: window points per logical pixel.
std::vector<LabelBox> labelBoxes(std::span<const WorldLabel> labels, const Camera& camera, float scale,
                                 FunctionRef<Vec2(const std::string&)> sizeOf);

// The line from the mark to a label that had to move away from it.
struct Leader {
    Vec2 a{0.0f, 0.0f};
    Vec2 b{0.0f, 0.0f};
};
inline constexpr float kLeaderAlpha = 0.6f;
std::optional<Leader> leaderOf(const LabelBox& label, const ScreenRect& rect);

// Logical pixels, of a line of 13 px text in a font that is not known.
Vec2 estimatedTextSize(std::string_view text);

} // namespace satbox::app
