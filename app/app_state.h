#pragma once

// The complete state of the program with a window. Resources (window, GL objects, fonts) are not part of it:
// runApp() and Frame own them and can recreate them from this state.

#include "app/document/document.h"
#include "app/document/history.h"
#include "app/editor/autosave.h"
#include "app/editor/broad_phase_state.h"
#include "app/editor/compare_state.h"
#include "app/editor/key_bindings.h"
#include "app/editor/pair_state.h"
#include "app/editor/playback.h"
#include "app/editor/selection.h"
#include "app/editor/step_view.h"
#include "app/editor/tool.h"
#include "app/gfx/camera.h"
#include "app/ui/ui_state.h"
#include "app/view/pair_analysis.h"
#include "app/view/step_analysis.h"
#include "app/view/trail_history.h"
#include "app/view/view_settings.h"
#include <satbox/thread_pool.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// Times of the last frames: wall clock in ms, smoothed over about half a second.
struct FrameStats {
    float framesPerSecond = 0.0f;
    float frameMs = 0.0f;   // one frame without waiting
    float stepMs = 0.0f;    // one step
    float drawMs = 0.0f;    // filling the draw list and rendering
    int stepsLastFrame = 0; // not smoothed
};

// Requests by menus, keys, the file browser and files dropped on the window. updateState() performs and
// clears them once per frame.
struct Requests {
    std::vector<Action> actions;    // in order
    std::filesystem::path openFile; // empty: none
    std::filesystem::path saveFile; // empty: none
    std::string openScene;          // name of a built-in or shipped scene; empty: none
    std::optional<int> answer;      // index of the button pressed in UiState::question
    std::string status;             // message for the status bar; empty: none
    std::optional<BodyId> lookAt;   // select this body, and move the camera to it if it is out of view
    bool screenshot = false;        // of the current frame
    bool quit = false;
};

// A request to leave the document for another one, or to end the program.
struct LeaveRequest {
    enum class Kind : uint8_t { Quit, NewScene, OpenScene };
    Kind kind = Kind::Quit;
    std::string scene{}; // OpenScene: a name or a path
};

struct AppState {
    History history; // of the document: the world, and the scene it started from
    ViewSettings view;
    Selection selection;
    PairState pair;                           // the pair of shapes in the Pair panel
    std::optional<PairAnalysis> pairAnalysis; // of `pair`, updated once per frame
    BroadPhaseState broadPhase;               // of the Broad phase panel
    std::optional<QueryTrace> queryTrace;     // of broadPhase.query, updated once per frame
    StepViewState stepView;                   // of the Step panel: one step in detail
    std::optional<StepAnalysis> stepAnalysis; // of `stepView`
    CompareState compare;                     // copies of the document's world with other solvers
    Camera camera;                            // of the first view, if there are several
    Playback playback;
    TrailHistory trailHistory; // of the last seconds
    ToolState tool;
    UiState ui;
    FrameStats stats;
    Requests requests;
    std::optional<LeaveRequest> leaveRequest; // waits until the user has decided about unsaved work
    std::vector<RecoveryFile> recoveryFiles;  // unsaved work of earlier runs, not yet offered to the user
    std::optional<RecoveryFile> recovered;    // the recovery file that the document was restored from
    bool shouldQuit = false;                  // the program ends after this frame
    std::vector<std::string> sceneNames;      // in the order of the Scenes panel and of the keys [ and ]
    InstructionSet instructionSet = bestInstructionSet(); // for stepping all worlds
    int threads = defaultThreadCount();                   // for stepping; does not change results
    double clock = 0.0;                                   // s of real time since the start of the program

    const Document& document() const { return history.document(); }
    const World& world() const { return history.world(); }
    const World& displayedWorld() const { return shownWorld(playback, world()); }
    // The world of the view that the pointer is in.
    const World& pointedWorld() const
    {
        return compare.isShown() ? compare.world(world(), compare.pointedView) : world();
    }
};

// Shows a message in the status bar: information for 4 s, warnings 8 s, errors 15 s, or until the next
// message.
void showStatus(AppState& state, Severity severity, std::string text);

} // namespace satbox::app
