#include "app/widgets/theme.h"

#include <imgui.h>

namespace satbox::app {

namespace {

ImVec4 vec(const Color& c) { return {c.r, c.g, c.b, c.a}; }

void setColors(ImGuiStyle& style, const Palette& p)
{
    const Color none = p.panel.withAlpha(0.0f);
    const Color border = p.raised.mixed(p.text, 0.08f);
    const auto set = [&](ImGuiCol which, const Color& c) { style.Colors[which] = vec(c); };

    set(ImGuiCol_Text, p.text);
    set(ImGuiCol_TextDisabled, p.muted);
    set(ImGuiCol_WindowBg, p.panel);
    set(ImGuiCol_ChildBg, none);
    set(ImGuiCol_PopupBg, p.menu);
    set(ImGuiCol_Border, border);
    set(ImGuiCol_BorderShadow, none);
    set(ImGuiCol_FrameBg, p.raised);
    set(ImGuiCol_FrameBgHovered, p.hovered);
    set(ImGuiCol_FrameBgActive, p.pressed);
    set(ImGuiCol_TitleBg, p.panel);
    set(ImGuiCol_TitleBgActive, p.panel);
    set(ImGuiCol_TitleBgCollapsed, p.panel);
    set(ImGuiCol_MenuBarBg, p.panel);
    set(ImGuiCol_ScrollbarBg, none);
    set(ImGuiCol_ScrollbarGrab, p.raised);
    set(ImGuiCol_ScrollbarGrabHovered, p.hovered);
    set(ImGuiCol_ScrollbarGrabActive, p.pressed);
    set(ImGuiCol_CheckMark, p.accent);
    set(ImGuiCol_SliderGrab, p.accent);
    set(ImGuiCol_SliderGrabActive, p.accent.mixed(p.text, 0.3f));
    set(ImGuiCol_Button, p.raised);
    set(ImGuiCol_ButtonHovered, p.hovered);
    set(ImGuiCol_ButtonActive, p.pressed);
    set(ImGuiCol_Header, p.raised);
    set(ImGuiCol_HeaderHovered, p.hoveredRow);
    set(ImGuiCol_HeaderActive, p.pressed);
    set(ImGuiCol_Separator, border);
    set(ImGuiCol_SeparatorHovered, p.accent.withAlpha(0.6f));
    set(ImGuiCol_SeparatorActive, p.accent);
    set(ImGuiCol_ResizeGrip, none);
    set(ImGuiCol_ResizeGripHovered, p.accent.withAlpha(0.6f));
    set(ImGuiCol_ResizeGripActive, p.accent);
    set(ImGuiCol_Tab, p.panel);
    set(ImGuiCol_TabHovered, p.hovered);
    set(ImGuiCol_TabActive, p.raised);
    set(ImGuiCol_TabUnfocused, p.panel);
    set(ImGuiCol_TabUnfocusedActive, p.raised);
    set(ImGuiCol_PlotLines, p.accent);
    set(ImGuiCol_PlotLinesHovered, p.selected);
    set(ImGuiCol_PlotHistogram, p.accent);
    set(ImGuiCol_PlotHistogramHovered, p.selected);
    set(ImGuiCol_TableHeaderBg, p.raised);
    set(ImGuiCol_TableBorderStrong, border);
    set(ImGuiCol_TableBorderLight, border);
    set(ImGuiCol_TableRowBg, none);
    set(ImGuiCol_TableRowBgAlt, p.text.withAlpha(0.03f));
    set(ImGuiCol_TextSelectedBg, p.accent.withAlpha(0.35f));
    set(ImGuiCol_DragDropTarget, p.selected);
    set(ImGuiCol_NavHighlight, p.accent);
    set(ImGuiCol_NavWindowingHighlight, p.accent);
    set(ImGuiCol_NavWindowingDimBg, p.background.withAlpha(0.5f));
    set(ImGuiCol_ModalWindowDimBg, p.background.withAlpha(0.6f));
}

} // namespace

void applyTheme(const Palette& palette, float scale)
{
    // Starts from the defaults each time, because ScaleAllSizes accumulates.
    ImGuiStyle style;
    style.WindowPadding = {12.0f, 8.0f};
    style.FramePadding = {8.0f, 4.0f};
    style.CellPadding = {4.0f, 4.0f};
    style.ItemSpacing = {8.0f, 4.0f};
    style.ItemInnerSpacing = {8.0f, 4.0f};
    style.IndentSpacing = 16.0f;
    style.ScrollbarSize = 12.0f;
    style.GrabMinSize = 8.0f;
    style.WindowRounding = 0.0f; // panels are parts of the window, not cards on it
    style.ChildRounding = 4.0f;
    style.PopupRounding = 4.0f;
    style.FrameRounding = 4.0f;
    style.ScrollbarRounding = 4.0f;
    style.GrabRounding = 4.0f;
    style.TabRounding = 4.0f;
    style.WindowBorderSize = 0.0f;
    style.ChildBorderSize = 0.0f;
    style.PopupBorderSize = 1.0f;
    style.FrameBorderSize = 0.0f;
    style.TabBorderSize = 0.0f;
    style.WindowMinSize = {16.0f, 16.0f};
    style.WindowMenuButtonPosition = ImGuiDir_None;
    style.DisabledAlpha = 0.45f;
    setColors(style, palette);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

} // namespace satbox::app
