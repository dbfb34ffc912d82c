#include "app/view/world_view.h"

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

// Text costs more than lines, and nobody reads a thousand numbers: the most important ones stay.
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
    Overlay{"colours", &ViewSettings::colours, drawContactColours, legendOfContactColours},
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
    const auto lessImportantLast = [](const WorldLabel& a, const WorldLabel& b) {
        return a.required != b.required ? a.required : a.priority > b.priority;
    };
    std::stable_sort(labels.begin(), labels.end(), lessImportantLast);
    labels.resize(kMaxLabels);
}

} // namespace

std::span<const Overlay> overlays() { return kOverlays; }

void drawWorld(ViewContext& context, DrawList& out)
{
    context.prepare();
    for (const Overlay& overlay : kOverlays)
        if (context.view.*overlay.on) overlay.draw(context, out);
    drawInteraction(context, out);
    keepMostImportant(out.labels);
}

LegendRows legendRows(const ViewContext& context)
{
    LegendRows rows;
    for (const Overlay& overlay : kOverlays)
        if (context.view.*overlay.on) overlay.legend(context, rows);
    return rows;
}

} // namespace satbox::app
