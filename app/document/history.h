#pragma once

#include "app/document/command.h"
#include "app/document/document.h"
#include "app/document/journal.h"

#include <cstdint>
#include <optional>
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
// Time can be moved back to any step without undoing anything: the document is then in the past. Going on
// from there replays what was played. The first change of the document makes a branch: what had been played
// after that moment is kept as another line of time.
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

    bool canUndo() const { return doneCount() > 0; }
    bool canRedo() const { return doneCount() < entryCount(); }
    std::string_view undoLabel() const; // of the command that undo would revert; empty if there is none
    std::string_view redoLabel() const;
    bool undo();
    bool redo();
    // Undoes or redoes until `count` of all entries are done, and restores the document once. Returns false
    // if they are already, or if there are fewer entries. In the past, redo moves time forward.
    bool goTo(size_t count);
    std::span<const Entry> entries() const { return entries_; } // up to the end of time, oldest first
    // Entries that began before the present: undo reverts the last of them.
    size_t doneCount() const { return static_cast<size_t>(nextEntry() - entries_.begin()); }
    // All entries, oldest first: doneCount() of them are done, redo performs the others.
    size_t entryCount() const { return entries_.size() + undone_.size(); }
    const Entry& entry(size_t index) const
    {
        return index < entries_.size() ? entries_[index] : undone_[entryCount() - 1 - index].entry;
    }

    // The document was saved to a file: every other state of it now differs from that file. `name`: of the
    // scene.
    void markSaved(std::filesystem::path path, std::string name, std::string title);

    // --- time ---
    // Steps are counted over everything that was played, across restarts and other scenes. Time can be moved
    // within the scene that is open; undo returns to others.
    // firstStep(): that memory still holds.
    uint64_t firstStep() const { return journal_.stepsBefore(journal_.openedAt()); }
    uint64_t lastStep() const { return journal_.stepsBefore(journal_.end()); }
    uint64_t presentStep() const { return journal_.stepsBefore(present_); }
    bool isAtEnd() const { return present_ == journal_.end(); }
    // The last operation before the end of time; nullptr if none is kept.
    const DocumentOp* lastOp() const { return journal_.lastOp(); }
    // What happened in a step. Precondition: firstStep() < step <= lastStep().
    const StepFacts& factsOf(uint64_t step) const
    {
        return journal_.facts()[static_cast<size_t>(step - journal_.firstStep() - 1)];
    }
    // Another program has made the step; false for firstStep(), which was not played. Precondition:
    // firstStep() <= step <= lastStep().
    bool isFollowedStep(uint64_t step) const
    {
        return step > journal_.firstStep() && journal_.isFollowedStep(step);
    }
    // The length of a step of a line of time; of firstStep(), which was not played, that of a step now. A
    // recording may have steps of other lengths than the world's settings say.
    float secondsOfStep(uint64_t line, uint64_t step) const;
    // Grows whenever a part of what was played is replaced: by branches, undo, redo, and other lines.
    uint64_t pastChanges() const { return pastChanges_; }
    // The first step that the changes after the first `known` ones replaced or took away; nothing if there
    // were none. Steps before it are the same as then.
    std::optional<uint64_t> firstChangedStep(uint64_t known) const;
    // Restores the document directly after a step; after the last one, as it was left; at firstStep(), as it
    // was when the first step began. Returns false if it is there already, or if `step` is not within
    // firstStep() to lastStep().
    bool goToStep(uint64_t step, TaskExecutor* executor = nullptr);
    // In the past: performs what was played before the next step. Returns false at the end.
    bool replayUpToStep(TaskExecutor* executor = nullptr);
    // Likewise, and the step; the last one with what follows it.
    bool replayStep(TaskExecutor* executor = nullptr);

    // The step after which the entry begins.
    uint64_t stepOf(size_t entry) const { return journal_.stepsBefore(entries_[entry].start); }

    // --- lines of time: what had been played after a moment at which something else was done ---
    struct LineOfTime {
        uint64_t id = 0;         // does not change while the line exists
        uint64_t branchStep = 0; // up to which it is the same as the present line
        uint64_t lastStep = 0;
        std::string change; // that made the present line differ: "Change restitution"; empty: not known yet
    };
    std::vector<LineOfTime> linesOfTime() const; // without the present one, oldest first
    // The present line is kept, and the document becomes that of the other line at the same step, or at its
    // last one. Returns false if there is no such line.
    bool switchToLine(uint64_t id);
    bool dropLine(uint64_t id);
    static constexpr uint64_t kPresentLine = 0; // in place of the id of another line
    // A document at a moment of any line, to look at without moving the present.
    struct TimeCursor {
        uint64_t line = 0;
        Journal::Position position = 0;
        Document document;
    };
    // Moves the cursor directly after a step of a line. Returns false and empties it if the line or the step
    // does not exist. A cursor on the present line must be dropped when the past of that line is changed.
    bool moveCursor(std::optional<TimeCursor>& cursor, uint64_t line, uint64_t step) const;
    // Likewise, but directly before the step that follows `step`: after all that was done between the two.
    bool moveCursorBeforeNext(std::optional<TimeCursor>& cursor, uint64_t line, uint64_t step) const;

    // What was done from a step to the present, for recordings. It shares nothing with the history that
    // changes, so that another thread can replay it.
    struct PlayedPart {
        Document start;              // before the first of them
        std::vector<DocumentOp> ops; // steps among them
    };
    // From `step` on, or from the last restart or opened scene after it.
    PlayedPart partSince(uint64_t step) const;

    // Sets the instruction set that steps use. Results stay bit-identical.
    void setInstructionSet(InstructionSet set) { document_.world.setInstructionSet(set); }

    // Grows with every command, undo, redo and entry of recordPlayed(). Caches of results from the world
    // compare it to find out whether they are stale.
    uint64_t revision() const { return revision_; }
    // Of the present document among all that were opened. Ids of bodies hold within one document.
    size_t documentIndex() const { return fileNow(); }
    // Like revision(), but commands of CommandKind::Tune and entries of recordPlayed() do not count: after
    // those, bodies are still where the simulation left them. Undo and redo always count.
    uint64_t edits() const { return edits_; }
    size_t bytes() const;
    size_t maxBytes() const { return maxBytes_; }

    static constexpr size_t kMaxBytes = 256'000'000;

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

    // All of another line of time. Its keyframes before the branch are shared.
    struct Line {
        uint64_t id = 0;
        Journal journal;
        std::vector<Entry> entries;
        std::vector<Undone> undone;
        uint64_t content = 0; // at its end
        size_t file = 0;
        uint64_t branchStep = 0;
        std::string change;
        size_t bytes() const;
    };

    OpResult performAndAdd(DocumentOp op, TaskExecutor* executor = nullptr);
    // Makes the past the end of the present line, and keeps what followed as another line.
    void branch(std::string change);
    Line takeLine();
    // The present line has been cut at a step: others are the same as it at most up to there.
    void limitBranches(uint64_t step);
    // Null if the line or the step does not exist.
    const Journal* journalWith(uint64_t line, uint64_t step) const;
    // Of the document in the present, which may be in the past.
    std::vector<Entry>::const_iterator nextEntry() const;
    uint64_t contentNow() const;
    size_t fileNow() const;
    void cutAndRestore(Journal::Position position);
    void restoreFromJournalEnd();
    void moveTo(Journal::Position position, TaskExecutor* executor);
    void dropDetour();
    void cutLastEntry();
    void appendNextEntry();
    void addPastChange(uint64_t firstStep);
    void updateFile();
    void endGestures();
    void limitMemory();

    Document document_;
    Journal journal_;
    Journal::Position present_ = 0; // where document_ is: the journal leads to it and perhaps beyond
    std::vector<Entry> entries_;
    std::vector<Undone> undone_; // the one to redo next is last; it begins where the last entry ended
    std::vector<DocumentFile> files_;
    size_t file_ = 0; // of the document at the journal's end, in files_
    // Identifies the edited state of document_: every edit gets a new value, a step does not. The document is
    // unmodified if it equals DocumentFile::content.
    // At the journal's end.
    uint64_t content_ = 0;
    uint64_t lastContent_ = 0;
    std::vector<Line> lines_; // oldest first
    uint64_t lastLine_ = 0;   // id
    struct PastChange {
        uint64_t number = 0; // of pastChanges_
        uint64_t firstStep = 0;
    };
    // Ascending in both. Those that a later change with an earlier step makes useless are left out.
    std::vector<PastChange> changes_;
    uint64_t pastChanges_ = 0;
    size_t maxBytes_;
    bool gestureOpen_ = false;
    std::vector<BodyId> created_;
    uint64_t revision_ = 0;
    uint64_t edits_ = 0;
    std::vector<Command> pending_;
};

} // namespace satbox::app
