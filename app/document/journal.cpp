#include "app/document/journal.h"

#include "engine/core/assert.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <iterator>

namespace satbox::app {

namespace {

// Every operation visits at most the awake bodies; the rest of its cost is counted as 64 bodies.
Journal::Cost costOf(const Document& after) { return 64 + stateOf(after.world).bodies.awake.size(); }

// Moves the items from `first` on to a new container.
template<class Items>
Items takeFrom(Items& items, typename Items::const_iterator first)
{
    const auto begin = items.begin() + (first - items.cbegin());
    Items taken(std::make_move_iterator(begin), std::make_move_iterator(items.end()));
    items.erase(begin, items.end());
    return taken;
}

template<class Items>
void moveTo(Items& items, Items& more)
{
    items.insert(items.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace

void Journal::reset(const Document& document)
{
    *this = Journal();
    addKeyframe(document);
}

// Without its scene.
Journal::Keyframe Journal::keyframeOf(const Document& document, Position position, Cost cost,
                                      const Keyframe* before)
{
    const CompactWorld* like = before ? before->world.get() : nullptr;
    const auto world = std::make_shared<const CompactWorld>(document.world, like);
    return {.position = position,
            .cost = cost,
            .world = world,
            .scene = nullptr,
            .path = document.path,
            .isLab = document.isLab,
            .comparedSettings = document.comparedSettings,
            .worldBytes = world->bytes(),
            .baseBytes = like && world->sharesBaseWith(*like) ? 0 : world->baseBytes(),
            .sceneBytes = 0};
}

void Journal::addKeyframe(const Document& document)
{
    if (!scene_) scene_ = std::make_shared<const Scene>(document.scene);
    const bool isShared = !keyframes_.empty() && keyframes_.back().scene == scene_;
    keyframes_.push_back(
        keyframeOf(document, end(), cost_, keyframes_.empty() ? nullptr : &keyframes_.back()));
    keyframes_.back().scene = scene_;
    if (!isShared) keyframes_.back().sceneBytes = document.scene.world.counters().bytes;
    keyframeBytes_ += bytesOf(keyframes_.back());
    isSealed_ = true;
}

void Journal::add(DocumentOp op, const Document& after, uint32_t awakeBefore)
{
    const Cost cost = costOf(after);
    const bool steps = isStep(op);
    const bool opens = std::holds_alternative<OpenScene>(op);
    if (changesScene(op)) scene_.reset();
    if (!isSealed_ && !records_.empty() && steps && records_.back().op == op) {
        ++records_.back().repeat;
        records_.back().cost += cost;
    } else {
        recordBytes_ += bytesOf(records_.emplace_back(Record{.op = std::move(op),
                                                             .begin = end(),
                                                             .stepsBefore = firstStep_ + facts_.size(),
                                                             .costBefore = cost_,
                                                             .cost = cost}));
    }
    cost_ += cost;
    if (steps)
        facts_.push_back(factsMeter_.measure(after.world, awakeBefore));
    else
        factsMeter_.forget();
    if (opens) openedAt_ = end();
    isSealed_ = false;
    // Storing a world costs as much as half a step of it, or two if it cannot share a base.
    const Cost spacing = std::clamp<Cost>(kKeyframeSteps * cost, kMinKeyframeSpacing, kMaxKeyframeSpacing);
    if (costSinceKeyframe() >= spacing) addKeyframe(after);
}

void Journal::markCheckpoint(const Document& document)
{
    if (costSinceKeyframe() >= kCheckpointSpacing) addKeyframe(document);
    if (checkpoints_.empty() || checkpoints_.back().position != end()) checkpoints_.push_back({end(), cost_});
    isSealed_ = true;
}

std::vector<Journal::Keyframe>::const_iterator Journal::keyframeAfter(Position position) const
{
    return std::partition_point(keyframes_.begin(), keyframes_.end(),
                                [&](const Keyframe& k) { return k.position <= position; });
}

Journal::RecordIterator Journal::recordAt(Position position) const
{
    return std::partition_point(records_.begin(), records_.end(),
                                [&](const Record& r) { return r.end() <= position; });
}

Journal::Cost Journal::costAt(Position position) const
{
    const RecordIterator record = recordAt(position);
    if (record == records_.end()) return cost_;
    return record->costBefore + record->cost * (position - record->begin) / record->repeat;
}

Journal::Cost Journal::costOfReplayTo(Position position) const
{
    return costAt(position) - std::prev(keyframeAfter(position))->cost;
}

Journal::Cost Journal::costOfDocumentAt(Position position) const
{
    constexpr Cost kRestoringSteps = 4; // that restoring a keyframe takes as long as
    const RecordIterator record = recordAt(position);
    const Cost step = record == records_.end() ? 0 : record->cost / record->repeat;
    return costOfReplayTo(position) + kRestoringSteps * step;
}

uint64_t Journal::stepsBefore(Position position) const
{
    const RecordIterator record = recordAt(position);
    if (record == records_.end()) return firstStep_ + facts_.size();
    return record->stepsBefore + (isStep(record->op) ? position - record->begin : 0);
}

Journal::Position Journal::afterStep(uint64_t step) const
{
    SATBOX_ASSERT(firstStep_ <= step && step <= firstStep_ + facts_.size(), "this step was dropped");
    if (step == firstStep_) return begin_;
    // The record of the step: the last one before which there are fewer steps.
    const auto record = std::prev(std::partition_point(
        records_.begin(), records_.end(), [&](const Record& r) { return r.stepsBefore < step; }));
    return record->begin + (step - record->stepsBefore);
}

float Journal::secondsOf(uint64_t step) const { return app::secondsOf(recordAt(afterStep(step) - 1)->op); }

bool Journal::isFollowedStep(uint64_t step) const
{
    return std::holds_alternative<FollowedStep>(recordAt(afterStep(step) - 1)->op);
}

Journal::Position Journal::momentOf(uint64_t step) const
{
    return step <= stepsBefore(openedAt_) ? beforeNextStep(openedAt_) : afterStep(step);
}

void Journal::findOpening()
{
    openedAt_ = begin_;
    for (auto record = records_.rbegin(); record != records_.rend(); ++record) {
        if (!std::holds_alternative<OpenScene>(record->op)) continue;
        openedAt_ = record->end();
        return;
    }
}

Journal::Position Journal::beforeNextStep(Position position) const
{
    for (RecordIterator record = recordAt(position); record != records_.end(); ++record)
        if (isStep(record->op)) return std::max(position, record->begin);
    return end();
}

Journal::Position Journal::lastReplacement(Position from, Position to) const
{
    for (RecordIterator record = recordAt(to); record != records_.begin();) {
        --record;
        if (record->end() <= from) break;
        if (replacesWorld(record->op)) return record->end();
    }
    return from;
}

void Journal::replay(Document& document, Position from, Position to, TaskExecutor* executor) const
{
    RecordIterator record = recordAt(from);
    for (Position at = from; at < to; ++at) {
        if (record->end() == at) ++record;
        const OpResult result = perform(document, record->op, executor);
        SATBOX_ASSERT(result.ok(), "an operation that was accepted once is accepted again");
        static_cast<void>(result);
    }
}

std::vector<DocumentOp> Journal::opsBetween(Position from, Position to) const
{
    std::vector<DocumentOp> ops;
    ops.reserve(static_cast<size_t>(to - from));
    for (RecordIterator record = recordAt(from); record != records_.end() && record->begin < to; ++record) {
        const Position first = std::max(from, record->begin), last = std::min(to, record->end());
        ops.insert(ops.end(), static_cast<size_t>(last - first), record->op);
    }
    return ops;
}

Document Journal::documentOf(const Keyframe& keyframe)
{
    return {.world = keyframe.world->world(),
            .scene = *keyframe.scene,
            .path = keyframe.path,
            .isLab = keyframe.isLab,
            .comparedSettings = keyframe.comparedSettings};
}

Document Journal::documentAt(Position position, TaskExecutor* executor) const
{
    SATBOX_ASSERT(begin() <= position && position <= end(), "this part of the journal was dropped");
    const auto keyframe = std::prev(keyframeAfter(position));
    Document document = documentOf(*keyframe);
    replay(document, keyframe->position, position, executor);
    return document;
}

Document Journal::rewindTo(Position position, TaskExecutor* executor)
{
    SATBOX_ASSERT(begin() <= position && position <= end(), "this part of the journal was dropped");
    const auto next = keyframeAfter(position);
    const Keyframe& keyframe = *std::prev(next);
    Document document = documentOf(keyframe);
    const Cost spacing = std::max(costOfReplayTo(position) / kRewindKeyframes, kCheckpointSpacing);
    std::vector<Keyframe> added;
    Position last = keyframe.position;
    for (Position at = keyframe.position; at < position;) {
        replay(document, at, at + 1, executor);
        ++at;
        if (costBetween(last, at) < spacing || at == position) continue;
        last = at;
        // A keyframe shares its scene with the one before; on the way the scene may have changed.
        added.push_back(keyframeOf(document, at, costAt(at), added.empty() ? &keyframe : &added.back()));
        const bool isSame = changesNoScene(keyframe.position, at);
        added.back().scene = isSame ? keyframe.scene : std::make_shared<const Scene>(document.scene);
        if (!isSame) added.back().sceneBytes = document.scene.world.counters().bytes;
        keyframeBytes_ += bytesOf(added.back());
    }
    isSealed_ |= !added.empty(); // the last record may have one within it now
    keyframes_.insert(next, std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
    return document;
}

bool Journal::changesNoScene(Position from, Position to) const
{
    for (RecordIterator record = recordAt(from); record != records_.end() && record->begin < to; ++record)
        if (changesScene(record->op)) return false;
    return true;
}

// Divides the record that contains `position`, so that one begins there.
void Journal::splitAt(Position position)
{
    const auto index = recordAt(position) - records_.begin();
    if (index == static_cast<ptrdiff_t>(records_.size())) return;
    Record& record = records_[static_cast<size_t>(index)];
    if (record.begin == position) return;
    Record rest = record;
    rest.begin = position;
    rest.stepsBefore = stepsBefore(position);
    rest.costBefore = costAt(position);
    rest.cost = record.costBefore + record.cost - rest.costBefore;
    rest.repeat = static_cast<uint32_t>(record.end() - position);
    record.cost -= rest.cost;
    record.repeat -= rest.repeat;
    recordBytes_ += bytesOf(rest);
    records_.insert(records_.begin() + index + 1, std::move(rest));
}

Journal::Part Journal::cut(Position position, const Document* end)
{
    if (end) markCheckpoint(*end); // with a keyframe, so that append() does not replay long
    splitAt(position);
    const uint64_t steps = stepsBefore(position);

    Part part;
    part.begin_ = position;
    part.beginCost_ = costAt(position);
    part.endCost_ = cost_;
    part.records_ = takeFrom(records_, recordAt(position));
    part.facts_ = takeFrom(facts_, facts_.begin() + static_cast<ptrdiff_t>(steps - firstStep_));
    // A checkpoint and a keyframe at `position` stay.
    part.checkpoints_ = takeFrom(
        checkpoints_, std::partition_point(checkpoints_.cbegin(), checkpoints_.cend(),
                                           [&](const Checkpoint& c) { return c.position <= position; }));
    part.keyframes_ = takeFrom(keyframes_, keyframeAfter(position));
    recordBytes_ -= part.recordBytes_ = bytesOfAll(part.records_);
    keyframeBytes_ = countBases(keyframes_);
    part.keyframeBytes_ = countBases(part.keyframes_);
    cost_ = part.beginCost_;
    isSealed_ = true;
    scene_.reset();
    factsMeter_.forget();
    if (openedAt_ > position) findOpening();
    return part;
}

void Journal::append(Part part)
{
    SATBOX_ASSERT(part.begin_ == end(), "a part is appended where it was cut");
    moveTo(records_, part.records_);
    moveTo(facts_, part.facts_);
    moveTo(keyframes_, part.keyframes_);
    moveTo(checkpoints_, part.checkpoints_);
    recordBytes_ += part.recordBytes_;
    keyframeBytes_ = countBases(keyframes_);
    cost_ = part.endCost_;
    isSealed_ = true;
    scene_.reset();
    factsMeter_.forget();
    findOpening();
}

bool Journal::Part::dropKeyframes()
{
    if (keyframes_.empty() || endCost_ - beginCost_ > kMaxReplay) return false;
    keyframes_.clear();
    keyframeBytes_ = 0;
    return true;
}

size_t Journal::bytesOf(const Record& record)
{
    if (const OpenScene* opened = std::get_if<OpenScene>(&record.op))
        return sizeof(Record) + opened->scene->world.counters().bytes;
    if (const FollowedStep* step = std::get_if<FollowedStep>(&record.op))
        return sizeof(Record) + step->bodies->capacity() * sizeof(FollowedStep::Body);
    return sizeof(Record);
}

size_t Journal::bytesOf(const Keyframe& keyframe)
{
    return sizeof(Keyframe) + keyframe.worldBytes + keyframe.baseBytes + keyframe.sceneBytes;
}

size_t Journal::countBases(std::vector<Keyframe>& keyframes)
{
    const Keyframe* before = nullptr;
    for (Keyframe& keyframe : keyframes) {
        const bool isFirst = !before || !before->world->sharesBaseWith(*keyframe.world);
        keyframe.baseBytes = isFirst ? keyframe.world->baseBytes() : 0;
        before = &keyframe;
    }
    return bytesOfAll(keyframes);
}

template<class Items>
size_t Journal::bytesOfAll(const Items& items)
{
    size_t bytes = 0;
    for (const auto& item : items) bytes += bytesOf(item);
    return bytes;
}

size_t Journal::overheadBytes() const
{
    return recordBytes_ + checkpoints_.size() * sizeof(Checkpoint) + facts_.size() * sizeof(StepFacts);
}

size_t Journal::sharedBytes() const
{
    size_t bytes = overheadBytes();
    for (const Keyframe& keyframe : keyframes_)
        bytes += bytesOf(keyframe) / static_cast<size_t>(keyframe.world.use_count());
    return bytes;
}

Journal::Cost Journal::replayWithout(size_t keyframe) const
{
    const bool isLast = keyframe + 1 == keyframes_.size();
    const Position next = isLast ? end() : keyframes_[keyframe + 1].position;
    const Cost cost = (isLast ? cost_ : keyframes_[keyframe + 1].cost) - keyframes_[keyframe - 1].cost;
    const bool isRecent = stepsBefore(next) + kRecentSteps >= firstStep_ + facts_.size();
    return isRecent ? cost : cost / 4;
}

Journal::Cost Journal::checkpointReplayWithout(size_t keyframe) const
{
    const Position first = keyframes_[keyframe].position;
    const Position last = keyframe + 1 < keyframes_.size() ? keyframes_[keyframe + 1].position : end() + 1;
    const auto checkpoint = std::partition_point(checkpoints_.begin(), checkpoints_.end(),
                                                 [&](const Checkpoint& c) { return c.position < last; });
    if (checkpoint == checkpoints_.begin() || std::prev(checkpoint)->position < first)
        return 0; // no checkpoint is replayed from it
    return std::prev(checkpoint)->cost - keyframes_[keyframe - 1].cost;
}

void Journal::eraseKeyframe(size_t index)
{
    const Keyframe& erased = keyframes_[index];
    keyframeBytes_ -= bytesOf(erased);
    // The next one that shares a base or a scene counts it from now on.
    const auto passOn = [&](size_t Keyframe::*bytes, auto isShared) {
        if (erased.*bytes == 0) return;
        const auto next =
            std::find_if(keyframes_.begin() + static_cast<ptrdiff_t>(index) + 1, keyframes_.end(), isShared);
        if (next == keyframes_.end() || (*next).*bytes != 0) return;
        (*next).*bytes = erased.*bytes;
        keyframeBytes_ += erased.*bytes;
    };
    passOn(&Keyframe::baseBytes, [&](const Keyframe& k) { return k.world->sharesBaseWith(*erased.world); });
    passOn(&Keyframe::sceneBytes, [&](const Keyframe& k) { return k.scene == erased.scene; });
    keyframes_.erase(keyframes_.begin() + static_cast<ptrdiff_t>(index));
}

bool Journal::dropKeyframe(size_t maxGap)
{
    size_t cheapest = 0;
    Cost least = 0;
    for (size_t i = 1; i < keyframes_.size(); ++i) {
        const Position next = i + 1 < keyframes_.size() ? keyframes_[i + 1].position : end();
        const auto records = recordAt(next) - recordAt(keyframes_[i - 1].position);
        if (static_cast<size_t>(records) * sizeof(Record) > maxGap) continue;
        const Cost cost = replayWithout(i);
        if (cost > kMaxReplay || checkpointReplayWithout(i) > kMaxReplay) continue;
        if (cheapest > 0 && cost >= least) continue;
        least = cost;
        cheapest = i;
    }
    if (cheapest == 0) return false;
    eraseKeyframe(cheapest);
    return true;
}

bool Journal::dropOldest()
{
    if (keyframes_.size() < 2) return false;
    const Position first = keyframes_[1].position;
    const uint64_t steps = stepsBefore(first);
    eraseKeyframe(0);
    splitAt(first);
    while (!records_.empty() && records_.front().begin < first) {
        recordBytes_ -= bytesOf(records_.front());
        records_.pop_front();
    }
    facts_.erase(facts_.begin(), facts_.begin() + static_cast<ptrdiff_t>(steps - firstStep_));
    begin_ = first;
    openedAt_ = std::max(openedAt_, begin_);
    firstStep_ = steps;
    std::erase_if(checkpoints_, [&](const Checkpoint& c) { return c.position < first; });
    return true;
}

} // namespace satbox::app
