#include "app/platform/imgui_versions.h"
#include "app/shell/interface/bars.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>

namespace satbox::app {

void drawQuestion(const UiContext& ui, const ScreenRect& window, const Question& question, Requests& requests)
{
    if (!question.isOpen()) return;
    const float width = std::min(ui.px(440.0f), window.width - ui.px(32.0f));
    ModalWindow modal(
        ui, "Question",
        {window.x + 0.5f * (window.width - width), window.y + 0.3f * window.height, width, 0.0f});
    if (!modal.isVisible()) return;
    ImGui::PushTextWrapPos(0.0f);
    ImGui::PushFont(ui.fonts.heading);
    ImGui::TextUnformatted(question.title.c_str());
    ImGui::PopFont();
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    ImGui::TextUnformatted(question.text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0.0f, ui.px(8.0f)});

    const int last = static_cast<int>(question.buttons.size()) - 1;
    std::optional<int> answer;
    for (int i = 0; i <= last; ++i) {
        if (i > 0) ImGui::SameLine();
        if (i == 0) ImGui::PushStyleColor(ImGuiCol_Button, ui.palette.accent.packed());
        if (i == 0) ImGui::PushStyleColor(ImGuiCol_Text, ui.palette.background.packed());
        if (button(ui, question.buttons[static_cast<size_t>(i)], i == 0 ? "Enter" : (i == last ? "Esc" : "")))
            answer = i;
        if (i == 0) ImGui::PopStyleColor(2);
    }
    // Ignores the key press that opened the question.
    if (!ImGui::IsWindowAppearing()) {
        if (keyPressed(ImGuiKey_Enter, false) || keyPressed(kKeypadEnter, false)) answer = 0;
        if (keyPressed(ImGuiKey_Escape, false)) answer = last;
    }
    if (answer) {
        requests.answer = answer;
        modal.close();
    }
}

} // namespace satbox::app
