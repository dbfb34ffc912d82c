#include "engine/step/schedule/island_groups.h"

#include "engine/core/disjoint_sets.h"

namespace satbox {

namespace {

auto parentIn(std::span<UnionFindNode> nodes)
{
    return [nodes](uint32_t slot) -> uint32_t& { return nodes[slot].parent; };
}

} // namespace

std::span<const uint32_t> findGroups(std::span<UnionFindNode> nodes, std::span<const SolvedEdge> solved,
                                     const std::vector<uint32_t>& awake, FrameArena& arena)
{
    const auto parentOf = parentIn(nodes);
    for (const uint32_t slot : awake) nodes[slot] = {.parent = slot, .weight = 1};
    for (const SolvedEdge& s : solved) {
        ++nodes[s.mover].weight;
        // A kinematic body connects islands too: its pose advances in each substep, and its row may be used
        // by one group only, since groups are not synchronised.
        if (nodes[s.other].parent != kNoIndex) uniteSets(s.mover, s.other, parentOf);
    }
    for (const uint32_t slot : awake) {
        const uint32_t root = findRoot(slot, parentOf);
        if (root != slot) nodes[root].weight += nodes[slot].weight;
    }
    const std::span<uint32_t> weights = arena.make<uint32_t>(awake.size());
    uint32_t groups = 0;
    uint32_t open = kNoIndex;           // the group that receives small islands
    for (const uint32_t slot : awake) { // a root precedes the other bodies of its island
        UnionFindNode& node = nodes[slot];
        if (node.parent != slot) {
            node.group = nodes[findRoot(slot, parentOf)].group;
            continue;
        }
        if (node.weight >= kMinGroupWeight) {
            node.group = groups++;
        } else {
            if (open == kNoIndex) open = groups++;
            node.group = open;
        }
        weights[node.group] += node.weight;
        if (open != kNoIndex && weights[open] >= kMinGroupWeight) open = kNoIndex;
    }
    return weights.first(groups);
}

} // namespace satbox
