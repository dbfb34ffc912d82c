#pragma once

#include "app/app_state.h"

namespace satbox::app {

// Opening and saving. What goes wrong is said in the status line, and what the user had stays. Opening can be
// undone.

// A built-in or shipped scene's name, or a path. True when it was opened.
bool openSceneByName(AppState& state, const std::string& nameOrPath);
bool saveSceneTo(AppState& state, const std::filesystem::path& path);
// Opens the document's file or shipped scene again; undo brings the edits back. True when it was opened.
bool revertScene(AppState& state);
// Unsaved work of an earlier run becomes the document, without a file. True when it was opened.
bool openLeftover(AppState& state, const Leftover& leftover);
// The scene `places` on in AppState::sceneNames, round and round; empty if there are none.
std::string sceneBeside(const AppState& state, int places);
// An empty world with a floor.
void newScene(AppState& state);

// The view that the scene asks for.
void applySceneCamera(AppState& state, bool animated);

// Every scene that can be opened by name, in the order of the list.
std::vector<std::string> collectSceneNames();

} // namespace satbox::app
