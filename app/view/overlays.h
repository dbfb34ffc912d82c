#pragma once

#include "app/view/legend_row.h"
#include "app/view/view_context.h"
#include "app/view/view_settings.h"

#include <array>
#include <span>

namespace satbox::app {

// One overlay.
struct Overlay {
    ViewSwitch toggle; // name, key and help
    int drawOrder = 0; // overlays are drawn in ascending order, later ones on top
    void (*draw)(const ViewContext&, DrawList&) = nullptr; // null: the renderer draws it behind everything
    void (*legend)(const ViewContext&, LegendRows&) = nullptr;
    const Color Palette::*swatch = nullptr; // its colour in the world; null: it has several
    std::string_view chip{};                // label in the bar of the most used overlays; empty: not there
    bool givesWay = false;                  // the heat map takes its place
};

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
void drawContactColours(const ViewContext&, DrawList&);
void drawFaces(const ViewContext&, DrawList&);
void drawFrictionCones(const ViewContext&, DrawList&);
void drawPenetration(const ViewContext&, DrawList&);
void drawNormals(const ViewContext&, DrawList&);
void drawImpulses(const ViewContext&, DrawList&);
void drawContactPoints(const ViewContext&, DrawList&);
void drawFeatureIds(const ViewContext&, DrawList&);
void drawForceGraph(const ViewContext&, DrawList&);
void drawJoints(const ViewContext&, DrawList&);
void drawTreeLevel(const ViewContext&, DrawList&);    // ViewHints::treeLevel
void drawHintedIsland(const ViewContext&, DrawList&); // ViewHints::island

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
void legendOfForceGraph(const ViewContext&, LegendRows&);
void legendOfJoints(const ViewContext&, LegendRows&);

// All overlays, in the order of menus and panels. The table is the only place that lists them: to add one,
// add its switch to ViewSettings, a declaration above and a row here, and a file that draws it.
inline constexpr auto kOverlays = std::to_array<Overlay>({
    {.toggle = {"grid",
                "Grid",
                ViewGroup::Overlay,
                &ViewSettings::grid,
                Key::G,
                {},
                "Grid lines at round distances, and the axes. The scale bar shows the distance."}},
    {.toggle = {"shapes",
                "Shapes",
                ViewGroup::Overlay,
                &ViewSettings::shapes,
                Key::X,
                {},
                "Fill and outline of every shape, coloured by type and state of its body."},
     .drawOrder = 6,
     .draw = drawBodies,
     .legend = legendOfBodies},
    {.toggle = {"contact-points",
                "Contact points",
                ViewGroup::Overlay,
                &ViewSettings::contactPoints,
                Key::C,
                {},
                "Contact points. New points have a ring around them. Speculative ones, still apart, and "
                "those of sensors "
                "are hollow."},
     .drawOrder = 17,
     .draw = drawContactPoints,
     .legend = legendOfContactPoints,
     .swatch = &Palette::contactPoint,
     .chip = "Points",
     .givesWay = true},
    {.toggle = {"normals",
                "Contact normals",
                ViewGroup::Overlay,
                &ViewSettings::normals,
                Key::A,
                {},
                "Contact normal, from shape A to shape B: the direction in which the pair is separated."},
     .drawOrder = 15,
     .draw = drawNormals,
     .legend = legendOfNormals,
     .swatch = &Palette::normal,
     .chip = "Normals",
     .givesWay = true},
    {.toggle = {"penetration",
                "Penetration depth",
                ViewGroup::Overlay,
                &ViewSettings::penetration,
                Key::D,
                {},
                "Overlap of the shapes at each point: a bar to scale, and the depth in mm."},
     .drawOrder = 14,
     .draw = drawPenetration,
     .legend = legendOfPenetration,
     .swatch = &Palette::penetration,
     .chip = "Depths",
     .givesWay = true},
    {.toggle = {"impulses",
                "Impulses",
                ViewGroup::Overlay,
                &ViewSettings::impulses,
                Key::I,
                {},
                "Normal and friction impulse on B at each point, in N s."},
     .drawOrder = 16,
     .draw = drawImpulses,
     .legend = legendOfImpulses,
     .swatch = &Palette::normalImpulse,
     .chip = "Impulses"},
    {.toggle =
         {"friction-cone",
          "Friction cones",
          ViewGroup::Overlay,
          &ViewSettings::frictionCone,
          Key::F,
          {},
          "Directions of the total impulse that friction allows. The line inside is the direction of the "
          "actual impulse; it is on an edge of the cone while the contact slides."},
     .drawOrder = 12,
     .draw = drawFrictionCones,
     .legend = legendOfFrictionCones,
     .swatch = &Palette::frictionImpulse},
    {.toggle =
         {"feature-ids",
          "Feature ids",
          ViewGroup::Overlay,
          &ViewSettings::featureIds,
          Key::U,
          {},
          "Edges and vertices that produced a point. Warm starting matches points of successive steps by "
          "these ids."},
     .drawOrder = 18,
     .draw = drawFeatureIds,
     .legend = legendOfFeatureIds},
    {.toggle =
         {"faces",
          "Reference and incident faces",
          ViewGroup::Overlay,
          &ViewSettings::faces,
          Key::E,
          {},
          "The reference face, which defines the normal, and the incident face, which is clipped against "
          "it."},
     .drawOrder = 13,
     .draw = drawFaces,
     .legend = legendOfFaces,
     .swatch = &Palette::pairWinner},
    {.toggle = {"tight-boxes",
                "Tight boxes",
                ViewGroup::Overlay,
                &ViewSettings::tightBoxes,
                Key::B,
                {},
                "The axis-aligned bounding box of each shape."},
     .drawOrder = 3,
     .draw = drawTightBoxes,
     .legend = legendOfTightBoxes,
     .swatch = &Palette::muted},
    {.toggle = {"fat-boxes",
                "Fat boxes",
                ViewGroup::Overlay,
                &ViewSettings::fatBoxes,
                Key::B,
                {.shift = true},
                "The enlarged bounding boxes in the broad-phase tree. Small movements do not change them."},
     .drawOrder = 2,
     .draw = drawFatBoxes,
     .legend = legendOfFatBoxes,
     .swatch = &Palette::accent},
    {.toggle = {"tree",
                "Bounding-volume tree",
                ViewGroup::Overlay,
                &ViewSettings::tree,
                Key::T,
                {},
                "The inner boxes of the broad-phase trees, coloured by level."},
     .drawOrder = 1,
     .draw = drawTree,
     .legend = legendOfTree},
    {.toggle = {"centers",
                "Centres of mass",
                ViewGroup::Overlay,
                &ViewSettings::centers,
                Key::W,
                {},
                "Centre of mass of each body."},
     .drawOrder = 8,
     .draw = drawCenters,
     .legend = legendOfCenters,
     .swatch = &Palette::text},
    {.toggle = {"velocities",
                "Velocities",
                ViewGroup::Overlay,
                &ViewSettings::velocities,
                Key::V,
                {},
                "Velocity of each centre of mass, in m/s, and angular velocity as an arc."},
     .drawOrder = 9,
     .draw = drawVelocities,
     .legend = legendOfVelocities,
     .swatch = &Palette::velocity,
     .chip = "Velocities"},
    {.toggle =
         {"islands",
          "Islands",
          ViewGroup::Overlay,
          &ViewSettings::islands,
          Key::L,
          {},
          "Groups of bodies connected by contacts, which fall asleep together, and why they are awake."},
     .drawOrder = 4,
     .draw = drawIslands,
     .legend = legendOfIslands},
    {.toggle = {"colours",
                "Contact colours",
                ViewGroup::Overlay,
                &ViewSettings::colours,
                Key::K,
                {},
                "Contacts of one colour share no dynamic body, so that they can be solved in parallel."},
     .drawOrder = 10,
     .draw = drawContactColours,
     .legend = legendOfContactColours},
    {.toggle = {"force-graph",
                "Force chains",
                ViewGroup::Overlay,
                &ViewSettings::forceGraph,
                Key::K,
                {.shift = true},
                "Contacts as lines between bodies. Width: normal impulse. Colour: contact colour or solving "
                "order."},
     .drawOrder = 11,
     .draw = drawForceGraph,
     .legend = legendOfForceGraph},
    {.toggle = {"sleep",
                "Sleep",
                ViewGroup::Overlay,
                &ViewSettings::sleep,
                Key::Z,
                {},
                "A z on each sleeping body. A ring on a body at rest fills until the body may fall asleep."},
     .drawOrder = 7,
     .draw = drawSleep,
     .legend = legendOfSleep},
    {.toggle = {"joints",
                "Joints",
                ViewGroup::Overlay,
                &ViewSettings::joints,
                Key::None,
                {},
                "Anchors, axes, limits and motors of joints. Hover a joint to see its name and force, or a "
                "body to see "
                "the forces of its joints."},
     .drawOrder = 19,
     .draw = drawJoints,
     .legend = legendOfJoints,
     .swatch = &Palette::joint},
    {.toggle = {"trails",
                "Trails",
                ViewGroup::Overlay,
                &ViewSettings::trails,
                Key::Y,
                {},
                "Past positions of each centre of mass."},
     .drawOrder = 5,
     .draw = drawTrails,
     .legend = legendOfTrails},
});

// The overlays that are drawn into the list, in ascending order of Overlay::drawOrder.
std::span<const Overlay> overlaysInDrawOrder();

} // namespace satbox::app
