#include "app/editor/broad_phase_state.h"

#include "engine/core/parse_number.h"
#include "engine/core/quoted.h"
#include "engine/world/validate.h"

#include <fmt/format.h>

#include <cmath>

namespace satbox::app {

namespace {

// Four numbers with commas between, and nothing after them.
bool readNumbers(std::string_view text, double (&numbers)[4])
{
    const char* at = text.data();
    const char* end = text.data() + text.size();
    for (size_t i = 0; i < 4; ++i) {
        if (i > 0 && (at == end || *at++ != ',')) return false;
        const auto read = parseNumber(at, end, numbers[i]);
        if (read.ec != std::errc() || !std::isfinite(numbers[i])) return false;
        at = read.ptr;
    }
    return at == end;
}

} // namespace

std::optional<BroadQuery> parseQuery(std::string_view text, std::string& error)
{
    BroadQuery query;
    double numbers[4] = {};
    const std::string_view kind = text.substr(0, 4);
    if ((kind != "box:" && kind != "ray:") || !readNumbers(text.substr(4), numbers)) {
        error = fmt::format("{} is no query; write box: or ray: and two points in metres, such as "
                            "box:-1,0,1,2",
                            quotedText(text));
        return std::nullopt;
    }
    for (const double number : numbers) {
        if (std::fabs(number) <= kMaxPosition) continue;
        error = fmt::format("{} is out of range; coordinates go from {} to {} m", number, -kMaxPosition,
                            kMaxPosition);
        return std::nullopt;
    }
    query.kind = kind == "box:" ? QueryKind::Box : QueryKind::Ray;
    query.from = {numbers[0], numbers[1]};
    query.to = {numbers[2], numbers[3]};
    if (query.kind == QueryKind::Ray && query.from == query.to) {
        error = fmt::format("{} has no length; a ray needs two different points", quotedText(text));
        return std::nullopt;
    }
    return query;
}

bool BroadPhaseState::shows(BroadPhase::Layer layer) const
{
    const auto other = layer == BroadPhase::Layer::Fixed ? ShownTrees::Movable : ShownTrees::Fixed;
    return trees != other;
}

void BroadPhaseState::removeQuery()
{
    query.reset();
    drawing = false;
    visit.reset();
    listed.reset();
    playing = false;
}

void BroadPhaseState::walk(int by, size_t count)
{
    if (count == 0) return;
    const auto all = static_cast<int>(count);
    // From the whole search the first step on leads to its beginning, the first one back to its end.
    const int from = visit ? static_cast<int>(std::min(*visit, count - 1)) : by > 0 ? -1 : all;
    visit = static_cast<size_t>(((from + by) % all + all) % all);
    playClock = 0.0;
}

void BroadPhaseState::advance(double seconds, size_t count)
{
    if (visit && count > 0) visit = std::min(*visit, count - 1);
    if (!playing) return;
    if (count == 0 || (visit && *visit + 1 >= count)) {
        playing = false;
        return;
    }
    playClock += seconds;
    if (visit && playClock < kVisitSeconds) return;
    walk(1, count);
}

std::optional<QueryTrace> traceQuery(const World& world, const BroadPhaseState& broad)
{
    if (!broad.query) return std::nullopt;
    return broad.query->kind == QueryKind::Box ? traceQueryBox(world, broad.query->box())
                                               : traceCastRay(world, broad.query->ray());
}

} // namespace satbox::app
