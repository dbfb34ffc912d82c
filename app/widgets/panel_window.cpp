#include "app/widgets/panel_window.h"

#include <cmath>
#include <imgui.h>

namespace satbox::app {

PanelWindow::PanelWindow(const UiContext& ui, const char* name, const ScreenRect& rect,
                         const PanelWindowOptions& options)
    : record_(ui, name)
{
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                             ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                             ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav;
    if (!options.raised) flags |= ImGuiWindowFlags_NoBringToFrontOnFocus;
    if (!options.scrolls) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    if (!options.background) flags |= ImGuiWindowFlags_NoBackground;
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(options.paddingX), ui.px(options.paddingY)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0f, 1.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, options.raised ? ui.px(4.0f) : 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, options.raised ? 1.0f : 0.0f);
    ImGui::Begin(name, nullptr, flags);
    ImGui::PopStyleVar(4);
}

PanelWindow::~PanelWindow() { ImGui::End(); }

ModalWindow::ModalWindow(const UiContext& ui, const char* name, const ScreenRect& rect) : record_(ui, name)
{
    ImGui::SetNextWindowPos({std::round(rect.x), std::round(rect.y)});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    if (!ImGui::IsPopupOpen(name)) ImGui::OpenPopup(name);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(16.0f), ui.px(12.0f)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(4.0f));
    visible_ = ImGui::BeginPopupModal(name, nullptr,
                                      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                          ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                          ImGuiWindowFlags_NoScrollbar);
    ImGui::PopStyleVar(2);
}

ModalWindow::~ModalWindow()
{
    if (visible_) ImGui::EndPopup();
}

void ModalWindow::close() { ImGui::CloseCurrentPopup(); }

} // namespace satbox::app
