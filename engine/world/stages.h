#pragma once

#include "engine/solver/solvers.h"
#include "engine/solver/stage_timer.h"
#include "engine/world/world_state.h"

#include <cmath>

namespace satbox {

class StepObserver;

// The stages of World::step as they act on a whole world: each hands its part to the module that does it.

// The most that (h omega)^2 times stiffening may be for contacts between bodies that move. Boxes that rest
// lightly on each other tremble from 2.16 on, see docs/step.md, "Where a step is stable".
inline constexpr float kStiffest = 2.04f;
StepContext makeStepContext(const WorldSettings& settings, float dt);
ContactSettings contactSettings(const WorldSettings& settings);

enum class Poses : uint8_t { Now, BeforeStep };

// Discards the last step's events and times; the events of edits since then are the first of the new step.
void clearReports(WorldState& world);
// Forces and torques that wait for the next step, which uses them up. A step of several parts applies them in
// each, and wakes the bodies, as a caller of World::applyForce would.
struct HeldForce {
    uint32_t body = 0; // slot
    Vec2 force{0.0f, 0.0f};
    float torque = 0.0f;
};
using HeldForces = std::vector<HeldForce>;
HeldForces heldForces(const WorldState& world);
void applyAgain(WorldState& world, std::span<const HeldForce> forces);
// Frees the last step's scratch memory and quarantines bodies that an edit made non-finite.
void beginStep(WorldState& world, TaskExecutor* executor);
void updatePairs(WorldState& world, TaskExecutor* executor = nullptr);
// Contacts at the present poses. `steps`: by how much ages grow, 1 in a step and 0 where no time passes.
ContactUpdate makeContactUpdate(WorldState& world, uint32_t steps, float dt);
// All contacts, or those alone that are not solved: then `solver` gets the update to go on with.
void updateContacts(WorldState& world, ContactUpdate& update, SolverStep& solver, bool observed);
// What began and ended goes to `events`; parted contacts go. `poses`: as reportChanges.
void finishContacts(WorldState& world, ContactUpdate& update, WorldEvents& events, Poses poses,
                    TaskExecutor* executor);
// What moves wakes what it touches.
void updateIslands(WorldState& world, float dt);
void gatherSolver(WorldState& world, SolverStep& solver, bool observed);
// Instead of a solver of engine/solver: R4, which finds pairs and contacts in each substep.
void solveVertexContacts(WorldState& world, const SolverStep& step);
// What that did becomes WorldState::vertexContacts, and events.
void storeVertexContacts(WorldState& world);
// The same list at the present poses, without a step; impulses of persisting points are kept.
void refreshVertexContacts(WorldState& world);
// Wakes the sleeping bodies that one of `bodies`, which are awake, may reach within a step of dt s.
void wakeInReach(WorldState& world, std::span<const uint32_t> bodies, float dt);
void storeSolver(WorldState& world, SolverStep& solver);
// Of the contacts marked in `told`: those that were pushed before they touched begin; those that were hit
// make hit events.
void reportPushes(WorldState& world, std::span<const uint8_t> told);
void stopFastBodies(WorldState& world, const SolverStep& solver);
void finalizeBodies(WorldState& world, WorldEvents& events, TaskExecutor* executor = nullptr);
void putToSleep(WorldState& world, float dt);
// What putToSleep goes by.
SleepSettings sleepSettings(const WorldSettings& settings, float dt);
std::vector<uint32_t> heldBodies(const WorldState& world); // by mouse joints: slots, perhaps several times

// Turns what contact updates found into events with ids and points. `poses`: where bodies were when contacts
// were updated, where they are now, or, once a step has moved them, where it began.
void reportChanges(const WorldState& world, const std::vector<ContactChange>& changes, WorldEvents& events,
                   Poses poses);

// Finite, and within the coordinates that definitions and files may have: a body that falls for ever would
// otherwise end where it can neither be edited nor saved.
inline bool isInWorld(const BodyMotion& m)
{
    const Position p = m.origin();
    return isFinite(m) && std::fabs(p.x) <= kMaxPosition && std::fabs(p.y) <= kMaxPosition;
}

// Keeps the velocity within the bounds that definitions have, so that the body can be saved. Precondition:
// finite.
void limitVelocity(BodyMotion& motion);

// Takes a body that is not in the world any more out of the simulation, where the step began that lost it,
// with an event. What touched it wakes.
void quarantine(WorldState& world, uint32_t slot, WorldEvents& events);

// Enters the shape into the broad phase, or takes it out with all its contacts.
void addProxy(WorldState& world, uint32_t shapeSlot);
// The boxes of all the body's shapes as if they entered now: after its centre, from which boxes are measured,
// was moved by an edit.
void renewBoxes(WorldState& world, uint32_t bodySlot);
// By how much the fat box of a shape that may move is larger than its tight one, m.
float fatMarginOf(const WorldSettings& settings, Vec2 extents); // of the tight box
void removeProxy(WorldState& world, uint32_t shapeSlot, WorldEvents& events);

// Before an edit of a body: wakes it with its island, and all that touches it, which has to rest anew then.
void wakeAround(WorldState& world, uint32_t slot);
// After an edit of a static body, which never is awake to be noticed itself: wakes the sleepers in its boxes.
void wakeOverlapped(WorldState& world, uint32_t slot);
// Wakes bodies in the order of their slots; sorts these.
void wakeAll(WorldState& world, std::vector<uint32_t>& slots);

// Times each stage and tells the observer, if there is one.
class StageClock final : public StageTimer {
  public:
    StageClock(WorldState& world, StepObserver* observer, const SolverStep& solver);
    void done(Stage stage, int substep = -1) override;
    bool seesBodies() const override { return observer_ != nullptr; }
    void finish();

  private:
    WorldState& world_;
    StepObserver* observer_;
    const SolverStep& solver_;
    StepClock::time_point start_;
};

} // namespace satbox
