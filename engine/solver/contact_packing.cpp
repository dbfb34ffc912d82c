#include "engine/solver/contact_packing.h"

#include "engine/core/parallel.h"

namespace satbox {

namespace {

constexpr size_t kGrain = 64; // blocks that a thread takes at once

// Calls fn(colour, first, last) for runs of blocks of all colours of all groups.
template<class Fn>
void forEachRun(const ConstraintGraph& graph, TaskExecutor* executor, Fn&& fn)
{
    // Small groups are a run's worth of work as they are.
    forEachRange(graph.groups.size() > 1 ? executor : nullptr, graph.groups.size(), 1,
                 [&](size_t begin, size_t end) {
                     for (size_t g = begin; g < end; ++g) {
                         for (const ColourBlocks& colour : graph.groups[g].colours)
                             forEachRange(executor, colour.run.count, kGrain, [&](size_t first, size_t last) {
                                 fn(graph.groups[g], colour, first, last);
                             });
                     }
                 });
}

} // namespace

void prepareConstraints(ConstraintGraph& graph, std::span<const Contact> contacts, const SolverBodies& bodies,
                        const StepContext& context, int lanes, FrameArena& arena, TaskExecutor* executor)
{
    for (SolverGroup& group : graph.groups) {
        for (size_t i = 0; i < kColourCount; ++i) {
            ColourBlocks& colour = group.colours[i];
            if (colour.order.empty()) continue;
            colour.kernels =
                i == kOverflowColour ? &scalarKernels() : &kernelsFor(lanes, colour.order.size());
            const auto width = static_cast<size_t>(colour.kernels->lanes);
            const size_t count = (colour.order.size() + width - 1) / width;
            colour.run = {arena.makeUninitialized<std::byte>(count * colour.kernels->blockBytes).data(),
                          arena.makeUninitialized<std::byte>(count * colour.kernels->extraBytes).data(),
                          count, i < kMovableColours};
        }
    }
    const KernelParams params = kernelParams(context);
    forEachRun(graph, executor,
               [&](const SolverGroup& group, const ColourBlocks& colour, size_t first, size_t last) {
                   const PackSource from{.contacts = contacts.data(),
                                         .order = colour.order.data(),
                                         .count = colour.order.size(),
                                         .rowOf = graph.rowOf.data(),
                                         .masses = bodies.masses.data(),
                                         .idleRow = static_cast<uint32_t>(group.lastRow),
                                         .warm = context.warmStarting};
                   colour.kernels->pack(colour.run, first, last, from, bodies.states.data(), params);
               });
}

std::span<const uint8_t> storeImpulses(const ConstraintGraph& graph, std::span<Contact> contacts,
                                       const StepContext& context, float hitThreshold, FrameArena& arena,
                                       TaskExecutor* executor)
{
    const std::span<uint8_t> told = arena.make<uint8_t>(contacts.size());
    forEachRun(graph, executor,
               [&](const SolverGroup&, const ColourBlocks& colour, size_t first, size_t last) {
                   Contact idle;
                   const StoreTarget to{.contacts = contacts.data(),
                                        .order = colour.order.data(),
                                        .count = colour.order.size(),
                                        .idle = &idle,
                                        .told = told.data(),
                                        .oneSubstep = context.substeps == 1,
                                        .hitThreshold = hitThreshold};
                   colour.kernels->store(colour.run, first, last, to);
               });
    return told;
}

} // namespace satbox
