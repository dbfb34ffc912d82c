#include "app/view/world_view.h"

#include "app/view/view_layer.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace satbox::app {

namespace {

// Text is expensive to draw; only the most important labels are kept.
constexpr size_t kMaxLabels = 250;

constexpr bool isDrawn(const Overlay& overlay) { return overlay.draw != nullptr; }

constexpr auto kInDrawOrder = [] {
    std::array<Overlay, static_cast<size_t>(std::count_if(kOverlays.begin(), kOverlays.end(), isDrawn))>
        drawn;
    std::copy_if(kOverlays.begin(), kOverlays.end(), drawn.begin(), isDrawn);
    std::sort(drawn.begin(), drawn.end(),
              [](const Overlay& a, const Overlay& b) { return a.drawOrder < b.drawOrder; });
    return drawn;
}();

void keepMostImportant(std::vector<WorldLabel>& labels)
{
    if (labels.size() <= kMaxLabels) return;
    // Ties in order of insertion: std::sort is not stable, and labels would flicker.
    std::vector<size_t> order(labels.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(), [&](size_t i, size_t j) {
        const WorldLabel& a = labels[i];
        const WorldLabel& b = labels[j];
        if (a.required != b.required) return a.required;
        return a.priority != b.priority ? a.priority > b.priority : i < j;
    });
    std::vector<WorldLabel> kept;
    kept.reserve(kMaxLabels);
    for (size_t i = 0; i < kMaxLabels; ++i) kept.push_back(std::move(labels[order[i]]));
    labels = std::move(kept);
}

} // namespace

std::span<const Overlay> overlaysInDrawOrder() { return kInDrawOrder; }

void drawWorld(ViewContext& context, DrawList& out)
{
    context.prepare();
    for (const Overlay& overlay : kInDrawOrder)
        if (context.view.*overlay.toggle.member) overlay.draw(context, out);
    drawTreeLevel(context, out);
    drawHintedIsland(context, out);
    for (const ViewLayer* layer : context.layers) layer->draw(context, out);
    keepMostImportant(out.labels);
}

LegendRows legendRows(const ViewContext& context)
{
    LegendRows rows;
    for (const ViewLayer* layer : context.layers) layer->legend(context, rows);
    for (const Overlay& overlay : kInDrawOrder)
        if (context.view.*overlay.toggle.member && !(overlay.givesWay && context.fillScales.showsHeat))
            overlay.legend(context, rows);
    return rows;
}

} // namespace satbox::app
