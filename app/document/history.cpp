#include "app/document/history.h"

#include "app/document/joint_keys.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace satbox::app {

namespace {

constexpr uint64_t kNoContent = 0; // of a document that no file has

bool changesFile(const Command& command)
{
    const auto isKept = [](const DocumentOp& op) { return !std::holds_alternative<SetComparedSettings>(op); };
    return command.kind != CommandKind::Play && std::ranges::any_of(command.ops, isKept);
}

bool isUnsaved(const Command& command)
{
    return std::ranges::any_of(command.ops, [](const DocumentOp& op) {
        const OpenScene* open = std::get_if<OpenScene>(&op);
        return open && open->isUnsaved;
    });
}

// Puts the ids of the bodies that the command has created so far into an operation that refers to them.
DocumentOp resolved(DocumentOp op, std::span<const BodyId> created)
{
    const auto resolve = [&](BodyId& body) {
        if (!body.isNull() && body.generation == 0 && body.index < created.size()) body = created[body.index];
    };
    if (MoveJoints* move = std::get_if<MoveJoints>(&op))
        for (MoveJoints::Target& target : move->targets) resolve(target.body);
    SceneOp* scene = std::get_if<SceneOp>(&op);
    if (!scene) return op;
    if (op::AddShape* add = std::get_if<op::AddShape>(&scene->op)) {
        if (add->body.isNull() && !created.empty()) add->body = created.back();
    } else if (op::CreateJoint* create = std::get_if<op::CreateJoint>(&scene->op)) {
        resolve(create->def.bodyA);
        resolve(create->def.bodyB);
    }
    return op;
}

} // namespace

void History::reset(Document document)
{
    document_ = std::move(document);
    journal_.reset(document_);
    present_ = journal_.end();
    lines_.clear();
    addPastChange(0);
    entries_.clear();
    undone_.clear();
    pending_.clear();
    created_.clear();
    content_ = ++lastContent_;
    files_ = {{document_.path, document_.scene.name, document_.scene.title,
               document_.modified ? kNoContent : content_}};
    file_ = 0;
    gestureOpen_ = false;
    ++revision_;
    ++edits_;
}

std::string History::execute(Command command)
{
    if (command.ops.empty()) return {}; // nothing changes: no entry
    if (!isAtEnd()) {                   // a refused command must not make a branch
        Document trial = document_;
        std::vector<BodyId> created;
        for (const DocumentOp& op : command.ops) {
            const OpResult result = perform(trial, resolved(op, created));
            if (!result.ok()) return result.refusal;
            if (!result.body.isNull()) created.push_back(result.body);
        }
        branch(command.label);
    }
    const bool merges = gestureOpen_ && !command.mergeKey.empty() && undone_.empty() && !entries_.empty() &&
                        entries_.back().mergeKey == command.mergeKey;
    const Mark before = mark();
    created_.clear();
    for (const DocumentOp& unresolved : command.ops) {
        const OpResult result = performAndAdd(resolved(unresolved, created_));
        if (!result.ok()) {
            if (journal_.end() != before.position) cutAndRestore(before.position);
            created_.clear();
            return result.refusal;
        }
        if (!result.body.isNull()) created_.push_back(result.body);
    }

    undone_.clear();
    if (changesFile(command)) content_ = ++lastContent_;
    if (command.kind == CommandKind::Open) {
        file_ = files_.size();
        files_.push_back({document_.path, document_.scene.name, document_.scene.title,
                          isUnsaved(command) ? kNoContent : content_});
    }
    if (!merges)
        entries_.push_back({.label = std::move(command.label),
                            .kind = command.kind,
                            .mergeKey = std::move(command.mergeKey),
                            .start = before.position,
                            .contentBefore = before.content,
                            .fileBefore = before.file});
    gestureOpen_ = true;
    updateFile();
    ++revision_;
    if (command.kind != CommandKind::Tune) ++edits_;
    limitMemory();
    return {};
}

OpResult History::performAndAdd(DocumentOp op, TaskExecutor* executor)
{
    const uint32_t awakeBefore = awakeBodyCount(document_.world);
    OpResult result = perform(document_, op, executor);
    if (!result.ok()) return result;
    journal_.add(std::move(op), document_, awakeBefore);
    present_ = journal_.end();
    return result;
}

OpResult History::play(const DocumentOp& op, TaskExecutor* executor)
{
    if (!isAtEnd()) branch({});
    OpResult result = performAndAdd(op, executor);
    limitMemory();
    return result;
}

History::Mark History::mark()
{
    if (isAtEnd()) journal_.markCheckpoint(document_); // else branch() does so
    const Mark mark{.position = present_, .content = contentNow(), .file = fileNow()};
    limitMemory();
    return mark;
}

void History::recordPlayed(const Mark& mark, std::string label, CommandKind kind)
{
    undone_.clear();
    if (kind == CommandKind::Build) content_ = ++lastContent_;
    // A setting may have been changed during a throw: entries are in the order in which they began.
    const auto after =
        std::ranges::find_if(entries_, [&](const Entry& e) { return e.start > mark.position; });
    entries_.insert(after, {.label = std::move(label),
                            .kind = kind,
                            .mergeKey = {},
                            .start = std::max(mark.position, journal_.begin()),
                            .contentBefore = mark.content,
                            .fileBefore = mark.file});
    updateFile();
    ++revision_;
    limitMemory();
}

std::string History::applyPending()
{
    std::string refusal;
    // Commands submitted by a command wait for the next frame.
    std::vector<Command> commands;
    commands.swap(pending_);
    for (Command& command : commands) {
        std::string sentence = execute(std::move(command));
        if (!sentence.empty()) refusal = std::move(sentence);
    }
    return refusal;
}

