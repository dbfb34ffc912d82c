#pragma once

#include "app/view/view_context.h"

#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// A line of the legend: a mark as drawn in the world, and its meaning.
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
    Color secondColor; // end of a ramp, fill of an outline
    std::string text;
};
using LegendRows = std::vector<LegendRow>;

// One overlay. `key` is the key of its switch in viewSwitches(). Overlays are drawn in the order of
// overlays(), later ones on top.
struct Overlay {
    std::string_view key;
    bool ViewSettings::*on = nullptr;
    void (*draw)(const ViewContext&, DrawList&) = nullptr;
    void (*legend)(const ViewContext&, LegendRows&) = nullptr;
};
std::span<const Overlay> overlays();

// Defined in bodies.cpp, boxes.cpp, contact_points.cpp and so on, by topic.
void drawBodies(const ViewContext&, DrawList&);
void drawTightBoxes(const ViewContext&, DrawList&);
void drawFatBoxes(const ViewContext&, DrawList&);
void drawTree(const ViewContext&, DrawList&);
void drawIslands(const ViewContext&, DrawList&);
void drawTrails(const ViewContext&, DrawList&);
void drawSleep(const ViewContext&, DrawList&);
void drawCenters(const ViewContext&, DrawList&);
void drawVelocities(const ViewContext&, DrawList&);
void drawEdgeColours(const ViewContext&, DrawList&);
void drawFaces(const ViewContext&, DrawList&);
void drawFrictionCones(const ViewContext&, DrawList&);
void drawPenetration(const ViewContext&, DrawList&);
void drawNormals(const ViewContext&, DrawList&);
void drawImpulses(const ViewContext&, DrawList&);
void drawContactPoints(const ViewContext&, DrawList&);
void drawFeatureIds(const ViewContext&, DrawList&);
void drawForceGraph(const ViewContext&, DrawList&);
void drawTreeLevel(const ViewContext&, DrawList&);     // if a single level is selected
void drawMovedBoxes(const ViewContext&, DrawList&);    // of shapes that left their fat boxes in the last step
void drawQuery(const ViewContext&, DrawList&);         // the broad-phase query and the nodes it visited
void drawHoveredIsland(const ViewContext&, DrawList&); // hovered in the Broad phase panel
void drawStep(const ViewContext&, DrawList&);          // the analysed step
void drawPair(const ViewContext&, DrawList&);          // the pair of the Pair panel
void drawInteraction(const ViewContext&, DrawList&);   // mouse spring, preview of a new shape, substep ghosts

void legendOfBodies(const ViewContext&, LegendRows&);
void legendOfTightBoxes(const ViewContext&, LegendRows&);
void legendOfFatBoxes(const ViewContext&, LegendRows&);
void legendOfTree(const ViewContext&, LegendRows&);
void legendOfIslands(const ViewContext&, LegendRows&);
void legendOfTrails(const ViewContext&, LegendRows&);
void legendOfSleep(const ViewContext&, LegendRows&);
void legendOfCenters(const ViewContext&, LegendRows&);
void legendOfVelocities(const ViewContext&, LegendRows&);
void legendOfEdgeColours(const ViewContext&, LegendRows&);
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
