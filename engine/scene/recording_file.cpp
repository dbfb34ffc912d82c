#include "engine/core/assert.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"
#include <satbox/scene/recording.h>

#include <fmt/format.h>
#include <new>

namespace satbox {
namespace {

// Empty, or why the written file is not the recording.
std::string readBackError(const std::filesystem::path& written, const Recording& recording)
{
    const RecordingResult again = loadRecordingFile(written);
    if (!again.ok()) return again.error;
    if (recording.isComplete && !again.damage.empty()) return again.damage;
    const World& start = again.recording.start.world;
    SATBOX_ASSERT(start.hash() == recording.start.world.hash(),
                  "a saved world reads back with the same hash");
    static_cast<void>(start);
    return {};
}

} // namespace

RecordingResult loadRecordingFile(const std::filesystem::path& path)
try {
    const FileText file = readFile(path, kMaxRecordingBytes);
    if (file.error.empty()) return readRecording(file.text, path.filename().string());
    RecordingResult result;
    result.error = file.error;
    return result;
} catch (const std::bad_alloc&) {
    RecordingResult result;
    result.error = memorySentence(path, "not loaded");
    return result;
}

std::string saveRecordingFile(const std::filesystem::path& path, const Recording& recording)
try {
    return writeFile(
        path, recordingText(recording), [&](const std::filesystem::path& written) -> std::string {
            std::string reason = readBackError(written, recording);
            if (reason.empty()) return {};
            if (const size_t colon = reason.find(": "); colon != std::string::npos)
                reason.erase(0, colon + 2);
            return fmt::format("{}: not saved, reading it back failed: {}; an existing file is unchanged",
                               printablePath(path), reason);
        });
} catch (const std::bad_alloc&) {
    return memorySentence(path, "not saved");
}

} // namespace satbox
