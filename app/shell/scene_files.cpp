#include "app/shell/scene_files.h"

#include "app/document/commands.h"
#include "app/platform/page.h"
#include "app/shell/drive_keys.h"
#include "app/shell/error_report.h"
#include "app/shell/pointer.h"
#include "app/shell/preferences.h"
#include "app/shell/recordings.h"
#include "app/text/format.h"
#include "engine/core/quoted.h"
#include <satbox/scene/asset_paths.h>
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace satbox::app {

namespace {

// Scene cameras are designed for a 16:9 view; a narrower view keeps the width.
constexpr float kAspect = 16.0f / 9.0f;
constexpr const char* kUntitled = "Untitled"; // the title of a new scene, until it is saved

} // namespace

void openDocument(AppState& state, Command command)
{
    releaseTools(state);
    discardStepHistory(state.playback);
    state.playback.marks = {}; // of the other scene
    state.playback.backwards = false;
    state.playback.skipNextFrameTime = true;
    state.history.execute(std::move(command));
    state.history.closeGesture();
    state.playback.accumulator = 0.0;
    state.selection = {};
    state.ui.pinnedCards.clear();
    state.ui.contextMenu.reset();
    for (Lens* lens : lensesOf(state.lenses)) lens->documentOpened();
    LensContext context = lensContext(state);
    for (EditTool* tool : editToolsOf(state.editTools)) tool->reset(context);
    if (state.document().isLab) {
        state.playback.paused = true;
        state.history.play(op::RefreshContacts{});
    }
    if (std::string wrong = wrongDriveKey(state.world()); !wrong.empty())
        state.status.show(Severity::Warning, std::move(wrong));
    applySceneCamera(state, false);
}

void applySceneCamera(AppState& state, bool animated)
{
    const SceneCamera& camera = state.document().scene.camera;
    const float height = std::max(camera.height, 1e-3f);
    const Vec2 half{0.5f * height * kAspect, 0.5f * height};
    state.camera.fit({camera.center - half, camera.center + half}, animated, 0.0f,
                     state.view.legend ? state.ui.legendHeight : 0.0f);
}

bool openSceneByName(AppState& state, const std::string& nameOrPath)
{
    if (isRecordingFile(nameOrPath)) return openRecording(state, nameOrPath);
    if (isSweepFile(nameOrPath)) return openSweepResults(state, nameOrPath);
    return openSceneResult(state, openScene(nameOrPath));
}

bool openSceneResult(AppState& state, SceneResult result)
{
    if (!result.ok()) {
        reportError(state, "The scene was not opened", result.error,
                    "The open scene is unchanged. Correct the place that the message names, or open another "
                    "file.");
        return false;
    }
    std::error_code ignored;
    std::filesystem::path path;
    if (!result.file.empty()) path = std::filesystem::absolute(result.file, ignored);
    if (!path.empty()) noteRecentFile(state, path);
    const std::string title = result.scene.title.empty() ? result.scene.name : result.scene.title;
    std::vector<std::string> notes = result.notes;
    notes.insert(notes.end(), result.scene.notes.begin(), result.scene.notes.end());
    const std::optional<ImportFormat> imported = result.imported;
    openDocument(state, openSceneCommand(std::move(result.scene), std::move(path)));
    if (notes.empty())
        state.status.show(Severity::Info, title);
    else if (imported)
        reportNotes(state, fmt::format("Imported from {}", toString(*imported)), notes,
                    "The file is unchanged. Save the scene to keep it as a scene file.");
    else if (result.notes.empty())
        reportNotes(state, "The scene has notes", notes, "They are part of the file.");
    else
        reportNotes(state, "The scene was opened with changes", notes,
                    "The file is unchanged. Save the scene to keep the changes.");
    return true;
}

bool openSweepResults(AppState& state, const std::filesystem::path& path)
{
    SweepLens& lens = state.lens<SweepLens>();
    if (const std::string sentence = lens.open(path); !sentence.empty()) {
        reportError(state, "The results were not opened", sentence,
                    "The open scene is unchanged. satbox-run --sweep FILE.json makes results.");
        return false;
    }
    state.ui.panels.show(SweepLens::kName);
    std::error_code ignored;
    noteRecentFile(state, std::filesystem::absolute(path, ignored));
    state.status.show(Severity::Info,
                      fmt::format("Results of {} runs: {}", formatCount(lens.state.table->rows.size()),
                                  printablePath(path.filename())));
    return true;
}

Scene sceneAsShown(const AppState& state)
{
    Scene scene = state.document().scene;
    scene.world = state.world();
    const WorldBox seen = state.camera.visibleWorld();
    const Vec2 size = seen.upper - seen.lower;
    scene.camera = {.center = center(seen), .height = std::min(size.y, size.x / kAspect)};
    return scene;
}

bool saveSceneTo(AppState& state, const std::filesystem::path& path)
{
    Scene scene = sceneAsShown(state);
    scene.name = path.stem().string();
    if (scene.title == kUntitled) scene.title = scene.name;
    const std::string error = saveSceneFile(path, scene);
    if (!error.empty()) {
        reportError(state, "The scene was not saved", error,
                    "The scene in the window is unchanged, and so is an older file of this name. Choose "
                    "another folder with Save as (Ctrl+Shift+S).");
        return false;
    }
    downloadFromPage(path);
    state.history.markSaved(path, scene.name, scene.title);
    std::error_code ignored;
    noteRecentFile(state, std::filesystem::absolute(path, ignored));
    const uint64_t step = scene.world.stepCount();
    state.status.show(Severity::Info,
                      step == 0 ? fmt::format("Saved {}", printablePath(path))
                                : fmt::format("Saved {} as it is now: opened again, it starts at step {}",
                                              printablePath(path), step));
    return true;
}

bool revertScene(AppState& state)
{
    const Document& document = state.document();
    const bool isKnown =
        std::ranges::find(state.sceneNames, document.scene.name) != state.sceneNames.end() || document.isLab;
    if (document.path.empty() && !isKnown) {
        state.status.show(Severity::Info, fmt::format("{} was never saved, so there is no file to revert to.",
                                                      document.scene.name));
        return false;
    }
    if (!openSceneByName(state, document.path.empty() ? document.scene.name : document.path.string()))
        return false;
    state.status.show(Severity::Info,
                      fmt::format("Reverted {} to its file. Undo restores the edits.", document.scene.name));
    return true;
}

bool openRecoveryFile(AppState& state, const RecoveryFile& recovery)
{
    SceneResult result = loadSceneFile(recovery.file);
    if (!result.ok()) {
        reportError(state, "The unsaved work was not recovered", result.error,
                    "The recovery file is kept. The open scene is unchanged.");
        return false;
    }
    openDocument(state, recoverSceneCommand(std::move(result.scene)));
    state.status.show(Severity::Info, fmt::format("Recovered {} as of {}. It is not saved yet.",
                                                  recovery.scene, recovery.time));
    return true;
}

void noteRecentFile(AppState& state, const std::filesystem::path& file)
{
    std::vector<std::filesystem::path>& files = state.recentFiles;
    std::erase(files, file);
    files.insert(files.begin(), file);
    if (files.size() > kMaxRecentFiles) files.resize(kMaxRecentFiles);
}

std::string neighbourScene(const AppState& state, int by)
{
    std::vector<std::string> names = state.sceneNames;
    if (state.document().isLab) {
        names.clear();
        for (const BuiltinScene& scene : labScenes()) names.emplace_back(scene.name);
    }
    if (names.empty()) return {};
    const auto count = static_cast<int>(names.size());
    const auto found = std::ranges::find(names, state.document().scene.name);
    int index = by > 0 ? 0 : count - 1;
    if (found != names.end()) index = (static_cast<int>(found - names.begin()) + by + count) % count;
    return names[static_cast<size_t>(index)];
}

void newScene(AppState& state)
{
    Scene scene{.name = "untitled",
                .title = kUntitled,
                .description = {},
                .camera = {{0.0f, 4.0f}, 12.0f},
                .world = World()};
    const BodyId ground =
        scene.world.createBody({.type = BodyType::Static, .position = {0.0f, -0.5f}, .name = "ground"});
    ShapeDef floor;
    floor.geometry = makeBox(20.0f, 0.5f);
    scene.world.addShape(ground, floor);
    openDocument(state, openSceneCommand(std::move(scene), {}));
    state.status.show(Severity::Info, "New empty world. Drag shapes from the tool bar, or press 1 to 7.");
}

std::vector<std::string> collectSceneNames()
{
    std::vector<std::string> names;
    for (const BuiltinScene& scene : builtinScenes())
        if (scene.shipped) names.emplace_back(scene.name);
    // Scene files that the user added to the folder.
    for (const std::filesystem::path& file : listSceneFiles()) {
        std::string name = file.stem().string();
        if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    return names;
}

void saveStateOnExit(const AppState& state, const std::filesystem::path& path)
{
    Scene scene = state.document().scene;
    scene.world = state.world();
    if (const std::string error = saveSceneFile(path, scene); !error.empty()) throw std::runtime_error(error);
}

} // namespace satbox::app
