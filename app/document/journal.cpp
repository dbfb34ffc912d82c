#include "app/document/journal.h"

#include "engine/core/assert.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <iterator>

namespace satbox::app {

namespace {

// Every operation visits at most the awake bodies; the rest of its cost is counted as 64 bodies.
Journal::Cost costOf(const Document& after) { return 64 + stateOf(after.world).bodies.awake.size(); }

bool isStep(const DocumentOp& op)
{
    const WorldOp* world = std::get_if<WorldOp>(&op);
    return world && std::holds_alternative<op::Step>(world->op);
}

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

void Journal::addKeyframe(const Document& document)
{
    if (!scene_) scene_ = std::make_shared<const Scene>(document.scene);
    const bool isShared = !keyframes_.empty() && keyframes_.back().scene == scene_;
    keyframes_.push_back({.position = end(),
                          .cost = cost_,
                          .world = document.world,
                          .scene = scene_,
                          .path = document.path,
                          .isLab = document.isLab,
                          .comparedSettings = document.comparedSettings,
                          .worldBytes = document.world.counters().bytes,
                          .sceneBytes = isShared ? 0 : document.scene.world.counters().bytes});
    keyframeBytes_ += bytesOf(keyframes_.back());
    isSealed_ = true;
}

void Journal::add(DocumentOp op, const Document& after)
{
    cost_ += costOf(after);
    if (changesScene(op)) scene_.reset();
    if (!isSealed_ && !records_.empty() && isStep(op) && records_.back().op == op)
        ++records_.back().repeat;
    else
        recordBytes_ += bytesOf(records_.emplace_back(Record{.op = std::move(op)}));
    isSealed_ = false;
    if (costSinceKeyframe() >= kKeyframeSpacing) addKeyframe(after);
}

Journal::Position Journal::markCheckpoint(const Document& document)
{
    if (costSinceKeyframe() >= kCheckpointSpacing) addKeyframe(document);
    if (checkpoints_.empty() || checkpoints_.back().position != end()) checkpoints_.push_back({end(), cost_});
    isSealed_ = true;
    return end();
}

std::vector<Journal::Keyframe>::const_iterator Journal::keyframeAfter(Position position) const
{
    return std::partition_point(keyframes_.begin(), keyframes_.end(),
                                [&](const Keyframe& k) { return k.position <= position; });
}

Document Journal::documentAt(Position position) const
{
    SATBOX_ASSERT(begin() <= position && position <= end(), "this part of the journal was dropped");
    const auto keyframe = std::prev(keyframeAfter(position));
    Document document{.world = keyframe->world,
                      .scene = *keyframe->scene,
                      .path = keyframe->path,
                      .isLab = keyframe->isLab,
                      .comparedSettings = keyframe->comparedSettings};
    for (Position at = keyframe->position; at < position; ++at) {
        const Record& record = records_[at - begin_];
        for (uint32_t i = 0; i < record.repeat; ++i) {
            const OpResult result = perform(document, record.op);
            SATBOX_ASSERT(result.ok(), "an operation that was accepted once is accepted again");
            static_cast<void>(result);
        }
    }
    return document;
}

Journal::Part Journal::cut(Position position, const Document* end)
{
    if (end) markCheckpoint(*end); // with a keyframe, so that append() does not replay long
    const auto checkpoint = std::partition_point(checkpoints_.begin(), checkpoints_.end(),
                                                 [&](const Checkpoint& c) { return c.position < position; });
    SATBOX_ASSERT(checkpoint != checkpoints_.end() && checkpoint->position == position,
                  "only a checkpoint can be cut at");
    const Cost cost = checkpoint->cost;

    Part part;
    part.begin_ = position;
    part.beginCost_ = cost;
    part.endCost_ = cost_;
    part.records_ = takeFrom(records_, records_.begin() + static_cast<ptrdiff_t>(position - begin_));
    part.checkpoints_ =
        takeFrom(checkpoints_, checkpoint + 1); // the checkpoint and the keyframe at `position` stay
    part.keyframes_ = takeFrom(keyframes_, keyframeAfter(position));
    recordBytes_ -= part.recordBytes_ = bytesOfAll(part.records_);
    keyframeBytes_ -= part.keyframeBytes_ = bytesOfAll(part.keyframes_);
    cost_ = cost;
    isSealed_ = true;
    scene_.reset();
    return part;
}

void Journal::append(Part part)
{
    SATBOX_ASSERT(part.begin_ == end(), "a part is appended where it was cut");
    moveTo(records_, part.records_);
    moveTo(keyframes_, part.keyframes_);
    moveTo(checkpoints_, part.checkpoints_);
    recordBytes_ += part.recordBytes_;
    keyframeBytes_ += part.keyframeBytes_;
    cost_ = part.endCost_;
    isSealed_ = true;
    scene_.reset();
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
    const OpenScene* opened = std::get_if<OpenScene>(&record.op);
    return sizeof(Record) + (opened ? opened->scene->world.counters().bytes : 0);
}

size_t Journal::bytesOf(const Keyframe& keyframe)
{
    return sizeof(Keyframe) + keyframe.worldBytes + keyframe.sceneBytes;
}

template<class Items>
size_t Journal::bytesOfAll(const Items& items)
{
    size_t bytes = 0;
    for (const auto& item : items) bytes += bytesOf(item);
    return bytes;
}

Journal::Cost Journal::replayWithout(size_t keyframe) const
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
    keyframeBytes_ -= bytesOf(keyframes_[index]);
    // The next one counts a shared scene from now on.
    if (index + 1 < keyframes_.size() && keyframes_[index + 1].scene == keyframes_[index].scene) {
        keyframes_[index + 1].sceneBytes = keyframes_[index].sceneBytes;
        keyframeBytes_ += keyframes_[index].sceneBytes;
    }
    keyframes_.erase(keyframes_.begin() + static_cast<ptrdiff_t>(index));
}

bool Journal::dropKeyframe(size_t maxGap)
{
    size_t cheapest = 0;
    Cost least = kMaxReplay;
    for (size_t i = 1; i < keyframes_.size(); ++i) {
        const Position next = i + 1 < keyframes_.size() ? keyframes_[i + 1].position : end();
        if ((next - keyframes_[i - 1].position) * sizeof(Record) > maxGap) continue;
        const Cost cost = replayWithout(i);
        if (cost > least || (cheapest > 0 && cost == least)) continue;
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
    eraseKeyframe(0);
    for (; begin_ < first; ++begin_) {
        recordBytes_ -= bytesOf(records_.front());
        records_.pop_front();
    }
    std::erase_if(checkpoints_, [&](const Checkpoint& c) { return c.position < first; });
    return true;
}

} // namespace satbox::app
