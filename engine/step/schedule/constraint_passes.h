#pragma once

#include "engine/core/parallel.h"
#include "engine/core/phased_scheduler.h"
#include "engine/core/raw_array.h"
#include "engine/step/impacts/impacts.h"
#include "engine/step/solver_step.h"
#include "engine/step/stage.h"
#include <satbox/observe.h>

#include <cstddef>
#include <optional>

namespace satbox {

KernelParams kernelParams(const SolverStep& step);

enum class Bias : uint8_t { Off, On };

// The passes of a solver over the bodies and the contacts of one group, colour by colour.
//
// In a group of several partitions, work is queued and runs in one executor call at the next sync point
// (README.md in this folder). If a group has a single partition, its colours are split among the threads.
class ConstraintPasses {
  public:
    // Keeps references to its arguments. Precondition: `memory` has blockBytes() bytes, aligned to a cache
    // line.
    ConstraintPasses(const SolverStep& step, SolverGroup& group, std::span<std::byte> memory,
                     TaskExecutor* executor, StageListener& listener);
    ~ConstraintPasses(); // Precondition: the queue is empty, see flush()
    ConstraintPasses(const ConstraintPasses&) = delete;
    ConstraintPasses& operator=(const ConstraintPasses&) = delete;

    void gatherBodies();        // fills their rows
    void prepareConstraints();  // effective masses, springs, approach speeds
    void integrateVelocities(); // v += h (g + f/m)
    void integratePositions();  // x += h v
    void warmStart();
    // Bias::On pushes overlap apart softly. Bias::Off solves rigid normal constraints, then friction; in the
    // soft step this removes the velocity that pushing added.
    void solve(Bias bias);
    void correctPositions();
    void correctDeepOverlap(); // the same, only if packing found deep overlap
    void applyRestitution();   // fast impacts within the substep bounce or stop, see Impacts
    void storeImpulses();      // in the contacts
    void scatterBodies();      // stores rows in the bodies
    // See engine/constraints/joint_constraints.h.
    void warmStartJoints(bool haveMoved);
    void solveJoints(JointPass pass);
    void pushJointsAgain();
    void correctJoints();
    void endJointSubstep(); // call after the last pass, unless that was JointPass::Relax

    // Reports a finished stage to the listener. Several stages may be reported together if the plan solves
    // per partition.
    void done(Stage stage, int substep = -1);
    // Runs the queued work. Must be called before destruction.
    void flush();

  private:
    enum class TaskKind : uint8_t {
        OrderPrerequisites,
        Gather,
        Velocities,
        Positions,
        Scatter,
        Pack,
        Pass,
        Impacts,
        Store,
        StoreImpacts,
        Done
    };
    // Which blocks a task covers. Prerequisites: the blocks of the inner colours that shared contacts depend
    // on (shared_prerequisites.h). InnerRest: the other blocks of the inner colours.
    enum class ColourSet : uint8_t { Partitions, Prerequisites, InnerRest, Fixed, Shared };
    struct Pass {
        ContactPass ContactKernels::*pass = nullptr;
        ContactPass ContactKernels::*afterImpacts = nullptr; // used instead in groups with impacts
        bool onlyDeep = false;                               // only in groups with deep overlap
    };
    struct Task {
        TaskKind kind = TaskKind::Done;
        ColourSet colours = ColourSet::Partitions;
        Stage stage = Stage::Count; // TaskKind::Done: the stage that is done
        Pass pass{};                // TaskKind::Pass
    };

    bool isSplit() const { return group_.partitions.size() > 1; }
    bool hasShared() const { return group_.sharedUsed > 0 || !group_.overflow.order.empty(); }
    void orderPrerequisites();
    void reserveTasks(size_t tasks);
    void add(const Task& task, uint32_t needs = PhasedScheduler::kPerTrack);
    void addRows(TaskKind kind);
    void addShared(const Task& task, size_t needs);
    void addContacts(TaskKind kind);
    void addBarrier(TaskKind kind);
    void addPass(const Pass& pass);
    void run(const Task& task, size_t firstPartition, size_t lastPartition, TaskExecutor* threads);
    void runRows(TaskKind kind, size_t firstRow, size_t lastRow, TaskExecutor* threads);
    template<class Fn>
    void forEachColour(ColourSet set, size_t firstPartition, size_t lastPartition, Fn&& fn) const;
    void runBlocks(const Task& task, const ColourBlocks& colour, size_t first, size_t last);

    const SolverStep& step_;
    SolverGroup& group_;
    TaskExecutor* executor_;
    StageListener& listener_;
    const KernelParams params_;
    const size_t partitionsPerTrack_;
    std::optional<Impacts> impacts_; // created at the first fast impact
    RawArray<Task, 128> tasks_;      // queued tasks
    RawArray<uint32_t, 128> needs_;  // see PhasedScheduler
    size_t taskCount_ = 0;
    bool isTimed_ = false;             // the queue contains a TaskKind::Done
    StepClock::time_point stageStart_; // start of the current stage on the first track
};

} // namespace satbox
