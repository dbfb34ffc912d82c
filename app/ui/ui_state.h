#pragma once

#include "app/editor/selection.h"
#include "app/gfx/camera.h"
#include "app/ui/profile_state.h"
#include "engine/world/validate.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace satbox::app {

enum class Tab : uint8_t { Solver, Inspector, Scenes, View, Profile, Pair, Step, Compare, Broad, Count };

enum class Severity : uint8_t { Info, Warning, Error };

// The line of the status bar.
struct Message {
    Severity severity = Severity::Info;
    std::string text;
    double shownUntil = 0.0; // s, AppState::clock; errors stay longer
};

// The file browser. Whoever opens it sets open, mode, folder and typed.
struct FileBrowserState {
    enum class Mode : uint8_t { Open, Save };
    struct Entry {
        std::string name;
        bool isFolder = false;
    };
    bool open = false;
    Mode mode = Mode::Open;
    std::filesystem::path folder;
    std::string typed; // type-ahead, or the file name while saving
    int highlighted = 0;
    std::string error; // a sentence; empty without one

    std::vector<Entry> entries;   // of `listed`: folders first, then scene files, by name
    std::filesystem::path listed; // empty: read the folder anew
    std::string replace;          // an existing file that saving was asked for once: the second time does it
};

// A question that has to be answered before anything else goes on.
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
    bool placed = false;
};

// What the Inspector remembers: what is being typed into the name field, and of which body.
struct InspectorState {
    BodyId named;
    std::array<char, kMaxNameBytes + 1> name{};
};

// The scenes as the Scenes panel lists them. Titles and sentences are read from the scenes one by one, a
// scene a frame, so that opening the panel does not wait for all of them.
struct ScenesState {
    struct Entry {
        std::string name;
        std::string title;
        std::string description;
    };
    std::vector<Entry> entries;
    std::array<char, 128> search{};
};

// What the panels remember between frames.
struct UiState {
    bool bare = false; // a picture: the world with legend and scale bar, no tool bar, menu, panels, status
    bool panelsVisible = true;
    float panelSlide = 1.0f;   // how far the panel has moved in, 0..1
    float panelWidth = 340.0f; // base design pixels
    float scale = 0.0f;        // of the interface; 0: the display's own
    float shownScale = 1.0f;   // what that comes to; set by the frame
    Tab tab = Tab::Solver;
    bool selectTab = false; // open `tab` in the next frame (somebody other than the tab bar changed it)
    bool helpOpen = false;
    bool aboutOpen = false;
    FileBrowserState fileBrowser;
    Question question;
    InspectorState inspector;
    ScenesState scenes;
    ProfileState profile;
    std::vector<PinnedCard> pinnedCards;
    Message message;
    float legendHeight = 0.0f; // window points that the legend takes from the bottom of the world; 0: none
    ScreenRect worldRect; // what the panels left to the world, window points; set by the layout every frame
};

} // namespace satbox::app
