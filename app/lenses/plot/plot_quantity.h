#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace satbox::app {

// Where the numbers of a quantity come from; each has its own rows in PlotSamples.
enum class PlotSource : uint8_t {
    World,    // WorldMetrics
    Ledger,   // EnergyLedger: only by replay, because it takes several times as long as a step
    StepTime, // StepProfile: only of steps that were made while the panel was open
    Body,     // of each selected body
    Count
};

// A curve or, of a stacked quantity, a band: the sum of the columns of its source whose bits are set.
struct PlotPart {
    std::string_view label; // "kinetic"; empty: the quantity has one part only
    uint32_t columns = 0;
    std::string_view help = {}; // of its row in the legend
};

struct PlotQuantity {
    std::string_view key; // on the command line and in CSV: "energy"
    std::string_view label;
    PlotSource source = PlotSource::World;
    std::string_view unit; // "" for a count
    std::string_view help; // tooltip
    std::span<const PlotPart> parts;
    bool isStacked = false;
    // Each value of a stacked quantity is the sum over all steps since the first one that is shown.
    bool isSummed = false;
};
std::span<const PlotQuantity> plotQuantities();
inline constexpr size_t kPlotQuantities = 15;

std::string_view headingOf(PlotSource source); // "World", "Energy ledger", ...

// --- the columns of each source, in SI units ---
enum class WorldColumn : uint8_t {
    Kinetic,
    Potential,
    Total,
    MomentumX,
    MomentumY,
    AngularMomentum,
    Deepest,
    Percentile99,
    Contacts,
    AwakeBodies,
    GreatestSpeed,
    Count
};
// The entries of EnergyLedger come first.
inline constexpr size_t kLedgerUnaccounted = 18, kLedgerEdits = 19, kLedgerColumns = 20;
// The stages come first.
inline constexpr size_t kTotalTime = 15, kTimeColumns = 16;
enum class MotionColumn : uint8_t { X, Y, VelocityX, VelocityY, Spin, ContactForce, Count };

size_t columnCount(PlotSource source);
std::string_view columnKey(PlotSource source, size_t column); // "kinetic", "warm_start"

} // namespace satbox::app
