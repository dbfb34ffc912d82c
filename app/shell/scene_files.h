#pragma once

#include "app/shell/app_state.h"

namespace satbox::app {

// Opening and saving scenes. Errors are shown in the Error card and in the status bar, and leave the document
// unchanged. Opening can be undone.

// `nameOrPath`: the name of a built-in or shipped scene, or a path: also of a recording or of the results of
// a sweep. True on success.
bool openSceneByName(AppState& state, const std::string& nameOrPath);
// Opens a scene that was read, or shows its error. True on success.
bool openSceneResult(AppState& state, SceneResult result);
// Opens the results of a sweep in the Sweep panel; the document stays. True on success.
bool openSweepResults(AppState& state, const std::filesystem::path& path);
// The document's scene with the world and the view as they are now.
Scene sceneAsShown(const AppState& state);
bool saveSceneTo(AppState& state, const std::filesystem::path& path);
// The world as it is now, for --state-on-exit. Throws std::runtime_error if it cannot be saved.
void saveStateOnExit(const AppState& state, const std::filesystem::path& path);
// Loads the document's file or shipped scene again; undo restores the edits. True on success.
bool revertScene(AppState& state);
// Opens unsaved work of an earlier run as a document without a path. True on success.
bool openRecoveryFile(AppState& state, const RecoveryFile& recovery);
// The name of the scene `by` entries after the open one in AppState::sceneNames (in the lab: in labScenes()),
// wrapping around; empty if there are none.
std::string neighbourScene(const AppState& state, int by);
// Puts a file at the front of AppState::recentFiles.
void noteRecentFile(AppState& state, const std::filesystem::path& file);
// An empty world with a floor.
void newScene(AppState& state);

// Replaces the document by a scene: what `command` does, and all that must follow it.
void openDocument(AppState& state, Command command);

// Sets the camera of the scene.
void applySceneCamera(AppState& state, bool animated);

// All scenes that can be opened by name, in list order.
std::vector<std::string> collectSceneNames();

} // namespace satbox::app
