#include "app/headless/sweep.h"

#include "app/headless/interrupt.h"
#include "app/headless/report.h"
#include "app/headless/sweep_execute.h"
#include "app/headless/sweep_regress.h"
#include "app/headless/sweep_workers.h"
#include "app/sweep/sweep.h"
#include "app/sweep/sweep_results.h"
#include "app/text/plain_text.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <filesystem>
#include <fmt/format.h>
#include <vector>

namespace satbox::app {
namespace {

namespace fs = std::filesystem;

// The runs of a task file that have no row yet. Progress is seen by whoever started the task.
int runSweepTask(const RunOptions& options)
{
    const fs::path path(options.sweep.taskFile);
    SweepResults results;
    SweepSource source;
    std::string version;
    std::vector<size_t> todo, missing;
    Sweep sweep;
    std::string message = results.open(path);
    if (message.empty()) message = results.readSource(source);
    if (message.empty()) message = results.readVersion(version);
    if (message.empty()) message = sweep.load(std::move(source), path.string());
    if (message.empty() && version != sweep.version())
        message = fmt::format("{}: the sweep is of satbox {}, but this is {}; tasks need the same program",
                              printablePath(path), printable(version), sweep.version());
    if (message.empty()) message = results.readTodo(todo);
    if (message.empty()) message = findMissingRuns(results, todo, missing);
    if (!message.empty()) return reportError(message);
    sweep.setInstructionSet(options.instructionSet);
    catchInterrupt();
    catchTermination();
    const MadeRuns made = makeRuns(sweep, results, missing, options.sweep.threads, [](size_t) {});
    if (!made.error.empty()) return reportError(made.error);
    fmt::print("{} in {:.2f} s\n", plainCountText(made.runs, "run", "runs"), made.wallSeconds);
    if (!made.interrupted) return kExitOk;
    fmt::print("interrupted: {} runs are missing\n", missing.size() - made.runs);
    return kExitInterrupted;
}

int runSweepFile(const RunOptions& options)
{
    const fs::path file(options.sweep.file);
    SweepSourceResult read = loadSweepFile(file);
    if (!read.error.empty()) return reportError(read.error);
    Sweep sweep;
    if (const std::string message = sweep.load(std::move(read.source), file.string()); !message.empty())
        return reportError(message);
    sweep.setInstructionSet(options.instructionSet);
    const fs::path path = options.sweep.resultsFile.empty() ? fs::path(file.stem().string() + ".sqlite")
                                                            : fs::path(options.sweep.resultsFile);
    if (const std::string message = checkWritable(path); !message.empty()) return reportError(message);
    fs::path lockPath = path;
    lockPath += ".lock";
    FileLock lock;
    if (!lock.tryLock(lockPath))
        return reportError(printablePath(path) +
                           ": another program adds runs to this file; wait for its end");
    SweepResults results;
    const std::string message = results.create(path, sweep);
    const int status = message.empty() ? executeRuns(sweep, results, path, printablePath(path),
                                                     allRuns(sweep), options.sweep)
                                       : reportError(message);
    std::error_code ignored;
    fs::remove(lockPath, ignored);
    return status;
}

} // namespace

int runSweep(const RunOptions& options)
{
    if (!options.sweep.taskFile.empty()) return runSweepTask(options);
    return options.sweep.regressFile.empty() ? runSweepFile(options) : runRegression(options);
}

} // namespace satbox::app
