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
     "Lines every metre (or tenfold), and the axes."},
    {"shapes",
     "Shapes",
     ViewGroup::Overlay,
     &ViewSettings::shapes,
     Key::X,
     {},
     "Outline and body of every shape, coloured by the body's state."},
    {"contact-points",
     "Contact points",
     ViewGroup::Overlay,
     &ViewSettings::contactPoints,
     Key::C,
     {},
     "Where shapes touch: new, persistent and speculative points look different."},
    {"normals",
     "Contact normals",
     ViewGroup::Overlay,
     &ViewSettings::normals,
     Key::A,
     {},
     "The direction from shape A to shape B in which they are pushed apart."},
    {"penetration",
     "Penetration depth",
     ViewGroup::Overlay,
     &ViewSettings::penetration,
     Key::D,
     {},
     "How deep shapes overlap: a bar to scale and a number in mm."},
    {"impulses",
     "Impulses",
     ViewGroup::Overlay,
     &ViewSettings::impulses,
     Key::I,
     {},
     "Normal and friction impulse that the solver gave at each point, in N s."},
    {"friction-cone",
     "Friction cones",
     ViewGroup::Overlay,
     &ViewSettings::frictionCone,
     Key::F,
     {},
     "All the impulses that friction allows; at its edge the contact slides."},
    {"feature-ids",
     "Feature ids",
     ViewGroup::Overlay,
     &ViewSettings::featureIds,
     Key::U,
     {},
     "Which edges and vertices made a point: impulses follow these ids from step to step."},
    {"faces",
     "Reference and incident faces",
     ViewGroup::Overlay,
     &ViewSettings::faces,
     Key::E,
     {},
     "The face that the normal came from, and the one that was clipped against it."},
    {"tight-boxes",
     "Tight boxes",
     ViewGroup::Overlay,
     &ViewSettings::tightBoxes,
     Key::B,
     {},
     "The smallest upright box around each shape."},
    {"fat-boxes", "Fat boxes", ViewGroup::Overlay, &ViewSettings::fatBoxes, Key::B, kShift,
     "The enlarged boxes that the broad phase keeps, so that small movements change nothing there."},
    {"tree",
     "Bounding-volume tree",
     ViewGroup::Overlay,
     &ViewSettings::tree,
     Key::T,
     {},
     "The boxes of the broad phase's tree, coloured by level."},
    {"centers",
     "Centres of mass",
     ViewGroup::Overlay,
     &ViewSettings::centers,
     Key::W,
     {},
     "The point about which each body turns."},
    {"velocities",
     "Velocities",
     ViewGroup::Overlay,
     &ViewSettings::velocities,
     Key::V,
     {},
     "Velocity of each centre of mass, and spin."},
    {"islands",
     "Islands",
     ViewGroup::Overlay,
     &ViewSettings::islands,
     Key::L,
     {},
     "Bodies that touch, directly or through others, and fall asleep together."},
    {"colours",
     "Contact colours",
     ViewGroup::Overlay,
     &ViewSettings::colours,
     Key::K,
     {},
     "Groups of contacts that share no body, so that they can be solved side by side."},
    {"force-graph", "Chains of force", ViewGroup::Overlay, &ViewSettings::forceGraph, Key::K, kShift,
     "Contacts as lines between bodies, the thicker the more they carry; coloured as they are solved."},
    {"sleep",
     "Sleep",
     ViewGroup::Overlay,
     &ViewSettings::sleep,
     Key::Z,
     {},
     "A z on each body that sleeps, and a ring that fills while one is at rest until it may fall asleep."},
    {"trails",
     "Trails",
     ViewGroup::Overlay,
     &ViewSettings::trails,
     Key::Y,
     {},
     "Where each centre of mass has been in the last seconds."},
    {"legend", "Legend", ViewGroup::Option, &ViewSettings::legend, Key::L, kShift,
     "Explains the overlays that are on, with their scales."},
    {"labels", "Numbers", ViewGroup::Option, &ViewSettings::labels, Key::N, kShift,
     "Values beside what is drawn; what is hovered always has one."},
    {"square-root",
     "Square-root arrows",
     ViewGroup::Option,
     &ViewSettings::squareRoot,
     Key::None,
     {},
     "Arrow length grows with the square root, so that small and large values can be seen together."},
    {"magnify",
     "Magnify small depths",
     ViewGroup::Option,
     &ViewSettings::magnify,
     Key::None,
     {},
     "Depths under 6 px are drawn a second time, enlarged, beside the contact."},
    {"dim-unrelated",
     "Dim what is unrelated",
     ViewGroup::Option,
     &ViewSettings::dimUnrelated,
     Key::None,
     {},
     "With a pair chosen, the rest of the world steps back to 40 %."},
    {"animate",
     "Animate the interface",
     ViewGroup::Option,
     &ViewSettings::animate,
     Key::None,
     {},
     "Camera and panels move over 150 ms instead of jumping."},
});

constexpr auto kScales = std::to_array<ViewScale>({
    {"impulse-scale", "Impulse arrows", "x", &ViewSettings::impulseScale, 0.05f, 20.0f,
     "Length of impulse arrows: at 1 the weight of a usual body over a step is about as long as the body."},
    {"velocity-length", "Velocity arrows", "m per m/s", &ViewSettings::velocityLength, 1e-3f, 2.0f,
     "Length of an arrow for a speed of 1 m/s."},
    {"normal-length", "Normal arrows", "px", &ViewSettings::normalLength, 12.0f, 120.0f,
     "Length of a contact normal on the screen, whatever the zoom."},
    {"trail-seconds", "Trail length", "s", &ViewSettings::trailSeconds, 0.1f, 20.0f,
     "How much of the past a trail shows, in simulated seconds."},
    {"line-scale", "Line width", "x", &ViewSettings::lineScale, 0.5f, 3.0f,
     "Multiple of all line widths in the world: 2 for a projector."},
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
        changed.shapes = true; // marks without the bodies they are about say nothing
        while (true) {
            const size_t comma = list.find(',');
            const std::string_view word = list.substr(0, comma);
            const ViewSwitch* row = findViewSwitch(word);
            if (!row || row->group != ViewGroup::Overlay) {
                std::string sentence =
                    "overlays: \"" + std::string(word) + "\" is none of them; there are all, none";
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
