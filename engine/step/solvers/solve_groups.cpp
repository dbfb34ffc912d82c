#include "engine/core/parallel.h"
#include "engine/step/schedule/contact_packing.h"
#include "engine/step/solvers/solvers.h"
#include "engine/step/stage.h"
#include "engine/step/stage_timer.h"
#include <satbox/observe.h>

#include <algorithm>
#include <atomic>

namespace satbox {

void solveGroups(const SolverStep& step, ContactUpdate& contacts, GroupSolver solver, FrameArena& arena)
{
    const std::span<SolverGroup> groups = step.graph.groups;
    size_t maxBytes = 0; // of the blocks of a small group
    const auto isSplit = [&](const SolverGroup& group) {
        return isWorthSplitting(group.weight, groups.size());
    };
    for (const SolverGroup& group : groups)
        if (!isSplit(group)) maxBytes = std::max(maxBytes, blockBytes(group, step));

    const auto solveOne = [&](SolverGroup& group, std::span<std::byte> memory, TaskExecutor* executor,
                              StageListener& listener) {
        ConstraintPasses passes(step, group, memory, executor, listener);
        if (step.plan.gathering == Granularity::PerGroup) {
            passes.gatherBodies();
            passes.done(Stage::BuildGraph);
        }
        if (step.plan.contactUpdate == Granularity::PerGroup) {
            // Gathering reads the bodies in memory order, so updating finds them in the cache.
            passes.flush();
            contacts.update(group.order, executor);
            passes.done(Stage::UpdateContacts);
        }
        passes.prepareConstraints();
        passes.done(Stage::PrepareConstraints);
        solver(step.context, passes);
        passes.storeImpulses();
        passes.scatterBodies();
        passes.flush();
    };
    const std::span<StageTimes> times = arena.make<StageTimes>(groups.size());
    for (size_t g = 0; g < groups.size(); ++g) {
        if (!isSplit(groups[g])) continue;
        const auto memory = arena.makeUninitialized<std::byte>(blockBytes(groups[g], step));
        if (groups.size() == 1) {
            solveOne(groups[g], memory, step.executor, *step.listener);
            return;
        }
        StageTimer timer(times[g]);
        solveOne(groups[g], memory, step.executor, timer);
        timer.done(Stage::StoreImpulses, -1);
    }

    // One task per thread, each with its own memory; a task takes the next small group as soon as it is free.
    const auto tasks = static_cast<size_t>(step.executor ? step.executor->threadCount() : 1);
    const size_t stride = (maxBytes + 63) / 64 * 64;
    const std::span<std::byte> memory = arena.makeUninitialized<std::byte>(tasks * stride);
    std::atomic<size_t> next = 0;
    parallelFor(step.executor, tasks, 1, [&](size_t task, size_t) {
        for (size_t g = next++; g < groups.size(); g = next++) {
            if (isSplit(groups[g])) continue;
            StageTimer timer(times[g]);
            solveOne(groups[g], memory.subspan(task * stride, stride), nullptr, timer);
            timer.done(Stage::StoreImpulses, -1);
        }
    });
    StageTimes sums{};
    for (const StageTimes& one : times)
        for (size_t i = 0; i < sums.size(); ++i) sums[i] += one[i];
    step.listener->doneCombined(sums, 0.0f);
}

} // namespace satbox
