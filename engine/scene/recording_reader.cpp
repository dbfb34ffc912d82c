#include "engine/core/quoted.h"
#include "engine/scene/json_document.h"
#include "engine/scene/op_json.h"
#include "engine/scene/recording_lines.h"
#include "engine/scene/scene_json.h"
#include <satbox/limits.h>
#include <satbox/scene/recording.h>

#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <system_error>
#include <variant>

namespace satbox {
namespace {

constexpr std::string_view kRecordingBegin =
    "a recording begins with {\"format\": \"satbox-recording\", \"version\": 1";
static_assert(kRecordingVersion == 1);

constexpr const char* kChanged = "its check sum does not match: the line was changed or damaged";

void checkRecordingFormat(const JsonLocation& root)
{
    const auto find = [&](std::string_view key) {
        for (const auto& [name, value] : readObject(root, "a recording"))
            if (name == key) return JsonLocation{value, &root, name, 0};
        fail(root, fmt::format("\"{}\" is missing; {}", key, kRecordingBegin));
    };
    const std::string& format = readText(find("format"), 100);
    if (format != "satbox-recording")
        fail(find("format"), fmt::format("{}, expected \"satbox-recording\"", quotedText(format)));
    const JsonLocation version = find("version");
    const int64_t number = readInteger(version, INT32_MIN, INT32_MAX);
    if (number > kRecordingVersion)
        fail(version,
             fmt::format("{} is newer than this program, which reads version {}", number, kRecordingVersion));
    if (number < kRecordingVersion)
        fail(version, fmt::format("there is no version {}, expected {}", number, kRecordingVersion));
}

Version readVersion(const JsonLocation& location)
{
    const std::string& text = readText(location, 40);
    uint16_t numbers[3] = {0, 0, 0};
    const char* at = text.data();
    const char* const end = at + text.size();
    bool isRead = true;
    for (uint16_t& number : numbers) {
        if (&number != numbers) isRead = isRead && at != end && *at++ == '.';
        const auto [next, error] = std::from_chars(at, end, number);
        isRead = isRead && error == std::errc();
        at = next;
    }
    if (!isRead || at != end)
        fail(location, fmt::format("{}, expected a version such as \"0.1.0\"", quotedText(text)));
    return {numbers[0], numbers[1], numbers[2]};
}

uint64_t readHex(const JsonLocation& location, size_t digits)
{
    const std::string& text = readText(location, digits);
    const auto value = text.size() == digits ? parseHex(text) : std::nullopt;
    if (!value) fail(location, fmt::format("{}, expected {} hexadecimal digits", quotedText(text), digits));
    return *value;
}

std::vector<uint16_t> readBodyHashes(const JsonLocation& location)
{
    constexpr size_t kDigits = 4;
    const std::string& text = readText(location, kMaxBodies * kDigits);
    std::vector<uint16_t> hashes;
    for (size_t i = 0; i < text.size(); i += kDigits) {
        const auto hash = parseHex(std::string_view(text).substr(i, kDigits));
        if (!hash || text.size() - i < kDigits)
            fail(location, fmt::format("not {} hexadecimal digits for each body", kDigits));
        hashes.push_back(static_cast<uint16_t>(*hash));
    }
    return hashes;
}

// Reads line by line. What comes after a line that is damaged is not read.
class RecordingReader {
  public:
    RecordingReader(std::string_view text, std::string_view fileName)
        : text_(text), head_(printable(fileName, kMaxPathLength) + ": ")
    {
        result_.recording.start.name = std::filesystem::path(fileName).stem().string();
    }

    RecordingResult run()
    {
        result_.recording.isComplete = false;
        if (std::string message = readHeader(); !message.empty()) {
            result_.error = head_ + "line 1" + message;
            result_.notes.clear();
            return std::move(result_);
        }
        std::string message;
        while (message.empty() && at_ < text_.size()) message = readBodyLine();
        if (message.empty() && !result_.recording.isComplete) {
            ++line_;
            message = ": missing, so that the file was cut off at the end of a line";
        }
        if (!message.empty()) {
            result_.recording.isComplete = false;
            result_.damage = fmt::format("{}line {}{}. Everything before it is intact, up to step {}", head_,
                                         line_, message, step_);
        }
        return std::move(result_);
    }

  private:
    // The functions that read a line return an empty string, or the message that follows "line N".

    // The next line without its newline; nothing if the file ends before the newline.
    std::optional<std::string_view> nextLine()
    {
        ++line_;
        const size_t end = text_.find('\n', at_);
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view line = text_.substr(at_, end - at_);
        at_ = end + 1;
        return line;
    }

    // parseJson() counts lines within its text, which is always the first.
    static std::string placed(const std::string& message)
    {
        constexpr std::string_view kLine = "line 1";
        return message.starts_with(kLine) ? message.substr(kLine.size()) : ": " + message;
    }

