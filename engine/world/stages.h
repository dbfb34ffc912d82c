#pragma once

#include "engine/solver/solvers.h"
#include "engine/solver/stage_timer.h"
#include "engine/world/world_state.h"

#include <cmath>

namespace satbox {

class StepObserver;

// The stages of World::step, acting on a whole world. Each one delegates to the module that does the work.

// Stability limit of (h omega)^2 times stiffening, for contacts between two movable bodies. Lightly loaded
// boxes tremble from 2.16 on, see docs/step.md, "Where a step is stable".
inline constexpr float kMaxContactStiffness = 2.04f;
StepContext makeStepContext(const WorldSettings& settings, float dt);
ContactSettings contactSettings(const WorldSettings& settings);

// Which poses of the bodies contact anchors refer to: the current ones, or those at the start of the step.
enum class Poses : uint8_t { Now, BeforeStep };

// Discards the last step's events and times. Events of edits since then become the first events of the new
// step.
void clearReports(WorldState& world);
// Forces and torques that a step consumes. A long step saves them and reapplies them in each slice, which
// also wakes the bodies, as a caller of World::applyForce would.
struct SavedForce {
    uint32_t body = 0; // slot
    Vec2 force{0.0f, 0.0f};
    float torque = 0.0f;
};
using SavedForces = std::vector<SavedForce>;
SavedForces saveForces(const WorldState& world);
void reapplyForces(WorldState& world, std::span<const SavedForce> forces);
void wake(WorldState& world, uint32_t slot); // of a body
// Frees the last step's scratch memory and quarantines bodies that an edit moved out of the world or made
// non-finite.
void beginStep(WorldState& world, TaskExecutor* executor);
void updatePairs(WorldState& world, TaskExecutor* executor = nullptr);
// Prepares the update of contacts for the current poses. `steps`: increment of their ages, 1 in a step and 0
// if no time passes.
ContactUpdate makeContactUpdate(WorldState& world, uint32_t steps, float dt);
// Updates all contacts, or only those outside the graph. In that case solver.update is set, and each group
// updates its own contacts just before it solves them.
void updateContacts(WorldState& world, ContactUpdate& update, SolverStep& solver, bool observed);
// Removes ended contacts and appends begin and end events to `events`. `poses`: as in reportChanges.
void finishContacts(WorldState& world, ContactUpdate& update, WorldEvents& events, Poses poses,
                    TaskExecutor* executor);
// Moving bodies wake the sleepers that they touch.
void updateIslands(WorldState& world, float dt);
void gatherSolver(WorldState& world, SolverStep& solver, bool observed);
// The vertex-contact solver. It is here and not in engine/solver because it finds pairs and contacts in each
// substep.
void solveVertexContacts(WorldState& world, const SolverStep& step);
// Stores its results in WorldState::vertexContacts and reports events.
void storeVertexContacts(WorldState& world);
// Updates the same list for the current poses without a step; keeps the impulses of persisting points.
void refreshVertexContacts(WorldState& world);
// Wakes the sleeping bodies that one of `bodies` may reach within a step of dt s. Precondition: `bodies` are
// awake.
void wakeInReach(WorldState& world, std::span<const uint32_t> bodies, float dt);
void storeSolver(WorldState& world, SolverStep& solver);
// Checks the contacts whose event flag is set: a contact with an impulse that did not touch yet begins to
// touch; one that was hit fast enough makes a hit event.
void reportPushes(WorldState& world, std::span<const uint8_t> eventFlags);
void stopFastBodies(WorldState& world, const SolverStep& solver);
void finalizeBodies(WorldState& world, WorldEvents& events, TaskExecutor* executor = nullptr);
void putToSleep(WorldState& world, float dt);
// The settings of putToSleep.
SleepSettings sleepSettings(const WorldSettings& settings, float dt);
std::vector<uint32_t> mouseHeldBodies(const WorldState& world); // slots; may contain duplicates

// Converts contact changes to events with ids and points. `poses`: the poses at which the contacts were
// updated, which are those of the step's start once the step has moved the bodies.
void reportChanges(const WorldState& world, const std::vector<ContactChange>& changes, WorldEvents& events,
                   Poses poses);

// True if the motion is finite and its origin is within the range of definitions and files. Without that
// bound, a body that falls for ever would get coordinates with which it can neither be edited nor saved.
inline bool isInWorld(const BodyMotion& m)
{
    const Position p = m.origin();
    return isFinite(m) && std::fabs(p.x) <= kMaxPosition && std::fabs(p.y) <= kMaxPosition;
}

// Clamps the velocity to the bounds of definitions, so that the body can be saved. Precondition: finite.
void limitVelocity(BodyMotion& motion);

// Freezes a body that is not isInWorld(): moves it back to its pose at the start of the step, removes it from
// the simulation, adds an event and wakes all that touched it.
void quarantine(WorldState& world, uint32_t slot, WorldEvents& events);

// Adds the shape to the broad phase.
void addProxy(WorldState& world, uint32_t shapeSlot);
// Recomputes the boxes of all shapes of the body, as addProxy would. Needed after an edit that moved its
// centre of mass.
void rebuildBoxes(WorldState& world, uint32_t bodySlot);
// Margin of the fat box of a movable shape, m; `extents`: of its tight box.
float fatMarginOf(const WorldSettings& settings, Vec2 extents);
// Removes the shape from the broad phase, with all its contacts.
void removeProxy(WorldState& world, uint32_t shapeSlot, WorldEvents& events);

// Call before an edit of a body. Wakes its island and all bodies that touch it, and restarts their rest
// times.
void wakeWithNeighbours(WorldState& world, uint32_t slot);
// Call after an edit of a static body: wakes the sleepers in its boxes. (A static body is never awake, so
// pairs with sleepers would not be found otherwise.)
void wakeOverlapping(WorldState& world, uint32_t slot);
// Wakes bodies in slot order; sorts `slots`.
void wakeAll(WorldState& world, std::vector<uint32_t>& slots);

// Times each stage and calls the observer, if there is one.
class StageClock final : public StageTimer {
  public:
    StageClock(WorldState& world, StepObserver* observer, const SolverStep& solver);
    void done(Stage stage, int substep = -1) override;
    bool observesBodies() const override { return observer_ != nullptr; }
    void finish();

  private:
    WorldState& world_;
    StepObserver* observer_;
    const SolverStep& solver_;
    StepClock::time_point start_;
};

} // namespace satbox
