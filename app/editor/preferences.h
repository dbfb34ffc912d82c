#pragma once

#include "app/gfx/int_size.h"
#include "app/view/view_settings.h"
#include "engine/core/thread_pool.h"

#include <filesystem>
#include <string>

namespace satbox::app {

// What is remembered from one run to the next: preferences.json in the platform's preferences folder.
struct Preferences {
    IntSize window{1280, 800}; // points
    bool maximized = false;
    float panelWidth = 340.0f; // pixels of the base design
    bool panelsVisible = true;
    int tab = 0;                        // which panel was open, an index into the tabs
    float uiScale = 0.0f;               // 0: the display's own
    int threads = defaultThreadCount(); // that a step may use
    ViewSettings view;
    std::filesystem::path folder; // where the file browser was last
    friend bool operator==(const Preferences&, const Preferences&) = default;
};

// The file in the platform's folder; an empty path where there is none.
std::filesystem::path preferencesFile();

// Reads what can be read: a missing file gives the defaults; so does every field that is missing, of a wrong
// type or out of its range. `note` gets a sentence when the file is there but is no JSON.
Preferences loadPreferences(const std::filesystem::path& file, std::string* note = nullptr);

// Replaces the file whole. Empty, or a sentence saying what failed.
std::string savePreferences(const std::filesystem::path& file, const Preferences& preferences);

} // namespace satbox::app
