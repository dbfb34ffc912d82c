#include "app/view/world_view.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace satbox::app {

namespace {

// Text is expensive to draw; only the most important labels are kept.
constexpr size_t kMaxLabels = 250;

constexpr std::array kOverlays{
    Overlay{"tree", &ViewSettings::tree, drawTree, legendOfTree},
    Overlay{"fat-boxes", &ViewSettings::fatBoxes, drawFatBoxes, legendOfFatBoxes},
    Overlay{"tight-boxes", &ViewSettings::tightBoxes, drawTightBoxes, legendOfTightBoxes},
    Overlay{"islands", &ViewSettings::islands, drawIslands, legendOfIslands},
    Overlay{"trails", &ViewSettings::trails, drawTrails, legendOfTrails},
    Overlay{"shapes", &ViewSettings::shapes, drawBodies, legendOfBodies},
    Overlay{"sleep", &ViewSettings::sleep, drawSleep, legendOfSleep},
    Overlay{"centers", &ViewSettings::centers, drawCenters, legendOfCenters},
    Overlay{"velocities", &ViewSettings::velocities, drawVelocities, legendOfVelocities},
    Overlay{"colours", &ViewSettings::colours, drawEdgeColours, legendOfEdgeColours},
    Overlay{"force-graph", &ViewSettings::forceGraph, drawForceGraph, legendOfForceGraph},
    Overlay{"friction-cone", &ViewSettings::frictionCone, drawFrictionCones, legendOfFrictionCones},
    Overlay{"faces", &ViewSettings::faces, drawFaces, legendOfFaces},
    Overlay{"penetration", &ViewSettings::penetration, drawPenetration, legendOfPenetration},
    Overlay{"normals", &ViewSettings::normals, drawNormals, legendOfNormals},
    Overlay{"impulses", &ViewSettings::impulses, drawImpulses, legendOfImpulses},
    Overlay{"contact-points", &ViewSettings::contactPoints, drawContactPoints, legendOfContactPoints},
    Overlay{"feature-ids", &ViewSettings::featureIds, drawFeatureIds, legendOfFeatureIds},
};

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

std::span<const Overlay> overlays() { return kOverlays; }

void drawWorld(ViewContext& context, DrawList& out)
{
    context.prepare();
    for (const Overlay& overlay : kOverlays)
        if (context.view.*overlay.on) overlay.draw(context, out);
    drawTreeLevel(context, out);
    drawMovedBoxes(context, out);
    drawQuery(context, out);
    drawHoveredIsland(context, out);
    drawPair(context, out);
    drawStep(context, out);
    drawInteraction(context, out);
    keepMostImportant(out.labels);
}

LegendRows legendRows(const ViewContext& context)
{
    LegendRows rows;
    legendOfPair(context, rows);
    legendOfStep(context, rows);
    legendOfQuery(context, rows);
    legendOfMovedBoxes(context, rows);
    for (const Overlay& overlay : kOverlays)
        if (context.view.*overlay.on) overlay.legend(context, rows);
    return rows;
}

} // namespace satbox::app
