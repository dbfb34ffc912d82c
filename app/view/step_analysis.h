#pragma once

#include "app/editor/selection.h"
#include "engine/world/energy_ledger.h"
#include "engine/world/step_record.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// A contact point after one stage.
struct PointFacts {
    float normalSpeed = 0.0f;    // m/s, of B against A along the normal
    float tangentSpeed = 0.0f;   // m/s, along perp(normal)
    float separation = 0.0f;     // m
    float normalImpulse = 0.0f;  // N s, as accumulated until then
    float tangentImpulse = 0.0f; // N s
};

// A step taken apart, and what panel and drawing make of it.
struct StepAnalysis {
    StepRecord record;
    World before;          // the step began with this
    bool isLast = true;    // the world's last step; else its next one, tried on a copy
    uint64_t number = 0;   // of the step, from 1 on
    uint64_t revision = 0; // CommandStack::revision() then
    ContactKey contact;
    std::string nameA, nameB;
    uint32_t bodyA = 0, bodyB = 0;              // slots
    std::vector<std::vector<PointFacts>> facts; // by tick and point of the record
    float fastest = 0.0f;                       // m/s, of what the points do against each other
    float farthest = 0.0f;                      // m, that one of the two bodies moves
    float milliseconds = 0.0f;                  // that taking it apart took
    std::optional<EnergyLedger> energy;         // of the same step, where it was asked for: see addEnergy

    bool solved() const { return record.contact && record.why[0] == '\0' && !record.ticks.empty(); }
    int points() const { return static_cast<int>(record.points.size()); }
    size_t shownTick(size_t wanted) const { return std::min(wanted, record.ticks.size() - 1); }
    // How arrows and ghosts are drawn: 1, 2 or 5 times a power of ten, so that the largest can be seen.
    // `pixel`: m for one of the design.
    float velocityLength(float pixel) const; // m of arrow for each m/s
    float enlargement(float pixel) const;    // of motion within the step, 1 to 1000
    // Where a body, or a contact point on B, is drawn after a stage.
    WorldTransform ghost(const BodySample& sample, float enlargement) const;
    Position pointOnB(size_t tick, int point, float enlargement) const; // m, world
};

// `before` makes the step; the contact's shapes have to live in it.
StepAnalysis analyseStep(const World& before, const ContactKey& contact, bool isLast);

// Makes the step once more and keeps the books of its energy; that counts among the milliseconds.
void addEnergy(StepAnalysis& analysis);
// Of the island that the contact's bodies belong to; nullptr where the ledger knows none.
const IslandEnergy* islandEnergy(const StepAnalysis& analysis);

// "point 2", or "A2" for a vertex: as it is labelled in the world.
std::string pointName(const StepRecord& record, size_t point);
const char* shortName(Stage stage); // of the solver's stages: "velocities", "warm start", "solve", ...
// "solve, substep 2": of a tick; "start" of the first.
std::string tickName(const StepRecord& record, const StepTick& tick);

} // namespace satbox::app
