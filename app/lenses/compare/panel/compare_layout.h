#pragma once

#include "app/gfx/camera.h"

#include <vector>

namespace satbox::app {

// The cell of one compared world, from top to bottom: title, view, figures. In window points; cells do not
// overlap.
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

// Number of columns in which the six figures below a view are laid out, 1, 2, 3 or 6, for a view of this
// width.
int figureColumns(float width, float scale);
// Number of lines of text in a CompareCell::figures of this height. Widths and heights are in window points.
int figureLines(float height, float scale);

} // namespace satbox::app
