#include "engine/solver/contact_passes.h"

#include <algorithm>

namespace satbox {

namespace {

// Contacts that are worth a thread's while: some microseconds of work. With 96 a heap of 2,000 boxes took a
// seventh longer on two threads than on one, since the rows of its bodies went to and fro between the
// processors.
constexpr size_t kLeastContacts = 512;

// Blocks that a thread takes at once: two runs for each, so that one can take over from another that lost its
// processor. All of them for one thread, without the divisions, which take as long as some contacts.
size_t grainOf(const ColourBlocks& colour, const TaskExecutor* executor)
{
    if (!executor) return colour.run.count;
    const size_t runs = 2 * static_cast<size_t>(executor->threadCount());
    const size_t least = (kLeastContacts + static_cast<size_t>(colour.kernels->lanes) - 1) /
                         static_cast<size_t>(colour.kernels->lanes);
    return std::max((colour.run.count + runs - 1) / runs, least);
}

// Parts that a thread takes at once: two lots for each where there are enough. Their colours go by turns,
// since a colour's first blocks wait for the last ones of the colour before: alone, a part took a sixth
// longer.
size_t partsAtOnce(size_t parts, const TaskExecutor* executor)
{
    if (!executor) return parts;
    const auto threads = static_cast<size_t>(executor->threadCount());
    const size_t lots = parts >= 4 * threads ? 2 * threads : threads;
    return (parts + lots - 1) / lots;
}

// Inner colours of the parts, the colours that they share, the overflow, then what touches the ground.
// Several parts are solved side by side; the colours of a single one are split.
void runPass(const SolverGroup& group, ContactPass ContactKernels::*pass, std::span<BodyState> states,
             const StepContext& context, TaskExecutor* executor)
{
    const KernelParams params = kernelParams(context);
    const auto visit = [&](const ColourBlocks& colour, TaskExecutor* threads) {
        if (colour.run.count == 0) return;
        const ContactPass run = colour.kernels->*pass;
        forEachRange(threads, colour.run.count, grainOf(colour, threads),
                     [&](size_t begin, size_t end) { run(colour.run, begin, end, states.data(), params); });
    };
    const size_t atOnce = partsAtOnce(group.parts.size(), executor);
    const auto visitParts = [&](auto colours, size_t used) {
        if (used == 0) return;
        forEachPartRun(group, executor, atOnce, [&](size_t first, size_t last, TaskExecutor* threads) {
            for (size_t c = 0; c < used; ++c)
                for (size_t part = first; part < last; ++part)
                    visit((group.parts[part].*colours)[c], threads);
        });
    };
    visitParts(&SolverPart::inner, group.innerUsed);
    for (size_t c = 0; c < group.sharedUsed; ++c) visit(group.shared[c], executor);
    visit(group.overflow, nullptr);
    visitParts(&SolverPart::fixed, group.fixedUsed);
}

} // namespace

KernelParams kernelParams(const StepContext& context)
{
    return {.h = context.h,
            .invH = context.invH,
            .pushSpeed = context.pushSpeed,
            .linearSlop = context.linearSlop,
            .restitutionThreshold = context.restitutionThreshold,
            .baumgarte = context.baumgarte,
            .maxSpeed = context.maxSpeed,
            // A quarter turn a substep at most, since poses are integrated along the tangent.
            .maxSpin = std::min(0.5f * kPi * context.invH, kMaxSpin),
            .contact = context.contact};
}

void warmStart(const SolverGroup& group, std::span<BodyState> states, const StepContext& context,
               TaskExecutor* executor)
{
    runPass(group, &ContactKernels::warmStart, states, context, executor);
}

void solve(const SolverGroup& group, std::span<BodyState> states, const StepContext& context, Bias bias,
           TaskExecutor* executor)
{
    runPass(group, bias == Bias::On ? &ContactKernels::solve : &ContactKernels::relax, states, context,
            executor);
}

void correctPositions(const SolverGroup& group, std::span<BodyState> states, const StepContext& context,
                      TaskExecutor* executor)
{
    runPass(group, &ContactKernels::correctPositions, states, context, executor);
}

void applyRestitution(const SolverGroup& group, std::span<BodyState> states, const StepContext& context,
                      TaskExecutor* executor)
{
    if (group.bounces) runPass(group, &ContactKernels::restitution, states, context, executor);
}

} // namespace satbox
