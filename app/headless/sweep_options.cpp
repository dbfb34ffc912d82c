#include "app/headless/sweep_options.h"

#include "app/text/number_option.h"
#include "engine/core/quoted.h"
#include "engine/core/suggest.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace satbox::app {
namespace {

constexpr int kMaxTasks = 1000; // Slurm's MaxArraySize is 1001 unless the site raises it

// Options that change how runs are made, not which or what of them is computed.
constexpr std::array kAllowed{"--threads", "--isa", "--results", "--on", "--tasks", "--hosts", "--program"};

std::string checkPlace(const std::string& text)
{
    constexpr std::array<std::string_view, 3> kPlaces{"here", "slurm", "parallel"};
    if (std::find(kPlaces.begin(), kPlaces.end(), text) != kPlaces.end()) return {};
    return fmt::format("there is no place {}, expected here, slurm or parallel{}", quotedText(text),
                       didYouMean(text, kPlaces));
}

std::string mainOption(const SweepOptions& options)
{
    if (!options.file.empty()) return "--sweep";
    return options.regressFile.empty() ? "--sweep-task" : "--regress";
}

} // namespace

void addSweepOptions(CLI::App& app, SweepOptions& options)
{
    app.add_option("--sweep", options.file,
                   "Make all runs of a sweep file that its results file does not have yet (docs/sweeps.md)")
        ->type_name("SWEEP.JSON");
    app.add_option("--results", options.resultsFile,
                   "With --sweep: the SQLite file of the results; default: the name of the sweep file with "
                   ".sqlite, in the current folder. With --regress: stores the new results")
        ->type_name("OUT.SQLITE");
    app.add_option("--regress", options.regressFile,
                   "Make the runs of a results file again with this program, and list the results that "
                   "differ by more than the tolerances of the sweep; exit status 1 if there is one")
        ->type_name("BASE.SQLITE");
    app.add_option(
           "--on", options.on,
           "Where the runs of a sweep are made: here; slurm, as an array job of sbatch; or parallel, by "
           "GNU parallel on the machines of --hosts")
        ->type_name("PLACE")
        ->check(checkPlace)
        ->capture_default_str();
    app.add_option("--tasks", options.tasks,
                   "With --on slurm or parallel: number of tasks that the runs are divided into, 1 to 1000; "
                   "default: one for each 10 runs, at most 100")
        ->type_name("N")
        ->check(wholeNumberBetween(1, kMaxTasks));
    app.add_option("--hosts", options.hostsFile,
                   "With --on parallel: file of machines, one a line, as --sshloginfile of GNU parallel")
        ->type_name("FILE");
    app.add_option(
           "--program", options.program,
           "With --on slurm or parallel: satbox-run on the other machines; default: the path of this one")
        ->type_name("PATH");
    app.add_option("--sweep-task", options.taskFile)
        ->group(""); // hidden: what a task of another machine calls
}

std::string checkSweepOptions(const CLI::App& app, const SweepOptions& options)
{
    const bool isFar = options.place() != SweepPlace::Here;
    if (!options.isGiven()) {
        for (const char* name : {"--results", "--on", "--tasks", "--hosts", "--program"})
            if (app.get_option(name)->count() > 0) return fmt::format("{} needs --sweep", name);
        return {};
    }
    const std::string main = mainOption(options);
    std::vector<const CLI::Option*> allowed{app.get_option(main)};
    for (const char* name : kAllowed) allowed.push_back(app.get_option(name));
    for (const CLI::Option* option : app.get_options())
        if (option->count() > 0 && std::find(allowed.begin(), allowed.end(), option) == allowed.end())
            return fmt::format("{} and {} exclude each other: the sweep says what is run", main,
                               option->get_name());
    for (const char* name : {"--tasks", "--program"})
        if (!isFar && app.get_option(name)->count() > 0)
            return fmt::format("{} needs --on slurm or --on parallel", name);
    if (options.place() != SweepPlace::Parallel && !options.hostsFile.empty())
        return "--hosts needs --on parallel";
    std::error_code ignored;
    if (!options.hostsFile.empty() && !std::filesystem::exists(options.hostsFile, ignored))
        return fmt::format("--hosts: there is no file {}", quotedText(options.hostsFile));
    if (!options.taskFile.empty() && (isFar || !options.resultsFile.empty()))
        return "--sweep-task makes the runs of its file here; leave out --on and --results";
    return {};
}

} // namespace satbox::app
