#include "app/widgets/file_browser.h"

#include "app/platform/imgui_versions.h"
#include "app/text/format.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"
#include "engine/core/quoted.h"
#include <satbox/scene/asset_paths.h>
#include <satbox/scene/scene.h>

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace satbox::app {

namespace fs = std::filesystem;

namespace {

bool isSceneFile(const fs::path& path) { return lowered(path.extension().string()) == ".json"; }
// Lists of points are not among them: most files with their extensions are something else.
bool canBeOpened(const fs::path& path)
{
    const std::string extension = lowered(path.extension().string());
    return isSceneFile(path) || extension == ".satbox" || extension == ".sqlite" ||
           importFormatOf(path) == ImportFormat::Svg;
}

} // namespace

void refreshEntries(FileBrowserState& browser)
{
    if (browser.listedFolder == browser.folder && !browser.listedFolder.empty()) return;
    browser.listedFolder = browser.folder;
    browser.entries.clear();
    std::error_code error;
    fs::directory_iterator at(browser.folder, fs::directory_options::skip_permission_denied, error);
    if (error) {
        browser.error = fmt::format("{}: the folder cannot be read: {}. Choose another one.",
                                    printablePath(browser.folder), error.message());
        return;
    }
    for (const fs::directory_iterator end; at != end; at.increment(error)) {
        if (error) break;
        std::error_code ignored;
        const std::string name = at->path().filename().string();
        if (name.starts_with('.')) continue;
        const bool isFolder = at->is_directory(ignored);
        if (isFolder ||
            (browser.mode == FileBrowserState::Mode::Save ? isSceneFile : canBeOpened)(at->path()))
            browser.entries.push_back({name, isFolder});
    }
    std::sort(browser.entries.begin(), browser.entries.end(), [](const auto& a, const auto& b) {
        return a.isFolder != b.isFolder ? a.isFolder : lowered(a.name) < lowered(b.name);
    });
}

std::vector<size_t> filteredEntries(const FileBrowserState& browser)
{
    std::vector<size_t> beginning;
    std::vector<size_t> holding;
    const bool all = browser.mode == FileBrowserState::Mode::Save || browser.typed.empty();
    const std::string typed = lowered(browser.typed);
    for (size_t i = 0; i < browser.entries.size(); ++i) {
        const size_t where = all ? 0 : lowered(browser.entries[i].name).find(typed);
        if (where == 0)
            beginning.push_back(i);
        else if (where != std::string::npos)
            holding.push_back(i);
    }
    beginning.insert(beginning.end(), holding.begin(), holding.end());
    return beginning;
}

void enterFolder(FileBrowserState& browser, const fs::path& folder)
{
    browser.folder = folder;
    browser.listedFolder.clear();
    browser.highlighted = 0;
    browser.error.clear();
    browser.pendingOverwrite.clear();
    if (browser.mode == FileBrowserState::Mode::Open) browser.typed.clear();
}

// The path; the browser opens in its folder the next time.
fs::path inItsFolder(FileBrowserState& browser, const fs::path& path)
{
    std::error_code ignored;
    if (fs::is_directory(path.parent_path(), ignored)) browser.folder = path.parent_path();
    return path;
}

std::optional<fs::path> chooseFile(FileBrowserState& browser)
{
    browser.error.clear();
    std::error_code ignored;
    if (browser.mode == FileBrowserState::Mode::Save) {
        if (browser.typed.empty()) {
            browser.error = "The file needs a name: type one.";
            return std::nullopt;
        }
        fs::path path = browser.folder / browser.typed;
        if (fs::is_directory(path, ignored)) {
            enterFolder(browser, path);
            return std::nullopt;
        }
        if (!isSceneFile(path)) path += ".json";
        if (fs::exists(path, ignored) && browser.pendingOverwrite != path.string()) {
            browser.pendingOverwrite = path.string();
            browser.error = fmt::format("{} already exists. Choose Replace to overwrite it.",
                                        printablePath(path.filename()));
            return std::nullopt;
        }
        return inItsFolder(browser, path);
    }
    // An absolute path takes precedence over the list.
    const fs::path typed(browser.typed);
    if (typed.is_absolute() && fs::is_directory(typed, ignored)) {
        enterFolder(browser, typed);
        return std::nullopt;
    }
    if (typed.is_absolute() && fs::is_regular_file(typed, ignored)) return inItsFolder(browser, typed);
    const std::vector<size_t> shown = filteredEntries(browser);
    if (shown.empty()) {
        browser.error =
            browser.typed.empty()
                ? "This folder has no scene file: choose another folder."
                : fmt::format("No folder or scene file here has \"{}\" in its name.", browser.typed);
        return std::nullopt;
    }
    const auto index =
        static_cast<size_t>(std::clamp(browser.highlighted, 0, static_cast<int>(shown.size()) - 1));
    const FileBrowserState::Entry& entry = browser.entries[shown[index]];
    const fs::path path = browser.folder / entry.name;
    if (entry.isFolder) {
        enterFolder(browser, path);
        return std::nullopt;
    }
    return path;
}

namespace {

void setTyped(FileBrowserState& browser, std::string text)
{
    browser.typed = std::move(text);
    browser.error.clear();
    browser.pendingOverwrite.clear();
}

const char* hintOfEmptyList(const FileBrowserState& browser)
{
    if (browser.typed.empty()) return "No folders or scene files here.";
    if (browser.mode == FileBrowserState::Mode::Save) return "No file has this name yet.";
    if (fs::path(browser.typed).is_absolute()) return "Enter opens the file at this path.";
    return "No name contains this text.";
}

// The current folder, and buttons that go to others.
void drawFolderRow(const UiContext& ui, FileBrowserState& browser)
{
    const fs::path parent = browser.folder.parent_path();
    if (button(ui, "Up",
               "Goes to the parent folder. While opening, Backspace in the empty field does so too.", false,
               parent != browser.folder))
        enterFolder(browser, parent);
    ImGui::SameLine();
    if (button(ui, "Home", "Goes to your home folder."))
        if (const char* home = std::getenv("HOME")) enterFolder(browser, home);
    ImGui::SameLine();
    if (button(ui, "Shipped scenes", "Goes to the scenes that come with satbox."))
        if (const std::optional<fs::path> scenes = sceneDirectory()) enterFolder(browser, *scenes);
    hintText(ui, browser.folder.string());
}

// The text field. Returns true if Enter was pressed in it.
bool drawInputRow(const UiContext& ui, FileBrowserState& browser, bool takeFocus)
{
    std::array<char, 512> buffer{};
    browser.typed.copy(buffer.data(), buffer.size() - 1);
    if (takeFocus) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1.0f);
    const bool saving = browser.mode == FileBrowserState::Mode::Save;
    const bool entered = ImGui::InputTextWithHint(
        saving ? "##name" : "##search", saving ? "File name" : "Search, or type a full path", buffer.data(),
        buffer.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    recordLastItem(ui, saving ? "File name" : "Search files", buffer.data());
    if (browser.typed != buffer.data()) {
        setTyped(browser, buffer.data());
        browser.highlighted = 0;
    }
    return entered;
}

// The list of entries. Returns true if one was double-clicked.
bool drawEntryList(const UiContext& ui, FileBrowserState& browser, float height)
{
    bool chosen = false;
    const std::vector<size_t> shown = filteredEntries(browser);
    const int last = static_cast<int>(shown.size()) - 1;
    const int before = browser.highlighted;
    if (keyPressed(ImGuiKey_DownArrow)) ++browser.highlighted;
    if (keyPressed(ImGuiKey_UpArrow)) --browser.highlighted;
    if (keyPressed(ImGuiKey_PageDown)) browser.highlighted += 10;
    if (keyPressed(ImGuiKey_PageUp)) browser.highlighted -= 10;
    browser.highlighted = std::clamp(browser.highlighted, 0, std::max(last, 0));

    ImGui::PushStyleColor(ImGuiCol_ChildBg, ui.palette.background.packed());
    ImGui::BeginChild("entries", {0.0f, height}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
    for (int i = 0; i <= last; ++i) {
        const FileBrowserState::Entry& entry = browser.entries[shown[static_cast<size_t>(i)]];
        const std::string label = entry.isFolder ? entry.name + "/" : entry.name;
        ImGui::PushStyleColor(ImGuiCol_Text, (entry.isFolder ? ui.palette.accent : ui.palette.text).packed());
        if (ImGui::Selectable(label.c_str(), i == browser.highlighted,
                              ImGuiSelectableFlags_AllowDoubleClick)) {
            browser.highlighted = i;
            if (browser.mode == FileBrowserState::Mode::Save && !entry.isFolder)
                setTyped(browser, entry.name);
            if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
                if (browser.mode == FileBrowserState::Mode::Save && entry.isFolder)
                    setTyped(browser, entry.name);
                chosen = true;
            }
        }
        ImGui::PopStyleColor();
        recordLastItem(ui, label);
        if (i == browser.highlighted && browser.highlighted != before) ImGui::SetScrollHereY();
    }
    if (last < 0) hintText(ui, hintOfEmptyList(browser));
    ImGui::EndChild();
    ImGui::PopStyleColor();
    return chosen;
}

// Closes the browser. A scene is loaded before that, so that an error is shown in the browser.
std::optional<fs::path> confirmChoice(FileBrowserState& browser, const fs::path& path)
{
    if (browser.mode == FileBrowserState::Mode::Open) {
        if (const SceneResult result = loadSceneFile(path); !result.ok()) {
            browser.error = result.error;
            return std::nullopt;
        }
    }
    browser.open = false;
    browser.listedFolder.clear();
    return path;
}

std::optional<fs::path> drawContent(const UiContext& ui, FileBrowserState& browser)
{
    const bool saving = browser.mode == FileBrowserState::Mode::Save;
    const bool appearing = ImGui::IsWindowAppearing();
    refreshEntries(browser);
    ImGui::PushFont(ui.fonts.heading);
    ImGui::TextUnformatted(saving ? "Save scene" : "Open scene");
    ImGui::PopFont();
    drawFolderRow(ui, browser);
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    if (browser.typed.empty() && !saving && keyPressed(ImGuiKey_Backspace, false) && !appearing)
        enterFolder(browser, browser.folder.parent_path());
    bool choose = drawInputRow(ui, browser, appearing || !ImGui::IsAnyItemActive());
    ImGui::Dummy({0.0f, ui.px(4.0f)});

    const float footer = ImGui::GetFrameHeightWithSpacing() + ui.px(4.0f) +
                         (browser.error.empty() ? 0.0f : 2.0f * ImGui::GetTextLineHeightWithSpacing());
    choose |= drawEntryList(ui, browser, ImGui::GetContentRegionAvail().y - footer);
    if (!browser.error.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, ui.palette.error.packed());
        ImGui::TextWrapped("%s", browser.error.c_str());
        ImGui::PopStyleColor();
    }
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    const char* label = !saving ? "Open" : (browser.pendingOverwrite.empty() ? "Save" : "Replace");
    choose |= button(ui, label);
    ImGui::SameLine();
    if (button(ui, "Cancel", "Closes the browser (Esc).") || keyPressed(ImGuiKey_Escape, false)) {
        browser.open = false;
        browser.listedFolder.clear();
        return std::nullopt;
    }
    const std::optional<fs::path> path = choose ? chooseFile(browser) : std::nullopt;
    return path ? confirmChoice(browser, *path) : std::nullopt;
}

} // namespace

std::optional<fs::path> drawFileBrowser(const UiContext& ui, const ScreenRect& window,
                                        FileBrowserState& browser)
{
    if (!browser.open) return std::nullopt;
    const float width = std::min(ui.px(560.0f), window.width - ui.px(32.0f));
    const float height = std::min(ui.px(520.0f), window.height - ui.px(32.0f));
    ModalWindow modal(ui, "File browser",
                      {window.x + 0.5f * (window.width - width), window.y + 0.5f * (window.height - height),
                       width, height});
    if (!modal.isVisible()) return std::nullopt;
    const std::optional<fs::path> chosen = drawContent(ui, browser);
    if (!browser.open) modal.close();
    return chosen;
}

} // namespace satbox::app
