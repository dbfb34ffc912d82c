#pragma once

#include "app/document/document_op.h"
#include "app/document/step_facts.h"
#include "engine/world/compact_world.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace satbox::app {

// The operations that led to a document, in order, with copies of it in between (keyframes). Any document on
// the way can be restored: a copy of the keyframe before it, and the operations since replayed.
//
//   records      step step throw step ... step delete step ... step
//   keyframes    ^                 ^             ^
//   checkpoints        ^                  ^              (where undo entries begin)
//
// A copy of a journal shares its keyframes.
//
// Memory is limited by dropping keyframes, cheapest replay first, and then the oldest records.
class Journal {
  public:
    // Between two operations: the number of operations before it, since the journal began.
    using Position = uint64_t;

    // Cost of replaying, in body steps: the time of a step per awake body, 0.3 us in the scene large_pyramid
    // on one thread.
    using Cost = uint64_t;

    // A part at the end of a journal, cut off by undo and appended again by redo.
    class Part;

    // Begins with a keyframe of `document` and no records.
    void reset(const Document& document);

    Position begin() const { return begin_; }
    // The operation before end(); nullptr if none is kept.
    const DocumentOp* lastOp() const { return records_.empty() ? nullptr : &records_.back().op; }
    Position end() const { return records_.empty() ? begin_ : records_.back().end(); }

    // Steps are numbered since the journal began, across restarts and other scenes.
    uint64_t firstStep() const { return firstStep_; } // of those that are kept
    uint64_t stepsBefore(Position position) const;
    // What happened in each kept step, the first one first.
    const std::deque<StepFacts>& facts() const { return facts_; }
    // Directly after the step, before operations that follow it. Precondition: firstStep() <= step <=
    // stepsBefore(end()).
    Position afterStep(uint64_t step) const;
    // The length of a step. Precondition: firstStep() < step <= stepsBefore(end()).
    float secondsOf(uint64_t step) const;
    bool isFollowedStep(uint64_t step) const; // likewise
    // After the last operation that opened a scene; begin() if none is kept.
    Position openedAt() const { return openedAt_; }
    // The moment that is shown for a step of the scene that was opened last: directly after it, and for the
    // moment before the first one, directly before that, after all that was done to the scene until then.
    Position momentOf(uint64_t step) const;
    // The position directly before the first step at or after `position`; end() if none follows.
    Position beforeNextStep(Position position) const;

    // Call before add() if the document is another one than the last that it was given, though at the same
    // moment.
    void documentReplaced() { factsMeter_.forget(); }
    // Adds an operation that was performed. `after`: the document after it; `awakeBefore`: awake bodies
    // before.
    void add(DocumentOp op, const Document& after, uint32_t awakeBefore);
    // Marks the end of the journal as a checkpoint: documentAt() is fast there. `document`: the document at
    // the end of the journal.
    void markCheckpoint(const Document& document);
    // The document at `position`, except for its name and path if the file was saved since. Precondition:
    // begin() <= position <= end().
    Document documentAt(Position position, TaskExecutor* executor = nullptr) const;
    // After the last operation between the two positions that replaced the world by another one, or `from`.
    Position lastReplacement(Position from, Position to) const;
    // Performs on `document`, which is that at `from`, what leads to `to`.
    void replay(Document& document, Position from, Position to, TaskExecutor* executor = nullptr) const;
    // Like documentAt(), and keeps keyframes on the way there, so that the positions before this one are
    // reached faster: for going backwards.
    Document rewindTo(Position position, TaskExecutor* executor = nullptr);
    std::vector<DocumentOp> opsBetween(Position from, Position to) const;
    // The cost of documentAt().
    Cost costOfDocumentAt(Position position) const;
    Cost costBetween(Position from, Position to) const { return costAt(to) - costAt(from); }

    // Removes and returns the records from `position` on. `end`: the document at the journal's end, or null:
    // append() then leads back to it by replay.
    Part cut(Position position, const Document* end = nullptr);
    // Precondition: end() == part.begin().
    void append(Part part);

    size_t bytes() const { return overheadBytes() + keyframeBytes_; }
    // With a share of the keyframes that other journals share.
    size_t sharedBytes() const;
    // Drops the keyframe without which the longest replay is shortest; replays of what is older than
    // kRecentSteps count less. Leaves out those without which a replay to a checkpoint would take more than
    // kMaxReplay, or more than `maxGap` bytes of records would be without a keyframe. Returns false if none
    // is left.
    bool dropKeyframe(size_t maxGap);
    // Drops everything before the second keyframe. Returns false if there is no second one.
    bool dropOldest();

