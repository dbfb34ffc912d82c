// The View card: switches and keys of all overlays and options, the scales, the theme.

#include "app/panels/panels.h"
#include "app/view/overlays.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

// The colour of an overlay in the world; null for overlays with several colours.
const Color* swatchColor(const Palette& palette, std::string_view key)
{
    const auto found = std::find_if(kOverlays.begin(), kOverlays.end(),
                                    [&](const Overlay& overlay) { return overlay.toggle.key == key; });
    return found != kOverlays.end() && found->swatch ? &(palette.*found->swatch) : nullptr;
}

void drawSwitches(const UiContext& ui, ViewSettings& view, ViewGroup group)
{
    for (const ViewSwitch& row : viewSwitches()) {
        if (row.group != group) continue;
        const std::string label(row.label);
        const std::string help(row.help);
        const std::string key = chordLabel(KeyChord{row.shortcut, row.modifiers});
        checkboxRow(ui, label.c_str(), &(view.*row.member), help.c_str(), key.c_str(),
                    swatchColor(ui.palette, row.key));
    }
}

void drawChoice(const UiContext& ui, ViewSettings& view, const ViewChoice& row, const ViewSettings& defaults)
{
    std::vector<std::string> labels;
    std::vector<const char*> names;
    for (const ViewChoice::Option& option : row.options) labels.emplace_back(option.label);
    for (const std::string& label : labels) names.push_back(label.c_str());
    int index = static_cast<int>(chosenOption(view, row));
    if (comboRow(ui, std::string(row.label).c_str(), &index, names,
                 static_cast<int>(chosenOption(defaults, row)), std::string(row.help).c_str()))
        choose(view, row, static_cast<size_t>(index));
}

} // namespace

void drawViewCard(const UiContext& ui, ViewSettings& view, float& interfaceScale)
{
    if (foldingHeading(ui, "Overlays")) {
        drawSwitches(ui, view, ViewGroup::Overlay);
        ImGui::Dummy({0.0f, ui.px(4.0f)});
        if (button(ui, "All", "Switches all overlays on.")) setOverlays(view, "all");
        ImGui::SameLine();
        if (button(ui, "None", "Switches all overlays off.")) setOverlays(view, "none");
        ImGui::SameLine();
        if (button(ui, "Default", "Shows the overlays that are on at the first start.")) {
            const ViewSettings defaults;
            for (const ViewSwitch& row : viewSwitches())
                if (row.group == ViewGroup::Overlay) view.*row.member = defaults.*row.member;
        }
    }
    if (foldingHeading(ui, "Drawing")) {
        drawSwitches(ui, view, ViewGroup::Option);
        const ViewSettings defaults;
        for (const ViewChoice& row : viewChoices()) drawChoice(ui, view, row, defaults);
        for (const ViewScale& row : viewScales()) {
            const std::string label(row.label);
            const std::string unit(row.unit);
            const std::string help(row.help);
            sliderRow(ui,
                      {.label = label.c_str(),
                       .unit = unit.c_str(),
                       .minimum = row.minimum,
                       .maximum = row.maximum,
                       .defaultValue = defaults.*row.member,
                       .tooltip = help.c_str(),
                       .logarithmic = row.maximum / row.minimum > 50.0f},
                      &(view.*row.member));
        }
    }
    if (foldingHeading(ui, "Interface")) {
        constexpr std::array themes{"Dark", "Light"};
        int theme = view.theme == Theme::Light ? 1 : 0;
        if (comboRow(ui, "Theme", &theme, themes, 0, "Dark or light background. Colours keep their meaning."))
            view.theme = theme == 1 ? Theme::Light : Theme::Dark;
        std::array<const char*, kInterfaceScales.size() + 1> names{"Automatic"};
        int index = interfaceScale == 0.0f ? 0 : -1; // -1: another one, by the keys
        for (size_t i = 0; i < kInterfaceScales.size(); ++i) {
            names[i + 1] = kInterfaceScales[i].label;
            if (kInterfaceScales[i].scale == interfaceScale) index = static_cast<int>(i) + 1;
        }
        if (comboRow(ui, "Interface scale", &index, names, 0,
                     "Size of text, icons and panels, 50 % to 300 %. Automatic uses the display's scale; "
                     "choose a value if the system does not report it.",
                     fmt::format("{:.1f} %", 100.0f * interfaceScale).c_str()))
            interfaceScale = index == 0 ? 0.0f : kInterfaceScales[static_cast<size_t>(index - 1)].scale;
    }
}

} // namespace satbox::app
