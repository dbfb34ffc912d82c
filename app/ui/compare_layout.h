#pragma once

#include "app/gfx/camera.h"

#include <vector>

namespace satbox::app {

// One of the worlds beside each other: a title, the view, figures under it. Window points; no two overlap.
struct CompareCell {
    ScreenRect title;
    ScreenRect view; // of the same size in every cell, so that one camera serves all
    ScreenRect figures;
};

struct CompareLayout {
    std::vector<CompareCell> cells;
    ScreenRect plot; // of three worlds, the place of the fourth; empty otherwise
};

// Two worlds stand side by side, in a high and narrow area one over the other; three and four in two rows.
CompareLayout layOutComparison(const ScreenRect& area, size_t worlds, float scale);

// How many figures stand beside each other under a view of this width: 1, 2, 3 or 6 of the six; and in how
// many lines, as a place for them of this height has it.
int figureColumns(float width, float scale);
int figureLines(float height, float scale);

} // namespace satbox::app
