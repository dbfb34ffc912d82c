// satbox-stability: searches for instabilities over scenes, step rates, solvers and random settings, and
// computes the map of stable settings (docs/step.md, "Where a step is stable").
#include "tests/bench/stability.h"
#include "tests/bench/stability_map.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <optional>

namespace satbox::bench {
namespace {

struct Options {
    bool map = false;
    int steps = 1500;
    uint32_t random = 10'000, first = 0;
    std::string only;
    std::string resume;
};

constexpr const char* kHolds = "holds";

// The results of an earlier, interrupted run, read from a file; new results are appended.
class Journal {
  public:
    explicit Journal(const std::string& path)
    {
        if (path.empty()) return;
        std::ifstream earlier(path);
        for (std::string line; std::getline(earlier, line);) {
            const size_t tab = line.find('\t');
            if (tab == line.npos) continue; // incomplete line of an interrupted run
            done_.emplace(line.substr(0, tab), line.substr(tab + 1) == kHolds);
        }
        file_.open(path, std::ios::app);
        if (!file_) throw std::runtime_error(fmt::format("{}: cannot be written", path));
    }
    // True if the run had no fault; unset if the file does not contain it.
    std::optional<bool> find(const std::string& name) const
    {
        const auto found = done_.find(name);
        return found == done_.end() ? std::nullopt : std::optional(found->second);
    }
    void add(const std::string& name, const std::string& result)
    {
        if (file_.is_open())
            file_ << name << '\t' << result << std::endl; // flushed, in case the program is killed
    }

  private:
    std::map<std::string, bool> done_;
    std::ofstream file_;
};

int runTasks(const Options& options)
{
    std::vector<StabilityTask> tasks = sceneTasks(options.steps);
    for (uint32_t i = 0; i < options.random; ++i) tasks.push_back(randomTask(options.first + i));
    std::erase_if(tasks,
                  [&](const StabilityTask& t) { return t.name.find(options.only) == std::string::npos; });
    Journal journal(options.resume);
    std::array<int, static_cast<size_t>(Fault::Count)> faults{};
    int made = 0, known = 0, knownFaults = 0;
    for (const StabilityTask& task : tasks) {
        if (const std::optional<bool> held = journal.find(task.name)) {
            ++known;
            knownFaults += *held ? 0 : 1;
            continue;
        }
        const StabilityRun run = task.make();
        const std::optional<Finding> finding = findFault(run);
        ++made;
        if (!finding) {
            journal.add(task.name, kHolds);
            continue;
        }
        ++faults[static_cast<size_t>(finding->fault)];
        const std::string result =
            fmt::format("{} at step {} of {}, {}, {:.4g} s per step, body {}: {}", toString(finding->fault),
                        finding->step, run.steps, toString(run.scene.settings.solver), run.dt, finding->body,
                        finding->detail);
        journal.add(task.name, result);
        fmt::print("{}: {}\n", task.name, result);
        std::fflush(stdout);
    }
    fmt::print("{} runs", made);
    if (known > 0) fmt::print(", {} known from {}, {} of them failed", known, options.resume, knownFaults);
    for (size_t i = 0; i < faults.size(); ++i)
        fmt::print("{} {} {}", i == 0 ? ":" : ",", faults[i], toString(static_cast<Fault>(i)));
    fmt::print("\n");
    const bool hold = knownFaults == 0 && std::ranges::all_of(faults, [](int count) { return count == 0; });
    return hold ? 0 : 1;
}

} // namespace
} // namespace satbox::bench

int main(int argc, char** argv)
{
    using namespace satbox::bench;
    Options options;
    CLI::App app{
        "Searches for instabilities: runs each built-in scene with every solver at 10 to 240 Hz, then small "
        "scenes with random settings. Exit status 1 if a run fails.",
        "satbox-stability"};
    app.add_option("--steps", options.steps, "Number of steps of each scene")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    app.add_option("--random", options.random, "Number of runs with random settings")
        ->check(CLI::Range(0, 100'000'000))
        ->capture_default_str();
    app.add_option("--first", options.first, "Index of the first run with random settings")
        ->capture_default_str();
    app.add_option(
           "--only", options.only,
           "Only runs whose name contains this: \"scenes:\", \"pyramid, soft-step\", \" 10 Hz\"; with "
           "--map, panels")
        ->type_name("TEXT");
    app.add_option("--resume", options.resume,
                   "Append a line for each run to this file, and skip runs that it already contains")
        ->type_name("FILE");
    app.add_flag("--map", options.map,
                 "Instead: print the rows for tests/bench/stability_map.py, as CSV, to standard output");
    CLI11_PARSE(app, argc, argv);
    try {
        if (!options.map) return runTasks(options);
        printStabilityMap(options.only);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "satbox-stability: {}\n", error.what());
        return 2;
    }
}
