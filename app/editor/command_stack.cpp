#include "app/editor/command_stack.h"

namespace satbox::app {

std::string CommandStack::execute(Document& document, Command command)
{
    const bool merges = gestureOpen_ && !command.mergeKey.empty() && done_ > 0 && done_ == entries_.size() &&
                        entries_.back().mergeKey == command.mergeKey;
    if (merges) {
        const std::string refusal = command.apply(document);
        if (refusal.empty()) {
            document.modified = true; // only EditScene and ChangeSettings merge
            ++revision_;
            if (command.effect != Effect::ChangeSettings) ++edits_;
        }
        return refusal;
    }

    Entry entry = entryFor(document, command);
    const std::string refusal = command.apply(document);
    if (!refusal.empty()) return refusal;
    if (command.effect != Effect::ChangeSettings) ++edits_;
    if (command.effect == Effect::ReplaceScene) document.modified = false;
    if (command.effect == Effect::EditScene || command.effect == Effect::ChangeSettings)
        document.modified = true;
    push(std::move(entry));
    return {};
}

void CommandStack::record(Document& document, World before, std::string label)
{
    Entry entry = entryFor(
        document, {.label = std::move(label), .apply = {}, .mergeKey = {}, .effect = Effect::SimulationOnly});
    entry.world = std::move(before);
    push(std::move(entry));
}

CommandStack::Entry CommandStack::entryFor(const Document& document, const Command& command) const
{
    Entry entry{.label = command.label,
                .mergeKey = command.mergeKey,
                .world = document.world,
                .modified = document.modified,
                .start = std::nullopt,
                .scene = std::nullopt,
                .isLab = document.isLab,
                .path = document.path};
    if (command.effect == Effect::EditScene) entry.start = document.scene.world;
    if (command.effect == Effect::ReplaceScene) entry.scene = document.scene;
    return entry;
}

void CommandStack::push(Entry entry)
{
    entries_.resize(done_);
    entry.bytes = entry.world.counters().bytes;
    if (entry.start) entry.bytes += entry.start->counters().bytes;
    if (entry.scene) entry.bytes += entry.scene->world.counters().bytes;
    entries_.push_back(std::move(entry));
    size_t bytes = 0;
    for (const Entry& kept : entries_) bytes += kept.bytes;
    while (entries_.size() > 1 && (entries_.size() > kMaxEntries || bytes > kMaxBytes)) {
        bytes -= entries_.front().bytes;
        entries_.pop_front();
    }
    done_ = entries_.size();
    gestureOpen_ = true;
    ++revision_;
}

std::string CommandStack::applyPending(Document& document)
{
    std::string refusal;
    // Commands submitted by a command wait for the next frame.
    std::vector<Command> commands;
    commands.swap(pending_);
    for (Command& command : commands) {
        std::string sentence = execute(document, std::move(command));
        if (!sentence.empty()) refusal = std::move(sentence);
    }
    return refusal;
}

std::string_view CommandStack::undoLabel() const
{
    return canUndo() ? std::string_view(entries_[done_ - 1].label) : std::string_view();
}

std::string_view CommandStack::redoLabel() const
{
    return canRedo() ? std::string_view(entries_[done_].label) : std::string_view();
}

bool CommandStack::undo(Document& document)
{
    if (!canUndo()) return false;
    swapWith(document, entries_[--done_]);
    return true;
}

bool CommandStack::redo(Document& document)
{
    if (!canRedo()) return false;
    swapWith(document, entries_[done_++]);
    return true;
}

void CommandStack::swapWith(Document& document, Entry& entry)
{
    std::swap(document.world, entry.world);
    std::swap(document.modified, entry.modified);
    if (entry.start) std::swap(document.scene.world, *entry.start);
    if (entry.scene) {
        std::swap(document.scene, *entry.scene);
        std::swap(document.path, entry.path);
        std::swap(document.isLab, entry.isLab);
    }
    document.lastCreatedBody = {};
    gestureOpen_ = false;
    ++revision_;
    ++edits_;
}

void CommandStack::markSaved(Document& document)
{
    document.modified = false;
    // Entries on the far side of one that replaced the scene belong to other documents.
    for (size_t i = done_; i-- > 0 && !entries_[i].scene;) entries_[i].modified = true;
    for (size_t i = done_; i < entries_.size() && !entries_[i].scene; ++i) entries_[i].modified = true;
}

void CommandStack::clear()
{
    entries_.clear();
    pending_.clear();
    done_ = 0;
    gestureOpen_ = false;
    ++revision_;
    ++edits_;
}

} // namespace satbox::app
