#include "app/widgets/navigation_rows.h"

#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kMinSliderShare = 0.3f; // of the width that a stepper has for its slider and its text

// The text with its "%d" replaced by the number.
std::string withNumber(std::string text, int number)
{
    if (const size_t at = text.find("%d"); at != std::string::npos)
        text.replace(at, 2, std::to_string(number));
    return text;
}

} // namespace

bool sectionTabs(const UiContext& ui, std::span<const SectionTab> tabs, size_t* open)
{
    const size_t before = *open;
    ImGui::Dummy({0.0f, ui.px(6.0f)});
    const float gap = ui.px(4.0f);
    const auto count = static_cast<float>(tabs.size());
    const float width = (ImGui::GetContentRegionAvail().x - gap * (count - 1.0f)) / count;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ui.px(4.0f)});
    for (size_t i = 0; i < tabs.size(); ++i) {
        const bool isOpen = before == i;
        if (i > 0) ImGui::SameLine(0.0f, gap);
        if (isOpen) ImGui::PushStyleColor(ImGuiCol_Button, ui.palette.accent.withAlpha(0.30f).packed());
        if (ImGui::Button(tabs[i].name, {width, 0.0f})) *open = i;
        if (isOpen) ImGui::PopStyleColor();
        recordLastItem(ui, tabs[i].name, isOpen ? "open" : "");
        itemTooltip(ui, tabs[i].help);
    }
    ImGui::PopStyleVar();
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    return *open != before;
}

StepperEvents stepperRow(const UiContext& ui, const StepperSpec& spec, bool playing, int* at)
{
    StepperEvents events;
    if (iconButton(ui, Icon::Previous, spec.previousLabel, spec.showsArrowKeys ? "Left" : "", false, 28.0f))
        events.step = -1;
    ImGui::SameLine(0.0f, ui.px(2.0f));
    if (*spec.playLabel != '\0') {
        events.playPressed = iconButton(ui, playing ? Icon::Pause : Icon::Play,
                                        playing ? spec.stopLabel : spec.playLabel, "", playing, 28.0f);
        ImGui::SameLine(0.0f, ui.px(2.0f));
    }
    if (iconButton(ui, Icon::Next, spec.nextLabel, spec.showsArrowKeys ? "Right" : "", false, 28.0f))
        events.step = 1;
    ImGui::SameLine(0.0f, ui.px(8.0f));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5f * (ui.px(28.0f) - ImGui::GetFrameHeight()));
    // The text is to the right of the slider, so that the grab never covers it.
    const float gap = ui.px(8.0f);
    const float textWidth = std::max(ImGui::CalcTextSize(withNumber(spec.sliderText, spec.maximum).c_str()).x,
                                     ImGui::CalcTextSize(withNumber(spec.sliderText, *at).c_str()).x);
    const float room = ImGui::GetContentRegionAvail().x;
    ImGui::SetNextItemWidth(std::max(room - textWidth - gap, kMinSliderShare * room));
    const std::string id = std::string("##") + spec.label;
    events.sliderMoved =
        ImGui::SliderInt(id.c_str(), at, spec.minimum, spec.maximum, "", ImGuiSliderFlags_AlwaysClamp);
    if (events.sliderMoved) *at = std::clamp(*at, spec.minimum, spec.maximum);
    recordLastItem(ui, spec.label, std::to_string(*at));
    itemTooltip(ui, spec.tooltip);
    ImGui::SameLine(0.0f, gap);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(withNumber(spec.sliderText, *at).c_str());
    return events;
}

float listRowHeight(const UiContext& ui, int lines)
{
    return static_cast<float>(lines) * (ImGui::GetFontSize() + ui.px(3.0f)) + ui.px(4.0f);
}

ListRow listRow(const UiContext& ui, std::string_view name, std::string_view value, bool chosen, int lines)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = listRowHeight(ui, lines);
    ListRow row{.left = at.x, .top = at.y, .right = at.x + width, .bottom = at.y + height};
    row.pressed = ImGui::InvisibleButton(std::string("##row ").append(name).c_str(), {width, height});
    recordLastItem(ui, name, value);
    row.hovered = ImGui::IsItemHovered();
    if (chosen || row.hovered)
        ImGui::GetWindowDrawList()->AddRectFilled(
            at, {row.right, row.bottom},
            (chosen ? ui.palette.raised : ui.palette.raised.withAlpha(0.6f)).packed(), ui.px(3.0f));
    return row;
}

} // namespace satbox::app
