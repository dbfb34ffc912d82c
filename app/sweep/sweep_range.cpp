#include "app/sweep/sweep_range.h"

#include "engine/core/parse_number.h"
#include "engine/scene/random.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace satbox::app {
namespace {

using Type = SweepField::Type;

double roundedTo12Digits(double value)
{
    const std::string text = fmt::format("{:.12g}", value);
    parseNumber(text.data(), text.data() + text.size(), value);
    return value;
}

SweepRange readBounds(const JsonFields& fields, const SweepField& field)
{
    const auto bound = [&](std::string_view key) {
        const JsonLocation at = fields.require(key);
        const SweepValue value = field.type == Type::Whole ? SweepValue(readInteger(at, INT64_MIN, INT64_MAX))
                                                           : SweepValue(readDouble(at, -1e300, 1e300));
        if (const std::string message = checkValue(field, value); !message.empty()) fail(at, message);
        return numberOf(value);
    };
    SweepRange range{bound("from"), bound("to")};
    if (const auto scale = fields.find("scale")) {
        const std::string_view names[] = {"linear", "log"};
        range.isLog = readEnumName(*scale, names) == 1;
        if (range.isLog && !(range.from > 0.0 && range.to > 0.0))
            fail(*scale, "a logarithmic scale needs \"from\" and \"to\" greater than 0");
    }
    return range;
}

size_t readCount(const JsonLocation& location)
{
    return static_cast<size_t>(readInteger(location, 1, static_cast<int64_t>(kMaxSweepValues)));
}

void addSteps(const JsonLocation& location, const SweepRange& range, double step, SweepInput& input)
{
    if (range.from > range.to)
        fail(location, "\"from\" is greater than \"to\"; with steps, expected the smaller first");
    // Half a millionth of a step, so that rounding does not lose the last value.
    const double count = std::floor((range.to - range.from) / step + 5e-7) + 1.0;
    if (count > static_cast<double>(kMaxSweepValues))
        fail(location, fmt::format("more than {} values, the maximum of an input", kMaxSweepValues));
    for (double i = 0.0; i < count; i += 1.0) {
        const double value = range.from + i * step;
        if (input.field.type == Type::Whole)
            input.values.emplace_back(static_cast<int64_t>(value));
        else
            input.values.emplace_back(roundedTo12Digits(value));
    }
}

} // namespace

void readSweepRange(const JsonLocation& location, bool isRandom, SweepInput& input)
{
    const JsonFields fields(location, "a range", {"from", "to", "count", "step", "random", "seed", "scale"});
    const bool isWhole = input.field.type == Type::Whole;
    if (!isWhole && input.field.type != Type::Number)
        fail(location, "a range of what is no number, expected a value or an array of values");
    const SweepRange range = readBounds(fields, input.field);
    const auto count = fields.find("count"), step = fields.find("step"), random = fields.find("random");
    if ((count ? 1 : 0) + (step ? 1 : 0) + (random ? 1 : 0) > 1)
        fail(location, "expected only one of \"count\", \"step\" and \"random\"");
    if (step && range.isLog) fail(*step, "a logarithmic scale has no steps, expected \"count\"");
    const auto seed = fields.find("seed");
    if (seed && !random) fail(*seed, "only with \"random\"");
    if (count) {
        const size_t n = readCount(*count);
        if (n == 1 && range.from != range.to)
            fail(*count, "1 value cannot be both \"from\" and \"to\", expected 2 or more");
        for (size_t i = 0; i < n; ++i) {
            const double share = n == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(n - 1);
            const SweepValue value = sweepRangeValue(range, share, isWhole);
            const bool isRepeated = isWhole && !input.values.empty() && input.values.back() == value;
            if (!isRepeated) input.values.push_back(value);
        }
    } else if (step) {
        const double width = isWhole ? static_cast<double>(readInteger(*step, 1, INT32_MAX))
                                     : readDouble(*step, 1e-300, 1e300);
        addSteps(location, range, width, input);
    } else if (random) {
        Random numbers(seed ? readUnsigned(*seed) : 0);
        for (size_t i = readCount(*random); i > 0; --i)
            input.values.push_back(sweepRangeValue(range, numbers.next() * 0x1p-32, isWhole));
    } else if (isRandom) {
        input.range = range;
    } else if (isWhole && !range.isLog) {
        addSteps(location, range, 1.0, input);
    } else {
        fail(location, "expected \"count\", \"step\" or \"random\"");
    }
}

SweepValue sweepRangeValue(const SweepRange& range, double share, bool isWhole)
{
    if (isWhole && !range.isLog) { // each whole number has the same share
        const double low = std::min(range.from, range.to), high = std::max(range.from, range.to);
        const double at = range.from <= range.to ? share : 1.0 - share;
        return static_cast<int64_t>(std::min(std::floor(low + at * (high - low + 1.0)), high));
    }
    double value = range.isLog ? range.from * std::pow(range.to / range.from, share)
                               : range.from + (range.to - range.from) * share;
    value =
        roundedTo12Digits(std::clamp(value, std::min(range.from, range.to), std::max(range.from, range.to)));
    return isWhole ? SweepValue(static_cast<int64_t>(std::lround(value))) : SweepValue(value);
}

} // namespace satbox::app
