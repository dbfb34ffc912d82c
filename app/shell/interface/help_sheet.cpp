// The sheet of all keys (F1), generated from the key bindings, and the About card.

#include "app/shell/interface/bars.h"
#include "app/shell/key_meaning.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

// A rectangle of at most the given size, centred in `around`.
ScreenRect centered(const ScreenRect& around, float width, float height)
{
    const float w = std::min(width, around.width);
    const float h = std::min(height, around.height);
    return {std::round(around.x + 0.5f * (around.width - w)),
            std::round(around.y + 0.5f * (around.height - h)), w, h};
}

// Title at the left, close button at the right. Returns true if the button was pressed.
bool drawSheetTitle(const UiContext& ui, const char* title)
{
    ImGui::PushFont(ui.fonts.heading);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(title);
    ImGui::PopFont();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(24.0f));
    const bool close = iconButton(ui, Icon::Close, "Close", "Esc", false, 24.0f);
    ImGui::Separator();
    return close;
}

void drawKeyRow(const UiContext& ui, const KeyRow& row, float keysWidth, float width)
{
    const ImVec2 a = ImGui::GetCursorScreenPos();
    const float left = ImGui::GetCursorPosX();
    ImGui::PushStyleColor(ImGuiCol_Text, ui.palette.accent.packed());
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + keysWidth);
    ImGui::TextUnformatted(row.keys.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    const float bottom = ImGui::GetCursorScreenPos().y;
    ImGui::SetCursorScreenPos({a.x + keysWidth + ui.px(12.0f), a.y});
    ImGui::PushTextWrapPos(left + width);
    ImGui::TextUnformatted(row.label.c_str());
    ImGui::PopTextWrapPos();
    ImGui::SetCursorScreenPos({a.x, std::max(bottom, ImGui::GetCursorScreenPos().y)});
    ImGui::Dummy({0.0f, 0.0f}); // Dear ImGui 1.92 requires an item after a cursor move
}

} // namespace

void drawHelpSheet(const UiContext& ui, const ScreenRect& world, const Lenses& lenses, UiState& uiState)
{
    if (!uiState.helpOpen) return;
    const ScreenRect around{world.x + ui.px(8.0f), world.y + ui.px(8.0f), world.width - ui.px(16.0f),
                            world.height - ui.px(16.0f)};
    const ScreenRect rect = centered(around, ui.px(880.0f), ui.px(720.0f));
    const PanelWindow window(ui, "Keys", rect, {.paddingX = 16.0f, .paddingY = 12.0f, .raised = true});
    if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
    if (drawSheetTitle(ui, "Keys and mouse")) uiState.helpOpen = false;

    // As many columns as fit; groups are not split.
    const std::vector<KeyRow> rows = allKeyRows(lenses);
    ImGui::BeginChild("rows");
    const float room = ImGui::GetContentRegionAvail().x;
    const int columns = std::clamp(static_cast<int>(room / ui.px(270.0f)), 1, 3);
    const float width = room / static_cast<float>(columns);
    const float perColumn = static_cast<float>(rows.size() + 10) / static_cast<float>(columns);
    int column = 0;
    float used = 0.0f;
    const ImVec2 start = ImGui::GetCursorPos();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {ui.px(8.0f), ui.px(2.0f)}); // so that all keys fit on one page
    ImGui::BeginGroup();
    for (size_t i = 0; i < rows.size(); ++i) {
        const bool first = i == 0 || rows[i].group != rows[i - 1].group;
        if (first) {
            size_t length = 1;
            while (i + length < rows.size() && rows[i + length].group == rows[i].group) ++length;
            if (i > 0 && column + 1 < columns && used + 0.5f * static_cast<float>(length) > perColumn) {
                ImGui::EndGroup();
                ++column;
                used = 0.0f;
                ImGui::SetCursorPos({start.x + width * static_cast<float>(column), start.y});
                ImGui::BeginGroup();
            }
            heading(ui, rows[i].group.c_str());
            used += 2.0f;
        }
        ImGui::PushItemWidth(width);
        ImGui::BeginGroup();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::PushClipRect(at, {at.x + width - ui.px(8.0f), at.y + ui.px(200.0f)}, true);
        ImGui::PushFont(ui.fonts.small);
        drawKeyRow(ui, rows[i], ui.px(104.0f), width - ui.px(12.0f));
        ImGui::PopFont();
        ImGui::PopClipRect();
        ImGui::EndGroup();
        ImGui::PopItemWidth();
        used += 1.0f;
    }
    ImGui::EndGroup();
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

void drawAbout(const UiContext& ui, const ScreenRect& world, UiState& uiState)
{
    if (!uiState.aboutOpen) return;
    const ScreenRect rect = centered(world, ui.px(420.0f), ui.px(196.0f));
    const PanelWindow window(ui, "About", rect, {.paddingX = 16.0f, .paddingY = 12.0f, .raised = true});
    if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
    if (drawSheetTitle(ui, "satbox " SATBOX_VERSION)) uiState.aboutOpen = false;
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted("A physics engine for rigid bodies in 2D, and a sandbox that shows how it finds "
                           "and resolves collisions.");
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    hintText(ui,
             "Free software under the MIT licence. Made with SDL, OpenGL, Dear ImGui, GLM, FreeType, fmt, "
             "CLI11 and JSON for Modern C++.");
    hintText(ui, "Font: " + ui.fonts.family);
}

} // namespace satbox::app
