#include "engine/step/schedule/constraint_passes.h"

#include "engine/core/assert.h"
#include "engine/step/schedule/contact_packing.h"
#include "engine/step/schedule/shared_prerequisites.h"
#include "engine/step/stage.h"
#include <satbox/observe.h>

#include <algorithm>
#include <utility>

namespace satbox {

namespace {

// Rows per task.
constexpr size_t kRowGrain = 1024;

// Blocks per packing task.
constexpr size_t kPackGrain = 64;

// Minimum work per task, some microseconds. With 96 contacts per task, a pile of 2,000 boxes took a seventh
// longer on two threads than on one, since the cache lines of its rows moved back and forth between the
// cores.
constexpr size_t kMinContactsPerTask = 512;

// Blocks per task: two ranges per thread, so that a thread can take over from one that was descheduled. On
// one thread all blocks are one range; the divisions, which cost as much as solving several contacts, are
// skipped.
size_t grainOf(const ColourBlocks& colour, const TaskExecutor* executor)
{
    if (!executor) return colour.packed.count;
    const size_t ranges = 2 * static_cast<size_t>(executor->threadCount());
    const size_t minGrain = (kMinContactsPerTask + static_cast<size_t>(colour.kernels->lanes) - 1) /
                            static_cast<size_t>(colour.kernels->lanes);
    return std::max((colour.packed.count + ranges - 1) / ranges, minGrain);
}

// Partitions per track: two tracks per thread if there are enough partitions. A track interleaves the colours
// of its partitions: the first blocks of a colour depend on the last blocks of the same partition's previous
// colour and would stall. One partition per track took a sixth longer.
size_t partitionsPerTrack(size_t partitions, const TaskExecutor* executor)
{
    if (!executor || executor->threadCount() < 2) return partitions;
    const auto threads = static_cast<size_t>(executor->threadCount());
    const size_t tracks =
        std::min(partitions >= 4 * threads ? 2 * threads : threads, PhasedScheduler::kMaxTracks);
    return (partitions + tracks - 1) / tracks;
}

} // namespace

KernelParams kernelParams(const SolverStep& step)
{
    const StepContext& context = step.context;
    return {.h = context.h,
            .invH = context.invH,
            .pushSpeed = context.pushSpeed,
            .linearSlop = context.linearSlop,
            .restitutionThreshold = context.restitutionThreshold,
            .inelasticSpeed = context.inelasticSpeed,
            .correction = context.correction,
            .maxSpeed = context.maxSpeed,
            .maxSpin = maxSpinOf(context),
            .contactSpring = context.contactSpring,
            .recorder = step.recorder};
}

ConstraintPasses::ConstraintPasses(const SolverStep& step, SolverGroup& group, std::span<std::byte> memory,
                                   TaskExecutor* executor, StageListener& listener)
    : step_(step), group_(group), executor_(executor), listener_(listener), params_(kernelParams(step)),
      partitionsPerTrack_(partitionsPerTrack(group.partitions.size(), executor)), stageStart_(listener.now())
{
    layOutBlocks(group, step, memory);
}

ConstraintPasses::~ConstraintPasses()
{
    SATBOX_ASSERT(taskCount_ == 0, "flush() must run before destruction");
}

void ConstraintPasses::gatherBodies() { addRows(TaskKind::Gather); }
void ConstraintPasses::scatterBodies() { addRows(TaskKind::Scatter); }

void ConstraintPasses::prepareConstraints()
{
    group_.hasImpacts = false;
    group_.hasDeep = false;
    orderPrerequisites();
    addContacts(TaskKind::Pack);
}

void ConstraintPasses::orderPrerequisites()
{
    const bool helps = partitionsPerTrack_ < group_.partitions.size() && hasShared();
    if (!helps || group_.prerequisitesOrdered || step_.graph.required.empty()) return;
    markPrerequisites(group_, step_.edges, step_.graph.required);
    add({.kind = TaskKind::OrderPrerequisites});
    group_.prerequisitesOrdered = true;
}

void ConstraintPasses::integrateVelocities() { addRows(TaskKind::Velocities); }
void ConstraintPasses::integratePositions() { addRows(TaskKind::Positions); }
void ConstraintPasses::warmStart() { addPass({.pass = &ContactKernels::warmStart}); }
void ConstraintPasses::correctPositions() { addPass({.pass = &ContactKernels::correctPositions}); }
// Every partition reads the final value of hasDeep: applyRestitution(), a barrier task, has run since
// packing.
void ConstraintPasses::correctDeepOverlap()
{
    addPass({.pass = &ContactKernels::correctPositions, .onlyDeep = true});
}
void ConstraintPasses::applyRestitution() { addBarrier(TaskKind::Impacts); }

void ConstraintPasses::storeImpulses()
{
    addContacts(TaskKind::Store);
    addBarrier(TaskKind::StoreImpacts);
}

void ConstraintPasses::solve(Bias bias)
{
    if (bias == Bias::Off) return addPass({.pass = &ContactKernels::solveRigid});
    addPass({.pass = &ContactKernels::solve, .afterImpacts = &ContactKernels::solveMoved});
}

void ConstraintPasses::warmStartJoints(bool haveMoved)
{
    if (group_.joints.empty()) return;
    flush();
    satbox::warmStartJoints(group_.joints, step_.bodies.states, haveMoved, step_.recorder, executor_);
}

void ConstraintPasses::solveJoints(JointPass pass)
{
    if (group_.joints.empty()) return;
    flush();
    satbox::solveJoints(group_.joints, step_.bodies.states, pass, step_.recorder, executor_);
}

void ConstraintPasses::pushJointsAgain()
{
    if (!group_.joints.hasEliminated()) return;
    flush();
    satbox::pushJointsAgain(group_.joints, step_.bodies.states, step_.recorder, executor_);
}

void ConstraintPasses::correctJoints()
{
    if (group_.joints.empty()) return;
    flush();
    satbox::correctJoints(group_.joints, step_.bodies.states, executor_);
}

void ConstraintPasses::endJointSubstep() { satbox::endJointSubstep(group_.joints, executor_); }

void ConstraintPasses::done(Stage stage, int substep)
{
    if (!isSplit() || step_.plan.solving == Granularity::Whole) flush();
    if (taskCount_ == 0) {
        listener_.done(stage, substep);
        if (isSplit()) stageStart_ = listener_.now();
        return;
    }
    add({.kind = TaskKind::Done, .stage = stage});
    isTimed_ = true;
}

void ConstraintPasses::flush()
{
    if (taskCount_ == 0) return;
    struct Context {
        ConstraintPasses& passes;
        StageTimes shares{}; // as measured on the first track
        float rest = 0.0f;

        void run(size_t track, size_t task)
        {
            const Task& t = passes.tasks_[task];
            if (t.kind == TaskKind::Done) {
                if (passes.isTimed_ && track == 0) shares[static_cast<size_t>(t.stage)] += sinceLastStage();
                return;
            }
            const size_t first = track * passes.partitionsPerTrack_;
            const size_t last = std::min(first + passes.partitionsPerTrack_, passes.group_.partitions.size());
            passes.run(t, first, last, passes.isSplit() ? nullptr : passes.executor_);
        }
        float sinceLastStage()
        {
            const StepClock::time_point now = passes.listener_.now();
            return std::chrono::duration<float>(now - std::exchange(passes.stageStart_, now)).count();
        }
    };
    Context context{*this};
    const size_t tracks = (group_.partitions.size() + partitionsPerTrack_ - 1) / partitionsPerTrack_;
    if (tracks == 1) {
        for (size_t task = 0; task < taskCount_; ++task) context.run(0, task);
    } else {
        const auto run = [](void* c, size_t track, size_t task) {
            static_cast<Context*>(c)->run(track, task);
        };
        PhasedScheduler(tracks, needs_.first(taskCount_), run, &context).run(executor_);
    }
    // Time of a stage that continues after this flush.
    if (isTimed_) context.rest = std::chrono::duration<float>(listener_.now() - stageStart_).count();
    taskCount_ = 0;
    if (std::exchange(isTimed_, false)) listener_.doneCombined(context.shares, context.rest);
}

// Flushes if fewer than `tasks` places are free, so that tasks which refer to each other are in one queue.
void ConstraintPasses::reserveTasks(size_t tasks)
{
    if (taskCount_ + tasks > tasks_.size()) flush();
}

void ConstraintPasses::add(const Task& task, uint32_t needs)
{
    reserveTasks(1);
    needs_[taskCount_] = needs;
    tasks_[taskCount_++] = task;
}

// A sync point if there are kinematic bodies: they belong to no partition, and contacts of every partition
// may read their rows.
void ConstraintPasses::addRows(TaskKind kind)
{
    if (step_.graph.hasKinematic) flush();
    add({.kind = kind});
    if (step_.graph.hasKinematic) flush();
}

// Adds work on the contacts shared between partitions, which one thread does while the others continue with
// their partitions (in a group of one partition, all threads do it); `needs` as in PhasedScheduler.
void ConstraintPasses::addShared(const Task& task, size_t needs)
{
    if (hasShared()) add(task, static_cast<uint32_t>(needs));
}

// Adds work in which contacts are independent of each other.
void ConstraintPasses::addContacts(TaskKind kind)
{
    reserveTasks(2);
    const size_t before = taskCount_;
    add({.kind = kind, .colours = ColourSet::Partitions});
    addShared({.kind = kind, .colours = ColourSet::Shared}, before);
}

// Adds work that runs once for the whole group, after everything queued before it and before everything
// queued later.
void ConstraintPasses::addBarrier(TaskKind kind)
{
    reserveTasks(1);
    add({.kind = kind}, static_cast<uint32_t>(taskCount_));
}

// Order: inner colours of the partitions, shared colours, overflow, contacts with immovable bodies.
void ConstraintPasses::addPass(const Pass& pass)
{
    reserveTasks(4);
    if (group_.innerUsed > 0)
        add({.kind = TaskKind::Pass, .colours = ColourSet::Prerequisites, .pass = pass});
    const size_t prerequisites = taskCount_;
    if (group_.innerUsed > 0 && isSplit())
        add({.kind = TaskKind::Pass, .colours = ColourSet::InnerRest, .pass = pass});
    addShared({.kind = TaskKind::Pass, .colours = ColourSet::Shared, .pass = pass}, prerequisites);
    if (group_.fixedUsed > 0) add({.kind = TaskKind::Pass, .colours = ColourSet::Fixed, .pass = pass});
}

void ConstraintPasses::run(const Task& task, size_t firstPartition, size_t lastPartition,
                           TaskExecutor* threads)
{
    if (task.pass.onlyDeep && !group_.hasDeep) return;
    switch (task.kind) {
    case TaskKind::OrderPrerequisites:
        for (size_t partition = firstPartition; partition < lastPartition; ++partition)
            orderPrerequisitesFirst(group_.partitions[partition], step_.graph.order, step_.edges,
                                    step_.graph.required);
        return;
    case TaskKind::Gather:
    case TaskKind::Velocities:
    case TaskKind::Positions:
    case TaskKind::Scatter:
        runRows(task.kind, group_.partitions[firstPartition].firstRow,
                group_.partitions[lastPartition - 1].lastRow, threads);
        return;
    case TaskKind::Impacts:
        if (!group_.hasImpacts) return;
        if (!impacts_) impacts_.emplace(step_, group_);
        return impacts_->solve();
    case TaskKind::StoreImpacts:
        if (impacts_) impacts_->store();
        return;
    case TaskKind::Pass:
    case TaskKind::Pack:
    case TaskKind::Store:
        break;
    case TaskKind::Done:
        return;
    }
    forEachColour(
        task.colours, firstPartition, lastPartition,
        [&](const ColourBlocks& colour, size_t first, size_t last) {
            if (first == last) return;
            if (!threads) return runBlocks(task, colour, first, last);
            const bool inOrder = task.kind == TaskKind::Pass && &colour == &group_.overflow;
            const size_t grain = task.kind == TaskKind::Pass ? grainOf(colour, threads) : kPackGrain;
            parallelFor(inOrder ? nullptr : threads, last - first, grain, [&](size_t begin, size_t end) {
                runBlocks(task, colour, first + begin, first + end);
            });
        });
}

void ConstraintPasses::runRows(TaskKind kind, size_t firstRow, size_t lastRow, TaskExecutor* threads)
{
    const ContactKernels& kernels = kernelsFor(step_.lanes);
    const SolverBodies& bodies = step_.bodies;
    if (kind == TaskKind::Gather)
        return satbox::gatherBodies(bodies, step_.graph, firstRow, lastRow, *step_.bodyStore, step_.context,
                                    threads);
    if (kind == TaskKind::Scatter)
        return satbox::scatterBodies(bodies, step_.graph, firstRow, lastRow, *step_.bodyStore, step_.fastRows,
                                     step_.context, threads);
    parallelFor(threads, lastRow - firstRow, kRowGrain, [&](size_t begin, size_t end) {
        const size_t row = firstRow + begin;
        if (kind == TaskKind::Velocities)
            kernels.integrateVelocities(&bodies.states[row], &bodies.constants[row], end - begin, params_);
        else
            kernels.integratePositions(&bodies.states[row], &bodies.constants[row], end - begin, params_);
    });
}

// Calls fn(colour, first, last) for the blocks first .. last - 1 of one colour after the other. The colours
// of several partitions are interleaved.
template<class Fn>
void ConstraintPasses::forEachColour(ColourSet set, size_t firstPartition, size_t lastPartition,
                                     Fn&& fn) const
{
    const auto all = [&](const ColourBlocks& colour) { fn(colour, 0, colour.packed.count); };
    const auto ofPartitions = [&](auto colours, size_t used, auto&& each) {
        for (size_t c = 0; c < used; ++c)
            for (size_t partition = firstPartition; partition < lastPartition; ++partition)
                each((group_.partitions[partition].*colours)[c]);
    };
    switch (set) {
    case ColourSet::Partitions:
        ofPartitions(&Partition::inner, group_.innerUsed, all);
        ofPartitions(&Partition::fixed, group_.fixedUsed, all);
        break;
    case ColourSet::Prerequisites:
        ofPartitions(&Partition::inner, group_.innerUsed,
                     [&](const ColourBlocks& colour) { fn(colour, 0, colour.prerequisiteBlocks); });
        break;
    case ColourSet::InnerRest:
        ofPartitions(&Partition::inner, group_.innerUsed, [&](const ColourBlocks& colour) {
            fn(colour, colour.prerequisiteBlocks, colour.packed.count);
        });
        break;
    case ColourSet::Fixed:
        ofPartitions(&Partition::fixed, group_.fixedUsed, all);
        break;
    case ColourSet::Shared:
        for (size_t c = 0; c < group_.sharedUsed; ++c) all(group_.shared[c]);
        all(group_.overflow);
        break;
    }
}

void ConstraintPasses::runBlocks(const Task& task, const ColourBlocks& colour, size_t first, size_t last)
{
    switch (task.kind) {
    case TaskKind::Pack:
        return packBlocks(step_, params_, group_, colour, first, last);
    case TaskKind::Store:
        return storeBlocks(step_, colour, first, last);
    default:
        break;
    }
    // hasImpacts is read only in a pass after Impacts, a barrier task: before that, another thread may write
    // it.
    const bool haveMoved = task.pass.afterImpacts && group_.hasImpacts;
    const auto kernel = haveMoved ? task.pass.afterImpacts : task.pass.pass;
    // Kernels interleave neighbouring blocks. Those of the overflow colour may share bodies, so each is a
    // call.
    const size_t blocksPerCall = &colour == &group_.overflow ? 1 : last - first;
    for (size_t block = first; block < last; block += blocksPerCall)
        (colour.kernels->*kernel)(colour.packed, block, block + blocksPerCall, step_.bodies.states.data(),
                                  params_);
}

} // namespace satbox
