#pragma once

#include "engine/constraints/contact/contact_recorder.h"
#include "engine/constraints/step_context.h"
#include <satbox/observe.h>
#include <satbox/world.h>

#include <optional>
#include <span>
#include <vector>

namespace satbox {

// An awake body in the middle of a step.
struct BodySample {
    uint32_t body = 0; // slot
    WorldTransform transform{};
    Position center{};
    Vec2 v{0.0f, 0.0f}; // m/s
    float w = 0.0f;     // rad/s

    Vec2 velocityAt(Position point) const { return v + cross(w, point - center); } // m/s
};
// All awake bodies at the time of an observer's call, in the order of BodyStore::awake. Precondition: the
// stage is one from build graph to relax, so that each awake body has its row (StepPlan::singleGroup).
std::vector<BodySample> sampleBodies(const WorldState& world, std::span<const BodyState> states);

// Size of the changes in one pass over the contacts of an island.
struct PassChange {
    size_t visits = 0;
    double squares = 0.0; // sum of squared changes
    float worst = 0.0f;   // largest change, m/s; m for position corrections

    // Root mean square over the visits, m/s (m for position corrections). The change of a visit is its
    // impulse divided by the effective mass. 0 once all constraints are satisfied.
    double rms() const;
};

// One stage of the solver in one substep or iteration: what it did, and the state after it.
struct StepTick {
    Stage stage = Stage::Count;
    int substep = -1;               // -1 outside of substeps
    std::vector<BodySample> bodies; // of the island, and both of the watched contact if awake; sorted by slot
    std::vector<PointRecord>
        visits;            // to the watched contact, in order; points indexed as in StepRecord::points
    PassChange velocities; // over the island: normal and friction impulses
    PassChange positions;  // over the island: position corrections

    const BodySample* find(uint32_t body) const; // nullptr if not sampled
};

// A contact of the island that the solver visited.
struct IslandContact {
    uint32_t shapeA = 0, shapeB = 0; // slots
    size_t order = 0;                // position in the solving order, from 0
};

// Record of one step for the contact of two shapes and its island. The island is the set of bodies that
// contacts with points link when the step is solved; bodies of infinite mass do not link others.
struct StepRecord {
    float dt = 0.0f;     // s, the whole step
    StepContext context; // substeps, softness and so on, as used by the solver
    SolverType solver{};
    std::optional<Contact> contact; // the watched contact, before solving; none: see `unsolvedReason`
    // The points that the solver worked on, before solving. For vertex contacts: every vertex that was inside
    // the other shape in some substep, as at its first visit, with anchors rotated back to the poses at the
    // start of the step.
    std::vector<ContactPoint> points;
    bool hasVertices = false;            // the points are polygon vertices, identified by their ids
    const char* unsolvedReason = "";     // a sentence; empty if the contact was solved
    std::vector<StepTick> ticks;         // in order; the first is the state before solving
    std::vector<IslandContact> contacts; // in solving order
    std::vector<uint32_t> bodies;        // slots, ascending
};

// Steps `world`, usually a copy, and records what the solver does for the contact of two shapes (slots, in
// either order). The world gets the same bits as by World::step. If dt is so long that the step is divided
// into slices (World::step), the step is made but not recorded.
StepRecord recordStep(World& world, float dt, uint32_t shapeA, uint32_t shapeB);

} // namespace satbox
