#pragma once

#include <satbox/ids.h>
#include <satbox/lab/shrink.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// An action of a key or a menu item, other than those of lenses. app/shell/key_table.cpp has a row for each:
// keys, label, help, function.
enum class Action : uint8_t {
    NewScene,
    OpenFile,
    SaveFile,
    SaveFileAs,
    Screenshot,
    VectorPicture,
    SaveGif,
    SaveVideo,
    SaveRecording,
    ToggleListening,
    FollowProgram,
    ForkProgram,
    CopyLink, // of the scene, to the clipboard
    CopyRecordingLink,
    Quit,
    Undo,
    Redo,
    DeleteSelection,
    DuplicateSelection,
    ToggleArrayCard,
    GroupSelection,
    UngroupSelection,
    CopySelection, // to the clipboard
    CutSelection,
    Paste,
    SelectAll,
    Cancel, // Esc
    // Left, Right: previous or next axis, stage or node visit of the open lens; else they move the selection.
    PreviousItem,
    NextItem,
    NudgeUp,
    NudgeDown,
    NudgeFarLeft, // to a line of the grid
    NudgeFarRight,
    NudgeFarUp,
    NudgeFarDown,
    TogglePause,
    StepOnce,
    SubstepOnce,
    StepBack,
    RunBackwards,
    GoToBeginning, // of what was played
    GoToEnd,
    PreviousBookmark,
    NextBookmark,
    ToggleBookmark,
    SetLoopBegin,
    SetLoopEnd,
    Restart,
    RestartWithSceneSettings,
    Revert,
    KeepMoment,
    Slower,
    Faster,
    NormalSpeed,
    PreviousScene,
    NextScene,
    FitView,
    ZoomIn,
    ZoomOut,
    TogglePanels,
    ToggleTheme,
    TogglePictureCard,
    ToggleViewCard,
    ToggleHistoryCard,
    ToggleProfileCard,
    ToggleBodyList,
    SearchCommands,
    ShowIntroduction,
    ToggleHelp,
    ScaleUp, // of the interface
    ScaleDown,
    ScaleReset,
    Count
};

// The texts of an action, for tooltips.
struct ActionText {
    std::string keys; // "Ctrl+S"
    std::string_view help;
};
using ActionTextOf = ActionText (*)(Action);

// A panel to open, about a contact or the selection.
struct ExplainRequest {
    enum class Panel : uint8_t { Pair, Step, Inspect, Compare };
    Panel panel = Panel::Inspect;
    ShapeId shapeA{}, shapeB{}; // of the contact, or null
    std::string sentence{};     // for the status bar: why
};

// A case to open in place of the document, with its operations and steps played.
struct OpenCaseRequest {
    std::string name;  // of the new document
    std::string title; // likewise
    ShrinkCase played;
    std::optional<Condition> condition; // that becomes true in it: added as a breakpoint
    bool showsEnd = false;              // the world after the last step; else that before the first
    bool isUnsaved = true;              // no file has it, so closing it asks
    std::string summary;                // for the status bar
};

// A picture of the window to write as PNG.
struct PictureRequest {
    bool asOnScreen = false; // exactly what the window shows; the rest is ignored
    float scale = 1.0f;      // pixels for each pixel of the window
    bool worldOnly = false;  // without bars, panels and cards
};

// Requests of menus, panels, keys, the file browser and files dropped on the window. The shell performs and
// clears them once per frame.
struct Requests {
    std::vector<Action> actions;    // in order
    std::filesystem::path openFile; // empty: none
    std::filesystem::path saveFile; // empty: none
    std::string openScene;          // name of a built-in or shipped scene; empty: none
    std::optional<int> answer;      // index of the button pressed in the open question
    std::optional<size_t> history;  // see History::goTo()
    std::optional<ExplainRequest> explain;
    std::optional<OpenCaseRequest> openCase;
    std::optional<uint64_t> switchToLine; // see History
    std::optional<uint64_t> dropLine;
    std::optional<uint64_t> toggleGhost; // of a line of time
    bool vectorPicture = false;          // of the world as it was drawn last, as SVG
    std::string status;                  // message for the status bar; empty: none
    std::optional<BodyId> lookAt;        // select this body, and move the camera to it if it is out of view
    std::optional<BodyId> flyTo;         // likewise, but the camera moves in any case
    std::optional<PictureRequest> picture;
    bool makeArray = false; // the copies that the Array copy card shows
    bool quit = false;
};

} // namespace satbox::app
