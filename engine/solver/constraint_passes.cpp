#include "engine/solver/constraint_passes.h"

#include "engine/core/assert.h"
#include "engine/solver/contact_packing.h"
#include "engine/solver/shared_prerequisites.h"

#include <algorithm>
#include <utility>

namespace satbox {

namespace {

// Rows that a thread takes at once.
constexpr size_t kRowGrain = 1024;

// Blocks between parts that one thread solves while the others go on with theirs: some ten microseconds.
constexpr size_t kMaxJointBlocks = 128;

// Blocks that a thread packs at once.
constexpr size_t kPackGrain = 64;

// Contacts that are worth a thread's while: some microseconds of work. With 96 a heap of 2,000 boxes took a
// seventh longer on two threads than on one, since the rows of its bodies went to and fro between the
// processors.
constexpr size_t kMinContacts = 512;

// Blocks that a thread takes at once: two runs for each, so that one can take over from another that lost its
// processor. All of them for one thread, without the divisions, which take as long as some contacts.
size_t grainOf(const ColourBlocks& colour, const TaskExecutor* executor)
{
    if (!executor) return colour.run.count;
    const size_t runs = 2 * static_cast<size_t>(executor->threadCount());
    const size_t least = (kMinContacts + static_cast<size_t>(colour.kernels->lanes) - 1) /
                         static_cast<size_t>(colour.kernels->lanes);
    return std::max((colour.run.count + runs - 1) / runs, least);
}

// Parts that a thread takes at once: two lots for each where there are enough. Their colours go by turns,
// since a colour's first blocks wait for the last ones of the colour before: alone, a part took a sixth
// longer.
size_t partsAtOnce(size_t parts, const TaskExecutor* executor)
{
    if (!executor || executor->threadCount() < 2) return parts;
    const auto threads = static_cast<size_t>(executor->threadCount());
    const size_t lots = std::min(parts >= 4 * threads ? 2 * threads : threads, PhasedScheduler::kMaxTracks);
    return (parts + lots - 1) / lots;
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
            .contact = context.contact,
            .recorder = step.recorder};
}

ConstraintPasses::ConstraintPasses(const SolverStep& step, SolverGroup& group, std::span<std::byte> memory,
                                   TaskExecutor* executor, StageListener& listener)
    : step_(step), group_(group), executor_(executor), listener_(listener), params_(kernelParams(step)),
      partsAtOnce_(partsAtOnce(group.parts.size(), executor)), begun_(listener.now())
{
    layOutBlocks(group, step, memory);
    size_t joint = group.overflow.run.count; // blocks; of one contact each, which take as long as others
    for (const ColourBlocks& colour : group.shared) joint += colour.run.count;
    sharedIsLarge_ = executor && joint > kMaxJointBlocks;
}

ConstraintPasses::~ConstraintPasses() { SATBOX_ASSERT(taskCount_ == 0, "meet() does what was put off"); }

void ConstraintPasses::gatherBodies() { addRows(Kind::Gather); }
void ConstraintPasses::scatterBodies() { addRows(Kind::Scatter); }

void ConstraintPasses::prepareConstraints()
{
    group_.hasImpacts = false;
    group_.hasDeep = false;
    findBorders();
    addContacts(Kind::Pack);
}

void ConstraintPasses::findBorders()
{
    const bool helps = partsAtOnce_ < group_.parts.size() && isJoined() && !sharedIsLarge_;
    if (!helps || group_.bordersKnown || step_.graph.required.empty()) return;
    markPrerequisites(group_, step_.edges, step_.graph.required);
    add({.kind = Kind::Border});
    group_.bordersKnown = true;
}

void ConstraintPasses::integrateVelocities() { addRows(Kind::Velocities); }
void ConstraintPasses::integratePositions() { addRows(Kind::Positions); }
void ConstraintPasses::warmStart() { addPass({.pass = &ContactKernels::warmStart}); }
void ConstraintPasses::correctPositions() { addPass({.pass = &ContactKernels::correctPositions}); }
// Restitution, a joint task, has come in between: all parts know what preparing found.
void ConstraintPasses::correctDeepOverlap()
{
    addPass({.pass = &ContactKernels::correctPositions, .onlyDeep = true});
}
void ConstraintPasses::applyRestitution() { addJoint(Kind::Impacts); }

void ConstraintPasses::storeImpulses()
{
    addContacts(Kind::Store);
    addJoint(Kind::StoreImpacts);
}

void ConstraintPasses::solve(Bias bias)
{
    if (bias == Bias::Off) return addPass({.pass = &ContactKernels::relax});
    addPass({.pass = &ContactKernels::solve, .afterImpacts = &ContactKernels::solveMoved});
}

void ConstraintPasses::warmStartMouseJoints()
{
    if (group_.mouseJoints.empty()) return;
    meet();
    warmStartMouse(group_.mouseJoints, step_.bodies.states, step_.recorder);
}

void ConstraintPasses::solveMouseJoints()
{
    if (group_.mouseJoints.empty()) return;
    meet();
    solveMouse(group_.mouseJoints, step_.bodies.states, step_.recorder);
}

void ConstraintPasses::done(Stage stage, int substep)
{
    if (!isSplit() || listener_.seesBodies()) meet();
    if (taskCount_ == 0) {
        listener_.done(stage, substep);
        if (isSplit()) begun_ = listener_.now();
        return;
    }
    add({.kind = Kind::Done, .stage = stage});
    isTimed_ = true;
}

void ConstraintPasses::meet()
{
    if (taskCount_ == 0) return;
    struct Context {
        ConstraintPasses& passes;
        StageTimes shares{}; // as the first lot sees it
        float rest = 0.0f;

        void run(size_t lot, size_t task)
        {
            const Task& t = passes.tasks_[task];
            if (t.kind == Kind::Done) {
                if (passes.isTimed_ && lot == 0) shares[static_cast<size_t>(t.stage)] += sinceThen();
                return;
            }
            const size_t first = lot * passes.partsAtOnce_;
            const size_t last = std::min(first + passes.partsAtOnce_, passes.group_.parts.size());
            passes.run(t, first, last, passes.isSplit() ? nullptr : passes.executor_);
        }
        float sinceThen()
        {
            const StepClock::time_point now = passes.listener_.now();
            return std::chrono::duration<float>(now - std::exchange(passes.begun_, now)).count();
        }
    };
    Context context{*this};
    const size_t lots = (group_.parts.size() + partsAtOnce_ - 1) / partsAtOnce_;
    if (lots == 1) {
        for (size_t task = 0; task < taskCount_; ++task) context.run(0, task);
    } else {
        const auto run = [](void* c, size_t lot, size_t task) { static_cast<Context*>(c)->run(lot, task); };
        PhasedScheduler(lots, needs_.first(taskCount_), run, &context).run(executor_);
    }
    // Of a stage that goes on after this.
    if (isTimed_) context.rest = std::chrono::duration<float>(listener_.now() - begun_).count();
    taskCount_ = 0;
    if (std::exchange(isTimed_, false)) listener_.doneTogether(context.shares, context.rest);
}

// For tasks that belong together.
void ConstraintPasses::makeRoom(size_t tasks)
{
    if (taskCount_ + tasks > tasks_.size()) meet();
}

void ConstraintPasses::add(const Task& task, uint32_t needs)
{
    makeRoom(1);
    needs_[taskCount_] = needs;
    tasks_[taskCount_++] = task;
}

// What moves by itself may touch bodies of any part, which look at its row.
void ConstraintPasses::addRows(Kind kind)
{
    if (step_.graph.kinematic) meet();
    add({.kind = kind});
    if (step_.graph.kinematic) meet();
}

// Contacts of no part alone: `needs` as PhasedScheduler has it. Of many of them all threads take their share.
void ConstraintPasses::addShared(const Task& task, size_t needs)
{
    if (!isJoined()) return;
    if (!sharedIsLarge_) return add(task, static_cast<uint32_t>(needs));
    meet();
    run(task, 0, 0, executor_);
}

// What is done for each contact alone.
void ConstraintPasses::addContacts(Kind kind)
{
    makeRoom(2);
    const size_t before = taskCount_;
    add({.kind = kind, .where = Where::Parts});
    addShared({.kind = kind, .where = Where::Shared}, before);
}

// What is done once for the whole group, after all that was put off before and before all that comes after.
void ConstraintPasses::addJoint(Kind kind)
{
    makeRoom(1);
    add({.kind = kind}, static_cast<uint32_t>(taskCount_));
}

// Inner colours of the parts, the colours that they share, the overflow, then what touches the ground.
void ConstraintPasses::addPass(const Pass& pass)
{
    makeRoom(4);
    if (group_.innerUsed > 0) add({.kind = Kind::Pass, .where = Where::Border, .pass = pass});
    const size_t required = taskCount_;
    if (group_.innerUsed > 0 && isSplit()) add({.kind = Kind::Pass, .where = Where::Inner, .pass = pass});
    addShared({.kind = Kind::Pass, .where = Where::Shared, .pass = pass}, required);
    if (group_.fixedUsed > 0) add({.kind = Kind::Pass, .where = Where::Fixed, .pass = pass});
}

void ConstraintPasses::run(const Task& task, size_t firstPart, size_t lastPart, TaskExecutor* threads)
{
    if (task.pass.onlyDeep && !group_.hasDeep) return;
    switch (task.kind) {
    case Kind::Border:
        for (size_t part = firstPart; part < lastPart; ++part)
            orderPrerequisitesFirst(group_.parts[part], step_.graph.order, step_.edges, step_.graph.required);
        return;
    case Kind::Gather:
    case Kind::Velocities:
    case Kind::Positions:
    case Kind::Scatter:
        runRows(task.kind, group_.parts[firstPart].firstRow, group_.parts[lastPart - 1].lastRow, threads);
        return;
    case Kind::Impacts:
        if (!group_.hasImpacts) return;
        if (!impacts_) impacts_.emplace(step_, group_);
        return impacts_->solve();
    case Kind::StoreImpacts:
        if (impacts_) impacts_->store();
        return;
    case Kind::Pass:
    case Kind::Pack:
    case Kind::Store:
        break;
    case Kind::Done:
        return;
    }
    forEachColour(
        task.where, firstPart, lastPart, [&](const ColourBlocks& colour, size_t first, size_t last) {
            if (first == last) return;
            if (!threads) return runBlocks(task, colour, first, last);
            const bool inOrder = task.kind == Kind::Pass && &colour == &group_.overflow;
            const size_t grain = task.kind == Kind::Pass ? grainOf(colour, threads) : kPackGrain;
            forEachRange(inOrder ? nullptr : threads, last - first, grain, [&](size_t begin, size_t end) {
                runBlocks(task, colour, first + begin, first + end);
            });
        });
}

void ConstraintPasses::runRows(Kind kind, size_t firstRow, size_t lastRow, TaskExecutor* threads)
{
    const ContactKernels& kernels = kernelsFor(step_.lanes);
    const SolverBodies& bodies = step_.bodies;
    if (kind == Kind::Gather)
        return satbox::gatherBodies(bodies, step_.graph, firstRow, lastRow, *step_.store, step_.context,
                                    threads);
    if (kind == Kind::Scatter)
        return satbox::scatterBodies(bodies, step_.graph, firstRow, lastRow, *step_.store, step_.fastRows,
                                     step_.context, threads);
    forEachRange(threads, lastRow - firstRow, kRowGrain, [&](size_t begin, size_t end) {
        const size_t row = firstRow + begin;
        if (kind == Kind::Velocities)
            kernels.integrateVelocities(&bodies.states[row], &bodies.constants[row], end - begin, params_);
        else
            kernels.integratePositions(&bodies.states[row], end - begin, params_);
    });
}

// Calls fn(colour, first, last) for the blocks first .. last - 1 of one colour after the other. Several
// parts' colours go by turns.
template<class Fn>
void ConstraintPasses::forEachColour(Where where, size_t firstPart, size_t lastPart, Fn&& fn) const
{
    const auto all = [&](const ColourBlocks& colour) { fn(colour, 0, colour.run.count); };
    const auto ofParts = [&](auto colours, size_t used, auto&& each) {
        for (size_t c = 0; c < used; ++c)
            for (size_t part = firstPart; part < lastPart; ++part) each((group_.parts[part].*colours)[c]);
    };
    switch (where) {
    case Where::Parts:
        ofParts(&Partition::inner, group_.innerUsed, all);
        ofParts(&Partition::fixed, group_.fixedUsed, all);
        break;
    case Where::Border:
        ofParts(&Partition::inner, group_.innerUsed,
                [&](const ColourBlocks& colour) { fn(colour, 0, colour.borderBlocks); });
        break;
    case Where::Inner:
        ofParts(&Partition::inner, group_.innerUsed,
                [&](const ColourBlocks& colour) { fn(colour, colour.borderBlocks, colour.run.count); });
        break;
    case Where::Fixed:
        ofParts(&Partition::fixed, group_.fixedUsed, all);
        break;
    case Where::Shared:
        for (size_t c = 0; c < group_.sharedUsed; ++c) all(group_.shared[c]);
        all(group_.overflow);
        break;
    }
}

void ConstraintPasses::runBlocks(const Task& task, const ColourBlocks& colour, size_t first, size_t last)
{
    switch (task.kind) {
    case Kind::Pack:
        return packBlocks(step_, params_, group_, colour, first, last);
    case Kind::Store:
        return storeBlocks(step_, colour, first, last);
    default:
        break;
    }
    // hasImpacts is read only in a pass after Impacts, a joint task: until then another thread may write it.
    const bool haveMoved = task.pass.afterImpacts && group_.hasImpacts;
    const auto kernel = haveMoved ? task.pass.afterImpacts : task.pass.pass;
    (colour.kernels->*kernel)(colour.run, first, last, step_.bodies.states.data(), params_);
}

} // namespace satbox
