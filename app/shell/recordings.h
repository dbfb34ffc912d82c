#pragma once

#include "app/document/history.h"
#include <satbox/scene/recording.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

namespace satbox::app {

struct AppState;

// Recordings (.satbox): a scene, what was done to it, and hashes by which every replay is verified.

inline constexpr double kRecordedSeconds = 10.0;    // that saveRecording() saves
inline constexpr uint64_t kMaxShownSteps = 100'000; // longer recordings are for satbox-run

// What just happened, on its way to a file or into a link. It is replayed for its hashes, on a thread of its
// own.
class RecordingJob {
  public:
    // `path`: empty for a link, which text() is for.
    RecordingJob(History::PlayedPart played, std::filesystem::path path);
    RecordingJob(const RecordingJob&) = delete;
    RecordingJob& operator=(const RecordingJob&) = delete;
    ~RecordingJob(); // waits until it is saved

    bool isDone() const { return done_; }
    const std::filesystem::path& path() const { return path_; }
    // Preconditions of these: isDone().
    const std::string& text() const { return text_; }   // of the recording, if it has no path
    const std::string& error() const { return error_; } // empty if it was saved
    double seconds() const { return seconds_; }         // of simulated time

  private:
    void save();

    History::PlayedPart played_;
    std::filesystem::path path_;
    std::string text_;
    std::string error_;
    double seconds_ = 0.0;
    std::atomic<bool> done_{false};
    std::thread thread_; // last, so that it starts when all else exists
};

// A recording that was opened and is played into the history, some steps in each frame.
struct RecordingReplay {
    Recording recording; // until the player has it
    std::string damage;  // of the file; empty: none
    std::unique_ptr<RecordingPlayer> player;
    uint64_t firstStep = 0, lastStep = 0; // of History, played so far
    uint64_t steps = 0;                   // to play in all
    uint64_t revision = 0;                // of the history: another one if something else has changed it
};

bool isRecordingFile(const std::filesystem::path& path);
// Begins to save what happened in the last seconds to an unused file in the current folder. Returns false if
// there is nothing to save; the status bar says why.
bool saveRecording(AppState& state);
// Like saveRecording(), but copies a link with the recording to the clipboard.
bool copyRecordingLink(AppState& state);
// Opens the scene of a recording and begins to replay it. Errors leave the document unchanged.
bool openRecording(AppState& state, const std::filesystem::path& path);
// The same for a recording that was read. `path`: of its file; empty: it has none.
bool openRecordingResult(AppState& state, RecordingResult result, const std::filesystem::path& path);
// Call in each frame before time advances: reports a recording that was saved, and goes on with a replay for
// `seconds` of wall clock time. At its end, the replay returns to its beginning, with a message that it is
// verified or where it differs. A change of the history by anything else ends it too.
void updateRecordings(AppState& state, double seconds, TaskExecutor* executor);
// Ends the replay where it is. Returns false if there was none.
bool cancelReplay(AppState& state);

// Opens a case that a lens asks for, plays it, and adds its condition, if it has one, as a breakpoint.
void openRequestedCase(AppState& state);

} // namespace satbox::app