std::string_view History::undoLabel() const
{
    return canUndo() ? std::string_view(entry(doneCount() - 1).label) : std::string_view();
}

std::string_view History::redoLabel() const
{
    return canRedo() ? std::string_view(entry(doneCount()).label) : std::string_view();
}

// Removes what came after `position`, which is a checkpoint, and restores the document there.
void History::cutAndRestore(Journal::Position position)
{
    journal_.cut(position);
    document_ = journal_.documentAt(position);
    present_ = position;
    addPastChange(presentStep() + 1);
    updateFile();
}

// After undo and redo: restores the document at the end of the journal.
void History::restoreFromJournalEnd()
{
    present_ = journal_.end();
    document_ = journal_.documentAt(present_);
    limitBranches(presentStep());
    updateFile();
    endGestures();
    gestureOpen_ = false;
    ++revision_;
    ++edits_;
    limitMemory();
}

// Removes what was played since the last undo.
void History::dropDetour()
{
    if (undone_.empty()) return;
    journal_.cut(undone_.back().part.begin());
    addPastChange(lastStep() + 1);
}

// Undoes the last entry, except that the document is not restored.
void History::cutLastEntry()
{
    const bool hasDetour = !undone_.empty();
    dropDetour();
    Entry entry = std::move(entries_.back());
    entries_.pop_back();
    Journal::Part part = journal_.cut(entry.start, hasDetour ? nullptr : &document_);
    addPastChange(lastStep() + 1);
    const uint64_t content = std::exchange(content_, entry.contentBefore);
    const size_t file = std::exchange(file_, entry.fileBefore);
    undone_.push_back({std::move(entry), std::move(part), content, file});
}

// Redoes the next entry, except that the document is not restored.
void History::appendNextEntry()
{
    dropDetour();
    Undone undone = std::move(undone_.back());
    undone_.pop_back();
    journal_.append(std::move(undone.part));
    entries_.push_back(std::move(undone.entry));
    content_ = undone.contentAfter;
    file_ = undone.fileAfter;
}

bool History::goTo(size_t count)
{
    if (count == doneCount() || count > entryCount()) return false;
    if (count > doneCount() && !isAtEnd()) {
        moveTo(count < entries_.size() ? entries_[count].start : journal_.end(), nullptr);
        if (count <= entries_.size()) return true;
    }
    if (!isAtEnd()) branch({});
    while (entries_.size() > count) cutLastEntry();
    while (entries_.size() < count) appendNextEntry();
    restoreFromJournalEnd();
    return true;
}

bool History::undo() { return canUndo() && goTo(doneCount() - 1); }

bool History::redo() { return canRedo() && goTo(doneCount() + 1); }

void History::markSaved(std::filesystem::path path, std::string name, std::string title)
{
    files_[fileNow()] = {std::move(path), std::move(name), std::move(title), contentNow()};
    updateFile();
}

void History::addPastChange(uint64_t firstStep)
{
    // What was done before the first step belongs to the moment that stands for it, see momentOf().
    if (firstStep <= this->firstStep() + 1) firstStep = std::min(firstStep, this->firstStep());
    while (!changes_.empty() && changes_.back().firstStep >= firstStep) changes_.pop_back();
    changes_.push_back({++pastChanges_, firstStep});
}

std::optional<uint64_t> History::firstChangedStep(uint64_t known) const
{
    const auto first = std::ranges::upper_bound(changes_, known, {}, &PastChange::number);
    return first == changes_.end() ? std::nullopt : std::optional(first->firstStep);
}

// A document keeps the name and title under which it was saved last, whichever state of it is restored.
void History::updateFile()
{
    const DocumentFile& file = files_[fileNow()];
    document_.path = file.path;
    document_.scene.name = file.name;
    document_.scene.title = file.title;
    document_.modified = contentNow() != file.content;
}

// Destroys the mouse joints of drags and releases motors that keys drove. Drags and keys end before an undo,
// but a restored world may be from the middle of them. Joints and motors that the scene starts with stay.
void History::endGestures()
{
    const auto& joints = stateOf(document_.world).joints.of<MouseJoint>();
    for (uint32_t i = 0; i < joints.slotCount(); ++i) {
        const MouseJointId id = joints.handleAt(i);
        if (joints.isLive(i) && !document_.scene.world.isValid(id)) play(op::DestroyMouseJoint{id});
    }
    for (const JointId id : jointsWithKeys(document_.world)) {
        const JointDef def = document_.world.jointDef(id);
        if (isDriven(def) && !isDriven(document_.scene.world.jointDef(id)))
            play(op::SetJoint{id, driven(def, KeyDrive::Released)});
    }
}

size_t History::bytes() const
{
    size_t bytes = journal_.bytes();
    for (const Undone& undone : undone_) bytes += undone.part.bytes();
    for (const Line& line : lines_) bytes += line.bytes();
    return bytes;
}

void History::limitMemory()
{
    while (bytes() > maxBytes_) {
        // A keyframe is dropped only if the records between its neighbours take at most an eighth of the
        // limit. So while records fill the memory, several keyframes remain, and dropOldest() can drop one.
        if (journal_.dropKeyframe(maxBytes_ / 8)) continue;
        if (std::ranges::any_of(undone_, [](Undone& undone) { return undone.part.dropKeyframes(); }))
            continue;
        if (!lines_.empty())
            lines_.erase(lines_.begin());
        else if (isAtEnd() && journal_.dropOldest())
            std::erase_if(entries_, [&](const Entry& e) { return e.start < journal_.begin(); });
        else if (!undone_.empty())
            undone_.erase(undone_.begin());
        else
            break;
    }
}

} // namespace satbox::app
