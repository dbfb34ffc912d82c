#include "app/lenses/step/panel/step_sections.h"
#include "app/text/energy_text.h"
#include "app/text/format.h"
#include "app/widgets/setting_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

std::string joules(double value) { return formatQuantity(value, "J"); }
std::string change(double value)
{
    const std::string text = joules(value);
    const bool roundsToZero = text.starts_with('0');
    return value > 0.0 && !roundsToZero ? "+" + text : text;
}
std::string energyText(const Energy& energy)
{
    return fmt::format("Kinetic {}, potential {}.", change(energy.kinetic), change(energy.potential));
}

// A bar that starts at the middle: to the right for gains, to the left for losses.
void drawEntry(const UiContext& ui, const char* name, const Energy& energy, double largest,
               const std::string& help)
{
    const float height = ImGui::GetFontSize() + ui.px(5.0f);
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 a = ImGui::GetCursorScreenPos();
    const std::string text = change(energy.total());
    ImGui::Dummy({width, height});
    recordLastItem(ui, name, text);
    itemTooltip(ui, help.c_str());
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float middle = a.x + 0.5f * width;
    const double total = energy.total();
    const float reach =
        largest > 0.0 ? 0.5f * width * static_cast<float>(std::min(std::fabs(total) / largest, 1.0)) : 0.0f;
    const Color color = (total > 0.0 ? ui.palette.accent : ui.palette.warning).withAlpha(0.25f);
    if (reach >= 0.5f)
        out.AddRectFilled({total > 0.0 ? middle : middle - reach, a.y},
                          {total > 0.0 ? middle + reach : middle, a.y + height - ui.px(2.0f)}, color.packed(),
                          ui.px(2.0f));
    out.AddLine({std::round(middle), a.y}, {std::round(middle), a.y + height}, ui.palette.muted.packed(),
                std::max(ui.px(1.0f), 1.0f));
    const float y = std::round(a.y + ui.px(1.0f));
    out.AddText({a.x + ui.px(6.0f), y}, ui.palette.text.packed(), name);
    drawRightAlignedText(ui.palette.text, a.x + width - ui.px(4.0f), y, text);
}

} // namespace

void drawStepEnergy(const UiContext& ui, const StepAnalysis& analysis, StepState& step)
{
    constexpr std::array kScopes{"the world", "this island"};
    int scope = step.energyOfIsland ? 1 : 0;
    if (comboRow(ui, "Energy of", &scope, kScopes, 0,
                 "Counts all dynamic bodies, or only those in the island of this contact."))
        step.energyOfIsland = scope == 1;
    if (!analysis.energy) return;
    const IslandEnergy* island = islandEnergy(analysis);
    if (step.energyOfIsland && !island)
        return hintText(ui, "Neither body of this contact is dynamic, so it has no island.");
    const EnergyAccount& account = step.energyOfIsland ? island->account : analysis.energy->world;

    const auto beforeAndAfter = [&](const char* name, double before, double after, const char* help) {
        valueRow(ui, name, fmt::format("{} → {}", joules(before), joules(after)), help);
    };
    beforeAndAfter("Kinetic", account.before.kinetic, account.after.kinetic,
                   "Translational plus rotational energy before and after the step. In J.");
    beforeAndAfter(
        "Potential", account.before.potential, account.after.potential,
        "Energy in the world's gravity before and after the step, zero at the height of the origin. In J.");
    double largest = 0.0;
    for (const Energy& entry : account.entries) largest = std::max(largest, std::fabs(entry.total()));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), 0.0f});
    for (size_t i = 0; i < account.entries.size(); ++i) {
        const auto entry = static_cast<EnergyEntry>(i);
        const Energy& energy = account.of(entry);
        if (energy.kinetic == 0.0 && energy.potential == 0.0) continue;
        drawEntry(ui, withUpperFirst(toString(entry)).c_str(), energy, largest,
                  fmt::format("{}\n{}", energyEntryText(entry), energyText(energy)));
    }
    const Energy rest = account.unaccounted();
    drawEntry(
        ui, "Unaccounted", rest, largest,
        fmt::format(
            "Change that no entry explains: float rounding. It is {:.1g} times the turnover: the kinetic "
            "energy before and after the step, plus the energy that each impulse would give to bodies "
            "at rest.\n{}",
            account.turnover() > 0.0 ? std::fabs(rest.total()) / account.turnover() : 0.0, energyText(rest)));
    ImGui::PopStyleVar();
    Energy all = account.after;
    all -= account.before;
    valueRow(ui, "Total change", change(all.total()), "Change of energy in this step. In J.");
}

} // namespace satbox::app
