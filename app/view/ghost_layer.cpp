#include "app/view/ghost_layer.h"

#include "app/view/shape_drawing.h"

namespace satbox::app {

void GhostLayer::draw(const ViewContext& context, DrawList& out) const
{
    const ShapeStyle style{
        .outline = context.palette.selected.withAlpha(0.7f), .outlineWidthPx = 1.5f, .dashed = true};
    ghost_.forEachShape([&](ShapeId id, const BodyShape& shape) {
        const BodyId body = ghost_.bodyOf(id);
        if (ghost_.body(body).type == BodyType::Static) return;
        addShape(out, shape.def.geometry, ghost_.motion(body).transform(), style);
    });
}

void GhostLayer::legend(const ViewContext& context, LegendRows& rows) const
{
    rows.push_back(
        {LegendMark::Dashed, context.palette.selected.withAlpha(0.7f), {}, "body on the other line of time"});
}

} // namespace satbox::app
