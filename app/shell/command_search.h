#pragma once

#include "app/shell/app_state.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// The search over everything that can be done (Ctrl+P): actions, shapes, tools, ways to select and arrange,
// switches, panels, settings and scenes.

// One thing that can be found.
struct SearchEntry {
    std::string group; // "Playback", "Overlay", "Solver setting": its kind, shown beside the label
    std::string label; // "Single step"
    std::string keys;  // "O or ."; empty: none
    std::string state; // what it is now: "on", "8 Hz"; empty: nothing
    std::string help;
    std::string setting; // the key of a setting, which needs a value; empty for everything else
    std::function<void(AppState&)> perform{}; // not for settings
    bool isEnabled = true;
};
std::vector<SearchEntry> searchEntries(AppState& state);

// Indices of the entries that have every word of `typed` in label, group, state or setting key, ignoring
// case. A single word may also begin a word of their help. Better matches first: labels that begin with the
// text, labels with words that begin with its words, other labels, the rest. All entries for an empty text.
std::vector<size_t> findEntries(std::span<const SearchEntry> entries, std::string_view typed);

// What Enter does with an entry: performs it and closes the search, or asks for a setting's value.
void chooseEntry(AppState& state, const SearchEntry& entry);
// Sets the setting that the search asks a value for, and closes the search. A refused value stays in the
// field, with the reason.
void applySearchedSetting(AppState& state);

void openSearch(SearchState& search);

} // namespace satbox::app
