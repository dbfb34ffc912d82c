#pragma once

#include "app/ui/ui_state.h"

#include <optional>

namespace satbox::app {

// The file browser without its looks.

// Reads the folder when it is not the one that was read last. A folder that cannot be read leaves a sentence
// in `error` and no entries.
void refreshEntries(FileBrowserState& browser);

// Indices into `entries` of what is shown: all while saving, else those whose name holds what was typed.
// Names that begin with it come first.
std::vector<size_t> shownEntries(const FileBrowserState& browser);

// Enters a folder, which is what is typed then no more.
void enterFolder(FileBrowserState& browser, const std::filesystem::path& folder);

// What Enter or the button does: enters the highlighted folder, or returns the file that was chosen. Nothing,
// with a sentence in `error`, where that cannot be.
std::optional<std::filesystem::path> chooseFile(FileBrowserState& browser);

} // namespace satbox::app
