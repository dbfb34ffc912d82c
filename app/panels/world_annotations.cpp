#include "app/panels/world_annotations.h"

#include "app/panels/legend.h"
#include "app/widgets/labels.h"

#include <imgui.h>

#include <vector>

namespace satbox::app {

float drawWorldAnnotations(const UiContext& ui, const ViewContext& context, const DrawList& list,
                           bool drawsLegend)
{
    ImDrawList& out = *ImGui::GetBackgroundDrawList();
    const ScreenRect& view = context.camera.viewport();
    out.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height});
    std::vector<ScreenRect> occupied;
    if (drawsLegend) occupied.push_back(drawScaleBar(out, context.camera, ui.palette, ui.fonts, ui.scale));
    float legendHeight = 0.0f;
    if (drawsLegend && context.view.legend) {
        occupied.push_back(drawLegend(ui, out, context, view));
        legendHeight = view.y + view.height - occupied.back().y;
    }
    drawLabels(out, list.labels, context.camera, ui.palette, ui.fonts, ui.scale, occupied);
    out.PopClipRect();
    return legendHeight;
}

} // namespace satbox::app
