#pragma once

#include "engine/solver/contact_recorder.h"
#include "engine/world/step_observer.h"
#include "engine/world/world.h"

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
// All awake bodies as they are when an observer is told, in the order of BodyStore::awake.
std::vector<BodySample> sampleBodies(const WorldState& world, std::span<const BodyState> states);

// How much a pass over the contacts of an island still changed.
struct PassChange {
    size_t visits = 0;
    double squares = 0.0; // sum
    float worst = 0.0f;   // m/s; m where positions are corrected

    // Root mean square over the visits, m/s (m): what impulses changed, each over its effective mass. Zero
    // once all conditions hold.
    double rms() const;
};

// A stage of the solver in one substep or iteration: what stood after it, and what it did.
struct StepTick {
    Stage stage = Stage::Count;
    int substep = -1;               // -1 outside of them
    std::vector<BodySample> bodies; // the island's, and both of the watched contact where awake; by slot
    std::vector<PointRecord>
        visits;            // to the watched contact, in order; their points as in StepRecord::points
    PassChange velocities; // over the island: normal and friction impulses
    PassChange positions;  // corrections of positions

    const BodySample* find(uint32_t body) const; // nullptr: not in the island
};

// A contact of the island, after the step.
struct IslandContact {
    uint32_t shapeA = 0, shapeB = 0; // slots
    size_t order = 0;                // 0 for the one that was solved first in each pass
};

// One step, taken apart for the contact of two shapes and the island that it belongs to: bodies that contacts
// with points link when the step is solved; what cannot move links nothing.
struct StepRecord {
    float dt = 0.0f;     // s, the whole step
    StepContext context; // substeps, softness and so on, as the solver had them
    SolverType solver{};
    std::optional<Contact> contact;   // the watched one as it went into the solver; none: see `why`
    std::vector<ContactPoint> points; // that the solver worked on, as they went into it; of vertex contacts
                                      // all that were inside in some substep, as they were when first
                                      // visited, turned back with their bodies to where the step began
    bool hasVertices = false;         // the points are vertices of polygons, named by their ids
    const char* why = "";             // a sentence where nothing was solved for it
    std::vector<StepTick> ticks;      // in order; the first is what the solver started from
    std::vector<IslandContact> contacts; // that the solver visited, in solving order
    std::vector<uint32_t> bodies;        // slots, ascending
};

// Makes the step on `world`, which is meant to be a copy, and writes down what the solver does about these
// two shapes (slots, in either order). A step of several parts (World::step) is made and not recorded. The
// world has the same bits afterwards as after World::step.
StepRecord recordStep(World& world, float dt, uint32_t shapeA, uint32_t shapeB);

} // namespace satbox
