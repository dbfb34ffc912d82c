#pragma once

#include "app/document/history.h"
#include "app/gfx/camera.h"
#include "app/gfx/int_size.h"
#include "app/gfx/picture_size.h"
#include "app/panels/body_list.h"
#include "app/panels/legend_placement.h"
#include "app/panels/panel_states.h"
#include "app/panels/profile_state.h"
#include "app/text/status_line.h"
#include "app/tools/array_copy.h"
#include "app/tools/requests.h"
#include "app/widgets/file_browser.h"
#include "app/widgets/floating_card.h"
#include "app/widgets/panel_state.h"

#include <array>
#include <optional>
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

// The search over everything that can be done.
struct SearchState {
    bool open = false;
    std::string typed;   // search text, or the value of `setting`
    std::string setting; // the key of the setting whose value is typed; empty while searching
    int highlighted = 0; // index among the rows shown
    std::string error;   // a message; empty: none
    bool takesFocus = true;
};

inline constexpr size_t kIntroductionTasks = 3;

// The introduction, see app/shell/introduction.h.
struct IntroductionState {
    bool isFinished = false; // everything was done, or the card was closed
    std::array<bool, kIntroductionTasks> done{};
    bool isThrowing = false; // a body has been dragged and not yet released
    // In the last frame: only changes count.
    bool wasPaused = false;
    bool showedLens = false;
    size_t cards = 0; // pinned
    CardState card;
};

// What the error card shows, see app/shell/error_report.h.
struct ErrorReport {
    Severity severity = Severity::Error; // a warning: the action succeeded with changes
    std::string title{};
    std::string details{};
    std::string advice{};
};

// The menu of a right click in the world. It is for a contact, a joint, a body or empty space, as long as it
// is open.
struct ContextMenu {
    Vec2 window{0.0f, 0.0f};             // window points, where it opens
    Position world{};                    // m, the point that was clicked
    BodyId body{};                       // under the pointer; null: none
    JointId joint{};                     // under the pointer; null: none
    std::optional<ContactKey> contact{}; // under the pointer
    bool isOpen = false;                 // set by the interface when it has opened the menu
};

// State of bars, panels and windows between frames.
struct UiState {
    PanelState panels;
    float panelSlide = 1.0f;     // visible share of the panel, 0 to 1
    float panelWidth = 340.0f;   // base design pixels
    float scale = 0.0f;          // of the interface; 0: the display's scale
    float effectiveScale = 1.0f; // the scale in use; set by the frame
    bool menuOpen = false;       // a menu is open, which takes the keys; set in every frame
    bool helpOpen = false;
    bool aboutOpen = false;
    IntroductionState introduction;
    CardState viewCard;
    CardState profileCard;
    CardState errorCard;
    ErrorReport error;
    CardState bodiesCard;
    BodyListState bodyList;
    CardState historyCard;
    CardState arrayCard;
    ArrayCopyOptions arrayCopy;
    CardState toolCard; // of the tool in hand
    CardState pictureCard;
    PictureRequest picture{.scale = kUsualPictureScale}; // that the card would make
    IntSize windowPixels{};                              // set in every frame
    std::string lastLens;                                // the panel of a lens that was open last
    SearchState search;
    std::optional<ContextMenu> contextMenu;
    FileBrowserState fileBrowser;
    Question question;
    InspectState inspector;
    ScenesState scenes;
    ProfileState profile;
    HistoryCardState historyList;
    std::optional<uint64_t> ghostLine;        // the line of time that is drawn over the world, see History
    std::optional<History::TimeCursor> ghost; // of it, at the present step; none if it has no such step
    std::vector<PinnedCard> pinnedCards;
    float legendHeight = 0.0f; // from the bottom of the world, window points; 0: no legend there
    ScreenRect legendRect;     // in the last frame, window points; without width: no legend
    LegendCorner legendCorner = LegendCorner::BottomLeft;
    bool legendIsFolded = false;  // by itself, because bodies were under it
    bool legendStaysOpen = false; // never folds itself: the user has opened it again, or for a picture
    ScreenRect worldRect;         // of the world, window points; set in every frame
};

} // namespace satbox::app
