// The Step panel: what one step did about a contact. Which contact, the stages of the step, the arithmetic of
// the one that is shown, and how near the whole island came.

#include "app/ui/format.h"
#include "app/ui/panels.h"
#include "app/ui/setting_rows.h"
#include "app/ui/step_parts.h"
#include "app/ui/widgets.h"
#include "app/view/step_text.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

namespace satbox::app {

namespace {

void chooser(const UiContext& ui, StepViewState& step)
{
    if (button(ui, "Hardest contact",
               "The one that was pushed hardest. Or click a contact point in the world; Shift+M over one."))
        step.wantsHardest = true;
}

void whichStep(const UiContext& ui, const StepAnalysis& a)
{
    letteredName(ui, "A", a.nameA, ui.palette.pairA);
    letteredName(ui, "B", a.nameB, ui.palette.pairB);
    valueRow(ui, "Step",
             fmt::format("{}, {}", formatCount(a.number), a.isLast ? "the last" : "the next, tried"),
             a.isLast ? "It is made once more on a copy of the world from before it, and written down."
                      : "The world from before the last step is not known: its next step is made on a copy.");
    const StepContext& c = a.record.context;
    const bool cut = hasSubsteps(a.record.solver);
    valueRow(ui, "Solved by",
             cut ? fmt::format("{}, {} × {}", solverName(a.record.solver), c.substeps,
                               formatQuantity(static_cast<double>(c.h), "s"))
                 : fmt::format("{}, {} iterations", solverName(a.record.solver), c.velocityIterations),
             "The Solver panel says what this means, and changes it.");
    if (!a.solved()) return;
    valueRow(ui, "Island",
             fmt::format("{} {}, {} {}", a.record.bodies.size(),
                         a.record.bodies.size() == 1 ? "body" : "bodies", a.record.contacts.size(),
                         a.record.contacts.size() == 1 ? "contact" : "contacts"),
             "All bodies that contacts link to this one.");
}

// All points side by side, after the stage that is shown.
void pointTable(const UiContext& ui, const StepAnalysis& a, size_t shown)
{
    constexpr int kMaxColumns = 3;
    const int columns = std::min(a.points(), kMaxColumns);
    const float share = columns < kMaxColumns ? 0.30f : 0.235f; // of the width
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const auto row = [&](const char* name, auto&& cell, const char* help) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        ImGui::Dummy({width, ImGui::GetFontSize() + ui.px(4.0f)});
        std::string told;
        out.AddText(at, ui.palette.muted.packed(), name);
        for (int i = 0; i < columns; ++i) {
            const std::string text = cell(i);
            const float right = width * (1.0f - share * static_cast<float>(columns - 1 - i));
            out.AddText({std::round(at.x + right - ImGui::CalcTextSize(text.c_str()).x), at.y},
                        ui.palette.text.packed(), text.c_str());
            told += (i > 0 ? " | " : "") + text;
        }
        recordLastItem(ui, name, told);
        itemTooltip(ui, help);
    };
    const auto fact = [&](const char* name, const char* unit, float PointFacts::*member, const char* help) {
        row(
            name,
            [&](int i) {
                return formatQuantity(static_cast<double>(a.facts[shown][static_cast<size_t>(i)].*member),
                                      unit);
            },
            help);
    };
    row(
        "", [&](int i) { return pointName(a.record, static_cast<size_t>(i)); }, "As labelled in the world.");
    fact("Speed, normal", "m/s", &PointFacts::normalSpeed,
         "Of B against A along the normal; negative approaches.");
    fact("Speed, sliding", "m/s", &PointFacts::tangentSpeed, "Of B against A to the left of the normal.");
    fact("Separation", "m", &PointFacts::separation, "Negative overlaps; positive is a gap.");
    fact("Impulse λ", "N s", &PointFacts::normalImpulse, "Along the normal, accumulated in this substep.");
    fact("Friction λ", "N s", &PointFacts::tangentImpulse, "Along the tangent, accumulated in this substep.");
    if (a.points() > columns)
        hintText(ui, fmt::format("{} more points are in the timeline's plots and in the world.",
                                 a.points() - columns));
}

void arithmetic(const UiContext& ui, const StepAnalysis& a, size_t shown)
{
    const StepTick& tick = a.record.ticks[shown];
    hintText(ui, explainStage(a.record, tick));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), ui.px(1.0f)});
    for (const Arithmetic& one : arithmeticOf(a.record, tick)) {
        ImGui::Dummy({0.0f, ui.px(2.0f)});
        const bool held = one.outcome == Arithmetic::Outcome::Held;
        const Color& color = held ? ui.palette.warning : ui.palette.text;
        ImGui::PushStyleColor(ImGuiCol_Text, color.packed());
        ImGui::TextUnformatted(one.title.c_str());
        ImGui::PopStyleColor();
        std::string told;
        for (const std::string& line : one.lines) told += (told.empty() ? "" : "; ") + line;
        recordLastItem(ui, one.title, told);
        ImGui::PushFont(ui.fonts.small);
        for (const std::string& line : one.lines) {
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(10.0f));
            ImGui::TextWrapped("%s", line.c_str());
        }
        ImGui::PopFont();
    }
    ImGui::PopStyleVar();
}

} // namespace

void drawStepPanel(const UiContext& ui, const std::optional<StepAnalysis>& analysis, bool paused,
                   bool compares, StepViewState& step, ViewSettings& view)
{
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    chooser(ui, step);
    if (compares) hintText(ui, "Of the first world, in the first view: A and B are its two shapes here.");
    step.wantsSweep = false;
    const bool hadEnergy = std::exchange(step.wantsEnergy, false);
    if (!analysis) step.wantsEnergy = hadEnergy; // its part comes back as it was
    if (!analysis && step.isTooDear)
        return hintText(ui,
                        "Taking a step of this world apart takes too long while time runs. Pause to see it.");
    if (!analysis) {
        hintText(
            ui,
            "What did this step do? The last step is made once more on a copy and written down: every visit "
            "of the solver to one contact, with its arithmetic. Click a contact point in the world, or let "
            "something be pushed.");
        return;
    }
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    whichStep(ui, *analysis);
    if (!analysis->solved()) return hintText(ui, analysis->record.why);
    const size_t shown = analysis->shownTick(step.tick);
    heading(ui, "Timeline");
    drawStepTimeline(ui, *analysis, step);
    heading(ui, "After this stage");
    pointTable(ui, *analysis, shown);
    if (foldingHeading(ui, "Arithmetic")) arithmetic(ui, *analysis, shown);
    if (foldingHeading(ui, "Island: convergence")) drawConvergence(ui, *analysis, step);
    if (foldingHeading(ui, "What more would buy", step.opensSweep)) {
        step.wantsSweep = true;
        drawIterationSweep(ui, *analysis, paused, step);
    }
    if (foldingHeading(ui, "Energy", step.opensEnergy)) {
        step.wantsEnergy = true;
        drawStepEnergy(ui, *analysis, step);
    }
    heading(ui, "Chains of force");
    checkboxRow(ui, "Show", &view.forceGraph,
                "Contacts as lines between bodies, the thicker the more they carry.", "Shift+K");
    constexpr std::array kColours{"solving colour", "solving order"};
    int index = step.graphByOrder ? 1 : 0;
    if (comboRow(ui, "Coloured by", &index, kColours, 0,
                 "Contacts of one colour share no moving body and are solved side by side; the order is that "
                 "of this "
                 "island's passes."))
        step.graphByOrder = index == 1;
}

} // namespace satbox::app
