#pragma once

#include "engine/world/world.h"

#include <array>
#include <vector>

namespace satbox {

// What changes the energy of bodies within a step: docs/energy.md defines each. Impulses are booked with the
// work that they do at the mean of their body's velocities before and after the substep.
enum class EnergyEntry : uint8_t {
    Gravity,  // kinetic: its work; potential: the same, taken
    TimeStep, // potential: bodies go on at another velocity than that mean
    Forces,   // of the user: World::applyForce, World::applyTorque
    Damping,
    SpeedLimit,         // WorldSettings::maxSpeed and the largest spin
    WarmStart,          // normal impulses of the last substep or step, given again
    Restitution,        // normal impulses of impacts
    Solve,              // normal impulses of this stage; potential: how far soft contacts push overlap apart
    Relax,              // normal impulses of this stage: what pushing added is taken back
    Friction,           // tangential impulses of all stages
    PositionCorrection, // poses that are moved apart, velocities left as they are
    Mouse,
    Kinematic,  // the work of kinematic bodies on what they touch
    Rounding,   // of poses, when the step stores them as floats in the world
    Continuous, // continuous collision puts bodies back
    Sleep,      // what falls asleep is stopped
    Quarantine, // what is frozen counts as nothing
    Count
};
const char* toString(EnergyEntry entry); // "gravity", "user forces", ...

// J
struct Energy {
    double kinetic = 0.0;   // spin included
    double potential = 0.0; // in the world's gravity, zero for a centre of mass at the origin

    double total() const { return kinetic + potential; }
    Energy& operator+=(const Energy& other);
    Energy& operator-=(const Energy& other);
};

// Of some bodies over one step: after = before + all entries + what is unaccounted for.
struct EnergyAccount {
    Energy before, after;
    std::array<Energy, static_cast<size_t>(EnergyEntry::Count)> entries{}; // what each put in; negative: took
    double exchanged = 0.0; // J, that the impulses would give the bodies were these at rest, each alone

    const Energy& of(EnergyEntry entry) const { return entries[static_cast<size_t>(entry)]; }
    Energy& of(EnergyEntry entry) { return entries[static_cast<size_t>(entry)]; }
    Energy accounted() const;   // sum of the entries
    Energy unaccounted() const; // rounding; more than that is a mistake in the ledger or in the step
    // What the remainder is to be judged by: kinetic energy before and after, and what impulses exchange.
    // Where they balance, that is far more than what they put in or take out.
    double turnover() const { return before.kinetic + after.kinetic + exchanged; }
    EnergyAccount& operator+=(const EnergyAccount& other);
};

// Dynamic bodies that contacts join within the step.
struct IslandEnergy {
    std::vector<uint32_t> bodies; // slots, ascending
    EnergyAccount account;
};

struct EnergyLedger {
    EnergyAccount world;               // all dynamic bodies, sleepers too
    std::vector<IslandEnergy> islands; // of the awake ones, by their lowest body
};

// Makes the step on `world` and keeps the books. The world has the same bits afterwards as after World::step,
// which takes several times less time: every visit to a contact is looked at, on one thread. World::step
// alone costs what it always does.
EnergyLedger stepWithLedger(World& world, float dt);

} // namespace satbox
