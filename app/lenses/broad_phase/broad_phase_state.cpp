#include "app/lenses/broad_phase/broad_phase_state.h"

#include "engine/core/parse_number.h"
#include "engine/core/quoted.h"
#include <satbox/validate.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

// Exactly four numbers, separated by commas.
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

std::optional<BroadPhaseQuery> parseQuery(std::string_view text, std::string& error)
{
    BroadPhaseQuery query;
    double numbers[4] = {};
    const std::string_view kind = text.substr(0, 4);
    if ((kind != "box:" && kind != "ray:") || !readNumbers(text.substr(4), numbers)) {
        error = fmt::format(
            "{} is not a query; write box: or ray: and two points in metres, such as box:-1,0,1,2",
            quotedText(text));
        return std::nullopt;
    }
    for (const double number : numbers) {
        if (std::fabs(number) <= kMaxPosition) continue;
        error = fmt::format("{} is out of range; a coordinate must be between {} and {} m", number,
                            -kMaxPosition, kMaxPosition);
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
    visit.index.reset();
    visit.playing = false;
    scrolledTo.reset();
}

void BroadPhaseState::advance(double seconds, size_t count)
{
    if (visit.index && count > 0) visit.index = std::min(*visit.index, count - 1);
    visit.advance(seconds, count);
}

std::optional<QueryTrace> traceQuery(const World& world, const BroadPhaseState& broad)
{
    if (!broad.query) return std::nullopt;
    return broad.query->kind == QueryKind::Box ? traceQueryBox(world, broad.query->box())
                                               : traceCastRay(world, broad.query->ray());
}

} // namespace satbox::app
