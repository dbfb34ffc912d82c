#pragma once

#include "app/headless/options.h"
#include "app/headless/sweep_tasks.h"

#include <filesystem>
#include <string>

namespace satbox::app {

// Runs of a sweep on other machines, by what a site has already. The folder of the tasks must be on a file
// system that the nodes of Slurm share; GNU parallel copies task files to its hosts and back.

struct FarResult {
    bool interrupted = false; // by Ctrl+C; the tasks were ended
    std::string error{};      // empty, or why nothing was started
};

// Submits the tasks as one array job of sbatch, and waits for its end. Options for sbatch, such as a
// partition, come from its variables (SBATCH_PARTITION, SBATCH_TIMELIMIT, ...).
FarResult runOnSlurm(const SweepTasks& tasks, const SweepOptions& options);
// If an earlier command was killed while its job was still running: waits for the job.
FarResult waitForEarlierSlurmJob(const std::filesystem::path& results);

// Runs the tasks with GNU parallel, on the machines of options.hostsFile or on this one.
FarResult runOnParallel(const SweepTasks& tasks, const SweepOptions& options);

// The path of satbox-run for tasks.
std::string taskProgram(const SweepOptions& options);

} // namespace satbox::app
