// The Step panel: what one step did at one contact. It shows the contact, the stages of the step, the
// arithmetic of the shown stage, and the convergence of the island.

#include "app/lenses/step/panel/step_panel.h"

#include "app/lenses/step/panel/step_sections.h"
#include "app/lenses/step/step_text.h"
#include "app/text/format.h"
#include "app/widgets/empty_state.h"
#include "app/widgets/setting_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace satbox::app {

namespace {

void drawContactPicker(const UiContext& ui, StepState& step)
{
    if (button(ui, "Hardest contact",
               "Selects the contact with the largest normal impulse in the last step. For another one, click "
               "a contact point in the world or press Shift+M over it."))
        step.hardestRequested = true;
}

void drawStepHeader(const UiContext& ui, const StepAnalysis& a)
{
    shapeNameRow(ui, "A", a.nameA, ui.palette.pairA);
    shapeNameRow(ui, "B", a.nameB, ui.palette.pairB);
    analysedStepRows(ui, a.number, a.isLast, a.record.solver, a.record.context);
    if (!a.solved()) return;
    valueRow(ui, "Island",
             fmt::format("{}, {}", bodyCountText(a.record.bodies.size()),
                         countText(a.record.contacts.size(), "contact", "contacts")),
             "All bodies and contacts linked to this contact through contacts between dynamic bodies.");
}

// All contact points side by side, after the shown stage.
void drawPointTable(const UiContext& ui, const StepAnalysis& a, size_t shown)
{
    constexpr int kMaxColumns = 3;
    const int columns = std::min(a.pointCount(), kMaxColumns);
    const float share = columns < kMaxColumns ? 0.30f : 0.235f; // of the width
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const auto row = [&](const char* name, auto&& cell, const char* help) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        ImGui::Dummy({width, ImGui::GetFontSize() + ui.px(4.0f)});
        std::string recorded;
        out.AddText(at, ui.palette.muted.packed(), name);
        for (int i = 0; i < columns; ++i) {
            const std::string text = cell(i);
            const float right = width * (1.0f - share * static_cast<float>(columns - 1 - i));
            drawRightAlignedText(ui.palette.text, at.x + right, at.y, text);
            recorded += (i > 0 ? " | " : "") + text;
        }
        recordLastItem(ui, name, recorded);
        itemTooltip(ui, help);
    };
    const auto fact = [&](const char* name, const char* unit, float PointState::*member, const char* help) {
        row(
            name,
            [&](int i) {
                return formatQuantity(
                    static_cast<double>(a.pointStates[shown][static_cast<size_t>(i)].*member), unit);
            },
            help);
    };
    row(
        "", [&](int i) { return pointName(a.record, static_cast<size_t>(i)); },
        "Name of the contact point, as labelled in the world.");
    fact("Speed, normal", "m/s", &PointState::normalSpeed,
         "Velocity of B relative to A along the normal. In m/s; negative: approaching.");
    fact("Speed, sliding", "m/s", &PointState::tangentSpeed,
         "Velocity of B relative to A along the tangent, to the left of the normal. In m/s.");
    fact("Separation", "m", &PointState::separation,
         "Signed distance between the surfaces. In m; negative: overlap.");
    const bool ofSubstep = hasSubsteps(a.record.solver); // not of the step, as in the card of the contact
    fact(
        ofSubstep ? "Normal λ, substep" : "Normal λ", "N s", &PointState::normalImpulse,
        "Normal impulse accumulated up to this stage: since the start of the substep or, for solvers without "
        "substeps, of the step. In N s.");
    fact(ofSubstep ? "Friction λ, substep" : "Friction λ", "N s", &PointState::tangentImpulse,
         "Friction impulse along the tangent, accumulated like the normal impulse. In N s.");
    if (a.pointCount() > columns)
        hintText(ui, fmt::format("{} more points are shown in the plots of the timeline and in the world.",
                                 a.pointCount() - columns));
}

