#pragma once

#include "app/editor/document.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// What a command changes, and so what undo has to bring back.
enum class Effect : uint8_t {
    Builds,   // bodies and shapes, of the world and of the scene's start alike
    Tunes,    // settings alone: bodies go on from where they are
    Plays,    // the world alone (restart, a throw by the mouse): nothing that would have to be saved
    Replaces, // the scene itself (load, new): undo brings back the document whole
};

// One edit. app/editor/commands.h makes them.
struct Command {
    std::string label; // "Move box": the menu shows "Undo move box"
    // Does it. Returns an empty string, or a sentence saying why not; then it must have changed nothing.
    std::function<std::string(Document&)> apply;
    // Commands with the same non-empty key that follow each other inside one gesture (one press of a mouse
    // button, one typed number) are one entry: "settings.gravity", "body.3.move".
    std::string mergeKey;
    Effect effect = Effect::Builds;
};

// Edits that can be taken back. World being a value, an entry is the world as it was: undo takes the world
// back to the moment before the edit, redo to the moment before the undo.
//
// Panels see a const World: they `submit`, and the frame loop applies what waits. Tools `add`, at once.
class CommandStack {
  public:
    // Runs the command and, when it worked, keeps it; what had been undone before is cut off. Returns the
    // command's sentence, empty when it worked.
    std::string add(Document& document, Command command);

    // Keeps an edit that has already happened: `before` is the world as it was (a body dragged by the mouse
    // spring while time runs). It is play, not work: the document does not count as modified.
    void record(Document& document, World before, std::string label);

    void submit(Command command) { pending_.push_back(std::move(command)); }
    // Runs what was submitted, in order. Returns the last refusal, empty when there was none.
    std::string applyPending(Document& document);

    // The frame loop calls it whenever no mouse button is held and no widget is active: the next command
    // makes an entry of its own.
    void closeGesture() { gestureOpen_ = false; }

    bool canUndo() const { return done_ > 0; }
    bool canRedo() const { return done_ < entries_.size(); }
    std::string_view undoLabel() const; // of the command that undo would take back; empty without one
    std::string_view redoLabel() const;
    bool undo(Document& document);
    bool redo(Document& document);
    void clear();
    // The document is in its file now: going back or forth in time leads away from that.
    void markSaved(Document& document);

    // Grows with every change of the document made here: whoever caches something about the world compares
    // it.
    uint64_t revision() const { return revision_; }
    // Likewise, but for settings that were tuned and for what the mouse spring did: grows when bodies are no
    // longer where their steps have taken them.
    uint64_t edits() const { return edits_; }
    size_t entryCount() const { return entries_.size(); }

    static constexpr size_t kMaxEntries = 200;
    static constexpr size_t kMaxBytes = 256u << 20; // of worlds kept; the oldest entries go first

  private:
    struct Entry {
        std::string label;
        std::string mergeKey;
        World world; // before the edit while done; as it was when it was undone, afterwards
        bool modified = false;
        std::optional<World> start; // likewise, where the command built
        std::optional<Scene> scene; // likewise, where the command replaced it
        bool isLab = false;
        std::filesystem::path path;
        size_t bytes = 0;
    };

    Entry entryFor(const Document& document, const Command& command) const;
    void push(Entry entry);
    void exchange(Document& document, Entry& entry);

    std::deque<Entry> entries_;
    size_t done_ = 0; // entries_[0 .. done_) can be undone, the rest redone
    bool gestureOpen_ = false;
    uint64_t revision_ = 0;
    uint64_t edits_ = 0;
    std::vector<Command> pending_;
};

} // namespace satbox::app
