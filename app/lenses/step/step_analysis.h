#pragma once

#include "app/document/contact_key.h"
#include "engine/lab/step_record.h"
#include <satbox/lab/energy_ledger.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// State of a contact point after one stage.
struct PointState {
    float normalSpeed = 0.0f;    // m/s, velocity of B relative to A along the normal
    float tangentSpeed = 0.0f;   // m/s, along perp(normal)
    float separation = 0.0f;     // m
    float normalImpulse = 0.0f;  // N s, accumulated
    float tangentImpulse = 0.0f; // N s
};

// The record of a step for one contact, and what the Step panel and its drawing derive from it.
struct StepAnalysis {
    StepRecord record;
    World before;          // the world at the start of the step
    bool isLast = true;    // the world's last step; otherwise its next one, made on a copy
    uint64_t number = 0;   // of the analysed step; the first step of a world is 1
    uint64_t revision = 0; // History::revision() when it was analysed
    ContactKey contact;
    std::string nameA, nameB;
    uint32_t bodyA = 0, bodyB = 0;                    // slots
    std::vector<std::vector<PointState>> pointStates; // [tick][point] of the record
    float maxRelativeSpeed = 0.0f;                    // m/s, largest normal or tangential speed of a point
    float maxDisplacement = 0.0f;                     // m, largest of the two bodies within the step
    float milliseconds = 0.0f;                        // time of the analysis
    std::optional<EnergyLedger> energy;               // of the same step, only after addEnergyLedger()

    bool solved() const
    {
        return record.contact && record.unsolvedReason[0] == '\0' && !record.ticks.empty();
    }
    int pointCount() const { return static_cast<int>(record.points.size()); }
    size_t shownTick(size_t wanted) const { return std::min(wanted, record.ticks.size() - 1); }
    // Scales of the velocity arrows and of the drawn motion: 1, 2 or 5 times a power of ten, so that the
    // largest is at most 80 px (velocity) or 40 px (motion, unless that is true to scale) long. `pixel`: m
    // per logical pixel.
    float velocityArrowScale(float pixel) const; // m of arrow per m/s
    float motionScale(float pixel) const;        // magnification of the motion within the step, 1 to 1000
    // Where a body, or a contact point on B, is drawn after a stage: its motion since the start of the step
    // is magnified.
    WorldTransform ghostPose(const BodySample& sample, float motionScale) const;
    Position pointOnB(size_t tick, int point, float motionScale) const; // m, world
};

// The contact with the largest total impulse in the last step. Contacts between sleeping bodies count only if
// no awake contact has an impulse: they keep the impulse of the step in which they fell asleep. Null if no
// contact has an impulse.
const Contact* hardestContact(const World& world);

// Makes the step on a copy of `before`. Precondition: the contact's shapes exist in `before`.
StepAnalysis analyseStep(const World& before, const ContactKey& contact, bool isLast);

// Makes the step again with an energy ledger; adds the time to `milliseconds`.
void addEnergyLedger(StepAnalysis& analysis);
// The ledger of the island of the contact's bodies; nullptr if there is none.
const IslandEnergy* islandEnergy(const StepAnalysis& analysis);

// "point 2", or "A2" for a vertex.
std::string pointName(const StepRecord& record, size_t point);
const char* stageName(Stage stage); // of a solver stage: "velocities", "warm start", "solve", ...
// "solve, substep 2"; "start" for the first tick.
std::string tickName(const StepRecord& record, const StepTick& tick);

} // namespace satbox::app
