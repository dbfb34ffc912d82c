#pragma once

#include "app/sweep/sweep_field.h"
#include "app/sweep/sweep_metrics.h"
#include "app/sweep/sweep_value.h"
#include <satbox/lab/condition.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox::app {

// The content of a sweep file (docs/sweeps.md): which runs there are, and what is measured of each.

inline constexpr int kSweepVersion = 1;
inline constexpr size_t kMaxSweepBytes = 16u << 20; // larger files are refused
inline constexpr size_t kMaxSweepRuns = 10'000'000;
inline constexpr size_t kMaxSweepInputs = 100;

// From `from` to `to`, without a number of values: of samples (SweepCombination::Random).
struct SweepRange {
    double from = 0.0, to = 0.0;
    bool isLog = false;
};

struct SweepInput {
    SweepField field;
    std::vector<SweepValue> values{}; // at least one, unless there is a range
    std::optional<SweepRange> range{};
};

enum class SweepCombination : uint8_t {
    Grid,   // every value with every other; the last input changes from run to run
    Zip,    // first values, second values, ...; inputs with one value keep it
    Random, // each input's value is drawn, independently for each run
};

struct SweepCondition {
    std::string name{}; // "until", whose run ends when it is true, or a name of the sweep file
    Condition condition{};
};

// A difference counts if it is greater than `absolute`, in the metric's unit, and than `relative` times the
// value.
struct SweepTolerance {
    double absolute = 1e-6;
    double relative = 0.01;
};

struct SweepDefinition {
    std::string title{};
    std::vector<SweepInput> inputs{}; // in the file's order; "scene" and "steps" are among them
    SweepCombination combination = SweepCombination::Grid;
    uint64_t samples = 0;                     // of SweepCombination::Random
    uint64_t seed = 0;                        // of the samples
    std::vector<SweepCondition> conditions{}; // "until" first
    std::vector<SweepMetricId> metrics{};
    std::vector<std::pair<std::string, SweepTolerance>> tolerances{}; // by column

    const SweepInput& input(SweepField::Kind kind) const; // Precondition: it exists
    bool endsEarly() const { return !conditions.empty() && conditions.front().name == "until"; }
    size_t combinations() const; // at most kMaxSweepRuns
    // The values of a combination, one for each input. Precondition: i < combinations(). The same for every
    // machine, and independent of what was asked before.
    std::vector<SweepValue> valuesOf(size_t i) const;
};

struct SweepDefinitionResult {
    SweepDefinition definition; // valid only without an error
    std::string error{};        // empty, or "/inputs/substeps/2: 0 is below ..."
};
SweepDefinitionResult readSweepDefinition(std::string_view json);

} // namespace satbox::app
