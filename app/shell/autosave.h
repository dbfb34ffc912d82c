#pragma once

#include "app/document/document.h"
#include "engine/scene/file_io.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// Writes unsaved work to a recovery file, which the next start offers to open. It holds the scene's start
// with the current settings and without streamed bodies: what the user built, not the simulated state. It
// changes only with edits.
//
// Each running instance locks a sub-folder "session-1", "session-2" and so on. An unlocked one belongs to an
// instance that ended with unsaved work: by SIGINT, SIGTERM or SIGHUP, by a crash or by a kill.
class Autosave {
  public:
    static constexpr double kWriteSeconds = 30.0; // from a text to its write to disk
    // Shortest time between serializations; 50 times the duration of the last one if that is longer.
    static constexpr double kMinTextSeconds = 1.0;

    // Called after each serialization with the text, which is not on disk yet, and the file it belongs to.
    // Called with an empty text once the text was written or discarded.
    using TextListener = std::function<void(const std::filesystem::path& file, const std::string& text)>;

    // `folder`: the platform's folder for such files, created at the first edit. Empty: nothing is saved.
    explicit Autosave(std::filesystem::path folder, TextListener listener = {})
        : folder_(std::move(folder)), listener_(std::move(listener))
    {}
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;
    // Writes unsaved work. Call discard() first if the user does not want to keep it.
    ~Autosave() { write(); }

    // Call once a frame. `revision`: History::revision(). `clock`: s, monotonic. `unsaved`: the document
    // has unsaved work. Returns a message for the first failure of a series, otherwise an empty string.
    std::string update(const Document& document, uint64_t revision, bool unsaved, double clock);
    // True while an edit is not serialized yet.
    bool isTextPending() const { return textPending_; }
    // s until update() has work to do; infinite if there is none.
    double secondsUntilDue(double clock) const;
    // Writes the latest text now. Returns an error message, or an empty string.
    std::string write();
    bool isOnDisk() const { return !file_.empty() && text_.empty(); } // the latest text, if there was one
    // Removes the recovery file: the work was saved or given up.
    void discard();

  private:
    void setPendingText(std::string text);
    std::string serialize(const Document& document);

    std::filesystem::path folder_;
    TextListener listener_;
    std::filesystem::path session_;  // folder of this instance; empty until the first edit
    std::filesystem::path file_;     // "NAME.json" in session_
    FileLock lock_;                  // on session_
    std::string text_;               // not written to file_ yet
    uint64_t revision_ = 0;          // of the last text
    double textDue_ = 0.0;           // s, clock: the earliest time of the next text
    std::optional<double> writeDue_; // s, clock
    bool textPending_ = false;       // an edit is not serialized yet; it will be at textDue_
    bool failureReported_ = false;
};

// Unsaved work of an earlier instance.
struct RecoveryFile {
    std::filesystem::path file;
    std::string scene; // name
    std::string time;  // of the last write, local: "2026-11-24 14:03"
};
// Newest first. Skips folders of running instances and removes empty folders.
std::vector<RecoveryFile> findRecoveryFiles(const std::filesystem::path& folder);
// Removes the file and its folder.
void removeRecoveryFile(const RecoveryFile& recovery);

} // namespace satbox::app
