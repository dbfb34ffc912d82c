#include "app/lenses/breakpoints/panel/breakpoints_panel.h"

#include "app/platform/clipboard.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kThresholdRange = 1000.0f; // the slider goes from the usual value / 1000 to that times 1000

void drawThreshold(const UiContext& ui, const ConditionForm& form, BreakpointDraft& draft)
{
    float& typed = draft.thresholds[static_cast<size_t>(form.kind)];
    const auto usual = static_cast<float>(form.usual);
    float value = typed > 0.0f ? typed : usual;
    const std::string unit(form.unit);
    const std::string tooltip =
        fmt::format("Time stops after a step in which the value is above this, in {}. Usually {}. "
                    "Double-click to type.",
                    unit, formatQuantity(form.usual, form.unit));
    if (sliderRow(ui,
                  {.label = "More than",
                   .unit = unit.c_str(),
                   .minimum = usual / kThresholdRange,
                   .maximum = usual * kThresholdRange,
                   .defaultValue = usual,
                   .tooltip = tooltip.c_str(),
                   .logarithmic = true,
                   .typedMinimum = usual * 1e-6f,
                   .typedMaximum = usual * 1e6f},
                  &value))
        typed = value;
}

void drawBox(const UiContext& ui, BreakpointDraft& draft)
{
    const auto side = [&](const char* label, double& value, float usual) {
        auto shown = static_cast<float>(value);
        if (sliderRow(ui,
                      {.label = label,
                       .unit = "m",
                       .minimum = -100.0f,
                       .maximum = 100.0f,
                       .defaultValue = usual,
                       .tooltip = "A side of the box that a body must not leave, m.",
                       .typedMinimum = -1e6f,
                       .typedMaximum = 1e6f},
                      &shown))
            value = static_cast<double>(shown);
    };
    side("Left", draft.box.lower.x, -5.0f);
    side("Right", draft.box.upper.x, 5.0f);
    side("Bottom", draft.box.lower.y, -5.0f);
    side("Top", draft.box.upper.y, 5.0f);
}

void drawScope(const UiContext& ui, const ConditionForm& form, size_t selected, BreakpointDraft& draft)
{
    std::vector<const char*> names{"Everything", "The selected bodies"};
    if (form.ofContacts) names.push_back("Between the two selected");
    int index = std::min(static_cast<int>(draft.scope), static_cast<int>(names.size()) - 1);
    if (comboRow(ui, "Where", &index, names, 0,
                 "Which bodies count. A contact counts if one of its bodies is selected."))
        draft.scope = static_cast<BreakpointScope>(index);
    if (index == 1 && selected == 0) hintText(ui, "Select bodies first.");
    if (index == 2 && selected != 2) hintText(ui, "Select two bodies first, with Shift.");
}

void drawDraft(const UiContext& ui, const Selection& selection, bool compares, BreakpointsState& state)
{
    BreakpointDraft& draft = state.draft;
    heading(ui, "Stop time when");
    std::vector<std::string> sentences;
    std::vector<const char*> names;
    for (const ConditionForm& form : conditionForms()) sentences.emplace_back(form.sentence);
    for (std::string& sentence : sentences) {
        if (const size_t blank = sentence.find('_'); blank != std::string::npos)
            sentence.replace(blank, 1, "...");
        names.push_back(sentence.c_str());
    }
    int index = static_cast<int>(draft.kind);
    if (comboRow(ui, "What", &index, names, -1,
                 "The event that stops time. A measured one has a threshold, below; the others need no "
                 "number."))
        draft.kind = static_cast<ConditionKind>(index);
    const ConditionForm& form = formOf(draft.kind);
    if (form.blank == ConditionBlank::Threshold) drawThreshold(ui, form, draft);
    if (form.blank == ConditionBlank::Box) drawBox(ui, draft);
    const std::vector<BodyId> selected = selection.bodies();
    if (!form.comparesWorlds) drawScope(ui, form, selected.size(), draft);
    const std::string help(form.help);
    hintText(ui, help);
    const bool needsSelection = draft.scope != BreakpointScope::Everything && !form.comparesWorlds;
    const bool isTwo = draft.scope != BreakpointScope::BetweenTwo || !form.ofContacts || selected.size() == 2;
    const Condition condition = conditionOf(draft, selected);
    const std::string error = validate(condition);
    if (!error.empty()) hintText(ui, error);
    if (form.comparesWorlds && !compares) hintText(ui, "Compare worlds first (Shift+C).");
    if (button(ui, "Add breakpoint", "Time stops after the step at which this becomes true.", true,
               error.empty() && (!needsSelection || (!selected.empty() && isTwo))))
        state.add(condition);
}