    std::string readHeader()
    {
        const auto line = nextLine();
        const size_t first = text_.find_first_not_of(" \t\r\n");
        const bool isObject = first != std::string_view::npos && text_[first] == '{';
        if (!isObject) return fmt::format(": not a recording; {}", kRecordingBegin);
        if (!line) return ": cut off in the first line, so that nothing can be replayed";
        std::string message = readJson(*line, [&](const JsonLocation& root) { checkRecordingFormat(root); });
        if (!message.empty()) return placed(message);
        if (!digest_.accepts(*line)) return fmt::format(": {}", kChanged);
        message = readJson(*line, [&](const JsonLocation& root) { readHeaderAt(root); });
        return message.empty() ? std::string() : placed(message);
    }

    void readHeaderAt(const JsonLocation& root)
    {
        const JsonFields fields(root, "a recording",
                                {"format", "version", "library", "name", "start", "sum"});
        Recording& recording = result_.recording;
        recording.library = readVersion(fields.require("library"));
        std::string name = readText(fields.require("name"), kMaxNameLength);
        if (name.empty()) name = recording.start.name;
        const JsonLocation start = fields.require("start");
        recording.start = readSceneAt(start, result_.notes);
        recording.start.name = std::move(name);
        for (std::string& note : result_.notes) note.insert(0, head_);
        step_ = recording.start.world.stepCount();
        if (step_ > kMaxStartStep)
            fail(start, fmt::format("{} steps, expected at most {}", step_, kMaxStartStep));
    }

    std::string readBodyLine()
    {
        const auto line = nextLine();
        if (!line) return ": cut off within the line";
        if (result_.recording.isComplete) return ": more follows after the end";
        if (!digest_.accepts(*line)) return fmt::format(": {}", kChanged);
        const std::string message = readJson(*line, [&](const JsonLocation& root) { readLineAt(root); });
        return message.empty() ? std::string() : placed(message);
    }

    void readLineAt(const JsonLocation& root)
    {
        const JsonFields all(root, "a line of a recording",
                             {"at", "do", "steps", "dt", "hash", "bodies", "end", "sum"});
        const bool isOperation = all.find("do").has_value(), isRun = all.find("steps").has_value(),
                   isEnd = all.find("end").has_value();
        const JsonFields fields =
            isOperation ? JsonFields(root, "a line with an operation", {"at", "do", "sum"})
            : isRun     ? JsonFields(root, "a line of steps", {"at", "steps", "dt", "sum"})
            : isEnd     ? JsonFields(root, "the last line", {"at", "end", "hash", "bodies", "sum"})
                        : JsonFields(root, "a line with a hash", {"at", "hash", "bodies", "sum"});
        const JsonLocation at = fields.require("at");
        if (readUnsigned(at) != step_)
            fail(at, fmt::format("{}, expected {}, the step that is reached there", readUnsigned(at), step_));
        Recording& recording = result_.recording;
        if (isOperation) {
            recording.operations.push_back({step_, readOperation(fields.require("do"))});
        } else if (isRun) {
            addSteps(fields.require("steps"),
                     readFloat(fields.require("dt"), double{kMinStep}, double{kMaxStep}));
        } else if (isEnd) {
            const JsonLocation end = fields.require("end");
            if (!readBool(end)) fail(end, "false, expected true");
            recording.end = readHash(fields);
            recording.isComplete = true;
        } else {
            recording.hashes.push_back(readHash(fields));
        }
    }

    static Op readOperation(const JsonLocation& location)
    {
        Op op = readOpAt(location);
        if (std::holds_alternative<op::Step>(op))
            fail(location, "a step, expected it in a line with \"steps\"");
        return op;
    }

    RecordedHash readHash(const JsonFields& fields) const
    {
        RecordedHash hash{.step = step_, .world = readHex(fields.require("hash"), 16)};
        if (const auto bodies = fields.find("bodies")) hash.bodies = readBodyHashes(*bodies);
        return hash;
    }

    void addSteps(const JsonLocation& location, float dt)
    {
        const auto count = static_cast<uint64_t>(readInteger(location, 1, int64_t{kMaxRecordedSteps}));
        steps_ += count;
        if (steps_ > kMaxRecordedSteps)
            fail(location, fmt::format("more than {} steps in the file, the maximum", kMaxRecordedSteps));
        std::vector<StepRun>& runs = result_.recording.steps;
        if (!runs.empty() && runs.back().dt == dt)
            runs.back().count += count;
        else
            runs.push_back({step_, count, dt});
        step_ += count * static_cast<uint64_t>(stepSliceCount(dt));
    }

    static constexpr uint64_t kMaxStartStep = 1'000'000'000'000'000; // so that step counts do not overflow
    static constexpr size_t kMaxNameLength = 4096;                   // bytes, as long as file names get

    std::string_view text_;
    std::string head_; // of messages
    size_t at_ = 0;    // bytes read
    size_t line_ = 0;  // the last one read, from 1
    uint64_t step_ = 0;
    uint64_t steps_ = 0;
    LineDigest digest_;
    RecordingResult result_;
};

} // namespace

RecordingResult readRecording(std::string_view text, std::string_view fileName)
{
    if (text.size() <= kMaxRecordingBytes) return RecordingReader(text, fileName).run();
    RecordingResult result;
    result.error = fmt::format("{}: {} bytes, expected at most {}", printable(fileName, kMaxPathLength),
                               text.size(), kMaxRecordingBytes);
    return result;
}

} // namespace satbox
