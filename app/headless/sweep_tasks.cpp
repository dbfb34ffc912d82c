#include "app/headless/sweep_tasks.h"

#include "app/headless/report.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace satbox::app {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> sortedEntries(const fs::path& folder)
{
    std::vector<fs::path> entries;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
        entries.push_back(entry.path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

// The last line of a task's output that says something.
std::string lastLine(const fs::path& log)
{
    constexpr size_t kMaxLog = 16u << 20;
    std::string text = readFile(log, kMaxLog).text;
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    const size_t newline = text.rfind('\n');
    return printable(newline == text.npos ? text : text.substr(newline + 1), kMaxPathLength);
}

} // namespace

SweepTasks::SweepTasks(const fs::path& results) : root_(fs::absolute(results))
{
    root_ += ".tasks";
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    id_ = fmt::format("{:x}", std::chrono::duration_cast<std::chrono::microseconds>(now).count());
    folder_ = root_ / id_;
}

std::string SweepTasks::fileName(size_t task) const { return fmt::format("{}-{:04}.sqlite", id_, task); }
std::string SweepTasks::logName(size_t task) const { return fmt::format("{}-{:04}.log", id_, task); }

std::string SweepTasks::collect(const Sweep& sweep, SweepResults& results)
{
    bool any = false;
    for (const fs::path& submission : sortedEntries(root_)) {
        for (const fs::path& file : sortedEntries(submission)) {
            if (file.extension() != ".sqlite") continue;
            any = true;
            if (const std::string message = results.addRowsOf(sweep, file); !message.empty()) {
                reportError(message);
                continue;
            }
            std::error_code ignored;
            fs::remove(file, ignored);
        }
        std::error_code ignored;
        if (submission != folder_) fs::remove_all(submission, ignored);
    }
    return any ? results.numberRows(sweep) : std::string();
}

std::string SweepTasks::write(const Sweep& sweep, std::span<const size_t> runs, size_t count)
{
    std::error_code problem;
    fs::create_directories(folder_, problem);
    if (problem) return fmt::format("{}: cannot be created: {}", printablePath(folder_), problem.message());
    count_ = std::min(count, runs.size());
    runs_.assign(count_, {});
    for (size_t i = 0; i < runs.size(); ++i) runs_[i % count_].push_back(runs[i]);
    for (size_t task = 0; task < count_; ++task) {
        SweepResults file;
        std::string message = file.create(folder_ / fileName(task + 1), sweep);
        if (message.empty()) message = file.writeTodo(runs_[task]);
        if (!message.empty()) return message;
    }
    return {};
}

void SweepTasks::discard()
{
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    fs::remove(root_, ignored); // if nothing else is in it
}

size_t SweepTasks::reportUnfinished(std::span<const size_t> missingRuns)
{
    size_t unfinished = 0;
    for (size_t task = 0; task < count_; ++task) {
        const auto isMissing = [&](size_t run) {
            return std::binary_search(missingRuns.begin(), missingRuns.end(), run);
        };
        const auto missing = std::count_if(runs_[task].begin(), runs_[task].end(), isMissing);
        if (missing == 0) continue;
        ++unfinished;
        const fs::path log = folder_ / logName(task + 1);
        const std::string said = lastLine(log);
        reportError(fmt::format("task {} failed: {} of its {} runs are missing; {}{}", task + 1, missing,
                                runs_[task].size(), printablePath(log), said.empty() ? "" : ": " + said));
    }
    std::error_code ignored;
    if (unfinished == 0) fs::remove_all(root_, ignored);
    return unfinished;
}

} // namespace satbox::app
