#include "app/shell/interface/bars.h"
#include "app/shell/interface/edge_line.h"
#include "app/shell/interface/menu_items.h"
#include "app/shell/key_table.h"
#include "app/tools/toolbox.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"
#include "engine/core/quoted.h"
#include <satbox/scene/builders.h>

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace satbox::app {

namespace {

// The files that were opened or saved last. A missing one cannot be chosen.
void drawRecentItems(const MenuItems& menus)
{
    std::vector<std::filesystem::path>& files = menus.state.recentFiles;
    for (size_t i = 0; i < files.size(); ++i) {
        std::error_code ignored;
        const bool exists = std::filesystem::is_regular_file(files[i], ignored);
        const std::string label = fmt::format("{}##{}", files[i].filename().string(), i);
        const std::string path = printablePath(files[i]);
        if (menus.item(label.c_str(), exists ? path : "This file no longer exists: " + path, false, exists))
            menus.state.requests.openFile = files[i];
    }
    if (files.empty()) ImGui::TextDisabled("No files yet");
    ImGui::Separator();
    if (menus.item("Clear", "Empties this list. The files stay.", false, !files.empty())) files.clear();
}

void drawFileMenu(const MenuItems& menus)
{
    menus.action(Action::NewScene);
    menus.action(Action::OpenFile);
    if (menus.begin("Open recent")) {
        drawRecentItems(menus);
        ImGui::EndMenu();
    }
    ImGui::Separator();
    menus.action(Action::SaveFile);
    menus.action(Action::SaveFileAs);
    menus.action(Action::RestartWithSceneSettings);
    menus.action(Action::Revert);
    ImGui::Separator();
    menus.action(Action::Screenshot);
    menus.action(Action::TogglePictureCard);
    menus.action(Action::VectorPicture);
    menus.action(Action::SaveGif);
    menus.action(Action::SaveVideo);
    menus.action(Action::SaveRecording);
    ImGui::Separator();
    menus.action(Action::CopyLink);
    menus.action(Action::CopyRecordingLink);
    ImGui::Separator();
    menus.action(Action::ToggleListening);
    menus.action(Action::FollowProgram);
    menus.action(Action::ForkProgram);
    ImGui::Separator();
    menus.action(Action::Quit);
}

void drawEditMenu(const MenuItems& menus)
{
    menus.action(Action::Undo);
    menus.action(Action::Redo);
    menus.action(Action::ToggleHistoryCard);
    ImGui::Separator();
    menus.action(Action::CutSelection);
    menus.action(Action::CopySelection);
    menus.action(Action::Paste);
    menus.action(Action::DuplicateSelection);
    menus.action(Action::ToggleArrayCard);
    menus.action(Action::DeleteSelection);
    ImGui::Separator();
    menus.action(Action::GroupSelection);
    menus.action(Action::UngroupSelection);
    ImGui::Separator();
    if (menus.begin("Select")) {
        menus.selectionKinds();
        ImGui::EndMenu();
    }
    if (menus.begin("Arrange")) {
        menus.arrangements();
        ImGui::EndMenu();
    }
    if (menus.begin("Shapes")) {
        menus.shapeEdits();
        ImGui::EndMenu();
    }
}

void drawSwitchItems(const MenuItems& menus, ViewSettings& view, ViewGroup group)
{
    for (const ViewSwitch& row : viewSwitches()) {
        if (row.group != group) continue;
        const std::string label(row.label);
        const std::string key = chordLabel(KeyChord{row.shortcut, row.modifiers});
        ImGui::MenuItem(label.c_str(), key.c_str(), &(view.*row.member));
        recordLastItem(menus.ui, label, view.*row.member ? "on" : "off");
        itemTooltip(menus.ui, row.help);
    }
}

void drawChoiceItems(const MenuItems& menus, ViewSettings& view)
{
    for (const ViewChoice& row : viewChoices()) {
        if (!menus.begin(std::string(row.label).c_str())) continue;
        for (size_t i = 0; i < row.options.size(); ++i) {
            const std::string label(row.options[i].label);
            if (ImGui::MenuItem(label.c_str(), nullptr, chosenOption(view, row) == i)) choose(view, row, i);
            recordLastItem(menus.ui, label);
            itemTooltip(menus.ui, row.help);
        }
        ImGui::EndMenu();
    }
}

void drawScaleItems(const MenuItems& menus, UiState& uiState)
{
    if (ImGui::MenuItem("Automatic (the display's scale)", nullptr, uiState.scale == 0.0f))
        uiState.scale = 0.0f;
    recordLastItem(menus.ui, "Automatic (the display's scale)");
    for (const auto& [scale, label] : kInterfaceScales) {
        if (ImGui::MenuItem(label, nullptr, uiState.scale == scale)) uiState.scale = scale;
        recordLastItem(menus.ui, label);
    }
    ImGui::Separator();
    menus.action(Action::ScaleUp);
    menus.action(Action::ScaleDown);
    menus.action(Action::ScaleReset);
}

void drawViewMenu(const MenuItems& menus, ViewSettings& view, UiState& uiState)
{
    menus.action(Action::FitView);
    menus.action(Action::ZoomIn);
    menus.action(Action::ZoomOut);
    ImGui::Separator();
    if (menus.begin("Overlays")) {
        drawSwitchItems(menus, view, ViewGroup::Overlay);
        ImGui::EndMenu();
    }
    if (menus.begin("Drawing options")) {
        drawSwitchItems(menus, view, ViewGroup::Option);
        drawChoiceItems(menus, view);
        ImGui::EndMenu();
    }
    ImGui::Separator();
    if (menus.begin("Interface scale")) {
        drawScaleItems(menus, uiState);
        ImGui::EndMenu();
    }
    menus.action(Action::ToggleViewCard);
    menus.action(Action::ToggleBodyList);
    menus.action(Action::ToggleHistoryCard);
    menus.action(Action::ToggleProfileCard);
    ImGui::Separator();
    menus.action(Action::ToggleTheme);
    menus.action(Action::TogglePanels);
}

void drawSceneMenu(const MenuItems& menus)
{
    menus.action(Action::TogglePause);
    menus.action(Action::StepOnce);
    menus.action(Action::SubstepOnce);
    menus.action(Action::StepBack);
    menus.action(Action::RunBackwards);
    menus.action(Action::Restart);
    menus.action(Action::KeepMoment);
    ImGui::Separator();
    menus.action(Action::Slower);
    menus.action(Action::Faster);
    menus.action(Action::NormalSpeed);
    ImGui::Separator();
    if (menus.begin("Time")) {
        for (const Action action :
             {Action::GoToBeginning, Action::GoToEnd, Action::ToggleBookmark, Action::PreviousBookmark,
              Action::NextBookmark, Action::SetLoopBegin, Action::SetLoopEnd})
            menus.action(action);
        ImGui::EndMenu();
    }
    ImGui::Separator();
    menus.action(Action::PreviousScene);
    menus.action(Action::NextScene);
    if (menus.begin("Open scene")) {
        for (const std::string& name : menus.state.sceneNames) {
            const BuiltinScene* builtin = findBuiltinScene(name);
            const std::string label = builtin ? std::string(builtin->title) : name; // as in the Scenes panel
            if (ImGui::MenuItem(label.c_str(), nullptr, name == menus.state.document().scene.name))
                menus.state.requests.openScene = name;
            recordLastItem(menus.ui, label);
        }
        ImGui::EndMenu();
    }
}

void drawToolsMenu(const MenuItems& menus, ToolState& tool)
{
    if (ImGui::MenuItem("Grab", "Esc", tool.tool == ToolKind::Grab)) tool.selectGrabTool();
    recordLastItem(menus.ui, "Grab");
    ImGui::Separator();
    menus.shapes();
    for (const ToolGroup group : kToolGroups) {
        ImGui::Separator();
        if (group != ToolGroup::Join) {
            menus.editTools(group);
        } else if (menus.begin(toolGroupName(group))) { // a list of all would be higher than a small window
            menus.editTools(group);
            ImGui::EndMenu();
        }
    }
    ImGui::Separator();
    menus.lensActions();
    if (menus.begin("Lab: two shapes, no simulation")) {
        for (const BuiltinScene& scene : labScenes()) {
            const std::string title(scene.title);
            const bool open = scene.name == menus.state.document().scene.name;
            if (ImGui::MenuItem(title.c_str(), nullptr, open)) menus.state.requests.openScene = scene.name;
            recordLastItem(menus.ui, title);
            itemTooltip(menus.ui, scene.description);
        }
        ImGui::EndMenu();
    }
}

void drawHelpMenu(const MenuItems& menus, UiState& uiState)
{
    menus.action(Action::ShowIntroduction);
    menus.action(Action::SearchCommands);
    menus.action(Action::ToggleHelp);
    if (ImGui::MenuItem("About satbox")) uiState.aboutOpen = true;
    recordLastItem(menus.ui, "About satbox");
}

// The scene name beside the menus and the frame rate at the right end.
void drawTitleAndRate(const UiContext& ui, const ScreenRect& rect, const AppState& state, float menusEnd)
{
    const std::string rate = fmt::format("{:.0f} fps", std::round(state.stats.framesPerSecond));
    std::string title =
        state.document().scene.name.empty() ? std::string("untitled") : state.document().scene.name;
    if (state.document().modified) title += " *";

    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float gap = ui.px(12.0f);
    const float y = std::round(rect.y + 0.5f * (rect.height - ImGui::GetFontSize()));
    const float rateWidth = ImGui::CalcTextSize("000 fps").x;
    const float rateLeft = rect.x + rect.width - gap - ImGui::CalcTextSize(rate.c_str()).x;
    if (state.stats.framesPerSecond > 0.0f) // 0 in a rendered picture
        out.AddText({rateLeft, y}, ui.palette.muted.packed(), rate.c_str());

    const float right = rect.x + rect.width - gap - rateWidth - 2.0f * gap;
    const float width = ImGui::CalcTextSize(title.c_str()).x;
    const float left = std::max(right - width, menusEnd + gap);
    drawClippedText(out, ui.palette.text, left, y, right + 1.0f,
                    title); // its width is not exact to the pixel
}

} // namespace

void drawMenuBar(const UiContext& ui, const ScreenRect& rect, AppState& state)
{
    const PanelRecordScope record(ui, "Menu bar");
    const float paddingY = std::floor(0.5f * (rect.height - ImGui::GetFontSize()));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8.0f), paddingY});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8.0f), ui.px(8.0f)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0f, 1.0f});
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin("Menu bar", nullptr,
                 ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                     ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBringToFrontOnFocus);
    if (ImGui::BeginMenuBar()) {
        const MenuItems menus{ui, state};
        if (menus.begin("File")) {
            drawFileMenu(menus);
            ImGui::EndMenu();
        }
        if (menus.begin("Edit")) {
            drawEditMenu(menus);
            ImGui::EndMenu();
        }
        if (menus.begin("View")) {
            drawViewMenu(menus, state.view, state.ui);
            ImGui::EndMenu();
        }
        if (menus.begin("Scene")) {
            drawSceneMenu(menus);
            ImGui::EndMenu();
        }
        if (menus.begin("Tools")) {
            drawToolsMenu(menus, state.tool);
            ImGui::EndMenu();
        }
        if (menus.begin("Help")) {
            drawHelpMenu(menus, state.ui);
            ImGui::EndMenu();
        }
        drawTitleAndRate(ui, rect, state, ImGui::GetCursorScreenPos().x);
        ImGui::EndMenuBar();
    }
    drawEdgeLine(ui, rect, Edge::Bottom);
    ImGui::End();
    ImGui::PopStyleVar(3);
}

} // namespace satbox::app
