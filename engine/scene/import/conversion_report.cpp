#include "engine/scene/import/conversion_report.h"

#include <algorithm>
#include <fmt/format.h>

namespace satbox {
namespace {

constexpr size_t kMaxKinds = 40; // of a file with a thousand different faults, the first are enough

} // namespace

void ConversionReport::add(bool isRefusal, std::string_view what, std::string_view place, size_t count)
{
    if (count == 0) return;
    const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return entry.isRefusal == isRefusal && entry.what == what;
    });
    if (found != entries_.end())
        found->count += count;
    else if (entries_.size() < kMaxKinds)
        entries_.push_back({isRefusal, std::string(what), std::string(place), count});
    else
        further_ += count;
}

void ConversionReport::changed(std::string_view what, std::string_view place, size_t count)
{
    add(false, what, place, count);
}

void ConversionReport::refused(std::string_view what, std::string_view place, size_t count)
{
    add(true, what, place, count);
}

std::vector<std::string> ConversionReport::lines() const
{
    std::vector<std::string> lines;
    for (const bool isRefusal : {false, true})
        for (const Entry& entry : entries_) {
            if (entry.isRefusal != isRefusal) continue;
            const char* kind = isRefusal ? "refused" : "changed";
            lines.push_back(entry.count == 1 ? fmt::format("{}: {}, at {}", kind, entry.what, entry.place)
                                             : fmt::format("{}: {}: {}, the first at {}", kind, entry.what,
                                                           entry.count, entry.place));
        }
    if (further_ > 0)
        lines.push_back(fmt::format("and {} more changes and refusals of other kinds", further_));
    return lines;
}

std::string ConversionReport::firstRefusal() const
{
    for (const Entry& entry : entries_)
        if (entry.isRefusal) return fmt::format("{}, at {}", entry.what, entry.place);
    return {};
}

} // namespace satbox