void drawArithmetic(const UiContext& ui, const StepAnalysis& a, size_t shown)
{
    const StepTick& tick = a.record.ticks[shown];
    hintText(ui, explainStage(a.record, tick));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), ui.px(1.0f)});
    for (const VisitText& one : visitTexts(a.record, tick)) {
        ImGui::Dummy({0.0f, ui.px(2.0f)});
        const bool clamped = one.outcome == VisitText::Outcome::Clamped;
        const Color& color = clamped ? ui.palette.warning : ui.palette.text;
        ImGui::PushStyleColor(ImGuiCol_Text, color.packed());
        ImGui::TextUnformatted(one.title.c_str());
        ImGui::PopStyleColor();
        std::string recorded;
        for (const std::string& line : one.lines) recorded += (recorded.empty() ? "" : "; ") + line;
        recordLastItem(ui, one.title, recorded);
        ImGui::PushFont(ui.fonts.small);
        for (const std::string& line : one.lines) {
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(10.0f));
            ImGui::TextWrapped("%s", line.c_str());
        }
        ImGui::PopFont();
    }
    ImGui::PopStyleVar();
}

// There is no contact to show: the button runs the simulation or, while it runs, selects the hardest contact.
void drawEmptyStep(const UiContext& ui, bool paused, StepState& step, Requests& requests)
{
    const bool pressed = emptyState(
        ui,
        {.picture = EmptyPicture::Step,
         .text = "Shows what a step did at one contact: the last step is repeated on a copy and every visit "
                 "of the solver is recorded with its arithmetic. Click a contact point in the world, or run "
                 "until bodies push each other.",
         .button = paused ? "Run" : "Look into the hardest contact",
         .tooltip = paused ? "Runs the simulation (Space)."
                           : "Selects the contact with the largest normal impulse in the last step."});
    if (pressed && paused) requests.actions.push_back(Action::TogglePause);
    if (pressed && !paused) step.hardestRequested = true;
}

} // namespace

void drawStepPanel(const UiContext& ui, const std::optional<StepAnalysis>& analysis, bool paused,
                   bool compares, StepState& step, ViewSettings& view, Requests& requests)
{
    drawContactPicker(ui, step);
    if (compares)
        hintText(ui, "Shows a contact of the first world, in the first view. Here A and B are the shapes of "
                     "the contact, not worlds.");
    step.sweepOpen = false;
    const bool hadEnergy = std::exchange(step.energyOpen, false);
    if (!analysis) step.energyOpen = hadEnergy; // its section reopens as it was
    if (!analysis && step.analysisTooSlow)
        return hintText(
            ui, "Analysing a step of this world takes too long while the simulation runs. Pause to see it.");
    if (!analysis) {
        drawEmptyStep(ui, paused, step, requests);
        return;
    }
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    drawStepHeader(ui, *analysis);
    if (!analysis->solved()) return hintText(ui, analysis->record.unsolvedReason);
    const size_t shown = analysis->shownTick(step.tick.index.value_or(0));
    heading(ui, "Timeline");
    drawStepTimeline(ui, *analysis, step);
    heading(ui, "After this stage");
    drawPointTable(ui, *analysis, shown);
    if (foldingHeading(ui, "Arithmetic")) drawArithmetic(ui, *analysis, shown);
    if (foldingHeading(ui, "Island: convergence")) drawConvergence(ui, *analysis, step);
    if (foldingHeading(ui, "Effect of more iterations", step.sweepInitiallyOpen)) {
        step.sweepOpen = true;
        drawIterationSweep(ui, *analysis, paused, step);
    }
    if (foldingHeading(ui, "Energy", step.energyInitiallyOpen)) {
        step.energyOpen = true;
        drawStepEnergy(ui, *analysis, step);
    }
    heading(ui, "Force chains");
    checkboxRow(ui, "Show", &view.forceGraph,
                "Draws contacts as lines between bodies; thicker lines carry larger impulses.", "Shift+K");
    constexpr std::array kColours{"contact colour", "solving order"};
    int index = step.colourGraphByOrder ? 1 : 0;
    if (comboRow(ui, "Coloured by", &index, kColours, 0,
                 "Contact colour: contacts of one colour share no dynamic body and are solved in parallel. "
                 "Solving order: the order of the contacts in each pass over this island."))
        step.colourGraphByOrder = index == 1;
}

} // namespace satbox::app
