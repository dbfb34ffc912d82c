#include "app/panels/world_annotations.h"

#include "app/panels/legend.h"
#include "app/view/view_layer.h"
#include "app/widgets/labels.h"

#include <imgui.h>

namespace satbox::app {

void drawWorldAnnotations(const UiContext& ui, const ViewContext& context, const DrawList& list,
                          LegendState* legend, double clock, std::span<const ScreenRect> cards)
{
    ImDrawList& out = *ImGui::GetBackgroundDrawList();
    const ScreenRect& view = context.camera.viewport();
    out.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height});
    KeepOut keepOut;
    for (const ViewLayer* layer : context.layers) layer->keepOut(context, keepOut);
    std::vector<ScreenRect> occupied(cards.begin(), cards.end());
    for (const WorldBox& handle : keepOut.handles) {
        const Vec2 a = context.camera.worldToScreen(handle.lower);
        const Vec2 b = context.camera.worldToScreen(handle.upper);
        occupied.push_back({a.x, b.y, b.x - a.x, a.y - b.y});
    }
    if (legend) {
        const ScreenRect bar = drawScaleBar(out, context.camera, ui.palette, ui.fonts, ui.scale);
        occupied.push_back(bar);
        if (context.view.legend)
            drawLegend(ui, out, context, {view.x + view.width - bar.x, view.y + view.height - bar.y},
                       keepOut.subjects, cards, *legend, clock);
        else
            legend->rect = {}, legend->isFolded = false;
        occupied.push_back(legend->rect);
    }
    drawLabels(out, list.labels, context.camera, ui.palette, ui.fonts, ui.scale, occupied);
    out.PopClipRect();
}

} // namespace satbox::app
