#pragma once

#include "app/sweep/sweep.h"
#include "app/sweep/sweep_run.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

inline constexpr int kSweepResultsVersion = 1; // of the tables

// A results file: an SQLite database with the sweep itself and a row for each run (docs/sweeps.md). It can be
// read while another process writes it. What is written in one call is stored as a whole or not at all, also
// if the process is killed.
//
// All functions that return a string return an empty one, or an error message that begins with the file's
// name. In a program that was built without SQLite, open() and create() fail with a message.
class SweepResults {
  public:
    SweepResults();
    ~SweepResults();
    SweepResults(SweepResults&&) noexcept;
    SweepResults& operator=(SweepResults&&) noexcept;

    // An existing results file, for reading and to add rows of the sweep that it has. What a process that was
    // killed left half written is rolled back.
    std::string open(const std::filesystem::path& path);
    // For writing: creates the file, or takes an existing results file. Its rows that are runs of the sweep
    // too, by their keys, become those runs; other rows stay, but are no runs of the sweep any more.
    std::string create(const std::filesystem::path& path, const Sweep& sweep);

    std::string readSource(SweepSource& source);
    std::string readVersion(std::string& version); // Sweep::version() of the program that created it
    std::string readColumns(std::vector<SweepColumn>& columns); // inputs, then results
    // The runs that have a row, ascending.
    std::string readRuns(std::vector<size_t>& runs);
    // Calls fn for each run that has a row, ascending, with the values of `columns` in their order. Besides
    // the columns of the sweep there are "hash" and "failure" (texts), "version" and "seconds". The values
    // are valid only during the call.
    using RowFn = std::function<void(size_t run, std::span<const SweepValue>)>;
    std::string readRows(std::span<const std::string> columns, const RowFn& fn);

    // In one transaction. A run that has a row keeps it.
    std::string addRows(const Sweep& sweep, std::span<const SweepRow> rows);
    // Runs that are to be made with this file, of a task file (docs/sweeps.md).
    std::string writeTodo(std::span<const size_t> runs);
    std::string readTodo(std::vector<size_t>& runs);
    // Adds the rows of another results file that this version computed. Call numberRows() after the last
    // file.
    std::string addRowsOf(const Sweep& sweep, const std::filesystem::path& other);
    // Rows of runs of the sweep get its numbers, by their keys; others get none.
    std::string numberRows(const Sweep& sweep);

  private:
    struct Database;
    std::unique_ptr<Database> database_;
};

bool hasSweepResults(); // false if the program was built without SQLite

} // namespace satbox::app
