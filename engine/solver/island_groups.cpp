#include "engine/solver/island_groups.h"

#include <algorithm>

namespace satbox {

namespace {

uint32_t rootOf(std::span<GroupMark> marks, uint32_t slot)
{
    while (marks[slot].parent != slot) {
        marks[slot].parent = marks[marks[slot].parent].parent; // halves the way for the next one
        slot = marks[slot].parent;
    }
    return slot;
}

// The lower slot becomes the root, so that islands come in the order of their first bodies.
void join(std::span<GroupMark> marks, uint32_t a, uint32_t b)
{
    if (marks[a].parent == marks[b].parent) return; // most are joined already, and this shows it
    a = rootOf(marks, a);
    b = rootOf(marks, b);
    if (a != b) marks[std::max(a, b)].parent = std::min(a, b);
}

} // namespace

std::span<const uint32_t> findGroups(std::span<GroupMark> marks, std::span<const SolvedContact> solved,
                                     const std::vector<uint32_t>& awake, FrameArena& arena)
{
    for (const uint32_t slot : awake) marks[slot] = {.parent = slot, .weight = 1};
    for (const SolvedContact& s : solved) {
        ++marks[s.mover].weight;
        // A kinematic body joins too: its row turns with the substeps, and groups are not in step.
        if (marks[s.other].parent != kNoSlot) join(marks, s.mover, s.other);
    }
    for (const uint32_t slot : awake) {
        const uint32_t root = rootOf(marks, slot);
        if (root != slot) marks[root].weight += marks[slot].weight;
    }
    const std::span<uint32_t> weights = arena.make<uint32_t>(awake.size());
    uint32_t groups = 0;
    uint32_t open = kNoSlot;            // the group that small islands go to
    for (const uint32_t slot : awake) { // a root comes before the others of its island
        GroupMark& mark = marks[slot];
        if (mark.parent != slot) {
            mark.group = marks[rootOf(marks, slot)].group;
            continue;
        }
        if (mark.weight >= kGroupWeight) {
            mark.group = groups++;
        } else {
            if (open == kNoSlot) open = groups++;
            mark.group = open;
        }
        weights[mark.group] += mark.weight;
        if (open != kNoSlot && weights[open] >= kGroupWeight) open = kNoSlot;
    }
    return weights.first(groups);
}

} // namespace satbox
