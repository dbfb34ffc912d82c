#include "engine/step/schedule/contact_packing.h"

#include "engine/core/raise_flag.h"

namespace satbox {

namespace {

constexpr size_t roundUp(size_t bytes) { return (bytes + 63) / 64 * 64; }

struct Size {
    const ContactKernels* kernels;
    size_t count;      // blocks
    size_t blockBytes; // bytes of all blocks
    size_t extraBytes;
    size_t surfaceBytes; // 0 if no shape has a surface speed or rolling resistance
};

Size sizeOf(const ColourBlocks& blocks, int colour, const SolverStep& step)
{
    const size_t contacts = blocks.order.size();
    const ContactKernels& kernels = step.recorder               ? recordedKernels()
                                    : colour == kOverflowColour ? scalarKernels()
                                                                : kernelsFor(step.lanes, contacts);
    const auto width = static_cast<size_t>(kernels.lanes);
    const size_t count = (contacts + width - 1) / width;
    return {&kernels, count, roundUp(count * kernels.blockBytes), roundUp(count * kernels.extraBytes),
            step.surfaces.empty() ? 0 : roundUp(count * kernels.surfaceBytes)};
}

// Calls fn(number, colour, size, offset) for the colours that have contacts; their blocks begin at `offset`
// in the group's memory. Returns the total size in bytes. The blocks of a partition are contiguous and begin
// at a multiple of kStride. So their address usually stays the same from step to step even if the partitions
// before them gain or lose a few contacts, and they stay in the cache of the thread that solves them.
template<class Group, class Fn>
size_t layOut(Group& group, const SolverStep& step, Fn&& fn)
{
    constexpr size_t kStride = size_t{1} << 15;
    size_t next = 0;
    forEachColour(group, [&](int number, auto& colour) {
        const bool startsPartition = number == 0 || number == kInnerColours;
        if (startsPartition && group.partitions.size() > 1) next = (next + kStride - 1) / kStride * kStride;
        if (colour.order.empty()) return;
        const Size size = sizeOf(colour, number, step);
        fn(number, colour, size, next);
        next += size.blockBytes + size.extraBytes + size.surfaceBytes;
    });
    return next;
}

} // namespace

size_t blockBytes(const SolverGroup& group, const SolverStep& step)
{
    return layOut(group, step, [](int, const ColourBlocks&, const Size&, size_t) {});
}

void layOutBlocks(SolverGroup& group, const SolverStep& step, std::span<std::byte> memory)
{
    layOut(group, step, [&](int number, ColourBlocks& colour, const Size& size, size_t offset) {
        colour.kernels = size.kernels;
        const auto width = static_cast<size_t>(size.kernels->lanes);
        const size_t full = colour.order.size() / width;
        colour.prerequisiteBlocks =
            group.prerequisitesOrdered ? (colour.prerequisites + width - 1) / width : size.count;
        std::byte* const blocks = memory.data() + offset;
        std::byte* const extras = blocks + size.blockBytes;
        colour.packed = {.blocks = blocks,
                         .extras = extras,
                         .surfaces = size.surfaceBytes > 0 ? extras + size.extraBytes : nullptr,
                         .count = size.count,
                         .movableBlocks = number < kMovableColours ? full : 0};
    });
}

void packBlocks(const SolverStep& step, const KernelParams& params, SolverGroup& group,
                const ColourBlocks& colour, size_t first, size_t last)
{
    const PackSource from{.contacts = step.contacts.data(),
                          .order = colour.order.data(),
                          .count = colour.order.size(),
                          .rowOf = step.graph.rowOf.data(),
                          .constants = step.bodies.constants.data(),
                          .surfaces = step.surfaces.data(),
                          .warm = step.context.warmStarting};
    const PackFindings found =
        colour.kernels->pack(colour.packed, first, last, from, step.bodies.states.data(), params);
    if (found.fast) raiseFlag(group.hasImpacts);
    if (found.deep) raiseFlag(group.hasDeep);
}

void storeBlocks(const SolverStep& step, const ColourBlocks& colour, size_t first, size_t last)
{
    Contact dummy;
    const StoreTarget to{.contacts = step.contacts.data(),
                         .order = colour.order.data(),
                         .count = colour.order.size(),
                         .dummy = &dummy,
                         .eventFlags = step.eventFlags.data(),
                         .oneSubstep = step.context.substeps == 1,
                         .hitThreshold = step.hitThreshold};
    colour.kernels->store(colour.packed, first, last, to);
}

} // namespace satbox