    static constexpr Cost kMaxReplay = 1u << 20; // about 0.3 s
    // Between keyframes while time runs: about this many steps, but 10 to 160 ms of replay.
    static constexpr Cost kKeyframeSteps = 64;
    static constexpr Cost kMinKeyframeSpacing = 1u << 15;
    static constexpr Cost kMaxKeyframeSpacing = 1u << 19;
    // Between a checkpoint and the keyframe before it: 3 ms.
    static constexpr Cost kCheckpointSpacing = 1u << 13;
    static constexpr uint64_t kRecentSteps = 3600; // 60 s at 60 Hz
    static constexpr int kRewindKeyframes = 8;     // that rewindTo() adds at most

  private:
    struct Record {
        DocumentOp op;
        Position begin = 0;
        uint64_t stepsBefore = 0;
        Cost costBefore = 0; // of replaying the whole journal up to here
        Cost cost = 0;
        uint32_t repeat = 1; // of equal steps in a row
        Position end() const { return begin + repeat; }
    };
    using RecordIterator = std::deque<Record>::const_iterator;
    struct Keyframe {
        Position position = 0;
        Cost cost = 0;                             // of replaying the whole journal up to here
        std::shared_ptr<const CompactWorld> world; // shares its base with the keyframe before it if it can
        std::shared_ptr<const Scene> scene;        // likewise, if nothing has changed
        std::filesystem::path path;
        bool isLab = false;
        std::vector<SettingsOverrides> comparedSettings;
        size_t worldBytes = 0; // without its base
        // 0 if a keyframe before it has the same base, or scene, and counts it.
        size_t baseBytes = 0;
        size_t sceneBytes = 0;
    };
    struct Checkpoint {
        Position position = 0;
        Cost cost = 0;
    };

    static Document documentOf(const Keyframe& keyframe);
    // `before`: the keyframe before it, or null.
    static Keyframe keyframeOf(const Document& document, Position position, Cost cost,
                               const Keyframe* before);
    void addKeyframe(const Document& document);
    std::vector<Keyframe>::const_iterator keyframeAfter(Position position) const;
    // The record that contains `position`; records_.end() for end().
    RecordIterator recordAt(Position position) const;
    Cost costAt(Position position) const;
    Cost costOfReplayTo(Position position) const; // the part of costOfDocumentAt() that replays
    Cost costSinceKeyframe() const { return cost_ - keyframes_.back().cost; }
    // Cost of the longest replay to a checkpoint if keyframe `keyframe` is dropped: from the keyframe before
    // it to the last checkpoint before the next one. 0 if there is no such checkpoint.
    Cost checkpointReplayWithout(size_t keyframe) const;
    // Cost of the longest replay to any position if keyframe `keyframe` is dropped; a quarter of it for what
    // is older than kRecentSteps.
    Cost replayWithout(size_t keyframe) const;
    void eraseKeyframe(size_t index);
    bool changesNoScene(Position from, Position to) const; // no operation between them changes it
    void splitAt(Position position);
    size_t overheadBytes() const;
    void findOpening();

    static size_t bytesOf(const Record& record);
    static size_t bytesOf(const Keyframe& keyframe);
    // Makes the first keyframe of each base count it. Returns the bytes of all.
    static size_t countBases(std::vector<Keyframe>& keyframes);
    template<class Items>
    static size_t bytesOfAll(const Items& items);

    Position begin_ = 0;
    Position openedAt_ = 0;
    uint64_t firstStep_ = 0;
    std::deque<Record> records_;
    size_t recordBytes_ = 0;
    std::deque<StepFacts> facts_; // of the steps from firstStep_ on
    StepFactsMeter factsMeter_;
    std::vector<Keyframe> keyframes_; // ascending in position; the first is at begin_
    size_t keyframeBytes_ = 0;
    std::vector<Checkpoint> checkpoints_; // ascending in position
    Cost cost_ = 0;                       // at end()
    bool isSealed_ = true; // a keyframe or checkpoint refers to end(): the last record must not grow
    std::shared_ptr<const Scene> scene_; // copy of the scene at end(), if a keyframe has one
};

class Journal::Part {
  public:
    Position begin() const { return begin_; }
    size_t bytes() const
    {
        return recordBytes_ + keyframeBytes_ + checkpoints_.size() * sizeof(Checkpoint) +
               facts_.size() * sizeof(StepFacts);
    }
    // Drops its keyframes. Returns false if there are none, or if a replay would take more than kMaxReplay.
    bool dropKeyframes();

  private:
    friend class Journal;

    Position begin_ = 0;
    std::deque<Record> records_;
    size_t recordBytes_ = 0;
    std::deque<StepFacts> facts_;
    std::vector<Keyframe> keyframes_;
    size_t keyframeBytes_ = 0;
    std::vector<Checkpoint> checkpoints_;
    Cost beginCost_ = 0;
    Cost endCost_ = 0;
};

} // namespace satbox::app
