#pragma once

#include "app/document/scene_link.h"
#include "app/shell/app_state.h"

#include <string>
#include <string_view>

namespace satbox::app {

// Links to a page with satbox that opens a scene or a recording (app/document/scene_link.h).

// Copies the link with the text of a file to the clipboard. `name`: what it is, for messages: "The scene".
// Errors are shown, as is the length of the link. Returns false if nothing was copied.
bool copyLink(AppState& state, LinkKind kind, std::string_view text, std::string_view name);
// Of the scene as it is now. Opened, it starts at the step that is shown now.
bool copySceneLink(AppState& state);
// Opens what is in a link. True on success. Errors leave the document unchanged.
bool openLink(AppState& state, const std::string& link);

} // namespace satbox::app
