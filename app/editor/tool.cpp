#include "app/editor/tool.h"

#include "app/ui/format.h"

#include <fmt/format.h>

namespace satbox::app {

void ToolState::beginPlacing(PaletteShape shape, bool byDrag)
{
    tool = ToolKind::Place;
    placing = shape;
    placingByDrag = byDrag;
}

void ToolState::beginQuerying(QueryKind kind)
{
    cancelPlacing();
    tool = ToolKind::Query;
    querying = kind;
}

void ToolState::cancelPlacing()
{
    tool = ToolKind::Grab;
    placingByDrag = false;
    ghost.reset();
}

std::string ToolState::hint(bool paused, bool timeless) const
{
    if (grab)
        return fmt::format("Release to throw. Spring force {}.",
                           formatQuantity(static_cast<double>(length(grab->force)), "N"));
    if (move)
        return move->turning ? "Turning: release Shift to move."
                             : "Moving: hold Shift to turn. Esc puts it back.";
    if (tool == ToolKind::Place) {
        const std::string_view name = paletteItem(placing).label;
        if (placingByDrag) return fmt::format("{}: release over the world to drop it.", name);
        return fmt::format(
            "{} of {:.2g} m: click drops it (Shift keeps it in hand), wheel sizes, Shift + wheel turns, "
            "Esc puts it away.",
            name, palette.size);
    }
    if (panning) return "Moving the view.";
    if (tool == ToolKind::Query)
        return querying == QueryKind::Box
                   ? "Drag a box, or click a point: which nodes of the tree does a search for it visit? Esc "
                     "removes it."
                   : "Drag from where a ray begins to where it ends. Esc removes it.";
    if (timeless)
        return "The lab: drag moves a shape, Shift turns it; Left and Right walk the axes. Nothing moves by "
               "itself.";
    return paused ? "Drag moves a body, Shift turns it; static ones too. Space runs."
                  : "Drag grabs and throws a body. Click selects. Space pauses.";
}

} // namespace satbox::app
