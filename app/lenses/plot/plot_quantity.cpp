#include "app/lenses/plot/plot_quantity.h"

#include <satbox/lab/energy_ledger.h>

#include <array>

namespace satbox::app {

namespace {

static_assert(static_cast<size_t>(EnergyEntry::Count) == kLedgerUnaccounted);
static_assert(static_cast<size_t>(Stage::Count) == kTotalTime);

template<class... Column>
constexpr uint32_t bits(Column... columns)
{
    return ((1u << static_cast<unsigned>(columns)) | ...);
}

constexpr std::array kEnergy{PlotPart{"kinetic", bits(WorldColumn::Kinetic)},
                             PlotPart{"potential", bits(WorldColumn::Potential)},
                             PlotPart{"total", bits(WorldColumn::Total)}};
constexpr std::array kMomentum{PlotPart{"x", bits(WorldColumn::MomentumX)},
                               PlotPart{"y", bits(WorldColumn::MomentumY)}};
constexpr std::array kAngularMomentum{PlotPart{"", bits(WorldColumn::AngularMomentum)}};
constexpr std::array kOverlap{
    PlotPart{"deepest", bits(WorldColumn::Deepest)},
    PlotPart{"99 %", bits(WorldColumn::Percentile99),
             "The depth that one contact in a hundred exceeds: the 99th percentile."}};
constexpr std::array kContacts{PlotPart{"", bits(WorldColumn::Contacts)}};
constexpr std::array kAwake{PlotPart{"", bits(WorldColumn::AwakeBodies)}};
constexpr std::array kSpeed{PlotPart{"", bits(WorldColumn::GreatestSpeed)}};

// Gravity is left out: it turns potential into kinetic energy, so its total is zero.
using Entry = EnergyEntry;
constexpr std::array kLedger{
    PlotPart{"friction", bits(Entry::Friction), "Tangential impulses of contacts."},
    PlotPart{"normal", bits(Entry::WarmStart, Entry::Solve, Entry::Relax),
             "Normal impulses of warm start, solve and relax: they stop bodies, and lift those that "
             "overlap."},
    PlotPart{"restitution", bits(Entry::Restitution), "Normal impulses of impacts. Zero for restitution 1."},
    PlotPart{"moved apart", bits(Entry::PositionCorrection),
             "Position correction: overlapping bodies were moved apart without a change of velocity."},
    PlotPart{"joints", bits(Entry::Joints), "Motors, springs and locks of joints."},
    PlotPart{"from outside", bits(Entry::Forces, Entry::Mouse, Entry::Kinematic),
             "Forces of the user, the springs of the mouse, and kinematic bodies."},
    PlotPart{"damping", bits(Entry::Damping, Entry::SpeedLimit, Entry::Sleep, Entry::Quarantine),
             "Damping, the speed limit, bodies that fell asleep and bodies that were frozen."},
    PlotPart{"time step", bits(Entry::TimeStep, Entry::Rounding, Entry::Continuous, kLedgerUnaccounted),
             "Errors of the time step and of rounding, continuous collision, and what no entry explains."},
    PlotPart{"edits", bits(kLedgerEdits), "Edits, restarts and opened scenes between two steps."}};

constexpr std::array kStages{
    PlotPart{"pairs", bits(Stage::UpdatePairs), "Update pairs: the broad phase."},
    PlotPart{"contacts", bits(Stage::UpdateContacts), "Update contacts: the narrow phase."},
    PlotPart{"islands, graph", bits(Stage::UpdateIslands, Stage::BuildGraph),
             "Update islands, and build graph: the colours of the contacts."},
    PlotPart{"prepare", bits(Stage::PrepareConstraints), "Prepare constraints."},
    PlotPart{"solve", bits(Stage::WarmStart, Stage::ApplyRestitution, Stage::Solve, Stage::Relax),
             "Warm start, apply restitution, solve and relax, in all substeps."},
    PlotPart{"integrate", bits(Stage::IntegrateVelocities, Stage::IntegratePositions),
             "Integrate velocities and positions, in all substeps."},
    PlotPart{"continuous", bits(Stage::Continuous), "Continuous collision."},
    PlotPart{"finish", bits(Stage::StoreImpulses, Stage::FinalizeBodies, Stage::UpdateSleep),
             "Store impulses, finalize bodies and update sleep."}};

constexpr std::array kX{PlotPart{"", bits(MotionColumn::X)}};
constexpr std::array kY{PlotPart{"", bits(MotionColumn::Y)}};
constexpr std::array kVelocityX{PlotPart{"", bits(MotionColumn::VelocityX)}};
constexpr std::array kVelocityY{PlotPart{"", bits(MotionColumn::VelocityY)}};
constexpr std::array kSpin{PlotPart{"", bits(MotionColumn::Spin)}};
constexpr std::array kForce{PlotPart{"", bits(MotionColumn::ContactForce)}};

constexpr std::array kQuantities{
    PlotQuantity{"energy", "Energy", PlotSource::World, "J",
                 "Of all dynamic bodies: kinetic with spin, potential in the world's gravity (zero for a "
                 "centre of mass at the origin), and their sum. In J.",
                 kEnergy},
    PlotQuantity{"momentum", "Momentum", PlotSource::World, "N s",
                 "Sum over all dynamic bodies, by axis. In N s.", kMomentum},
    PlotQuantity{"angular_momentum", "Angular momentum", PlotSource::World, "N m s",
                 "Of all dynamic bodies about the world's origin. In N m s.", kAngularMomentum},
    PlotQuantity{"overlap", "Overlap", PlotSource::World, "m",
                 "Of all contacts at the poses after the step: the deepest, and the depth that one in a "
                 "hundred exceeds. In m, usually below 5 mm.",
                 kOverlap},
    PlotQuantity{"contacts", "Contacts", PlotSource::World, "",
                 "Pairs of shapes with contact points, without sensors.", kContacts},
    PlotQuantity{"awake_bodies", "Awake bodies", PlotSource::World, "", "Dynamic bodies that are not asleep.",
                 kAwake},
    PlotQuantity{"greatest_speed", "Greatest speed", PlotSource::World, "m/s",
                 "Of a dynamic body's centre of mass. In m/s.", kSpeed},
    PlotQuantity{"ledger", "Energy ledger", PlotSource::Ledger, "J",
                 "What added energy (upwards) and removed it (downwards) since the left edge, stacked; the "
                 "line is their sum, the change of total energy. Every step is repeated on a copy of the "
                 "world, which takes several times as long. In J.",
                 kLedger, true, true},
    PlotQuantity{"step_time", "Step time", PlotSource::StepTime, "s",
                 "Computing time of each step by stage, stacked; the line is the whole step. Only of steps "
                 "that were made while this panel was open: a replay has other times. In s.",
                 kStages, true},
    PlotQuantity{"body_x", "Position x", PlotSource::Body, "m", "Of the centre of mass. In m.", kX},
    PlotQuantity{"body_y", "Position y", PlotSource::Body, "m", "Of the centre of mass. In m.", kY},
    PlotQuantity{"body_vx", "Velocity x", PlotSource::Body, "m/s", "Of the centre of mass. In m/s.",
                 kVelocityX},
    PlotQuantity{"body_vy", "Velocity y", PlotSource::Body, "m/s", "Of the centre of mass. In m/s.",
                 kVelocityY},
    PlotQuantity{"body_spin", "Spin", PlotSource::Body, "rad/s",
                 "Angular velocity, counterclockwise positive. In rad/s.", kSpin},
    PlotQuantity{"body_force", "Contact force", PlotSource::Body, "N",
                 "Sum of the normal forces of all contacts of the body: their impulses in the step divided "
                 "by its length. At rest on the ground: the weight. In N.",
                 kForce}};
static_assert(kQuantities.size() == kPlotQuantities);

constexpr std::array<std::string_view, static_cast<size_t>(WorldColumn::Count)> kWorldKeys{
    "kinetic",         "potential",   "total",    "momentum_x",   "momentum_y",    "angular_momentum",
    "deepest_overlap", "p99_overlap", "contacts", "awake_bodies", "greatest_speed"};
constexpr std::array<std::string_view, kLedgerColumns> kLedgerKeys{
    "gravity",    "time_step", "user_forces", "damping",     "speed_limit", "warm_start", "restitution",
    "solve",      "relax",     "friction",    "position",    "mouse",       "kinematic",  "rounding",
    "continuous", "sleep",     "quarantine",  "unaccounted", "edits"};
constexpr std::array<std::string_view, kTimeColumns> kTimeKeys{"update_pairs",
                                                               "update_contacts",
                                                               "update_islands",
                                                               "build_graph",
                                                               "prepare_constraints",
                                                               "integrate_velocities",
                                                               "warm_start",
                                                               "apply_restitution",
                                                               "solve",
                                                               "integrate_positions",
                                                               "relax",
                                                               "store_impulses",
                                                               "continuous",
                                                               "finalize_bodies",
                                                               "update_sleep",
                                                               "whole_step"};
constexpr std::array<std::string_view, static_cast<size_t>(MotionColumn::Count)> kBodyKeys{
    "x", "y", "vx", "vy", "spin", "contact_force"};

std::span<const std::string_view> keysOf(PlotSource source)
{
    switch (source) {
    case PlotSource::World:
        return kWorldKeys;
    case PlotSource::Ledger:
        return kLedgerKeys;
    case PlotSource::StepTime:
        return kTimeKeys;
    case PlotSource::Body:
    case PlotSource::Count:
        break;
    }
    return kBodyKeys;
}

} // namespace

std::span<const PlotQuantity> plotQuantities() { return kQuantities; }

std::string_view headingOf(PlotSource source)
{
    constexpr std::array<std::string_view, static_cast<size_t>(PlotSource::Count)> kHeadings{
        "World", "Energy ledger", "Step time", "Selected bodies"};
    return kHeadings[static_cast<size_t>(source)];
}

size_t columnCount(PlotSource source) { return keysOf(source).size(); }

std::string_view columnKey(PlotSource source, size_t column) { return keysOf(source)[column]; }

} // namespace satbox::app
