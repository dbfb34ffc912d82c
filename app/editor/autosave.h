#pragma once

#include "app/editor/document.h"
#include "engine/scene/file_io.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// Work that is in no file yet, kept in a folder so that the next start can offer it: the scene's start with
// the settings as they are tuned. It is what the user built, whatever the world has become since time runs;
// so it changes with edits alone.
//
// Each running program has a sub-folder "session-1", "session-2" and so on, which it holds a lock on. A
// folder without a lock was left behind by a program that ended with unsaved work, however it ended.
class Autosave {
  public:
    static constexpr double kWriteSeconds = 30.0;  // from an edit to the disk, at most
    static constexpr double kMinTextSeconds = 1.0; // between two texts, and 50 times what the last one took

    // Told of each text that is not on the disk yet, with the file that it belongs to; of an empty one once
    // that is written or forgotten.
    using TextListener = std::function<void(const std::filesystem::path& file, const std::string& text)>;

    // `folder`: the platform's folder for such files, created when the first edit needs it. Empty: nothing is
    // kept.
    explicit Autosave(std::filesystem::path folder, TextListener listener = {})
        : folder_(std::move(folder)), listener_(std::move(listener))
    {}
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;
    // Unsaved work stays on the disk: forget() first if the user decided against it.
    ~Autosave() { write(); }

    // Call once a frame. `revision`: CommandStack::revision(). `clock`: s, goes forward. `unsaved`: there is
    // work to keep. Returns an empty text, or a sentence if keeping began to fail.
    std::string update(const Document& document, uint64_t revision, bool unsaved, double clock);
    // True while an edit has no text yet.
    bool waits() const { return waits_; }
    // s until update() has something to do; infinite if nothing waits.
    double secondsUntilDue(double clock) const;
    // Writes the latest text now. Returns an empty text, or a sentence.
    std::string write();
    // The work was saved or discarded.
    void forget();

  private:
    void setText(std::string text);
    std::string makeText(const Document& document);

    std::filesystem::path folder_;
    TextListener listener_;
    std::filesystem::path session_;  // of this program; empty until the first edit
    std::filesystem::path file_;     // in it, "NAME.json"
    FileLock lock_;                  // of session_
    std::string text_;               // newer than what is in file_
    uint64_t revision_ = 0;          // of the text
    double textDue_ = 0.0;           // s, clock: no text before that
    std::optional<double> writeDue_; // s, clock
    bool waits_ = false;             // for textDue_
    bool failed_ = false;            // and it was said
};

// Work that a program left behind.
struct Leftover {
    std::filesystem::path file;
    std::string scene; // its name
    std::string time;  // "2026-11-24 14:03", local
};
// The newest first. Folders of programs that still run are passed over, empty ones are removed.
std::vector<Leftover> findLeftovers(const std::filesystem::path& folder);
// The file with its folder.
void removeLeftover(const Leftover& leftover);

} // namespace satbox::app
