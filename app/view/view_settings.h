#pragma once

#include "app/gfx/theme.h"
#include "app/platform/input.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace satbox::app {

// When the heat map takes the place of contact points, normals and depths: if they cover one another, or
// always, or never.
enum class HeatMapUse : uint8_t { Automatic, Always, Never };
enum class HeatQuantity : uint8_t { Depth, Impulse }; // what it shows of each body
// What the fill of a dynamic body shows where there is no heat map.
enum class BodyColoring : uint8_t { State, Material, Body, Island, Speed };

// How the world is drawn. The tables below list every switch, choice and scale once; those of overlays are in
// overlays.h. The View menu, the View card, the keys, the search, the command line, the legend and the
// preferences file use them.
struct ViewSettings {
    // Overlays: one switch each.
    bool grid = true;
    bool shapes = true;
    bool contactPoints = true;
    bool normals = true;
    bool penetration = true;
    bool impulses = false;
    bool frictionCone = false;
    bool featureIds = false;
    bool faces = false;
    bool tightBoxes = false;
    bool fatBoxes = false;
    bool tree = false;
    bool centers = false;
    bool velocities = false;
    bool islands = false;
    bool colours = false;
    bool forceGraph = false;
    bool sleep = false;
    bool joints = true;
    bool trails = false;

    // Options.
    bool legend = true;
    bool labels = true;       // numbers beside marks
    bool squareRoot = false;  // arrow length is proportional to the square root
    bool magnify = true;      // depths under 6 px are also drawn magnified
    bool dimUnrelated = true; // objects unrelated to the hovered or selected contact are dimmed
    bool shading = true;      // soft edges and shadows of bodies
    bool animate = true;      // panels and camera move smoothly
    bool pauseOnPair = true;  // opening the Pair panel pauses; without it, the camera follows the pair
    bool inspectOnClick = true;

    // Choices.
    BodyColoring bodyColoring = BodyColoring::State;
    HeatMapUse heatMap = HeatMapUse::Automatic;
    HeatQuantity heatQuantity = HeatQuantity::Depth;

    // Scales.
    float impulseScale = 1.0f;   // multiple of the automatic length, see ViewContext::impulseLength
    float velocityLength = 0.1f; // m of arrow for each m/s
    float normalLength = 36.0f;  // px
    float trailSeconds = 2.0f;   // s
    float lineScale = 1.0f;      // multiple of the base line widths

    Theme theme = Theme::Dark;

    friend bool operator==(const ViewSettings&, const ViewSettings&) = default;
};

enum class ViewGroup : uint8_t { Overlay, Option };

// A switch of ViewSettings.
struct ViewSwitch {
    std::string_view key;   // "contact-points": for --overlays and files
    std::string_view label; // "Contact points"
    ViewGroup group = ViewGroup::Overlay;
    bool ViewSettings::*member = nullptr;
    Key shortcut = Key::None; // with `modifiers`
    Modifiers modifiers{};
    std::string_view help; // tooltip
};

// A choice of ViewSettings: one of several options.
struct ViewChoice {
    struct Option {
        std::string_view key; // "automatic": for the command line and files
        std::string_view label;
    };
    std::string_view key;
    std::string_view label;
    std::span<const Option> options; // in the order of the enumerators
    std::variant<BodyColoring ViewSettings::*, HeatMapUse ViewSettings::*, HeatQuantity ViewSettings::*>
        member;
    std::string_view help;
};

// A number of ViewSettings.
struct ViewScale {
    std::string_view key;
    std::string_view label;
    std::string_view unit;
    float ViewSettings::*member = nullptr;
    float minimum = 0.0f;
    float maximum = 0.0f;
    std::string_view help;
};

std::span<const ViewSwitch> viewSwitches(); // overlays first, then options
std::span<const ViewChoice> viewChoices();
std::span<const ViewScale> viewScales();
const ViewSwitch* findViewSwitch(std::string_view key); // nullptr when there is none

size_t chosenOption(const ViewSettings& view, const ViewChoice& row); // index in ViewChoice::options
void choose(ViewSettings& view, const ViewChoice& row, size_t option);
// The option with this key; false if there is none, and nothing is changed.
bool choose(ViewSettings& view, const ViewChoice& row, std::string_view key);

// Turns on exactly the overlays of a list: "all", "none", or comma-separated keys. Options and scales stay.
// Returns an empty string, or a sentence that names the unknown key; then nothing is changed.
std::string setOverlaysExactly(ViewSettings& view, std::string_view list);
// Parses the value of --overlays: "all", "none", or comma-separated keys (which also turn the shapes on).
// Otherwise like setOverlaysExactly().
std::string setOverlays(ViewSettings& view, std::string_view list);

} // namespace satbox::app
