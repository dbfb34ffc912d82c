#include "app/view/view_settings.h"

#include "app/view/overlays.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace satbox::app {

namespace {

constexpr Modifiers kShift{.shift = true};

constexpr auto kOptions = std::to_array<ViewSwitch>({
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
    {"shading",
     "Edges and shadows",
     ViewGroup::Option,
     &ViewSettings::shading,
     Key::None,
     {},
     "A soft edge inside the outline of bodies, and a soft shadow around them. Outlines stay where they "
     "are."},
    {"pause-on-pair",
     "Pause to look into a pair",
     ViewGroup::Option,
     &ViewSettings::pauseOnPair,
     Key::None,
     {},
     "Opening the Pair panel pauses. When off, time runs on and the camera follows the pair."},
    {"inspect-on-click",
     "Inspect on click",
     ViewGroup::Option,
     &ViewSettings::inspectOnClick,
     Key::None,
     {},
     "A click on a body opens the Inspect panel, unless the panel of a lens is open."},
    {"animate",
     "Animate the interface",
     ViewGroup::Option,
     &ViewSettings::animate,
     Key::None,
     {},
     "Camera and panels move over 150 ms instead of at once."},
});

constexpr auto kSwitches = [] {
    std::array<ViewSwitch, kOverlays.size() + kOptions.size()> all;
    std::transform(kOverlays.begin(), kOverlays.end(), all.begin(),
                   [](const Overlay& overlay) { return overlay.toggle; });
    std::copy(kOptions.begin(), kOptions.end(), all.begin() + kOverlays.size());
    return all;
}();

constexpr auto kBodyColorings = std::to_array<ViewChoice::Option>({{"state", "State"},
                                                                   {"material", "Material"},
                                                                   {"body", "Body"},
                                                                   {"island", "Island"},
                                                                   {"speed", "Speed"}});
constexpr auto kHeatMapUses =
    std::to_array<ViewChoice::Option>({{"automatic", "Automatic"}, {"always", "Always"}, {"never", "Never"}});
constexpr auto kHeatQuantities =
    std::to_array<ViewChoice::Option>({{"depth", "Depth"}, {"impulse", "Impulse"}});

constexpr auto kChoices = std::to_array<ViewChoice>({
    {"colour-bodies-by", "Colour bodies by", kBodyColorings, &ViewSettings::bodyColoring,
     "What the colour of a dynamic body means: whether it is awake, the material of each shape, the body "
     "itself, its island, or its speed in m/s. Static and kinematic bodies keep their colours."},
    {"heat-map", "Heat map", kHeatMapUses, &ViewSettings::heatMap,
     "Colours bodies by their contacts, in place of contact points, normals and depths. Automatic: where "
     "these would cover one another."},
    {"heat-quantity", "Heat map of", kHeatQuantities, &ViewSettings::heatQuantity,
     "What the colour of a body means: its deepest overlap, in mm, or the largest normal impulse of a "
     "contact point in the last step, in N s."},
});

constexpr auto kScales = std::to_array<ViewScale>({
    {"impulse-scale", "Impulse arrows", "x", &ViewSettings::impulseScale, 0.05f, 20.0f,
     "Length of impulse arrows. At 1, the arrow of the impulse that supports a typical body for one step is "
     "0.4 to 1 times as long as that body is wide."},
    {"velocity-length", "Velocity arrows", "m per m/s", &ViewSettings::velocityLength, 1e-3f, 2.0f,
     "Length in m of an arrow for 1 m/s. Usually 0.05 to 0.5."},
    {"normal-length", "Normal arrows", "px", &ViewSettings::normalLength, 12.0f, 120.0f,
     "Length of contact normals on the screen, independent of the zoom."},
    {"trail-seconds", "Trail length", "s", &ViewSettings::trailSeconds, 0.1f, 10.0f,
     "Time that trails cover, in simulated seconds. Of the last 600 steps at most, fewer with many bodies."},
    {"line-scale", "Line width", "x", &ViewSettings::lineScale, 0.5f, 3.0f,
     "Factor of all line widths in the world. Use 2 on a projector."},
});

} // namespace

std::span<const ViewSwitch> viewSwitches() { return kSwitches; }
std::span<const ViewChoice> viewChoices() { return kChoices; }
std::span<const ViewScale> viewScales() { return kScales; }

const ViewSwitch* findViewSwitch(std::string_view key)
{
    for (const ViewSwitch& row : kSwitches)
        if (row.key == key) return &row;
    return nullptr;
}

size_t chosenOption(const ViewSettings& view, const ViewChoice& row)
{
    return std::visit([&](auto member) { return static_cast<size_t>(view.*member); }, row.member);
}

void choose(ViewSettings& view, const ViewChoice& row, size_t option)
{
    std::visit([&](auto member) { view.*member = std::decay_t<decltype(view.*member)>(option); }, row.member);
}

bool choose(ViewSettings& view, const ViewChoice& row, std::string_view key)
{
    for (size_t i = 0; i < row.options.size(); ++i) {
        if (row.options[i].key != key) continue;
        choose(view, row, i);
        return true;
    }
    return false;
}

std::string setOverlaysExactly(ViewSettings& view, std::string_view list)
{
    ViewSettings changed = view;
    const bool all = list == "all";
    for (const ViewSwitch& row : kSwitches)
        if (row.group == ViewGroup::Overlay) changed.*row.member = all;

    while (!all && list != "none") {
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
    view = changed;
    return {};
}

std::string setOverlays(ViewSettings& view, std::string_view list)
{
    std::string sentence = setOverlaysExactly(view, list);
    if (sentence.empty() && list != "none") view.shapes = true; // marks without their bodies mean nothing
    return sentence;
}

} // namespace satbox::app
