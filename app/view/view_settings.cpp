#include "app/view/view_settings.h"

#include <array>

namespace satbox::app {

namespace {

constexpr Modifiers kShift{.shift = true};

constexpr auto kSwitches = std::to_array<ViewSwitch>({
    {"grid",
     "Grid",
     ViewGroup::Overlay,
     &ViewSettings::grid,
     Key::G,
     {},
     "Grid lines at round distances, and the axes. The scale bar shows the distance."},
    {"shapes",
     "Shapes",
     ViewGroup::Overlay,
     &ViewSettings::shapes,
     Key::X,
     {},
     "Fill and outline of every shape, coloured by type and state of its body."},
    {"contact-points",
     "Contact points",
     ViewGroup::Overlay,
     &ViewSettings::contactPoints,
     Key::C,
     {},
     "Contact points. New, persistent and speculative points differ in colour and form."},
    {"normals",
     "Contact normals",
     ViewGroup::Overlay,
     &ViewSettings::normals,
     Key::A,
     {},
     "Contact normal, from shape A to shape B: the direction in which the pair is separated."},
    {"penetration",
     "Penetration depth",
     ViewGroup::Overlay,
     &ViewSettings::penetration,
     Key::D,
     {},
     "Overlap of the shapes at each point: a bar to scale, and the depth in mm."},
    {"impulses",
     "Impulses",
     ViewGroup::Overlay,
     &ViewSettings::impulses,
     Key::I,
     {},
     "Normal and friction impulse on B at each point, in N s."},
    {"friction-cone",
     "Friction cones",
     ViewGroup::Overlay,
     &ViewSettings::frictionCone,
     Key::F,
     {},
     "Directions of the total impulse that friction allows. With the line at a side, the contact slides."},
    {"feature-ids",
     "Feature ids",
     ViewGroup::Overlay,
     &ViewSettings::featureIds,
     Key::U,
     {},
     "Edges and vertices that produced a point. Warm starting matches points of successive steps by these "
     "ids."},
    {"faces",
     "Reference and incident faces",
     ViewGroup::Overlay,
     &ViewSettings::faces,
     Key::E,
     {},
     "The reference face, which defines the normal, and the incident face, which is clipped against it."},
    {"tight-boxes",
     "Tight boxes",
     ViewGroup::Overlay,
     &ViewSettings::tightBoxes,
     Key::B,
     {},
     "The axis-aligned bounding box of each shape."},
    {"fat-boxes", "Fat boxes", ViewGroup::Overlay, &ViewSettings::fatBoxes, Key::B, kShift,
     "The enlarged bounding boxes in the broad-phase tree. Small movements do not change them."},
    {"tree",
     "Bounding-volume tree",
     ViewGroup::Overlay,
     &ViewSettings::tree,
     Key::T,
     {},
     "The inner boxes of the broad-phase trees, coloured by level."},
    {"centers",
     "Centres of mass",
     ViewGroup::Overlay,
     &ViewSettings::centers,
     Key::W,
     {},
     "Centre of mass of each body."},
    {"velocities",
     "Velocities",
     ViewGroup::Overlay,
     &ViewSettings::velocities,
     Key::V,
     {},
     "Velocity of each centre of mass, in m/s, and angular velocity as an arc."},
    {"islands",
     "Islands",
     ViewGroup::Overlay,
     &ViewSettings::islands,
     Key::L,
     {},
     "Groups of bodies connected by contacts, which fall asleep together, and why they are awake."},
    {"colours",
     "Contact colours",
     ViewGroup::Overlay,
     &ViewSettings::colours,
     Key::K,
     {},
     "Contacts of one colour share no dynamic body, so that they can be solved in parallel."},
    {"force-graph", "Force chains", ViewGroup::Overlay, &ViewSettings::forceGraph, Key::K, kShift,
     "Contacts as lines between bodies. Width: normal impulse. Colour: contact colour or solving order."},
    {"sleep",
     "Sleep",
     ViewGroup::Overlay,
     &ViewSettings::sleep,
     Key::Z,
     {},
     "A z on each sleeping body. A ring on a body at rest fills until the body may fall asleep."},
    {"trails",
     "Trails",
     ViewGroup::Overlay,
     &ViewSettings::trails,
     Key::Y,
     {},
     "Past positions of each centre of mass."},
    {"legend", "Legend", ViewGroup::Option, &ViewSettings::legend, Key::L, kShift,
     "Meaning and scale of the overlays that are on."},
    {"labels", "Numbers", ViewGroup::Option, &ViewSettings::labels, Key::N, kShift,
     "Values beside the marks. A hovered object always shows its value."},
    {"square-root",
     "Square-root arrows",
     ViewGroup::Option,
     &ViewSettings::squareRoot,
     Key::None,
     {},
     "Arrow length is proportional to the square root: shows small and large values together."},
    {"magnify",
     "Magnify small depths",
     ViewGroup::Option,
     &ViewSettings::magnify,
     Key::None,
     {},
     "Depths under 6 px are also drawn beside the contact, 10 or 100 times as long."},
    {"dim-unrelated",
     "Dim unrelated objects",
     ViewGroup::Option,
     &ViewSettings::dimUnrelated,
     Key::None,
     {},
     "With a contact hovered or selected, everything unrelated is drawn at 40 % opacity."},
    {"animate",
     "Animate the interface",
     ViewGroup::Option,
     &ViewSettings::animate,
     Key::None,
     {},
     "Camera and panels move over 150 ms instead of at once."},
});

constexpr auto kScales = std::to_array<ViewScale>({
    {"impulse-scale", "Impulse arrows", "x", &ViewSettings::impulseScale, 0.05f, 20.0f,
     "Length of impulse arrows. At 1, the impulse that supports a typical body for one step is 0.4 to 1 "
     "times as long as the body."},
    {"velocity-length", "Velocity arrows", "m per m/s", &ViewSettings::velocityLength, 1e-3f, 2.0f,
     "Length in m of an arrow for 1 m/s. Usually 0.05 to 0.5."},
    {"normal-length", "Normal arrows", "px", &ViewSettings::normalLength, 12.0f, 120.0f,
     "Length of contact normals on the screen, independent of the zoom."},
    {"trail-seconds", "Trail length", "s", &ViewSettings::trailSeconds, 0.1f, 20.0f,
     "Time that trails cover, in simulated seconds."},
    {"line-scale", "Line width", "x", &ViewSettings::lineScale, 0.5f, 3.0f,
     "Factor of all line widths in the world. Use 2 on a projector."},
});

} // namespace

std::span<const ViewSwitch> viewSwitches() { return kSwitches; }
std::span<const ViewScale> viewScales() { return kScales; }

const ViewSwitch* findViewSwitch(std::string_view key)
{
    for (const ViewSwitch& row : kSwitches)
        if (row.key == key) return &row;
    return nullptr;
}

std::string setOverlays(ViewSettings& view, std::string_view list)
{
    ViewSettings changed = view;
    const bool all = list == "all";
    for (const ViewSwitch& row : kSwitches)
        if (row.group == ViewGroup::Overlay) changed.*row.member = all;

    if (!all && list != "none") {
        changed.shapes = true; // marks without their bodies mean nothing
        while (true) {
            const size_t comma = list.find(',');
            const std::string_view word = list.substr(0, comma);
            const ViewSwitch* row = findViewSwitch(word);
            if (!row || row->group != ViewGroup::Overlay) {
                std::string sentence =
                    "overlays: \"" + std::string(word) + "\" is not an overlay; valid words: all, none";
                for (const ViewSwitch& known : kSwitches)
                    if (known.group == ViewGroup::Overlay) sentence += ", " + std::string(known.key);
                return sentence;
            }
            changed.*row->member = true;
            if (comma == std::string_view::npos) break;
            list.remove_prefix(comma + 1);
        }
    }
    view = changed;
    return {};
}

} // namespace satbox::app
