// The part of History that moves through what was played.

#include "app/document/history.h"
#include "app/document/step_seconds.h"

#include <algorithm>
#include <utility>

namespace satbox::app {

namespace {

void moveCursorTo(std::optional<History::TimeCursor>& cursor, uint64_t line, const Journal& journal,
                  Journal::Position to)
{
    const bool isOnLine = cursor && cursor->line == line;
    if (isOnLine && cursor->position == to) return;
    if (isOnLine && cursor->position < to &&
        journal.costBetween(cursor->position, to) <= journal.costOfDocumentAt(to)) {
        journal.replay(cursor->document, cursor->position, to);
        cursor->position = to;
    } else {
        cursor = History::TimeCursor{.line = line, .position = to, .document = journal.documentAt(to)};
    }
}

} // namespace

std::vector<History::Entry>::const_iterator History::nextEntry() const
{
    if (isAtEnd()) return entries_.end();
    return std::ranges::find_if(entries_, [&](const Entry& e) { return e.start >= present_; });
}

uint64_t History::contentNow() const
{
    const auto next = nextEntry();
    return next == entries_.end() ? content_ : next->contentBefore;
}

size_t History::fileNow() const
{
    const auto next = nextEntry();
    return next == entries_.end() ? file_ : next->fileBefore;
}

void History::moveTo(Journal::Position to, TaskExecutor* executor)
{
    if (to > present_ && journal_.costBetween(present_, to) <= journal_.costOfDocumentAt(to))
        journal_.replay(document_, present_, to, executor);
    else
        document_ = to < present_ ? journal_.rewindTo(to, executor) : journal_.documentAt(to, executor);
    journal_.documentReplaced();
    present_ = to;
    updateFile();
    gestureOpen_ = false;
    ++revision_;
    ++edits_;
    limitMemory();
}

bool History::goToStep(uint64_t step, TaskExecutor* executor)
{
    if (step < firstStep() || step > lastStep()) return false;
    const Journal::Position to = step == lastStep() ? journal_.end() : journal_.momentOf(step);
    if (to == present_) return false;
    moveTo(to, executor);
    return true;
}

bool History::replayUpToStep(TaskExecutor* executor)
{
    if (isAtEnd()) return false;
    const Journal::Position to = journal_.beforeNextStep(present_);
    journal_.replay(document_, present_, to, executor);
    present_ = to;
    updateFile();
    return true;
}

bool History::replayStep(TaskExecutor* executor)
{
    if (isAtEnd()) return false;
    const uint64_t step = presentStep() + 1;
    const Journal::Position to = step >= lastStep() ? journal_.end() : journal_.afterStep(step);
    journal_.replay(document_, present_, to, executor);
    present_ = to;
    updateFile();
    return true;
}

History::Line History::takeLine()
{
    return {.id = ++lastLine_,
            .journal = journal_,
            .entries = entries_,
            .undone = std::exchange(undone_, {}),
            .content = content_,
            .file = file_,
            .branchStep = presentStep(),
            .change = {}};
}

void History::limitBranches(uint64_t step)
{
    for (Line& line : lines_) line.branchStep = std::min(line.branchStep, step);
}

void History::branch(std::string change)
{
    lines_.push_back(takeLine());
    lines_.back().change = std::move(change);
    content_ = contentNow();
    file_ = fileNow();
    entries_.erase(nextEntry(), entries_.cend());
    journal_.cut(present_);
    addPastChange(presentStep() + 1);
    limitBranches(presentStep());
    journal_.markCheckpoint(document_);
    gestureOpen_ = false;
    endGestures();
}

std::vector<History::LineOfTime> History::linesOfTime() const
{
    std::vector<LineOfTime> lines;
    for (const Line& line : lines_)
        lines.push_back({.id = line.id,
                         .branchStep = line.branchStep,
                         .lastStep = line.journal.stepsBefore(line.journal.end()),
                         .change = line.change});
    return lines;
}

bool History::switchToLine(uint64_t id)
{
    const auto found = std::ranges::find(lines_, id, &Line::id);
    if (found == lines_.end()) return false;
    const uint64_t step = presentStep();
    Line line = std::move(*found);
    lines_.erase(found);
    limitBranches(line.branchStep);
    addPastChange(line.branchStep + 1);
    lines_.push_back(takeLine());
    lines_.back().branchStep = line.branchStep;
    lines_.back().change = "another line";
    journal_ = std::move(line.journal);
    entries_ = std::move(line.entries);
    undone_ = std::move(line.undone);
    content_ = line.content;
    file_ = line.file;
    const uint64_t to = std::clamp(step, firstStep(), lastStep());
    present_ = to == lastStep() ? journal_.end() : journal_.momentOf(to);
    document_ = journal_.documentAt(present_);
    journal_.documentReplaced();
    updateFile();
    gestureOpen_ = false;
    ++revision_;
    ++edits_;
    limitMemory();
    return true;
}

bool History::dropLine(uint64_t id)
{
    return std::erase_if(lines_, [&](const Line& line) { return line.id == id; }) > 0;
}

const Journal* History::journalWith(uint64_t id, uint64_t step) const
{
    const auto line = std::ranges::find(lines_, id, &Line::id);
    if (id != kPresentLine && line == lines_.end()) return nullptr;
    const Journal& journal = id == kPresentLine ? journal_ : line->journal;
    const bool hasStep =
        journal.stepsBefore(journal.openedAt()) <= step && step <= journal.stepsBefore(journal.end());
    return hasStep ? &journal : nullptr;
}

float History::secondsOfStep(uint64_t line, uint64_t step) const
{
    const Journal* journal = journalWith(line, step);
    const bool wasPlayed = journal && step > journal->stepsBefore(journal->openedAt());
    return wasPlayed ? journal->secondsOf(step) : stepSeconds(world());
}

bool History::moveCursor(std::optional<TimeCursor>& cursor, uint64_t line, uint64_t step) const
{
    const Journal* journal = journalWith(line, step);
    if (!journal) {
        cursor.reset();
        return false;
    }
    moveCursorTo(cursor, line, *journal, journal->momentOf(step));
    return true;
}

bool History::moveCursorBeforeNext(std::optional<TimeCursor>& cursor, uint64_t line, uint64_t step) const
{
    const Journal* journal = journalWith(line, step);
    if (!journal) {
        cursor.reset();
        return false;
    }
    moveCursorTo(cursor, line, *journal, journal->beforeNextStep(journal->afterStep(step)));
    return true;
}

History::PlayedPart History::partSince(uint64_t step) const
{
    const Journal::Position from = journal_.lastReplacement(journal_.afterStep(step), present_);
    return {.start = journal_.documentAt(from), .ops = journal_.opsBetween(from, present_)};
}

size_t History::Line::bytes() const
{
    size_t bytes = journal.sharedBytes();
    for (const Undone& one : undone) bytes += one.part.bytes();
    return bytes;
}

} // namespace satbox::app
