// Debug drawing: what a picture of a world consists of, as a list.

#include "python/module.h"
#include <satbox/draw/debug_draw.h>

#include <utility>

namespace satbox::python {

namespace {

// Keeps everything as named tuples.
class ListDraw : public DebugDraw {
  public:
    py::list items;

    void drawLine(Position a, Position b, float width, const DrawColor& color) override
    {
        items.append(record("Line", a, b, width, tupleOf(color)));
    }
    void drawPolygon(std::span<const Position> points, const DrawColor& color) override
    {
        py::list list;
        for (const Position point : points) list.append(point);
        items.append(record("FilledPolygon", std::move(list), tupleOf(color)));
    }
    void drawDisc(Position center, float radius, const DrawColor& color) override
    {
        items.append(record("Disc", center, radius, tupleOf(color)));
    }
    void drawText(const DrawLabel& label) override
    {
        items.append(record("Text", std::string(label.text), label.box.lower, label.box.upper, label.point,
                            tupleOf(label.color)));
    }

  private:
    static py::tuple tupleOf(const DrawColor& c) { return py::make_tuple(c.r, c.g, c.b, c.a); }
};

py::list draw(const World& world, const std::string& overlays, std::optional<std::array<Position, 2>> visible,
              float metersPerPixel, float scale, bool light, bool labels, const std::string& colorBodiesBy,
              const std::string& heatMap)
{
    ListDraw list;
    DrawOptions options{.overlays = overlays,
                        .metersPerPixel = metersPerPixel,
                        .scale = scale,
                        .palette = light ? DrawPalette::Light : DrawPalette::Dark,
                        .labels = labels,
                        .colorBodiesBy = colorBodiesBy,
                        .heatMap = heatMap};
    if (visible) options.visible = WorldBox((*visible)[0], (*visible)[1]);
    const std::string refused = drawWorld(world, list, options);
    if (!refused.empty()) throw py::value_error(refused);
    return std::move(list.items);
}

} // namespace

void bindDrawing(py::module_& m)
{
    const DrawOptions defaults;
    m.def(
        "draw", &draw, py::arg("world"), py::kw_only(), py::arg("overlays") = defaults.overlays,
        py::arg("visible") = py::none(), py::arg("meters_per_pixel") = defaults.metersPerPixel,
        py::arg("scale") = defaults.scale, py::arg("light") = false, py::arg("labels") = defaults.labels,
        py::arg("color_bodies_by") = defaults.colorBodiesBy, py::arg("heat_map") = defaults.heatMap,
        "The overlays of satbox's window as a list of Line, FilledPolygon, Disc and Text, from back to "
        "front. `overlays`: names of draw_overlays(), separated by commas; `visible`: two opposite corners, "
        "the lower left one first.");
    m.def(
        "draw_overlays",
        [] {
            py::dict overlays;
            for (const DrawOverlay& overlay : drawOverlays())
                overlays[py::str(std::string(overlay.name))] = std::string(overlay.help);
            return overlays;
        },
        "The names of all overlays, with a sentence on each.");
}

} // namespace satbox::python
