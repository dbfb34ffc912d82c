#pragma once

#include "app/gfx/camera.h"
#include "app/widgets/ui_context.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// The file browser. To open it, set `open`, `mode`, `folder` and `typed`.
struct FileBrowserState {
    enum class Mode : uint8_t { Open, Save };
    struct Entry {
        std::string name;
        bool isFolder = false;
    };
    bool open = false;
    Mode mode = Mode::Open;
    std::filesystem::path folder;
    std::string typed; // search text, or the file name while saving
    int highlighted = 0;
    std::string error; // a message; empty: none

    std::vector<Entry> entries;         // of `listedFolder`: folders, then scene files, by name
    std::filesystem::path listedFolder; // empty: read the folder again
    std::string pendingOverwrite; // existing file named in `error`; saving to it once more overwrites it
};

// Draws the browser above everything in `window` if it is open. Returns the file that the user chose, to be
// opened or saved as `mode` says; the browser is closed then.
std::optional<std::filesystem::path> drawFileBrowser(const UiContext& ui, const ScreenRect& window,
                                                     FileBrowserState& browser);

// The logic, without drawing.

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
