#include "engine/constraints/joint/joint_chain.h"

#include <algorithm>

namespace satbox {

namespace {

struct End {
    int32_t row = 0; // of a body that can be pushed
    uint32_t link = 0;
    bool operator<(const End& other) const { return row < other.row; }
};

// The ends of links that are a body which can be pushed, by row. Empty if two are the same body.
std::span<const End> endsByRow(std::span<const JointLink> all, std::span<const uint32_t> links, bool ofA,
                               FrameArena& arena)
{
    const std::span<End> ends = arena.makeUninitialized<End>(links.size());
    size_t count = 0;
    for (const uint32_t i : links)
        if ((ofA ? all[i].invMassA : all[i].invMassB) > 0.0f)
            ends[count++] = {ofA ? all[i].rowA : all[i].rowB, i};
    const std::span<End> found = ends.first(count);
    std::sort(found.begin(), found.end());
    const auto isSame = [](const End& a, const End& b) { return a.row == b.row; };
    if (std::adjacent_find(found.begin(), found.end(), isSame) != found.end()) return {};
    return found;
}

// Index into `all`, or kNoIndex.
uint32_t linkAt(std::span<const End> ends, int32_t row)
{
    const auto found = std::lower_bound(ends.begin(), ends.end(), End{row, 0});
    return found != ends.end() && found->row == row ? found->link : kNoIndex;
}

} // namespace

JointChain findChain(std::span<const JointLink> all, std::span<const uint32_t> links, FrameArena& arena)
{
    if (links.size() < kMinChainJoints) return {};
    const std::span<const End> endsA = endsByRow(all, links, true, arena);
    const std::span<const End> endsB = endsByRow(all, links, false, arena);
    // Without a joint from a body that nothing moves, the first one starts at a body where none ends.
    const auto isFirst = [&](uint32_t i) {
        return all[i].invMassA <= 0.0f || linkAt(endsB, all[i].rowA) == kNoIndex;
    };
    const auto first = std::find_if(links.begin(), links.end(), isFirst);
    if (endsA.empty() || endsB.empty() || first == links.end()) return {};
    const std::span<uint32_t> order = arena.makeUninitialized<uint32_t>(links.size());
    size_t count = 0;
    for (uint32_t i = *first; i != kNoIndex;) {
        order[count++] = i;
        i = all[i].invMassB > 0.0f ? linkAt(endsA, all[i].rowB) : kNoIndex;
    }
    if (count < links.size()) return {};
    return {order, all[order.front()].invMassA <= 0.0f && all[order.back()].invMassB <= 0.0f};
}

} // namespace satbox
