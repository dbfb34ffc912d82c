#pragma once

// The complete state of the program with a window. Resources (window, GL objects, fonts) are not part of it:
// runApp() and Frame own them and can recreate them from this state. Only the shell knows this type.

#include "app/document/document.h"
#include "app/document/history.h"
#include "app/document/key_driver.h"
#include "app/document/playback.h"
#include "app/document/selection.h"
#include "app/gfx/camera.h"
#include "app/lenses/lens_table.h"
#include "app/shell/autosave.h"
#include "app/shell/film.h"
#include "app/shell/live.h"
#include "app/shell/recordings.h"
#include "app/shell/ui_state.h"
#include "app/text/status_line.h"
#include "app/tools/requests.h"
#include "app/tools/tool.h"
#include "app/tools/tool_table.h"
#include "app/view/trail_history.h"
#include "app/view/view_settings.h"
#include <satbox/thread_pool.h>

#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace satbox::app {

// A request to leave the document for another one, or to end the program.
struct LeaveRequest {
    enum class Kind : uint8_t { Quit, NewScene, OpenScene, FollowProgram };
    Kind kind = Kind::Quit;
    std::string scene{}; // OpenScene: a name or a path
};

struct AppState {
    History history; // of the document: the world, and the scene it started from
    ViewSettings view;
    Selection selection;
    Lenses lenses;
    Camera camera; // of the first view, if there are several
    Playback playback;
    TrailHistory trailHistory; // of the last seconds
    ToolState tool;
    KeyDriver keyDriver; // drives motors and characters by the keys that are held
    EditTools editTools;
    UiState ui;
    StatusLine status;
    FrameStats stats;
    Requests requests;
    std::optional<LeaveRequest> leaveRequest;   // waits until the user has decided about unsaved work
    std::vector<RecoveryFile> recoveryFiles;    // unsaved work of earlier runs, not yet offered to the user
    std::optional<RecoveryFile> recovered;      // the recovery file that the document was restored from
    std::optional<FilmExport> film;             // that is being saved
    std::shared_ptr<RecordingJob> recordingJob; // saves what just happened
    std::shared_ptr<RecordingReplay> replay;    // of a recording that was opened; in work until it is null
    std::shared_ptr<LiveSession> live;          // null: does not listen for programs
    bool shouldQuit = false;                    // the program ends after this frame
    std::vector<std::filesystem::path> recentFiles; // opened or saved, the latest first
    std::vector<std::string> sceneNames; // in the order of the Scenes panel and of the keys [ and ]
    InstructionSet instructionSet = bestInstructionSet(); // for stepping all worlds
    int threads = defaultThreadCount();                   // for stepping; does not change results

    template<class L>
    L& lens()
    {
        return std::get<L>(lenses);
    }
    template<class L>
    const L& lens() const
    {
        return std::get<L>(lenses);
    }
    CompareState& compare() { return lens<CompareLens>().compare; }
    const CompareState& compare() const { return lens<CompareLens>().compare; }

    // A film is being saved or a recording replayed. Of the keys only Esc acts, and the pointer does not act
    // on the world. A change in a panel ends it.
    bool isBusy() const { return film || replay; }

    const Document& document() const { return history.document(); }
    const World& world() const { return history.world(); }
    const World& displayedWorld() const { return shownWorld(playback, world()); }
    // The world of the view that the pointer is in.
    const World& pointedWorld() const
    {
        return compare().isShown() ? compare().world(world(), compare().pointedView) : world();
    }
};

// What tools and lenses get of the state.
LensContext lensContext(AppState& state);
// The distance between two minor grid lines, m.
float gridStep(const AppState& state);

// Whether the lens draws and takes presses, Esc, Left and Right: the drawings of two lenses over each other
// cannot be read, so while the panel of one is open, only that one does. The tool of a lens works in any
// case.
bool isLensShown(const AppState& state, const Lens& lens);

// Calls visit(Lens&, LensContext&) for every lens, in the order of the table.
template<class Visit>
void forEachLens(AppState& state, Visit&& visit)
{
    for (Lens* lens : lensesOf(state.lenses)) {
        LensContext context = lensContext(state);
        visit(*lens, context);
    }
}

} // namespace satbox::app
