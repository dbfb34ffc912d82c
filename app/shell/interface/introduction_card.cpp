// The card of the introduction.

#include "app/shell/interface/bars.h"
#include "app/shell/introduction.h"
#include "app/widgets/floating_card.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace satbox::app {

namespace {

// A ring with the number, or a disc with a tick.
void drawMark(const UiContext& ui, size_t index, bool isDone)
{
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float radius = ui.px(10.0f);
    const ImVec2 center{at.x + radius, at.y + radius};
    if (isDone) {
        out.AddCircleFilled(center, radius, ui.palette.accent.packed(), 24);
        const float r = 0.45f * radius;
        out.AddLine({center.x - r, center.y}, {center.x - 0.2f * r, center.y + 0.8f * r},
                    ui.palette.background.packed(), ui.px(2.0f));
        out.AddLine({center.x - 0.2f * r, center.y + 0.8f * r}, {center.x + r, center.y - 0.7f * r},
                    ui.palette.background.packed(), ui.px(2.0f));
    } else {
        out.AddCircle(center, radius, ui.palette.muted.packed(), 24, ui.px(1.5f));
        const std::string number = std::to_string(index + 1);
        const ImVec2 size = ImGui::CalcTextSize(number.c_str());
        out.AddText({std::round(center.x - 0.5f * size.x), std::round(center.y - 0.5f * size.y)},
                    ui.palette.muted.packed(), number.c_str());
    }
}

} // namespace

void drawIntroduction(const UiContext& ui, const ScreenRect& world, UiState& uiState)
{
    IntroductionState& introduction = uiState.introduction;
    CardState& card = introduction.card;
    if (!card.open) return;
    const bool allDone = std::ranges::all_of(introduction.done, [](bool done) { return done; });
    {
        const FloatingCard window(ui, "First steps", world, {330.0f, 226.0f}, card);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), ui.px(6.0f)});
        for (size_t i = 0; i < kIntroduction.size(); ++i) {
            const IntroductionTask& task = kIntroduction[i];
            const float left = ImGui::GetCursorPosX();
            drawMark(ui, i, introduction.done[i]);
            ImGui::SetCursorPosX(left + ui.px(30.0f));
            ImGui::TextUnformatted(task.title.data(), task.title.data() + task.title.size());
            recordLastItem(ui, task.title, introduction.done[i] ? "done" : "");
            ImGui::SetCursorPosX(left + ui.px(30.0f));
            ImGui::PushFont(ui.fonts.small);
            ImGui::PushStyleColor(ImGuiCol_Text, ui.palette.muted.packed());
            ImGui::PushTextWrapPos(0.0f);
            ImGui::TextUnformatted(task.how.data(), task.how.data() + task.how.size());
            ImGui::PopTextWrapPos();
            ImGui::PopStyleColor();
            ImGui::PopFont();
        }
        ImGui::PopStyleVar();
        if (button(ui, allDone ? "Done" : "Skip", "Closes this card. Help > First steps shows it again."))
            card.open = false;
    }
    introduction.isFinished = introduction.isFinished || !card.open;
}

} // namespace satbox::app
