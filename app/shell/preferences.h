#pragma once

#include "app/gfx/int_size.h"
#include "app/view/view_settings.h"
#include <satbox/thread_pool.h>

#include <filesystem>
#include <string>
#include <vector>

namespace satbox::app {

inline constexpr size_t kMaxRecentFiles = 10;

// Settings remembered between runs: preferences.json in the platform's preferences folder.
struct Preferences {
    IntSize window{1280, 800}; // points
    bool maximized = false;
    float panelWidth = 340.0f; // pixels of the base design
    bool panelsVisible = true;
    std::string tab = "Tune";           // the open panel
    bool introduced = false;            // the introduction was done or closed
    float uiScale = 0.0f;               // 0: the scale of the display
    int threads = defaultThreadCount(); // for stepping
    ViewSettings view;
    std::filesystem::path folder;                   // last folder of the file browser
    std::vector<std::filesystem::path> recentFiles; // opened or saved, the latest first
    friend bool operator==(const Preferences&, const Preferences&) = default;
};

// The path of preferences.json; empty if the platform has no preferences folder.
std::filesystem::path preferencesFile();

// Fields that are missing, of a wrong type or out of range keep their defaults; a missing file gives all
// defaults. If the file exists but is not a JSON object, `note` is set to a message.
Preferences loadPreferences(const std::filesystem::path& file, std::string* note = nullptr);

// Rewrites the file. Returns an error message, or an empty string.
std::string savePreferences(const std::filesystem::path& file, const Preferences& preferences);

} // namespace satbox::app
