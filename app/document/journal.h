#pragma once

#include "app/document/document_op.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace satbox::app {

// The operations that led to a document, in order, with whole copies of it in between (keyframes). Any
// document on the way can be restored: a copy of the keyframe before it, and the operations since replayed.
//
//   records      step step throw step ... step delete step ... step
//   keyframes    ^                 ^             ^
//   checkpoints        ^                  ^              (where undo entries begin)
//
// Memory is limited by dropping keyframes, cheapest replay first, and then the oldest records.
class Journal {
  public:
    // The position before a record: records are numbered since the journal began.
    using Position = uint64_t;

    // A part at the end of a journal, cut off by undo and appended again by redo.
    class Part;

    // Begins with a keyframe of `document` and no records.
    void reset(const Document& document);

    Position begin() const { return begin_; }
    Position end() const { return begin_ + records_.size(); }

    // Adds an operation that was performed. `after`: the document after it.
    void add(DocumentOp op, const Document& after);
    // Marks the end of the journal as a checkpoint: cut() may be called there, and documentAt() is fast.
    // `document`: the document at the end of the journal.
    Position markCheckpoint(const Document& document);
    // The document at `position`, except for its name and path if the file was saved since. Precondition:
    // begin() <= position <= end().
    Document documentAt(Position position) const;

    // Removes and returns the records from `position` on. Precondition: markCheckpoint() returned
    // `position`. `end`: the document at the journal's end, or null: append() then leads back to it by
    // replay.
    Part cut(Position position, const Document* end = nullptr);
    // Precondition: end() == part.begin().
    void append(Part part);

    size_t bytes() const { return recordBytes_ + keyframeBytes_ + checkpoints_.size() * sizeof(Checkpoint); }
    // Drops the keyframe without which the longest replay to a checkpoint is shortest. Leaves out those
    // without which a replay would take more than kMaxReplay, or more than `maxGap` bytes of records would be
    // without a keyframe. Returns false if none is left.
    bool dropKeyframe(size_t maxGap);
    // Drops everything before the second keyframe. Returns false if there is no second one.
    bool dropOldest();

    // Cost of replaying, in body steps: the time of a step per awake body, 0.3 us in the scene large_pyramid
    // on one thread.
    using Cost = uint64_t;
    static constexpr Cost kMaxReplay = 1u << 20;       // to a checkpoint: about 0.3 s
    static constexpr Cost kKeyframeSpacing = 1u << 19; // between keyframes while time runs
    // Between a checkpoint and the keyframe before it: 3 ms.
    static constexpr Cost kCheckpointSpacing = 1u << 13;

  private:
    struct Record {
        DocumentOp op;
        uint32_t repeat = 1; // of equal steps in a row
    };
    struct Keyframe {
        Position position = 0;
        Cost cost = 0; // of replaying the whole journal up to here
        World world;
        std::shared_ptr<const Scene> scene; // shared with the keyframe before it if nothing has changed
        std::filesystem::path path;
        bool isLab = false;
        std::vector<SettingsOverrides> comparedSettings;
        size_t worldBytes = 0;
        size_t sceneBytes = 0;
    };
    struct Checkpoint {
        Position position = 0;
        Cost cost = 0;
    };

    void addKeyframe(const Document& document);
    std::vector<Keyframe>::const_iterator keyframeAfter(Position position) const;
    Cost costSinceKeyframe() const { return cost_ - keyframes_.back().cost; }
    // Cost of the longest replay if keyframe `keyframe` is dropped: from the keyframe before it to the last
    // checkpoint before the next one. 0 if there is no such checkpoint.
    Cost replayWithout(size_t keyframe) const;
    void eraseKeyframe(size_t index);

    static size_t bytesOf(const Record& record);
    static size_t bytesOf(const Keyframe& keyframe);
    template<class Items>
    static size_t bytesOfAll(const Items& items);

    Position begin_ = 0;
    std::deque<Record> records_;
    size_t recordBytes_ = 0;
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
    size_t bytes() const { return recordBytes_ + keyframeBytes_ + checkpoints_.size() * sizeof(Checkpoint); }
    // Drops its keyframes. Returns false if there are none, or if a replay would take more than kMaxReplay.
    bool dropKeyframes();

  private:
    friend class Journal;

    Position begin_ = 0;
    std::deque<Record> records_;
    size_t recordBytes_ = 0;
    std::vector<Keyframe> keyframes_;
    size_t keyframeBytes_ = 0;
    std::vector<Checkpoint> checkpoints_;
    Cost beginCost_ = 0;
    Cost endCost_ = 0;
};

} // namespace satbox::app
