// The Joint panel: what one step did at one joint. It shows the joint, its load, the substeps of each of its
// equations, and the arithmetic of the shown stage.

#include "app/lenses/joint/panel/joint_panel.h"

#include "app/lenses/joint/joint_arithmetic.h"
#include "app/text/format.h"
#include "app/widgets/empty_state.h"
#include "app/widgets/setting_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>

namespace satbox::app {

namespace {

void drawJointHeader(const UiContext& ui, const JointAnalysis& a)
{
    shapeNameRow(ui, "A", a.nameA, ui.palette.pairA);
    shapeNameRow(ui, "B", a.nameB, ui.palette.pairB);
    analysedStepRows(ui, a.number, a.isLast, a.record.solver, a.record.context);
    if (!a.solved()) return;
    valueRow(ui, "Force", loadText(a.record.force, a.def.breakForce, "N"),
             "Force on body B, mean over the step, and its share of the force at which the joint breaks.");
    valueRow(
        ui, "Torque", loadText(std::fabs(a.record.torque), a.def.breakTorque, "N m"),
        "Torque on body B about its anchor, mean over the step, and its share of the torque at which the "
        "joint breaks.");
    hintText(ui, companyText(a.record) + (a.record.broke ? " It broke in this step." : ""));
}

// A line of texts that end at these shares of the width; the first one starts at the left.
constexpr std::array kColumns{0.0f, 0.30f, 0.54f, 0.78f, 1.0f};
using TableLine = std::array<std::string, kColumns.size()>;
void drawTableLine(const UiContext& ui, const TableLine& texts, const Color& color, const Color& first)
{
    const ImVec2 at = ImGui::GetItemRectMin();
    const float width = ImGui::GetItemRectSize().x, top = at.y + ui.px(2.0f);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    drawClippedText(out, first, at.x + ui.px(4.0f), top, at.x + 0.2f * width, texts[0]);
    for (size_t i = 1; i < texts.size(); ++i)
        drawRightAlignedText(out, color, at.x + kColumns[i] * width - ui.px(4.0f), top, texts[i]);
}

// The equation in all substeps; a click shows the last push of a substep.
void drawEquation(const UiContext& ui, const JointAnalysis& a, size_t index, JointState& state)
{
    const JointEquation& equation = a.record.equations[index];
    const JointStage& shown = a.stages[a.shownStage(state.stage.index)];
    const std::string name = equationName(equation);
    const std::string activity = activityText(a.record, index);
    ImGui::Dummy({0.0f, ui.px(2.0f)});
    ImGui::TextUnformatted(name.c_str());
    recordLastItem(ui, name, activity);
    if (!activity.empty()) hintText(ui, withUpperFirst(activity) + ".");
    valueRow(ui, fmt::format("Mass m##{}", name).c_str(),
             massText(equation, a.record.substeps[shown.substep].equations[index]),
             "Effective mass of this equation by itself, in the substep shown. Impulse divided by it: the "
             "change of the rate.");
    const float line = ImGui::GetFontSize() + ui.px(4.0f);
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    ImGui::PushFont(ui.fonts.small);
    ImGui::Dummy({width, line});
    drawTableLine(ui, {"", "C start", "C end", "λ push", "λ relax"}, ui.palette.muted, ui.palette.muted);
    itemTooltip(ui, "C: error at the start and at the end of the substep; of a pin the distance between the "
                    "anchors. λ: impulse that pushing accumulates, with that of the last substep, and what "
                    "relaxing adds; of a pin their sizes.");
    for (size_t s = 0; s < a.record.substeps.size(); ++s) {
        const JointEquationRecord& one = a.record.substeps[s].equations[index];
        const auto shownAs = [&](Vec2 value, const char* unit) {
            return formatQuantity(static_cast<double>(sizeOf(equation, value)), unit);
        };
        const TableLine texts{fmt::format("{}", s + 1), shownAs(one.start, errorUnit(equation)),
                              shownAs(one.end, errorUnit(equation)),
                              shownAs(one.again + one.pushed, impulseUnit(equation)),
                              shownAs(one.relaxed, impulseUnit(equation))};
        ImGui::PushID(static_cast<int>(s));
        const bool pressed = ImGui::InvisibleButton(name.c_str(), {width, line});
        ImGui::PopID();
        const bool isHovered = ImGui::IsItemHovered();
        if (shown.substep == s || isHovered)
            ImGui::GetWindowDrawList()->AddRectFilled(
                ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                (shown.substep == s ? ui.palette.chosenRow : ui.palette.hoveredRow).packed(), ui.px(3.0f));
        drawTableLine(ui, texts, one.isAtLimit ? ui.palette.warning : ui.palette.text, ui.palette.muted);
        recordLastItem(ui, fmt::format("{}, substep {}", name, s + 1),
                       fmt::format("{} | {} | {} | {}", texts[1], texts[2], texts[3], texts[4]));
        itemTooltip(ui, "Click to see the arithmetic of this substep.");
        if (!pressed) continue;
        for (size_t i = 0; i < a.stages.size(); ++i)
            if (a.stages[i].substep == s && a.stages[i].number > 0 && a.stages[i].pass != JointPass::Relax)
                state.stage.index = i;
        state.stage.playing = false;
    }
    ImGui::PopFont();
    ImGui::PopStyleVar();
}

void drawStageButtons(const UiContext& ui, const JointAnalysis& a, JointState& state)
{
    const size_t count = a.stages.size(), shown = a.shownStage(state.stage.index);
    const auto step = [&](int by) {
        state.stage.playing = false;
        state.stage.index = shown;
        state.stage.step(by, count);
    };
    if (iconButton(ui, Icon::Previous, "Previous stage", "Left", false, 28.0f)) step(-1);
    ImGui::SameLine();
    if (iconButton(ui, state.stage.playing ? Icon::Pause : Icon::Play,
                   state.stage.playing ? "Stop playing" : "Play through the stages", "", state.stage.playing,
                   28.0f))
        state.stage.playing = !state.stage.playing;
    ImGui::SameLine();
    if (iconButton(ui, Icon::Next, "Next stage", "Right", false, 28.0f)) step(1);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const std::string name = stageName(a, a.stages[shown]);
    ImGui::TextUnformatted(fmt::format("{} of {}: {}", shown + 1, count, name).c_str());
    recordLastItem(ui, "Stage", name);
}

void drawArithmetic(const UiContext& ui, const JointAnalysis& a, const JointStage& stage)
{
    hintText(ui, explainStage(a, stage));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), ui.px(1.0f)});
    for (const ArithmeticText& one : arithmeticOf(a, stage)) {
        ImGui::Dummy({0.0f, ui.px(2.0f)});
        ImGui::PushStyleColor(ImGuiCol_Text, (one.isLimited ? ui.palette.warning : ui.palette.text).packed());
        ImGui::TextUnformatted(one.title.c_str());
        ImGui::PopStyleColor();
        std::string recorded;
        for (const std::string& line : one.lines) recorded += (recorded.empty() ? "" : "; ") + line;
        recordLastItem(ui, one.title + ", arithmetic", recorded);
        ImGui::PushFont(ui.fonts.small);
        for (const std::string& line : one.lines) {
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(10.0f));
            ImGui::TextWrapped("%s", line.c_str());
        }
        ImGui::PopFont();
    }
    ImGui::PopStyleVar();
}

