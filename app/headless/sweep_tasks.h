#pragma once

#include "app/sweep/sweep.h"
#include "app/sweep/sweep_results.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// Tasks: runs that are made by other processes, perhaps on other machines. A task is a results file with the
// sweep, the numbers of its runs and, as it goes on, their rows. `satbox-run --sweep-task FILE` makes the
// runs that have no row yet, so a task can be killed at any time and started again. Task files are in a
// folder beside the results, RESULTS.tasks/ID/, with the output of each task. Names of files have the ID,
// which is new for each submission: a task of an earlier one that still runs never meets the files of
// another.
class SweepTasks {
  public:
    // `results`: path of the results file.
    explicit SweepTasks(const std::filesystem::path& results);

    // Adds the rows of task files, those that earlier commands left too, then removes them. A file that
    // cannot be read is named on standard error; its runs are missing then. Returns an empty string, or an
    // error message.
    std::string collect(const Sweep& sweep, SweepResults& results);
    // Writes task files for the runs, dealt out one by one, so that tasks take about the same time.
    std::string write(const Sweep& sweep, std::span<const size_t> runs, size_t count);

    void discard(); // removes what write() wrote
    size_t count() const { return count_; }
    const std::string& id() const { return id_; }
    const std::filesystem::path& folder() const { return folder_; } // of this submission
    std::string fileName(size_t task) const; // "ID-0001.sqlite", by number from 1, in folder()
    std::string logName(size_t task) const;  // "ID-0001.log"

    // After collect(): prints the tasks of this submission that did not finish, with the end of their output.
    // Removes the folders if all finished. Returns the number of tasks that did not.
    size_t reportUnfinished(std::span<const size_t> missingRuns);

  private:
    std::filesystem::path root_, folder_;
    std::string id_;
    size_t count_ = 0;
    std::vector<std::vector<size_t>> runs_; // by task
};

} // namespace satbox::app
