#include "app/panels/world_annotations.h"

#include "app/panels/legend.h"
#include "app/widgets/labels.h"

#include <imgui.h>

#include <vector>

namespace satbox::app {

ScreenRect drawWorldAnnotations(const UiContext& ui, const ViewContext& context, const DrawList& list,
                                bool drawsLegend, bool legendAtTop)
{
    ImDrawList& out = *ImGui::GetBackgroundDrawList();
    const ScreenRect& view = context.camera.viewport();
    out.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height});
    std::vector<ScreenRect> occupied;
    if (drawsLegend) occupied.push_back(drawScaleBar(out, context.camera, ui.palette, ui.fonts, ui.scale));
    ScreenRect legend;
    if (drawsLegend && context.view.legend) {
        legend = drawLegend(ui, out, context, view, legendAtTop);
        occupied.push_back(legend);
    }
    drawLabels(out, list.labels, context.camera, ui.palette, ui.fonts, ui.scale, occupied);
    out.PopClipRect();
    return legend;
}

} // namespace satbox::app
