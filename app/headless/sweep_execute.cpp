#include "app/headless/sweep_execute.h"

#include "app/headless/interrupt.h"
#include "app/headless/report.h"
#include "app/headless/sweep_far.h"
#include "app/headless/sweep_tasks.h"
#include "app/headless/sweep_workers.h"
#include "app/text/plain_text.h"
#include "engine/core/quoted.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <numeric>

namespace satbox::app {
namespace {

constexpr size_t kRunsOfTask = 10, kUsualTasks = 100; // by default

// Shows how far the runs are, on a terminal.
class SweepProgress {
  public:
    explicit SweepProgress(size_t runs) : runs_(runs) {}
    void show(size_t made)
    {
        const StatusLine::Clock::time_point now = StatusLine::Clock::now();
        if (!line_.isDue(now)) return;
        const double seconds = std::chrono::duration<double>(now - line_.start()).count();
        const double rate = static_cast<double>(made) / seconds;
        std::string text = fmt::format("{} of {} runs, {:.1f} runs/s", made, runs_, rate);
        if (made > 0) text += fmt::format(", {:.0f} s left", static_cast<double>(runs_ - made) / rate);
        line_.show(text, now);
    }
    void clear() { line_.clear(); }

  private:
    size_t runs_;
    StatusLine line_;
};

FarResult runHere(const Sweep& sweep, SweepResults& results, std::span<const size_t> missing, int threads)
{
    SweepProgress progress(missing.size());
    const MadeRuns made =
        makeRuns(sweep, results, missing, threads, [&](size_t count) { progress.show(count); });
    progress.clear();
    if (made.error.empty() && made.runs > 0) {
        const double percent = 100.0 / (made.wallSeconds * made.threads);
        fmt::print("{} in {:.2f} s on {}: {:.1f} % steps, {:.1f} % metrics and hashes, "
                   "{:.1f} % starts, {:.1f} % scheduling and storing\n",
                   plainCountText(made.runs, "run", "runs"), made.wallSeconds,
                   plainCountText(made.threads, "thread", "threads"), percent * made.stepSeconds,
                   percent * made.measureSeconds,
                   percent * (made.runSeconds - made.stepSeconds - made.measureSeconds),
                   100.0 - percent * made.runSeconds);
    }
    return {made.interrupted, made.error};
}

FarResult runInTasks(const Sweep& sweep, SweepResults& results, SweepTasks& tasks,
                     std::span<const size_t> missing, const SweepOptions& options)
{
    const size_t usual = std::clamp<size_t>(missing.size() / kRunsOfTask, 1, kUsualTasks);
    const size_t count = options.tasks > 0 ? static_cast<size_t>(options.tasks) : usual;
    if (const std::string message = tasks.write(sweep, missing, count); !message.empty())
        return {false, message};
    FarResult result =
        options.place() == SweepPlace::Slurm ? runOnSlurm(tasks, options) : runOnParallel(tasks, options);
    if (const std::string message = tasks.collect(sweep, results); !message.empty()) return {false, message};
    if (!result.error.empty()) tasks.discard();
    return result;
}

// Names the first run that failed.
std::string printFailures(const Sweep& sweep, SweepResults& results)
{
    size_t count = 0, first = 0;
    std::string reason;
    const std::string columns[] = {"failure"};
    std::string message = results.readRows(columns, [&](size_t run, std::span<const SweepValue> values) {
        const auto* failure = std::get_if<std::string>(&values[0]);
        if (failure == nullptr) return;
        if (count == 0) {
            first = run;
            reason = *failure;
        }
        ++count;
    });
    if (count > 0)
        fmt::print("{} of the runs failed, see the column \"failure\". The first is run {} ({}): {}\n", count,
                   first, sweep.textOf(first), printable(reason, kMaxPathLength));
    return message;
}

} // namespace

std::vector<size_t> allRuns(const Sweep& sweep)
{
    std::vector<size_t> runs(sweep.runCount());
    std::iota(runs.begin(), runs.end(), size_t{0});
    return runs;
}

std::string findMissingRuns(SweepResults& results, std::span<const size_t> runs, std::vector<size_t>& missing)
{
    std::vector<size_t> done;
    missing.clear();
    std::string message = results.readRuns(done);
    std::set_difference(runs.begin(), runs.end(), done.begin(), done.end(), std::back_inserter(missing));
    return message;
}

int executeRuns(const Sweep& sweep, SweepResults& results, const std::filesystem::path& path,
                const std::string& name, std::span<const size_t> runs, const SweepOptions& options)
{
    catchInterrupt();
    SweepTasks tasks(path);
    std::vector<size_t> missing;
    FarResult far;
    if (options.place() == SweepPlace::Slurm) far = waitForEarlierSlurmJob(path);
    std::string message = far.error;
    if (message.empty()) message = tasks.collect(sweep, results); // what an earlier command left
    if (message.empty()) message = findMissingRuns(results, runs, missing);
    if (!message.empty()) return reportError(message);
    const size_t found = runs.size() - missing.size();
    if (!missing.empty() && !far.interrupted) {
        far = options.place() == SweepPlace::Here ? runHere(sweep, results, missing, options.threads)
                                                  : runInTasks(sweep, results, tasks, missing, options);
        message = far.error;
        const std::string unread = findMissingRuns(results, runs, missing);
        if (message.empty()) message = unread;
    }
    if (message.empty()) message = printFailures(sweep, results);
    if (!message.empty()) return reportError(message);
    fmt::print("{}: {}, {} of them made now\n", name,
               plainCountText(runs.size() - missing.size(), "run", "runs"),
               runs.size() - missing.size() - found);
    if (missing.empty()) {
        tasks.reportUnfinished(missing); // none: removes the folder
        return kExitOk;
    }
    const bool interrupted = far.interrupted;
    const size_t unfinished = interrupted ? 0 : tasks.reportUnfinished(missing);
    fmt::print("{}{} of {} runs are missing; the same command makes them\n",
               interrupted ? "interrupted: " : "", missing.size(), runs.size());
    if (unfinished > 0) fmt::print("{} of {} tasks failed\n", unfinished, tasks.count());
    return interrupted ? kExitInterrupted : kExitFailed;
}

} // namespace satbox::app
