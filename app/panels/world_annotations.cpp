#include "app/panels/world_annotations.h"

#include "app/panels/legend.h"
#include "app/widgets/labels.h"

#include <imgui.h>

#include <vector>

namespace satbox::app {

void drawWorldAnnotations(const UiContext& ui, const ViewContext& context, const DrawList& list,
                          LegendState* legend, double clock)
{
    ImDrawList& out = *ImGui::GetBackgroundDrawList();
    const ScreenRect& view = context.camera.viewport();
    out.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height});
    std::vector<ScreenRect> occupied;
    if (legend) {
        occupied.push_back(drawScaleBar(out, context.camera, ui.palette, ui.fonts, ui.scale));
        if (context.view.legend)
            drawLegend(ui, out, context,
                       {view.x + view.width - occupied.back().x, view.y + view.height - occupied.back().y},
                       *legend, clock);
        else
            legend->rect = {}, legend->isFolded = false;
        occupied.push_back(legend->rect);
    }
    drawLabels(out, list.labels, context.camera, ui.palette, ui.fonts, ui.scale, occupied);
    out.PopClipRect();
}

} // namespace satbox::app
