#pragma once

#include "app/gfx/camera.h"

#include <vector>

namespace satbox::app {

// The cell of one compared world: a title, the view, and figures below. Window points; cells do not overlap.
struct CompareCell {
    ScreenRect title;
    ScreenRect view; // of the same size in every cell, so that they can share a camera
    ScreenRect figures;
};

struct CompareLayout {
    std::vector<CompareCell> cells;
    ScreenRect plot; // with three worlds, the fourth cell; empty otherwise
};

// Two worlds are side by side or, in a tall area, one above the other; three and four worlds are in two rows.
CompareLayout layOutComparison(const ScreenRect& area, size_t worlds, float scale);

// Columns of the six figures under a view of this width: 1, 2, 3 or 6. Lines that fit into
// CompareCell::figures of this height. Both in window points, as is the layout.
int figureColumns(float width, float scale);
int figureLines(float height, float scale);

} // namespace satbox::app
