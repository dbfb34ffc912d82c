#include "engine/solver/group_passes.h"

#include "engine/core/assert.h"

#include <algorithm>
#include <utility>

namespace satbox {

namespace {

// Rows that a thread takes at once.
constexpr size_t kRowGrain = 1024;

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

GroupPasses::GroupPasses(const SolverStep& step, const SolverGroup& group, TaskExecutor* executor,
                         StageListener& listener)
    : step_(step), group_(group), executor_(executor), listener_(listener),
      params_(kernelParams(step.context)), partsAtOnce_(partsAtOnce(group.parts.size(), executor))
{}

GroupPasses::~GroupPasses() { SATBOX_ASSERT(taskCount_ == 0, "meet() does what was put off"); }

void GroupPasses::integrateVelocities() { addRows(Kind::Velocities); }
void GroupPasses::integratePositions() { addRows(Kind::Positions); }
void GroupPasses::warmStart() { runPass(&ContactKernels::warmStart); }
void GroupPasses::correctPositions() { runPass(&ContactKernels::correctPositions); }

void GroupPasses::solve(Bias bias)
{
    runPass(bias == Bias::On ? &ContactKernels::solve : &ContactKernels::relax);
}

void GroupPasses::applyRestitution()
{
    if (group_.bounces) runPass(&ContactKernels::restitution);
}

void GroupPasses::warmStartMice()
{
    if (group_.mice.empty()) return;
    meet();
    warmStartMouse(group_.mice, step_.bodies.states);
}

void GroupPasses::solveMice()
{
    if (group_.mice.empty()) return;
    meet();
    solveMouse(group_.mice, step_.bodies.states);
}

void GroupPasses::done(Stage stage, int substep)
{
    if (group_.parts.size() == 1 || listener_.seesBodies()) meet();
    if (taskCount_ == 0) {
        listener_.done(stage, substep);
        if (group_.parts.size() > 1) begun_ = Clock::now();
        return;
    }
    add({.kind = Kind::Done, .stage = stage});
    isTimed_ = true;
}

void GroupPasses::meet()
{
    if (taskCount_ == 0) return;
    StageTimes shares{}; // as the first part sees it
    float rest = 0.0f;
    forEachPartRun(group_, executor_, partsAtOnce_, [&](size_t first, size_t last, TaskExecutor* threads) {
        const bool isTimed = isTimed_ && first == 0;
        const auto sinceThen = [&](Clock::time_point now) {
            return std::chrono::duration<float>(now - std::exchange(begun_, now)).count();
        };
        for (size_t i = 0; i < taskCount_; ++i) {
            if (tasks_[i].kind != Kind::Done)
                run(tasks_[i], first, last, threads);
            else if (isTimed)
                shares[static_cast<size_t>(tasks_[i].stage)] += sinceThen(Clock::now());
        }
        if (isTimed) rest = std::chrono::duration<float>(Clock::now() - begun_).count();
    });
    taskCount_ = 0;
    if (std::exchange(isTimed_, false)) listener_.doneTogether(shares, rest);
}

void GroupPasses::add(const Task& task)
{
    if (taskCount_ == tasks_.size()) meet();
    tasks_[taskCount_++] = task;
}

// What moves by itself may touch bodies of any part, which look at its row.
void GroupPasses::addRows(Kind kind)
{
    if (step_.graph.kinematic) meet();
    add({.kind = kind});
    if (step_.graph.kinematic) meet();
}

// Inner colours of the parts, the colours that they share, the overflow, then what touches the ground.
void GroupPasses::runPass(ContactPass ContactKernels::*pass)
{
    if (group_.innerUsed > 0) add({.kind = Kind::InnerColours, .pass = pass});
    if (group_.sharedUsed > 0 || !group_.overflow.order.empty()) {
        meet();
        for (size_t c = 0; c < group_.sharedUsed; ++c) runColour(group_.shared[c], pass, executor_);
        runColour(group_.overflow, pass, nullptr);
    }
    if (group_.fixedUsed > 0) add({.kind = Kind::FixedColours, .pass = pass});
}

void GroupPasses::run(const Task& task, size_t firstPart, size_t lastPart, TaskExecutor* threads)
{
    const auto runColours = [&](auto colours, size_t used) {
        for (size_t c = 0; c < used; ++c)
            for (size_t part = firstPart; part < lastPart; ++part)
                runColour((group_.parts[part].*colours)[c], task.pass, threads);
    };
    switch (task.kind) {
    case Kind::Velocities:
    case Kind::Positions:
        runRows(task.kind, group_.parts[firstPart].firstRow, group_.parts[lastPart - 1].lastRow, threads);
        break;
    case Kind::InnerColours:
        runColours(&SolverPart::inner, group_.innerUsed);
        break;
    case Kind::FixedColours:
        runColours(&SolverPart::fixed, group_.fixedUsed);
        break;
    case Kind::Done:
        break;
    }
}

void GroupPasses::runRows(Kind kind, size_t firstRow, size_t lastRow, TaskExecutor* threads)
{
    const ContactKernels& kernels = kernelsFor(step_.lanes);
    const SolverBodies& bodies = step_.bodies;
    forEachRange(threads, lastRow - firstRow, kRowGrain, [&](size_t begin, size_t end) {
        const size_t row = firstRow + begin;
        if (kind == Kind::Velocities)
            kernels.integrateVelocities(&bodies.states[row], &bodies.changes[row], end - begin, params_);
        else
            kernels.integratePositions(&bodies.states[row], end - begin, params_);
    });
}

void GroupPasses::runColour(const ColourBlocks& colour, ContactPass ContactKernels::*pass,
                            TaskExecutor* threads)
{
    if (colour.run.count == 0) return;
    const ContactPass kernel = colour.kernels->*pass;
    forEachRange(threads, colour.run.count, grainOf(colour, threads), [&](size_t begin, size_t end) {
        kernel(colour.run, begin, end, step_.bodies.states.data(), params_);
    });
}

} // namespace satbox
