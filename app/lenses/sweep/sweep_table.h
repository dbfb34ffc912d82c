#pragma once

#include "app/sweep/sweep.h"
#include "app/sweep/sweep_value.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// The runs of a results file (docs/sweeps.md), in memory.
struct SweepTable {
    static constexpr std::string_view kLastStep = "lastStep"; // a result: the steps that a run made

    struct Row {
        size_t run = 0;                   // its number in the sweep
        std::vector<SweepValue> values{}; // by column
        std::string failure{};            // empty, or what went wrong
    };

    std::filesystem::path path;
    std::shared_ptr<const Sweep> sweep; // from which each run can be made again
    std::vector<SweepColumn> columns;   // inputs, then results
    std::vector<Row> rows;              // by run
    std::string version;                // of the program that made the file, see Sweep::version()

    // Columns that can be an axis: inputs with at least two values.
    std::vector<size_t> variedInputs() const;
    std::vector<size_t> results() const; // columns with at least one number
    // Steps that a run made: fewer than its input says if a condition ended it.
    int64_t stepsOf(const Row& row) const;
};

// Returns an empty string, or an error message that begins with the file's name; `table` is then unchanged.
std::string readSweepTable(const std::filesystem::path& path, SweepTable& table);

// True for a file that begins as SQLite's databases do.
bool isSweepFile(const std::filesystem::path& path);

} // namespace satbox::app
