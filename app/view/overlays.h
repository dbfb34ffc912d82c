#pragma once

#include "app/view/view_context.h"

#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// A line of the legend: the mark as it is in the picture, and what it means.
enum class LegendMark : uint8_t {
    Disc,
    Ring,
    Square,
    Line,
    Dashed,
    Arrow,
    Bar,
    Wedge,
    Arc,
    Outline,
    Ramp,
    Cross
};
struct LegendRow {
    LegendMark mark = LegendMark::Disc;
    Color color;
    Color second; // end of a ramp
    std::string text;
};
using LegendRows = std::vector<LegendRow>;

// One row for each overlay. `key` is the one of its switch in viewSwitches(). Drawn in the order of the
// table: later ones lie on top.
struct Overlay {
    std::string_view key;
    bool ViewSettings::*on = nullptr;
    void (*draw)(const ViewContext&, DrawList&) = nullptr;
    void (*legend)(const ViewContext&, LegendRows&) = nullptr;
};
std::span<const Overlay> overlays();

// One file for each family.
void drawBodies(const ViewContext&, DrawList&);
void drawTightBoxes(const ViewContext&, DrawList&);
void drawFatBoxes(const ViewContext&, DrawList&);
void drawTree(const ViewContext&, DrawList&);
void drawIslands(const ViewContext&, DrawList&);
void drawTrails(const ViewContext&, DrawList&);
void drawSleep(const ViewContext&, DrawList&);
void drawCenters(const ViewContext&, DrawList&);
void drawVelocities(const ViewContext&, DrawList&);
void drawContactColours(const ViewContext&, DrawList&);
void drawFaces(const ViewContext&, DrawList&);
void drawFrictionCones(const ViewContext&, DrawList&);
void drawPenetration(const ViewContext&, DrawList&);
void drawNormals(const ViewContext&, DrawList&);
void drawImpulses(const ViewContext&, DrawList&);
void drawContactPoints(const ViewContext&, DrawList&);
void drawFeatureIds(const ViewContext&, DrawList&);
void drawForceGraph(const ViewContext&, DrawList&);
void drawTreeLevel(const ViewContext&, DrawList&);     // over the shapes, where one level alone is shown
void drawMovedBoxes(const ViewContext&, DrawList&);    // shapes that left their fat boxes in the last step
void drawQuery(const ViewContext&, DrawList&);         // what the broad phase is asked, and what it visited
void drawPointedIsland(const ViewContext&, DrawList&); // of a row of the Broad panel
void drawStep(const ViewContext&, DrawList&);          // one that is taken apart
void drawPair(const ViewContext&, DrawList&);          // two shapes that are looked into
void drawInteraction(const ViewContext&, DrawList&);   // mouse spring, shape before its drop, substep ghosts

void legendOfBodies(const ViewContext&, LegendRows&);
void legendOfTightBoxes(const ViewContext&, LegendRows&);
void legendOfFatBoxes(const ViewContext&, LegendRows&);
void legendOfTree(const ViewContext&, LegendRows&);
void legendOfIslands(const ViewContext&, LegendRows&);
void legendOfTrails(const ViewContext&, LegendRows&);
void legendOfSleep(const ViewContext&, LegendRows&);
void legendOfCenters(const ViewContext&, LegendRows&);
void legendOfVelocities(const ViewContext&, LegendRows&);
void legendOfContactColours(const ViewContext&, LegendRows&);
void legendOfFaces(const ViewContext&, LegendRows&);
void legendOfFrictionCones(const ViewContext&, LegendRows&);
void legendOfPenetration(const ViewContext&, LegendRows&);
void legendOfNormals(const ViewContext&, LegendRows&);
void legendOfImpulses(const ViewContext&, LegendRows&);
void legendOfContactPoints(const ViewContext&, LegendRows&);
void legendOfFeatureIds(const ViewContext&, LegendRows&);
void legendOfMovedBoxes(const ViewContext&, LegendRows&);
void legendOfQuery(const ViewContext&, LegendRows&);
void legendOfForceGraph(const ViewContext&, LegendRows&);
void legendOfStep(const ViewContext&, LegendRows&);
void legendOfPair(const ViewContext&, LegendRows&);

} // namespace satbox::app
