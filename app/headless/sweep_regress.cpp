#include "app/headless/sweep_regress.h"

#include "app/headless/report.h"
#include "app/headless/sweep_execute.h"
#include "app/sweep/sweep.h"
#include "app/sweep/sweep_differences.h"
#include "app/sweep/sweep_results.h"
#include "app/text/plain_text.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

namespace satbox::app {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxListed = 20; // differences, the greatest first

void printDifferences(const Sweep& sweep, const SweepDifferences& found)
{
    fmt::print("{} compared: {} have the same bits, {} differ beyond a tolerance\n",
               plainCountText(found.runs, "run", "runs"), found.sameBits, found.runsBeyond);
    if (found.columns.empty()) return;
    fmt::print("  {:<24}{:>8}{:>14}{:>14}\n", "result", "runs", "largest", "in run");
    for (const SweepDifferences::ByColumn& each : found.columns)
        fmt::print("  {:<24}{:>8}{:>14.4g}{:>14}\n", each.column, each.runs, each.largest, each.run);
    fmt::print("The greatest differences, in tolerances:\n");
    const size_t listed = std::min(found.list.size(), kMaxListed);
    for (size_t i = 0; i < listed; ++i) {
        const SweepDifference& each = found.list[i];
        fmt::print("  run {} ({}): {} was {}, is {}\n", each.run, sweep.textOf(each.run), each.column,
                   printable(valueText(each.before)), printable(valueText(each.now)));
    }
    if (found.list.size() > listed) fmt::print("  and {} more\n", found.list.size() - listed);
}

} // namespace

int runRegression(const RunOptions& options)
{
    const fs::path basePath(options.sweep.regressFile);
    SweepResults base, now;
    SweepSource source;
    Sweep sweep;
    std::string version;
    std::vector<size_t> runs;
    std::string message = base.open(basePath);
    if (message.empty()) message = base.readSource(source);
    if (message.empty()) message = base.readVersion(version);
    if (message.empty()) message = sweep.load(std::move(source), basePath.string());
    if (message.empty()) message = base.readRuns(runs);
    if (message.empty() && runs.empty()) message = printablePath(basePath) + ": has no runs";
    if (!message.empty()) return reportError(message);
    sweep.setInstructionSet(options.instructionSet);

    const bool isKept = !options.sweep.resultsFile.empty();
    if (!isKept && options.sweep.place() != SweepPlace::Here)
        return reportError(
            "--regress on other machines needs --results, beside which task files are written");
    const fs::path path = isKept ? fs::path(options.sweep.resultsFile) : fs::path(":memory:");
    std::error_code ignored;
    if (isKept && fs::equivalent(path, basePath, ignored))
        return reportError("--results: the same file as that of --regress, expected another one");
    if (isKept) message = checkWritable(path);
    if (message.empty()) message = now.create(path, sweep);
    if (!message.empty()) return reportError(message);
    fmt::print("satbox {}, compared with {}\n", sweep.version(), version);
    const std::string name = isKept ? printablePath(path) : std::string("in memory");
    if (const int status = executeRuns(sweep, now, path, name, runs, options.sweep); status != kExitOk)
        return status;
    SweepDifferences found;
    if (message = compareSweeps(sweep, base, now, found); !message.empty()) return reportError(message);
    printDifferences(sweep, found);
    return found.list.empty() ? kExitOk : kExitFailed;
}

} // namespace satbox::app
