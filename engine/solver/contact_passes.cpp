#include "engine/solver/contact_passes.h"

#include "engine/core/parallel.h"

#include <algorithm>

namespace satbox {

namespace {

// Contacts that are worth a thread's while: some microseconds of work. With 96 a heap of 2,000 boxes took a
// seventh longer on two threads than on one, since the rows of its bodies went to and fro between the
// processors.
constexpr size_t kLeastContacts = 512;

// Blocks that a thread takes at once: two runs for each, so that one can take over from another that lost its
// processor.
size_t grainOf(const ColourBlocks& colour, const TaskExecutor* executor)
{
    const size_t runs = executor ? 2 * static_cast<size_t>(executor->threadCount()) : 1;
    const size_t least = (kLeastContacts + static_cast<size_t>(colour.kernels->lanes) - 1) /
                         static_cast<size_t>(colour.kernels->lanes);
    return std::max((colour.run.count + runs - 1) / runs, least);
}

// Movable colours first, then the overflow, then what touches the ground.
void forEachColour(const SolverGroup& group, ContactPass ContactKernels::*pass, std::span<BodyState> states,
                   const StepContext& context, TaskExecutor* executor)
{
    const KernelParams params = kernelParams(context);
    const auto visit = [&](int first, int last, TaskExecutor* threads) {
        for (int c = first; c < last; ++c) {
            const ColourBlocks& colour = group.colours[static_cast<size_t>(c)];
            if (colour.run.count == 0) continue;
            const ContactPass run = colour.kernels->*pass;
            forEachRange(threads, colour.run.count, grainOf(colour, threads), [&](size_t begin, size_t end) {
                run(colour.run, begin, end, states.data(), params);
            });
        }
    };
    visit(0, kMovableColours, executor);
    visit(kOverflowColour, kColourCount, nullptr);
    visit(kMovableColours, kOverflowColour, executor);
}

} // namespace

KernelParams kernelParams(const StepContext& context)
{
    return {context.h,
            context.invH,
            context.pushSpeed,
            context.linearSlop,
            context.restitutionThreshold,
            context.baumgarte,
            context.contact};
}

void warmStart(const SolverGroup& group, std::span<BodyState> states, const StepContext& context,
               TaskExecutor* executor)
{
    forEachColour(group, &ContactKernels::warmStart, states, context, executor);
}

void solve(const SolverGroup& group, std::span<BodyState> states, const StepContext& context, Bias bias,
           TaskExecutor* executor)
{
    forEachColour(group, bias == Bias::On ? &ContactKernels::solve : &ContactKernels::relax, states, context,
                  executor);
}

void correctPositions(const SolverGroup& group, std::span<BodyState> states, const StepContext& context,
                      TaskExecutor* executor)
{
    forEachColour(group, &ContactKernels::correctPositions, states, context, executor);
}

void applyRestitution(const SolverGroup& group, std::span<BodyState> states, const StepContext& context,
                      TaskExecutor* executor)
{
    forEachColour(group, &ContactKernels::restitution, states, context, executor);
}

} // namespace satbox
