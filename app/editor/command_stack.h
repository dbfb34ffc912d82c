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

// What a command changes, and so what undo restores.
enum class Effect : uint8_t {
    EditScene,      // bodies and shapes, both in the world and in the scene's start
    ChangeSettings, // settings only: bodies keep their state
    SimulationOnly, // the state of the world only (restart, a throw with the mouse): no unsaved work
    ReplaceScene,   // the whole document (open, new)
};

// One edit. app/editor/commands.h has the functions that create them.
struct Command {
    std::string label; // "Move box": the menu shows "Undo move box"
    // Performs the edit. Returns an empty string, or the reason for a refusal, which must change nothing.
    std::function<std::string(Document&)> apply;
    // Consecutive commands with the same non-empty key become one undo entry if they are part of one gesture
    // (one press of a mouse button, one typed number): "settings.gravity", "body.3.move".
    std::string mergeKey;
    Effect effect = Effect::EditScene;
};

// The undo history. World is a value type, so an entry is a copy of the world: undo restores the world from
// before the edit, redo the world from before the undo.
//
// Panels have a const World: they `submit` commands, which the frame loop applies. Tools `execute` at once.
class CommandStack {
  public:
    // Runs the command and, if it succeeds, adds an undo entry and drops the redo entries. Returns the
    // refusal of the command, empty on success.
    std::string execute(Document& document, Command command);

    // Adds an undo entry for a change that has already happened, such as a throw with the mouse spring:
    // `before` is the world before it. Effect::SimulationOnly: the document does not become modified.
    void record(Document& document, World before, std::string label);

    void submit(Command command) { pending_.push_back(std::move(command)); }
    // Runs the submitted commands in order. Returns the last refusal, or an empty string.
    std::string applyPending(Document& document);

    // The next command starts a new undo entry. The frame loop calls this whenever no mouse button is held
    // and no widget is active.
    void closeGesture() { gestureOpen_ = false; }

    bool canUndo() const { return done_ > 0; }
    bool canRedo() const { return done_ < entries_.size(); }
    std::string_view undoLabel() const; // of the command that undo would revert; empty if there is none
    std::string_view redoLabel() const;
    bool undo(Document& document);
    bool redo(Document& document);
    void clear();
    // Call after the document was saved. Every other state in its history now differs from the file.
    void markSaved(Document& document);

    // Grows with every change that this class makes to the document. Caches of results from the world compare
    // it to find out whether they are stale.
    uint64_t revision() const { return revision_; }
    // Like revision(), but changed settings and recorded throws do not count: after those, bodies are still
    // where the simulation left them.
    uint64_t edits() const { return edits_; }
    size_t entryCount() const { return entries_.size(); }

    static constexpr size_t kMaxEntries = 200;
    static constexpr size_t kMaxBytes = 256u << 20; // of stored worlds; the oldest entries are dropped first

  private:
    struct Entry {
        std::string label;
        std::string mergeKey;
        World world; // before the edit; once the entry is undone: before the undo
        bool modified = false;
        std::optional<World> start; // the scene's start at that time, for Effect::EditScene
        std::optional<Scene> scene; // the scene at that time, for Effect::ReplaceScene
        bool isLab = false;
        std::filesystem::path path;
        size_t bytes = 0;
    };

    Entry entryFor(const Document& document, const Command& command) const;
    void push(Entry entry);
    void swapWith(Document& document, Entry& entry);

    std::deque<Entry> entries_;
    size_t done_ = 0; // entries_[0, done_) can be undone, the rest redone
    bool gestureOpen_ = false;
    uint64_t revision_ = 0;
    uint64_t edits_ = 0;
    std::vector<Command> pending_;
};

} // namespace satbox::app
