#pragma once

#include "engine/core/internal_api.h"
#include "engine/model/world_state.h"
#include "engine/step/solvers/solvers.h"
#include "engine/step/stage.h"
#include "engine/step/stage_timer.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"
#include <satbox/observe.h>
#include <satbox/op.h>

#include <cmath>

namespace satbox {

class StepObserver;

// The stages of World::step, acting on a whole world. Each one delegates to the module that does the work.

// Stability limit of (h omega)^2 times stiffening, for contacts between two movable bodies. Lightly loaded
// boxes tremble above 2.16, see docs/step.md, "Where a step is stable".
inline constexpr float kMaxContactStiffness = 2.04f;
SATBOX_INTERNAL_API StepContext makeStepContext(const WorldSettings& settings, float dt);
SATBOX_INTERNAL_API ContactSettings contactSettings(const WorldSettings& settings);

// The poses of the bodies to which contact anchors refer: the current ones, or those at the start of the
// step.
enum class Poses : uint8_t { Now, BeforeStep };

// Begins a new report: discards the last step's events and times. Events of edits since then become the first
// events of the new step.
void clearReports(StepReport& report);
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
// Refuses an operation whose id is stale or null; `kind`: "body".
OpResult staleId(const char* kind);
// Frees the last step's scratch memory and quarantines bodies that an edit moved out of the world or made
// non-finite.
void beginStep(WorldState& world, StepReport& report, StepWorkspace& work, TaskExecutor* executor);
// Creates contacts for new pairs of overlapping fat boxes.
void updatePairs(WorldState& world, StepReport& report, StepWorkspace& work,
                 TaskExecutor* executor = nullptr);
// Prepares the update of contacts for the current poses. `steps`: increment of their ages, 1 in a step and 0
// if no time passes.
ContactUpdate makeContactUpdate(WorldState& world, StepWorkspace& work, uint32_t steps, float dt);
// Updates all contacts; or, if the graph stays valid, only those outside it. Then solver.update is set, and
// each group updates its own contacts just before it solves them.
void updateContacts(WorldState& world, StepReport& report, StepWorkspace& work, ContactUpdate& update,
                    SolverStep& solver, bool observed);
// Removes ended contacts and appends begin and end events to `events`. `poses`: as in reportChanges.
void finishContacts(WorldState& world, StepWorkspace& work, ContactUpdate& update, WorldEvents& events,
                    Poses poses, TaskExecutor* executor);
// Moving bodies wake the sleeping bodies that they touch. Also wakes those in reach of fast kinematic bodies
// and, for the vertex-contact solver, of all awake bodies.
void updateIslands(WorldState& world, StepWorkspace& work, float dt);
// Prepares `solver`: constraint graph, solver bodies, contacts and mouse joints.
void gatherSolver(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& solver,
                  bool observed);
// The vertex-contact solver. Unlike the other solvers, it finds pairs and contacts in each substep.
void solveVertexContacts(WorldState& world, StepReport& report, StepWorkspace& work, const SolverStep& step);
// Stores the results of solveVertexContacts in StepReport::vertexContacts and reports begin and hit events.
void storeVertexContacts(WorldState& world, StepReport& report, StepWorkspace& work);
// Updates StepReport::vertexContacts for the current poses without a step; keeps the impulses of persisting
// points.
void refreshVertexContacts(const WorldState& world, StepReport& report, StepWorkspace& work);
// Wakes the sleeping bodies that one of `bodies` may reach within a step of dt s. Precondition: `bodies` are
// awake.
void wakeInReach(WorldState& world, const StepWorkspace& work, std::span<const uint32_t> bodies, float dt);
// Finishes deferred contact updates, collects the fast bodies, stores the impulses of mouse joints and
// reports events.
void storeSolver(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& solver);
// Reports the events of contacts whose event flag is set. A contact that had an impulse but did not touch
// before gets a begin event; a contact with an approach faster than the hit threshold gets a hit event.
void reportPushes(WorldState& world, StepReport& report, StepWorkspace& work,
                  std::span<const uint8_t> eventFlags);
// Continuous collision.
void stopFastBodies(WorldState& world, const SolverStep& solver);
// Updates boxes for the new poses and quarantines bodies that are not isInWorld().
void finalizeBodies(WorldState& world, StepReport& report, WorldEvents& events, StepWorkspace& work,
                    TaskExecutor* executor = nullptr);
// Puts islands at rest to sleep.
void putToSleep(WorldState& world, StepReport& report, StepWorkspace& work, float dt);
// The parameters of putToSleep, from the world's settings.
SATBOX_INTERNAL_API SleepSettings sleepSettings(const WorldSettings& settings, float dt);
SATBOX_INTERNAL_API std::vector<uint32_t> mouseHeldBodies(
    const WorldState& world); // slots; may contain duplicates

// Converts contact changes to events with ids and points. `poses`: the poses for which the contacts were
// updated; BeforeStep once the step has moved the bodies.
void reportChanges(const WorldState& world, const std::vector<ContactChange>& changes, WorldEvents& events,
                   Poses poses);

// True if the motion is finite and its origin is within kMaxPosition, the bound of definitions and files.
// Without it, a body that falls for ever would get coordinates with which it can neither be edited nor saved.
inline bool isInWorld(const BodyMotion& m)
{
    const Position p = m.origin();
    return isFinite(m) && std::fabs(p.x) <= kMaxPosition && std::fabs(p.y) <= kMaxPosition;
}

// Clamps the velocity to kMaxVelocity, the bound of definitions, so that the body can be saved. Precondition:
// the velocity is finite.
void limitVelocity(BodyMotion& motion);

// Freezes a body that is not isInWorld(): moves it back to its pose at the start of the step, removes it from
// the simulation, adds an event and wakes the bodies that touched it.
void quarantine(WorldState& world, StepReport& report, uint32_t slot, WorldEvents& events);

// Adds the shape to the broad phase.
void addProxy(WorldState& world, uint32_t shapeSlot);
// Recomputes the boxes of all shapes of the body, as addProxy would. Needed after an edit that moved its
// centre of mass.
void rebuildBoxes(WorldState& world, uint32_t bodySlot);
// Margin of the fat box of a movable shape, m. `extents`: half the size of its tight box, m.
float fatMarginOf(const WorldSettings& settings, Vec2 extents);
// Removes the shape from the broad phase, with all its contacts.
SATBOX_INTERNAL_API void removeProxy(WorldState& world, StepReport& report, uint32_t shapeSlot,
                                     WorldEvents& events);

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
    StageClock(const WorldState& world, StepReport& report, StepObserver* observer, const SolverStep& solver);
    void done(Stage stage, int substep = -1) override;
    bool observesBodies() const override { return observer_ != nullptr; }
    void finish();

  private:
    const WorldState& world_;
    StepReport& report_;
    StepObserver* observer_;
    const SolverStep& solver_;
    StepClock::time_point start_;
};

} // namespace satbox
