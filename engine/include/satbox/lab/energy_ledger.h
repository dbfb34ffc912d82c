#pragma once

#include <satbox/config.h>
#include <satbox/world.h>

#include <array>
#include <vector>

namespace satbox {

// Causes of energy changes within a step; docs/energy.md defines each. The work of an impulse is computed
// with the mean of its body's velocities before and after the substep.
enum class EnergyEntry : uint8_t {
    Gravity, // kinetic: its work; potential: minus that work
    // Potential: error of the time step. Positions are integrated with the velocity of one instant, not with
    // the mean of the velocities before and after.
    TimeStep,
    Forces, // of the user: World::applyForce, World::applyTorque
    Damping,
    SpeedLimit,  // WorldSettings::maxSpeed and the limit of angular velocity
    WarmStart,   // normal impulses of the last substep or step, applied again
    Restitution, // normal impulses of impacts
    Solve,       // normal impulses of this stage; potential: lift by soft contacts that push overlap apart
    Relax,       // normal impulses of this stage, which remove the velocity that Solve added to push
    Friction,    // tangential impulses of all stages
    PositionCorrection, // changes of poses without a change of velocities
    Mouse,
    Joints,     // of all stages
    Kinematic,  // work of kinematic bodies on bodies that they touch
    Rounding,   // of poses, when the step stores them in the world
    Continuous, // continuous collision moves bodies back
    Sleep,      // bodies that fall asleep are stopped
    Quarantine, // frozen bodies no longer count
    Count
};
SATBOX_API const char* toString(EnergyEntry entry); // "gravity", "user forces", ...

// J
struct SATBOX_API Energy {
    double kinetic = 0.0;   // spin included
    double potential = 0.0; // in the world's gravity, zero for a centre of mass at the origin

    double total() const { return kinetic + potential; }
    Energy& operator+=(const Energy& other);
    Energy& operator-=(const Energy& other);
};

// Energy balance of a set of bodies over one step: after = before + sum of the entries + unaccounted().
struct SATBOX_API EnergyAccount {
    Energy before, after;
    std::array<Energy, static_cast<size_t>(EnergyEntry::Count)>
        entries{};          // positive: energy added; negative: removed
    double exchanged = 0.0; // J, sum over all impulses of the energy that each would give a body at rest

    const Energy& of(EnergyEntry entry) const { return entries[static_cast<size_t>(entry)]; }
    Energy& of(EnergyEntry entry) { return entries[static_cast<size_t>(entry)]; }
    Energy accounted() const;   // sum of the entries
    Energy unaccounted() const; // should be rounding only; more indicates a bug in the ledger or in the step
    // Scale to compare unaccounted() with: kinetic energy before and after, plus `exchanged`. Opposing
    // impulses cancel in the entries, but their rounding errors do not.
    double turnover() const { return before.kinetic + after.kinetic + exchanged; }
    EnergyAccount& operator+=(const EnergyAccount& other);
};

// An island: dynamic bodies that contacts link during the step.
struct IslandEnergy {
    std::vector<uint32_t> bodies; // slots, ascending
    EnergyAccount account;
};

// Energy that the impulses of one contact added to dynamic bodies in the step, all of it kinetic; negative:
// removed. The sum over the contacts is that of the kinetic energies of WarmStart, Restitution, Solve, Relax,
// Friction and Kinematic. Corrections of poses are not known by contact.
struct ContactEnergy {
    uint32_t shapeA = 0, shapeB = 0, bodyA = 0, bodyB = 0; // slots
    double normal = 0.0;                                   // J, of normal impulses
    double friction = 0.0;                                 // J

    double total() const { return normal + friction; }
};

struct EnergyLedger {
    EnergyAccount world;                 // all dynamic bodies, including sleepers
    std::vector<IslandEnergy> islands;   // awake ones, in order of their lowest bodies
    std::vector<ContactEnergy> contacts; // those that applied an impulse, in order of their shapes
};

// Steps `world` and returns the energy ledger of the step. The world gets the same bits as by World::step.
// Takes several times as long, because it records every visit to a contact, on one thread. Precondition: dt
// is at most kMaxSolvedStep (satbox/world.h): the ledger of a step that is divided into slices is wrong.
SATBOX_API EnergyLedger stepWithLedger(World& world, float dt);

} // namespace satbox
