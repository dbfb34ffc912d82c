#pragma once

#include "app/shell/ui_state.h"

#include <optional>

namespace satbox::app {

// Logic of the file browser, without its drawing.

// Reads `folder` unless it is listed already. If it cannot be read, `entries` is empty and `error` says why.
void refreshEntries(FileBrowserState& browser);

// Indices of the entries shown: all while saving, else those whose name contains the typed text, ignoring
// case. Names that begin with it come first.
std::vector<size_t> filteredEntries(const FileBrowserState& browser);

// Goes to `folder`. When a file is to be opened, the typed text is cleared.
void enterFolder(FileBrowserState& browser, const std::filesystem::path& folder);

// What Enter and the button do: goes to the highlighted folder, or returns the chosen file. If neither is
// possible, `error` says why.
std::optional<std::filesystem::path> chooseFile(FileBrowserState& browser);

} // namespace satbox::app
