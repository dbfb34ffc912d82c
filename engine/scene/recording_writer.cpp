#include "engine/scene/json_text.h"
#include "engine/scene/recording_lines.h"
#include "engine/scene/scene_json.h"
#include <satbox/scene/op_text.h>
#include <satbox/scene/recording.h>

#include <algorithm>
#include <fmt/format.h>

namespace satbox {
namespace {

std::string bodiesText(const std::vector<uint16_t>& hashes)
{
    std::string text;
    for (const uint16_t hash : hashes) text += hexText(hash, 4);
    return text;
}

// Writes the parts of a recording in the order in which they happen.
class RecordingWriter {
  public:
    explicit RecordingWriter(const Recording& recording) : recording_(recording) {}

    std::string text()
    {
        addHeader();
        addHashes(recording_.start.world.stepCount());
        for (const StepRun& run : recording_.steps) addRun(run);
        const uint64_t last = lastStepOf(recording_);
        addOperations(last);
        if (recording_.isComplete)
            add(fmt::format("{{\"at\": {}, \"end\": true{}", last, hashText(recording_.end)));
        return std::move(text_);
    }

  private:
    void add(std::string object) { text_ += digest_.seal(std::move(object)); }

    void addHeader()
    {
        const Version& library = recording_.library;
        JsonObjectText header;
        header.add("format", jsonText("satbox-recording"));
        header.add("version", std::to_string(kRecordingVersion));
        header.add("library", jsonText(fmt::format("{}.{}.{}", library.majorVersion, library.minorVersion,
                                                   library.patchVersion)));
        header.add("name", jsonText(recording_.start.name));
        header.add("start", sceneText(recording_.start, SavedSlots::IfNotDense));
        std::string line = jsonOnOneLine(header.text());
        line.pop_back(); // its brace
        add(std::move(line));
    }

    // The steps of a run between which something is recorded are written as several runs.
    void addRun(const StepRun& run)
    {
        const auto slices = static_cast<uint64_t>(stepSliceCount(run.dt));
        uint64_t at = run.at;
        for (uint64_t left = run.count; left > 0;) {
            addOperations(at);
            const uint64_t next = std::min(nextOperation(), nextHash());
            const uint64_t count = next > at ? std::min(left, (next - at - 1) / slices + 1) : left;
            add(fmt::format("{{\"at\": {}, \"steps\": {}, \"dt\": {}", at, count, jsonText(run.dt)));
            left -= count;
            at += count * slices;
            addHashes(at);
        }
    }

    uint64_t nextOperation() const
    {
        return operation_ < recording_.operations.size() ? recording_.operations[operation_].step
                                                         : UINT64_MAX;
    }
    uint64_t nextHash() const
    {
        return hash_ < recording_.hashes.size() ? recording_.hashes[hash_].step : UINT64_MAX;
    }

    void addOperations(uint64_t at)
    {
        for (; nextOperation() <= at; ++operation_)
            add(fmt::format("{{\"at\": {}, \"do\": {}", at, opText(recording_.operations[operation_].op)));
    }
    void addHashes(uint64_t at)
    {
        for (; nextHash() <= at; ++hash_)
            add(fmt::format("{{\"at\": {}{}", at, hashText(recording_.hashes[hash_])));
    }
    static std::string hashText(const RecordedHash& hash)
    {
        std::string text = fmt::format(", \"hash\": \"{}\"", hexText(hash.world, 16));
        if (!hash.bodies.empty()) text += fmt::format(", \"bodies\": \"{}\"", bodiesText(hash.bodies));
        return text;
    }

    const Recording& recording_;
    LineDigest digest_;
    std::string text_;
    size_t operation_ = 0, hash_ = 0;
};

} // namespace

std::string recordingText(const Recording& recording) { return RecordingWriter(recording).text(); }

} // namespace satbox
