#pragma once

#include "app/document/command.h"
#include "app/document/document.h"
#include "app/document/journal.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// The document and everything that happened to it. Every change is an operation and goes through here.
// Commands can be undone. Steps and mouse pulls between two commands are recorded too; undoing a command also
// reverts what was played after it.
//
// Undo returns to the moment before a command, redo to the moment of the undo. What is played after an undo
// is dropped by redo; a new command drops what could be redone.
//
// Panels have a const World: they `submit` commands, which the frame loop applies. Tools `execute` at once.
class History {
  public:
    struct Entry {
        std::string label;
        CommandKind kind = CommandKind::Build;
        std::string mergeKey;
        Journal::Position start = 0;
        uint64_t contentBefore = 0; // see content_
        size_t fileBefore = 0;      // see files_
    };

    // `maxBytes`: of operations and keyframes. Above it, keyframes are dropped first, then the oldest
    // entries.
    explicit History(size_t maxBytes = kMaxBytes) : maxBytes_(maxBytes) { reset(Document()); }

    const Document& document() const { return document_; }
    const World& world() const { return document_.world; }
    // Begins a new history, with nothing to undo, at a document.
    void reset(Document document);

    // Performs the command and, if it succeeds, adds an undo entry and drops the redo entries. Returns the
    // refusal, and then has changed nothing; empty on success. A command without operations does nothing.
    std::string execute(Command command);
    // The bodies that the last executed command created, in order, so that they can be selected.
    std::span<const BodyId> createdBodies() const { return created_; }
    // Performs an operation without an entry: what happens while the world is played.
    OpResult play(const DocumentOp& op, TaskExecutor* executor = nullptr);
    OpResult play(Op op) { return play(WorldOp{std::move(op)}); }

    // A moment from which recordPlayed() makes an entry.
    struct Mark {
        Journal::Position position = 0;
        uint64_t content = 0;
        size_t file = 0;
    };
    Mark mark();
    // Adds an entry for what was played since `mark`, such as a throw. Only with CommandKind::Build, for
    // bodies that were created, does the document become modified.
    void recordPlayed(const Mark& mark, std::string label, CommandKind kind = CommandKind::Play);

    void submit(Command command) { pending_.push_back(std::move(command)); }
    // Performs the submitted commands in order. Returns the last refusal, or an empty string.
    std::string applyPending();

    // The next command starts a new undo entry. The frame loop calls this unless a mouse button or an arrow
    // key is held or a text field has the keyboard.
    void closeGesture() { gestureOpen_ = false; }

    bool canUndo() const { return !entries_.empty(); }
    bool canRedo() const { return !undone_.empty(); }
    std::string_view undoLabel() const; // of the command that undo would revert; empty if there is none
    std::string_view redoLabel() const;
    bool undo();
    bool redo();
    // Undoes or redoes until `count` of all entries are done, and restores the document once. Returns false
    // if they are already, or if there are fewer entries.
    bool goTo(size_t count);
    std::span<const Entry> entries() const { return entries_; } // that undo reverts, oldest first
    // All entries, oldest first: entries().size() of them are done, redo performs the others.
    size_t entryCount() const { return entries_.size() + undone_.size(); }
    const Entry& entry(size_t index) const
    {
        return index < entries_.size() ? entries_[index] : undone_[entryCount() - 1 - index].entry;
    }

    // The document was saved to a file: every other state of it now differs from that file. `name`: of the
    // scene.
    void markSaved(std::filesystem::path path, std::string name, std::string title);

    // Sets the instruction set that steps use. Results stay bit-identical.
    void setInstructionSet(InstructionSet set) { document_.world.setInstructionSet(set); }

    // Grows with every command, undo, redo and entry of recordPlayed(). Caches of results from the world
    // compare it to find out whether they are stale.
    uint64_t revision() const { return revision_; }
    // Of the present document among all that were opened. Ids of bodies hold within one document.
    size_t documentIndex() const { return file_; }
    // Like revision(), but commands of CommandKind::Tune and entries of recordPlayed() do not count: after
    // those, bodies are still where the simulation left them. Undo and redo always count.
    uint64_t edits() const { return edits_; }
    size_t bytes() const;
    size_t maxBytes() const { return maxBytes_; }

    static constexpr size_t kMaxBytes = 256u << 20;

  private:
    struct Undone {
        Entry entry;
        Journal::Part part;
        uint64_t contentAfter = 0;
        size_t fileAfter = 0;
    };
    // The file of a document that was opened, and the content that it has.
    struct DocumentFile {
        std::filesystem::path path;
        std::string name, title;
        uint64_t content = 0;
    };

    void cutAndRestore(Journal::Position position);
    void restoreFromJournalEnd();
    void dropDetour();
    void cutLastEntry();
    void appendNextEntry();
    void updateFile();
    void destroyDragJoints();
    void limitMemory();

    Document document_;
    Journal journal_; // leads to document_
    std::vector<Entry> entries_;
    std::vector<Undone> undone_; // the one to redo next is last; it begins where the last entry ended
    std::vector<DocumentFile> files_;
    size_t file_ = 0; // of document_, in files_
    // Identifies the edited state of document_: every edit gets a new value, a step does not. The document is
    // unmodified if it equals DocumentFile::content.
    uint64_t content_ = 0;
    uint64_t lastContent_ = 0;
    size_t maxBytes_;
    bool gestureOpen_ = false;
    std::vector<BodyId> created_;
    uint64_t revision_ = 0;
    uint64_t edits_ = 0;
    std::vector<Command> pending_;
};

} // namespace satbox::app