// There is no joint to show: the button runs the simulation or, while it runs, chooses the hardest joint.
bool drawEmptyJoint(const UiContext& ui, bool hasJoints, bool paused, Requests& requests)
{
    if (!hasJoints) {
        hintText(ui, "This world has no joints. Make one with a joint tool, Alt+1 to Alt+9.");
        return false;
    }
    const bool pressed = emptyState(
        ui,
        {.picture = EmptyPicture::Step,
         .text = "Shows what a step did at one joint: the last step is repeated on a copy and every visit "
                 "of the solver is recorded with its arithmetic. Click a joint in the world, or run until "
                 "joints carry a load.",
         .button = paused ? "Run" : "Look into the hardest joint",
         .tooltip = paused ? "Runs the simulation (Space)."
                           : "Chooses the joint with the largest force in the last step."});
    if (pressed && paused) requests.actions.push_back(Action::TogglePause);
    return pressed && !paused;
}

} // namespace

JointPanelEvents drawJointPanel(const UiContext& ui, const std::optional<JointAnalysis>& analysis,
                                const World& world, bool paused, bool compares, JointState& state,
                                Requests& requests)
{
    JointPanelEvents events;
    events.hardestRequested =
        button(ui, "Hardest joint",
               "Chooses the joint with the largest force in the last step. For another one, click a joint in "
               "the world or press Ctrl+M over it.");
    if (compares)
        hintText(ui,
                 "Shows a joint of the first world, in the first view. Here A and B are the bodies of the "
                 "joint, not worlds.");
    if (!analysis && state.analysisTooSlow) {
        hintText(ui,
                 "Analysing a step of this world takes too long while the simulation runs. Pause to see it.");
        return events;
    }
    if (!analysis) {
        events.hardestRequested |= drawEmptyJoint(ui, !world.joints().empty(), paused, requests);
        return events;
    }
    const JointAnalysis& a = *analysis;
    ImGui::SameLine();
    events.copyRequested = button(ui, "Copy as text", kCopyJointHelp);
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    hintText(ui, withUpperFirst(a.name) + ".");
    drawJointHeader(ui, a);
    if (!a.solved()) {
        hintText(ui, a.record.unsolvedReason);
        return events;
    }
    heading(ui, "Substeps");
    drawStageButtons(ui, a, state);
    for (size_t i = 0; i < a.record.equations.size(); ++i) drawEquation(ui, a, i, state);
    heading(ui, "Arithmetic");
    drawArithmetic(ui, a, a.stages[a.shownStage(state.stage.index)]);
    return events;
}

} // namespace satbox::app
