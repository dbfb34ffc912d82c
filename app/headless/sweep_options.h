#pragma once

#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace satbox::app {

// Where the runs of a sweep are made.
enum class SweepPlace : uint8_t { Here, Slurm, Parallel };

// The options of satbox-run for sweeps.
struct SweepOptions {
    std::string file;        // --sweep; empty: none of these
    std::string regressFile; // --regress; empty: none
    std::string taskFile;    // --sweep-task; empty: none
    std::string
        resultsFile; // --results; empty: the name of the sweep file with .sqlite, in the current folder
    std::string on = "here"; // --on
    int tasks = 0;           // --tasks; 0: chosen by the number of runs
    std::string hostsFile;   // --hosts, of GNU parallel; empty: this machine
    std::string program;     // --program: satbox-run on the other machines; empty: this one
    int threads = 1;         // --threads, or one per processor

    SweepPlace place() const
    {
        if (on == "slurm") return SweepPlace::Slurm;
        return on == "parallel" ? SweepPlace::Parallel : SweepPlace::Here;
    }
    bool isGiven() const { return !file.empty() || !regressFile.empty() || !taskFile.empty(); }
};

// Adds the options to the command line. `options` outlives the parsing.
void addSweepOptions(CLI::App& app, SweepOptions& options);

// Call after parsing. Empty, or a usage error: options that do not go together.
std::string checkSweepOptions(const CLI::App& app, const SweepOptions& options);

} // namespace satbox::app
