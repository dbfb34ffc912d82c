#pragma once

#include "app/platform/input.h"

#include <span>
#include <string>
#include <string_view>

namespace satbox::app {

enum class Theme : uint8_t { Dark, Light };

// What is drawn of the world and how. The tables below list every field once: the View menu, the View panel,
// the keys, --overlays, the legend and the preferences file all read them.
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
    bool trails = false;

    // Options: how they are drawn.
    bool legend = true;
    bool labels = true;       // numbers beside what is drawn
    bool squareRoot = false;  // arrow length grows with the square root
    bool magnify = true;      // penetration under 6 px is drawn again, magnified
    bool dimUnrelated = true; // what is not selected or hovered steps back
    bool animate = true;      // panels and camera move instead of jumping

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
    std::string_view key;   // "contact-points": what --overlays and files use
    std::string_view label; // "Contact points"
    ViewGroup group = ViewGroup::Overlay;
    bool ViewSettings::*member = nullptr;
    Key shortcut = Key::None; // with `modifiers`
    Modifiers modifiers{};
    std::string_view help; // a sentence: what one sees
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
std::span<const ViewScale> viewScales();
const ViewSwitch* findViewSwitch(std::string_view key); // nullptr when there is none

// Applies what --overlays takes: "all", "none", or keys separated by commas (those and the shapes are on
// then). Options and scales stay. Returns an empty string, or a sentence naming the bad word; nothing is
// changed on error.
std::string setOverlays(ViewSettings& view, std::string_view list);

} // namespace satbox::app
