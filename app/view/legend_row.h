#pragma once

#include "app/gfx/color.h"

#include <cstdint>
#include <string>
#include <vector>

namespace satbox::app {

// A line of the legend: a mark as drawn in the world, and its meaning.
enum class LegendMark : uint8_t {
    None,
    Disc,
    Ring,
    RingedDisc,
    Square,
    Line,
    Dashed,
    Arrow,
    Bar,
    Wedge,
    Arc,
    Outline,
    Ramp,
    Cross,
    ColorBar,
    Swatches // some colours of a cycle
};
struct LegendRow {
    LegendMark mark = LegendMark::Disc;
    Color color;
    Color secondColor; // end of a ramp, fill of an outline
    std::string text;
    std::vector<Color> stops{};         // of a colour bar, at equal distances, or of swatches
    std::vector<std::string> numbers{}; // below a colour bar, at equal distances
};
using LegendRows = std::vector<LegendRow>;

} // namespace satbox::app
