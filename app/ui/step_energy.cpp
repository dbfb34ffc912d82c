#include "app/ui/format.h"
#include "app/ui/setting_rows.h"
#include "app/ui/step_parts.h"
#include "app/ui/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace satbox::app {

namespace {

std::string labelOf(EnergyEntry entry)
{
    std::string label = toString(entry);
    label.front() = static_cast<char>(std::toupper(label.front()));
    return label;
}

const char* helpOf(EnergyEntry entry)
{
    switch (entry) {
    case EnergyEntry::Gravity:
        return "Its work on the bodies: what it gives in kinetic energy it takes from potential energy.";
    case EnergyEntry::TimeStep:
        return "Bodies move at another velocity than the mean over a substep. Free fall loses a little by "
               "it; more substeps make it less.";
    case EnergyEntry::Forces:
        return "Forces and torques that the user applied.";
    case EnergyEntry::Damping:
        return "Linear and angular damping of the bodies.";
    case EnergyEntry::SpeedLimit:
        return "Bodies faster than the largest speed or spin were slowed.";
    case EnergyEntry::WarmStart:
        return "Normal impulses of the substep before, given again.";
    case EnergyEntry::Restitution:
        return "Normal impulses of impacts. Nothing with restitution 1.";
    case EnergyEntry::Solve:
        return "Normal impulses of the solve stage; potential is how far soft contacts pushed overlap "
               "apart, against gravity.";
    case EnergyEntry::Relax:
        return "Normal impulses of the relax stage: it takes back the speed that pushing added.";
    case EnergyEntry::Friction:
        return "Tangential impulses of all stages.";
    case EnergyEntry::PositionCorrection:
        return "Overlapping bodies were moved apart, without a change of velocity.";
    case EnergyEntry::Mouse:
        return "The springs of mouse joints.";
    case EnergyEntry::Kinematic:
        return "Work of kinematic bodies on what they touch: impulse times their speed.";
    case EnergyEntry::Rounding:
        return "Poses are stored as floats in the world: finer near the origin.";
    case EnergyEntry::Continuous:
        return "Continuous collision put bodies back to where they hit.";
    case EnergyEntry::Sleep:
        return "What fell asleep was stopped.";
    case EnergyEntry::Quarantine:
        return "Bodies that were frozen no longer count.";
    case EnergyEntry::Count:
        break;
    }
    return "";
}

std::string inJoule(double value) { return formatQuantity(value, "J"); }
std::string change(double value)
{
    const std::string text = inJoule(value);
    return value > 0.0 && !text.starts_with('0') ? "+" + text
                                                 : text; // too small to be told from 0 has no sign
}
std::string parts(const Energy& energy)
{
    return fmt::format("Kinetic {}, potential {}.", change(energy.kinetic), change(energy.potential));
}

// Gains go to the right of the middle, losses to the left.
void entryRow(const UiContext& ui, const char* name, const Energy& energy, double largest,
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
    out.AddText({std::round(a.x + width - ImGui::CalcTextSize(text.c_str()).x - ui.px(4.0f)), y},
                ui.palette.text.packed(), text.c_str());
}

} // namespace

void drawStepEnergy(const UiContext& ui, const StepAnalysis& analysis, StepViewState& step)
{
    constexpr std::array kWhose{"the world", "this island"};
    int whose = step.energyOfIsland ? 1 : 0;
    if (comboRow(ui, "Energy of", &whose, kWhose, 0,
                 "All dynamic bodies, or those that contacts join to this one."))
        step.energyOfIsland = whose == 1;
    if (!analysis.energy) return;
    const IslandEnergy* island = islandEnergy(analysis);
    if (step.energyOfIsland && !island) return hintText(ui, "Nothing in this contact can be pushed.");
    const EnergyAccount& account = step.energyOfIsland ? island->account : analysis.energy->world;

    const auto beforeAndAfter = [&](const char* name, double before, double after, const char* help) {
        valueRow(ui, name, fmt::format("{} → {}", inJoule(before), inJoule(after)), help);
    };
    beforeAndAfter("Kinetic", account.before.kinetic, account.after.kinetic,
                   "Of movement and spin, before and after the step.");
    beforeAndAfter("Potential", account.before.potential, account.after.potential,
                   "In the world's gravity, zero at the height of the origin.");
    double largest = 0.0;
    for (const Energy& entry : account.entries) largest = std::max(largest, std::fabs(entry.total()));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), 0.0f});
    for (size_t i = 0; i < account.entries.size(); ++i) {
        const auto entry = static_cast<EnergyEntry>(i);
        const Energy& energy = account.of(entry);
        if (energy.kinetic == 0.0 && energy.potential == 0.0) continue;
        entryRow(ui, labelOf(entry).c_str(), energy, largest,
                 fmt::format("{}\n{}", helpOf(entry), parts(energy)));
    }
    const Energy rest = account.unaccounted();
    entryRow(ui, "Unaccounted", rest, largest,
             fmt::format("What no entry explains: rounding of floats. Of what went through the bodies it is "
                         "{:.1g} parts.\n{}",
                         account.turnover() > 0.0 ? std::fabs(rest.total()) / account.turnover() : 0.0,
                         parts(rest)));
    ImGui::PopStyleVar();
    Energy all = account.after;
    all -= account.before;
    valueRow(ui, "In all", change(all.total()), "By how much this step changed the energy.");
}

} // namespace satbox::app
