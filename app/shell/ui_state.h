#pragma once

#include "app/gfx/camera.h"
#include "app/panels/panel_states.h"
#include "app/panels/profile_state.h"
#include "app/widgets/file_browser.h"
#include "app/widgets/panel_state.h"

#include <array>
#include <string>
#include <vector>

namespace satbox::app {

// A modal question: nothing else reacts until it is answered.
struct Question {
    enum class Kind : uint8_t { None, SaveChanges, Recover };
    Kind kind = Kind::None;
    std::string title{};
    std::string text{};
    std::array<const char*, 3> buttons{}; // Enter presses the first one, Esc the last one
    bool isOpen() const { return kind != Kind::None; }
};

// State of bars, panels and windows between frames.
struct UiState {
    PanelState panels;
    float panelSlide = 1.0f;     // visible share of the panel, 0 to 1
    float panelWidth = 340.0f;   // base design pixels
    float scale = 0.0f;          // of the interface; 0: the display's scale
    float effectiveScale = 1.0f; // the scale in use; set by the frame
    bool helpOpen = false;
    bool aboutOpen = false;
    FileBrowserState fileBrowser;
    Question question;
    InspectorState inspector;
    ScenesState scenes;
    ProfileState profile;
    std::vector<PinnedCard> pinnedCards;
    float legendHeight = 0.0f; // from the bottom of the world, window points; 0: no legend
    ScreenRect worldRect;      // of the world, window points; set in every frame
};

} // namespace satbox::app
