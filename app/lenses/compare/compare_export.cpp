#include "app/lenses/compare/compare_export.h"

#include <satbox/lab/compared_worlds.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace satbox::app {

namespace {

// "N s" -> "_Ns", as in the CSV files of satbox-run.
std::string suffixOf(std::string_view unit)
{
    std::string suffix = unit.empty() ? "" : "_";
    for (const char c : unit)
        if (c != ' ') suffix += c;
    return suffix;
}

} // namespace

size_t csvStride(const CompareHistory& history)
{
    return std::max<size_t>((history.samples.size() + kMaxCsvLines - 1) / kMaxCsvLines, 1);
}

std::string comparisonAsCsv(const CompareState& compare, const World& document)
{
    std::string text = "step,time_s";
    const auto out = std::back_inserter(text);
    for (size_t i = 0; i < compare.count(); ++i) {
        const std::optional<Peer> peer = compare.peer(i);
        const std::string solver =
            peer ? peerName(*peer) : toString(compare.world(document, i).settings().solver);
        for (const CompareQuantity& quantity : compareQuantities())
            fmt::format_to(out, ",{} {} {}{}", worldLetter(i), solver, quantity.key, suffixOf(quantity.unit));
    }
    text += '\n';
    const std::vector<CompareSample>& samples = compare.history.samples;
    for (size_t line = 0; line < samples.size(); line += csvStride(compare.history)) {
        const CompareSample& sample = samples[line];
        fmt::format_to(out, "{},{:.7g}", sample.step, sample.time);
        for (size_t i = 0; i < compare.count(); ++i)
            for (const CompareQuantity& quantity : compareQuantities())
                fmt::format_to(out, ",{:.7g}", quantity.of(sample.worlds[i]));
        text += '\n';
    }
    return text;
}

} // namespace satbox::app
