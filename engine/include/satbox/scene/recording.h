#pragma once

#include <satbox/config.h>
#include <satbox/instruction_set.h>
#include <satbox/scene/scene.h>
#include <satbox/timed_op.h>
#include <satbox/version.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// Recordings: a scene, everything that was done to its world, and hashes of the world every few steps
// (docs/recordings.md). A recording replays to the same bits with every build, compiler, number of threads
// and platform that reads its version; RecordingPlayer checks that it does.
//
//   Recorder recorder(scene, world);
//   world.setOpSink(&recorder);
//   ... // steps and edits
//   const std::string error = saveRecordingFile("run.satbox", recorder.finish());

// Of the format. Increases when an older reader would misunderstand a file, and when the engine's results
// change, because then older recordings no longer verify.
inline constexpr int kRecordingVersion = 1;
inline constexpr size_t kMaxRecordingBytes = 256u << 20;   // larger files are refused
inline constexpr uint64_t kMaxRecordedSteps = 100'000'000; // in one file
inline constexpr uint32_t kDefaultHashInterval = 10;       // steps

// Steps of equal length, one after the other.
struct StepRun {
    uint64_t at = 0; // the world's stepCount() before the first
    uint64_t count = 0;
    float dt = 0.0f; // s
    friend bool operator==(const StepRun&, const StepRun&) = default;
};

// Short hash of a body's pose, velocity and sleep state, to name the bodies that differ.
SATBOX_API uint16_t bodyHash(const World& world, BodyId body);

// The world after `step` steps, before the operations at that step.
struct RecordedHash {
    uint64_t step = 0;              // the world's stepCount()
    uint64_t world = 0;             // World::hash()
    std::vector<uint16_t> bodies{}; // bodyHash() in slot order; empty if they were not recorded
    friend bool operator==(const RecordedHash&, const RecordedHash&) = default;
};

struct Recording {
    Scene start;
    std::vector<TimedOp> operations{};  // by step; without op::Step
    std::vector<StepRun> steps{};       // without gaps
    std::vector<RecordedHash> hashes{}; // by step; the first is that of the start
    RecordedHash end{};                 // after the last step and the operations after it
    Version library = kHeaderVersion;   // that recorded it, for messages
    bool isComplete = true;             // false if the file was cut off or damaged: `end` is missing
};

// Step count of the world after the last recorded step.
SATBOX_API uint64_t lastStepOf(const Recording& recording);

struct RecordingResult {
    Recording recording;            // valid only without an error
    std::vector<std::string> notes; // see SceneResult::notes
    std::string error;              // empty, or why the file was refused: "FILE: line 1: ..."
    // Empty, or where the file is cut off or was changed. Then the recording has what comes before.
    std::string damage;
    bool ok() const { return error.empty(); }
};

// The text of a .satbox file. Reading it gives the same recording; the start has the same ids, also for
// bodies that are created later.
SATBOX_API std::string recordingText(const Recording& recording);
// Messages begin with `fileName`; its stem becomes the scene's name unless the recording has one.
SATBOX_API RecordingResult readRecording(std::string_view text, std::string_view fileName);
SATBOX_API RecordingResult loadRecordingFile(const std::filesystem::path& path);
// Like saveSceneFile(): writes a temporary file, reads it back and renames it. Empty, or an error message.
SATBOX_API std::string saveRecordingFile(const std::filesystem::path& path, const Recording& recording);

// Records a world while it runs: set it as the world's sink (World::setOpSink). It sees operations only:
// after an assignment to the world, begin a new one.
class SATBOX_API Recorder final : public OpSink {
  public:
    // The recording starts with `world` as it is now; `scene` gives it name, texts, layers and camera.
    // `hashInterval`: steps between two hashes, at least 1. Precondition: `world` outlives the recorder and
    // stays at its address.
    Recorder(Scene scene, const World& world, uint32_t hashInterval = kDefaultHashInterval);
    void onOp(uint64_t step, const Op& op, const OpResult& result) override;
    // What was recorded so far, with a hash of the world as it is now.
    Recording finish() const;

  private:
    void addStep(uint64_t step, float dt);
    void addHash();

    Recording recording_;
    const World* world_;
    uint32_t hashInterval_;
    uint64_t steps_ = 0;
    uint64_t stepsAtBodies_ = 0; // when hashes of bodies were recorded last
};

// Makes a recording of operations on a copy of `start`, op::Step among them. The ids in them are those of
// start.world. Operations that the world refuses are left out.
SATBOX_API Recording recordOperations(const Scene& start, std::span<const TimedOp> operations,
                                      TaskExecutor* executor = nullptr,
                                      uint32_t hashInterval = kDefaultHashInterval);

enum class ReplayChecks {
    None,   // reports only operations that the world refuses
    Hashes, // also compares the world with the recorded hashes
};

struct ReplayResult {
    bool ok = true;
    uint64_t verifiedStep =
        0;                 // step count of the last hash that was equal, or of the last step without checks
    std::string message{}; // empty, or the first difference: "step 240: body 7 \"box 3\" differs, ..."
};

// Replays a recording, one step at a time.
class SATBOX_API RecordingPlayer {
  public:
    explicit RecordingPlayer(Recording recording, ReplayChecks checks = ReplayChecks::Hashes);
    // Replays into a world that something else owns, such as an editor. `apply` performs an operation on it,
    // op::Step among them; the constructor may call it already. Preconditions: the world equals
    // recording.start.world, outlives the player and stays at its address, and nothing but `apply` changes
    // it.
    using Apply = std::function<OpResult(const Op&, TaskExecutor*)>;
    RecordingPlayer(Recording recording, const World& world, Apply apply,
                    ReplayChecks checks = ReplayChecks::Hashes);
    RecordingPlayer(const RecordingPlayer&) = delete;
    RecordingPlayer& operator=(const RecordingPlayer&) = delete;
    // Applies the operations before the next step and makes the step; after the last one, also the operations
    // that follow it. Returns false if there was none left. After a difference it goes on without checks.
    bool step(TaskExecutor* executor = nullptr);
    bool isFinished() const { return finished_; }
    // The difference may be found before its body: `message` gets more precise until then. True if nothing
    // that follows changes the result.
    bool isSettled() const { return finished_ || (!result_.ok && !seeksBody_); }

    const World& world() const { return *world_; }
    const Recording& recording() const { return recording_; }
    const ReplayResult& result() const { return result_; }
    // Of the player's own world; false if it replays into another one.
    bool setInstructionSet(InstructionSet set) { return world_ == &own_ && own_.setInstructionSet(set); }

  private:
    void begin();
    void applyOperations();
    void checkHashes();
    void check(const RecordedHash& recorded);
    std::string firstDifference(const RecordedHash& recorded) const;
    std::string history() const;
    void differ(std::string message);
    void finishIfDone();

    Recording recording_;
    World own_; // empty if the recording is replayed into another one
    const World* world_;
    Apply apply_;
    ReplayResult result_;
    bool checksHashes_;
    bool finished_ = false;
    bool seeksBody_ = false;
    size_t nextOperation_ = 0, nextRun_ = 0, nextHash_ = 0;
    uint64_t doneInRun_ = 0;
};

} // namespace satbox
