#pragma once

#include "app/editor/selection.h"
#include "app/gfx/camera.h"
#include "app/ui/profile_state.h"
#include <satbox/validate.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace satbox::app {

enum class Tab : uint8_t { Solver, Inspector, Scenes, View, Profile, Pair, Step, Compare, BroadPhase, Count };

enum class Severity : uint8_t { Info, Warning, Error };

// The message in the status bar.
struct Message {
    Severity severity = Severity::Info;
    std::string text;
    double shownUntil = 0.0; // s, compared with AppState::clock; errors are shown for longer
};

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

// A modal question: nothing else reacts until it is answered.
struct Question {
    enum class Kind : uint8_t { None, SaveChanges, Recover };
    Kind kind = Kind::None;
    std::string title{};
    std::string text{};
    std::array<const char*, 3> buttons{}; // Enter presses the first one, Esc the last one
    bool isOpen() const { return kind != Kind::None; }
};

struct PinnedCard {
    ContactKey contact;
    Vec2 position{0.0f, 0.0f}; // window points, upper left corner; set by the card when first drawn
    bool hasPosition = false;
};

// State of the Inspector between frames: the edit buffer of the name field, and its body.
struct InspectorState {
    BodyId nameFieldBody;
    std::array<char, kMaxNameBytes + 1> name{};
};

// The list of the Scenes panel. Titles and descriptions are read one scene per frame, so that the panel opens
// without delay.
struct ScenesState {
    struct Entry {
        std::string name;
        std::string title;
        std::string description;
    };
    std::vector<Entry> entries;
    std::array<char, 128> search{};
};

// State of the panels between frames.
struct UiState {
    bool worldOnly = false; // draws the world with legend and scale bar, without bars and panels
    bool panelsVisible = true;
    float panelSlide = 1.0f;     // visible share of the panel, 0 to 1
    float panelWidth = 340.0f;   // base design pixels
    float scale = 0.0f;          // of the interface; 0: the display's scale
    float effectiveScale = 1.0f; // the scale in use; set by the frame
    Tab tab = Tab::Solver;
    bool helpOpen = false;
    bool aboutOpen = false;
    FileBrowserState fileBrowser;
    Question question;
    InspectorState inspector;
    ScenesState scenes;
    ProfileState profile;
    std::vector<PinnedCard> pinnedCards;
    Message message;
    float legendHeight = 0.0f; // from the bottom of the world, window points; 0: no legend
    ScreenRect worldRect;      // of the world, window points; set in every frame
};

} // namespace satbox::app
