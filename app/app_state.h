#pragma once

// All that the window remembers, by value: who has a copy of this has the whole program's state. Resources
// (window, GL objects, fonts) are in App and can be made again from it.

#include "app/editor/autosave.h"
#include "app/editor/broad_phase_state.h"
#include "app/editor/command_stack.h"
#include "app/editor/compare_state.h"
#include "app/editor/document.h"
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
#include "app/view/view_memory.h"
#include "app/view/view_settings.h"
#include "engine/core/thread_pool.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// What the last frame cost. Times in ms of wall clock, smoothed over about half a second unless said
// otherwise.
struct FrameStats {
    float framesPerSecond = 0.0f;
    float frameMs = 0.0f; // work of a frame, without waiting
    float stepMs = 0.0f;  // a single step
    float drawMs = 0.0f;  // filling the draw list and rendering
    int stepsLastFrame = 0;
};

// Asked for by a menu, a key, the file browser or a file dropped on the window; done by the frame loop
// between two frames, then cleared.
struct Requests {
    std::vector<Action> actions;    // in order
    std::filesystem::path openFile; // empty: none
    std::filesystem::path saveFile; // empty: none
    std::string openScene;          // name of a built-in or shipped scene; empty: none
    std::optional<int> answer;      // which button of UiState::question
    std::string status;             // a line for the status bar; empty: none
    std::optional<BodyId> lookAt;   // select it, and show it where it cannot be seen
    bool screenshot = false;        // of the frame that is being drawn
    bool quit = false;
};

// Leaving the document for another one, or ending the program.
struct Departure {
    enum class Kind : uint8_t { Quit, NewScene, OpenScene };
    Kind kind = Kind::Quit;
    std::string scene{}; // OpenScene: a name or a path
};

struct AppState {
    Document document; // World, and the scene that it started from
    ViewSettings view;
    Selection selection;
    PairState pair;                           // two shapes that are looked into
    std::optional<PairAnalysis> pairAnalysis; // of them, as of the last frame
    BroadPhaseState broad;                    // how the broad phase and the islands are looked at
    std::optional<QueryTrace> queryTrace;     // of broad.query, as of the last frame
    StepViewState stepView;                   // one step taken apart
    std::optional<StepAnalysis> stepAnalysis; // of it
    CompareState compare;                     // other solvers beside the document's
    Camera camera;                            // of the first view, where there are several
    Playback playback;
    ViewMemory memory; // of the last seconds, for trails
    CommandStack commands;
    ToolState tool;
    UiState ui;
    FrameStats stats;
    Requests requests;
    std::optional<Departure> departure;  // waits until the user has said what becomes of unsaved work
    std::vector<Leftover> leftovers;     // unsaved work of earlier runs that was not yet asked about
    std::optional<Leftover> recovered;   // one that is the document now
    bool quits = false;                  // this frame is the last
    std::vector<std::string> sceneNames; // what [ and ] and the Scenes panel go through, in order
    InstructionSet instructionSet = bestInstructionSet(); // that every world is stepped with
    int threads = defaultThreadCount();                   // that a step may use; changes no results
    double clock = 0.0;                                   // s of real time since the program started

    const World& world() const { return document.world; }
    const World& shown() const { return shownWorld(playback, document.world); } // what is drawn
    // The world of the view that the pointer is in.
    const World& pointed() const
    {
        return compare.isShown() ? compare.world(document.world, compare.pointed) : document.world;
    }
};

// A line in the status bar: information 4 s, warnings 8 s, errors 15 s or until the next one.
void showStatus(AppState& state, Severity severity, std::string text);

} // namespace satbox::app
