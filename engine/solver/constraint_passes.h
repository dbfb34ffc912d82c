#pragma once

#include "engine/core/parallel.h"
#include "engine/core/phased_scheduler.h"
#include "engine/core/raw_array.h"
#include "engine/solver/impacts.h"
#include "engine/solver/solver_step.h"

#include <cstddef>
#include <optional>

namespace satbox {

KernelParams kernelParams(const SolverStep& step);

enum class Bias : uint8_t { Off, On };

// The passes of a solver over the bodies and the contacts of one group, colour by colour.
//
// Parts of a large group go side by side, each on one thread. What is to be done is put off until they have
// to meet, since a mouse pulls, something moves by itself, somebody looks, there is much between parts or all
// is done, and then done in one call of the executor. Within it, contacts between parts are solved by one
// thread while the others go on with what does not depend on them (PhasedScheduler, orderPrerequisitesFirst).
// Of a single part, the colours are split among the threads.
class ConstraintPasses {
  public:
    // References stay. `memory`: of blockBytes(), aligned to a cache line.
    ConstraintPasses(const SolverStep& step, SolverGroup& group, std::span<std::byte> memory,
                     TaskExecutor* executor, StageListener& listener);
    ~ConstraintPasses(); // nothing may be left that was put off
    ConstraintPasses(const ConstraintPasses&) = delete;
    ConstraintPasses& operator=(const ConstraintPasses&) = delete;

    void gatherBodies();        // into their rows
    void prepareConstraints();  // effective masses, springs, approach speeds
    void integrateVelocities(); // v += h (g + f/m)
    void integratePositions();  // x += h v
    void warmStart();
    // Bias::On pushes overlap apart, softly. Bias::Off relaxes: takes back the speed that pushing added, and
    // solves friction.
    void solve(Bias bias);
    void correctPositions();
    void correctDeepOverlap(); // the same, where preparing found such
    void applyRestitution();   // what meets fast within the substep bounces or stops, see Impacts
    void storeImpulses();      // into the contacts
    void scatterBodies();      // rows into bodies
    void warmStartMouseJoints();
    void solveMouseJoints();

    // Tells the listener, once the stage is done; where it looks at nothing, of several stages together.
    void done(Stage stage, int substep = -1);
    // Does what was put off; without it the last of it is never done.
    void meet();

  private:
    enum class Kind : uint8_t {
        Border,
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
    // Which contacts: Border and Inner are the inner colours' first blocks and the others.
    enum class Where : uint8_t { Parts, Border, Inner, Fixed, Shared };
    struct Pass {
        ContactPass ContactKernels::*pass = nullptr;
        ContactPass ContactKernels::*afterImpacts = nullptr; // used instead in groups with impacts
        bool onlyDeep = false;                               // where there is deep overlap
    };
    struct Task {
        Kind kind = Kind::Done;
        Where where = Where::Parts;
        Stage stage = Stage::Count; // that is done
        Pass pass{};                // over contacts
    };

    bool isSplit() const { return group_.parts.size() > 1; }
    bool isJoined() const { return group_.sharedUsed > 0 || !group_.overflow.order.empty(); }
    void findBorders();
    void makeRoom(size_t tasks);
    void add(const Task& task, uint32_t needs = PhasedScheduler::kOwn);
    void addRows(Kind kind);
    void addShared(const Task& task, size_t needs);
    void addContacts(Kind kind);
    void addJoint(Kind kind);
    void addPass(const Pass& pass);
    void run(const Task& task, size_t firstPart, size_t lastPart, TaskExecutor* threads);
    void runRows(Kind kind, size_t firstRow, size_t lastRow, TaskExecutor* threads);
    template<class Fn>
    void forEachColour(Where where, size_t firstPart, size_t lastPart, Fn&& fn) const;
    void runBlocks(const Task& task, const ColourBlocks& colour, size_t first, size_t last);

    const SolverStep& step_;
    SolverGroup& group_;
    TaskExecutor* executor_;
    StageListener& listener_;
    const KernelParams params_;
    const size_t partsAtOnce_;
    std::optional<Impacts> impacts_; // where something came fast enough
    bool sharedIsLarge_ = false;     // worth being split among threads
    RawArray<Task, 128> tasks_;      // that are put off
    RawArray<uint32_t, 128> needs_;  // see PhasedScheduler
    size_t taskCount_ = 0;
    bool isTimed_ = false;        // some stage is done with them
    StepClock::time_point begun_; // the stage under way, as the first part sees it
};

} // namespace satbox
