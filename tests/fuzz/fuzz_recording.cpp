// Runs the reader of recordings on arbitrary bytes, as they are and with digests that fit, so that the search
// gets past the check of the lines. It may refuse them or use their beginning, with a message, but must not
// crash. What was read must be the same when it is written and read again, and must be replayed.
#include "engine/scene/recording_lines.h"
#include <satbox/scene/recording.h>

#include <cstdio>
#include <cstdlib>

using namespace satbox;

namespace {

void require(bool condition, const char* sentence, const std::string& detail)
{
    if (condition) return;
    std::fprintf(stderr, "%s: %s\n", sentence, detail.c_str());
    std::abort();
}

// A line without its digest and its closing brace.
std::string_view unsealed(std::string_view line)
{
    const std::string_view object = line.substr(0, line.rfind(", \"sum\": \""));
    return object.size() == line.size() && line.ends_with('}') ? line.substr(0, line.size() - 1) : object;
}

// Each line with a digest that fits.
std::string sealed(std::string_view text)
{
    LineDigest digest;
    std::string result;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
        result += digest.seal(std::string(unsealed(line)));
    }
    return result;
}

// Long replays and large worlds only slow the search.
bool isQuick(const Recording& recording)
{
    constexpr uint64_t kMaxSteps = 30;
    constexpr int kMaxBodies = 60;
    const uint64_t steps = lastStepOf(recording) - recording.start.world.stepCount();
    return steps <= kMaxSteps && recording.start.world.counters().bodies <= kMaxBodies;
}

void play(const Recording& recording)
{
    RecordingPlayer player(recording);
    while (player.step()) {
    }
    const ReplayResult& result = player.result();
    require(result.ok == result.message.empty(), "a difference has a message", result.message);
    require(result.verifiedStep <= lastStepOf(recording), "not more is verified than was recorded", "");
}

void check(const std::string& text)
{
    const RecordingResult result = readRecording(text, "fuzz.satbox");
    const auto hasName = [](const std::string& message) {
        return message.empty() || message.starts_with("fuzz.satbox: line ");
    };
    require(hasName(result.error) && hasName(result.damage), "a message lacks the file name",
            result.error + result.damage);
    if (!result.ok()) return;
    require(result.damage.empty() == result.recording.isComplete, "damage is reported", result.damage);
    const std::string written = recordingText(result.recording);
    const RecordingResult again = readRecording(written, "fuzz.satbox");
    require(again.ok(), "a written recording cannot be read", again.error);
    require(again.recording.isComplete == result.recording.isComplete, "a written recording ends early",
            again.damage);
    require(recordingText(again.recording) == written, "a written recording is a different one", written);
    if (isQuick(result.recording)) play(result.recording);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    constexpr size_t kMaxLength = 1u << 16; // larger inputs only slow the search
    if (size > kMaxLength) return 0;
    const std::string text(reinterpret_cast<const char*>(data), size);
    check(text);
    check(sealed(text));
    return 0;
}