void drawSearch(const UiContext& ui, const History& history, BreakpointsState& state)
{
    const PastSearch& search = *state.search;
    const uint64_t all = std::max<uint64_t>(search.last - history.firstStep(), 1);
    const auto done = static_cast<double>(search.next - history.firstStep()) / static_cast<double>(all);
    hintText(ui, fmt::format("Searching the past: {:.0f} %", 100.0 * std::min(done, 1.0)));
    if (button(ui, "Cancel the search", "Ends the search of the past. The present stays as it is."))
        state.search.reset();
}

void drawShrink(const UiContext& ui, ShrinkJob& job)
{
    const ShrinkProgress progress = job.progress();
    hintText(ui, progress.runs == 0
                     ? std::string("Shrinking: the first run")
                     : fmt::format("Shrinking: {} of {} and {} left after {}",
                                   formatCount(progress.size.bodies), bodyCountText(job.sizeBefore().bodies),
                                   countText(progress.size.steps, "step", "steps"),
                                   countText(progress.runs, "run", "runs")));
    if (button(ui, "End the search", "Opens the smallest scene that was found so far.")) job.end();
}

// A check box whose label is wrapped to the width of the panel.
void wrappedCheckbox(const UiContext& ui, const std::string& label, bool* value, const char* tooltip)
{
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4.0f), ui.px(2.0f)});
    ImGui::Checkbox("##enabled", value);
    ImGui::SameLine(0.0f, ui.px(8.0f));
    ImGui::AlignTextToFramePadding();
    ImGui::PopStyleVar();
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(label.c_str());
    ImGui::PopTextWrapPos();
    if (ImGui::IsItemClicked()) *value = !*value;
    ImGui::EndGroup();
    recordLastItem(ui, label, *value ? "on" : "off");
    itemTooltip(ui, tooltip);
}

// A button behind the one before, or below it if there is no room.
bool nextButton(const UiContext& ui, const char* label, const char* tooltip, bool enabled = true)
{
    ImGui::SameLine();
    const float width = ImGui::CalcTextSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    if (width > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
    return button(ui, label, tooltip, false, enabled);
}

// Returns true if it is to be removed.
bool drawBreakpoint(const UiContext& ui, const World& world, const History& history, bool shrinks,
                    Breakpoint& one, BreakpointsPanelEvents& events)
{
    wrappedCheckbox(ui, withUpperFirst(sentenceOf(world, one.condition)), &one.isEnabled,
                    "Stops time after the step at which this becomes true. Switched off, it stays in the "
                    "list.");
    if (!one.lastHit.empty()) {
        hintText(ui, one.lastHit);
        recordLastItem(ui, "Last hit", one.lastHit);
    }
    const bool canReplay =
        !formOf(one.condition.kind).comparesWorlds && history.lastStep() > history.firstStep();
    if (button(ui, "When first?",
               "Searches the past for the first step after which this was true, and shows it.", false,
               canReplay))
        events.search = one.id;
    if (nextButton(ui, "Shrink",
                   "Leaves out bodies, shapes, corners and steps for as long as this still happens, and "
                   "opens what remains.",
                   canReplay && !shrinks))
        events.shrunk = one.id;
    if (nextButton(ui, "Copy", "Copies the condition as text, for satbox-run --until.")) {
        const std::string failed = setClipboardText(conditionText(one.condition));
        events.copied = failed.empty() ? "Copied: " + conditionText(one.condition) : failed;
    }
    return nextButton(ui, "Remove", "Removes this breakpoint.");
}

} // namespace

BreakpointsPanelEvents drawBreakpointsPanel(const UiContext& ui, const World& world,
                                            const Selection& selection, const History& history, bool compares,
                                            BreakpointsState& state)
{
    BreakpointsPanelEvents events;
    drawDraft(ui, selection, compares, state);
    if (state.search) drawSearch(ui, history, state);
    if (state.shrink) drawShrink(ui, *state.shrink);
    if (!state.all.empty()) heading(ui, "Breakpoints");
    std::optional<uint64_t> removed;
    for (Breakpoint& one : state.all) {
        if (&one != &state.all.front()) ImGui::Dummy({0.0f, ui.px(4.0f)}); // 12 px with the spacing
        ImGui::PushID(static_cast<int>(one.id));
        if (drawBreakpoint(ui, world, history, state.shrink != nullptr, one, events)) removed = one.id;
        ImGui::PopID();
    }
    if (removed) state.remove(*removed);
    return events;
}

} // namespace satbox::app
