#include "app/headless/sweep_far.h"

#include "app/headless/child_process.h"
#include "app/headless/interrupt.h"
#include "app/headless/report.h"
#include "app/headless/shell_text.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace satbox::app {
namespace {

namespace fs = std::filesystem;

// GNU parallel writes a line for each task that has ended, after a heading.
size_t endedTasks(const fs::path& jobLog)
{
    constexpr size_t kMaxLog = 16u << 20;
    const std::string text = readFile(jobLog, kMaxLog).text;
    const auto lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
    return lines > 0 ? lines - 1 : 0;
}

} // namespace

std::string taskProgram(const SweepOptions& options)
{
    if (!options.program.empty()) return options.program;
    std::error_code ignored;
    const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
    return self.empty() ? std::string("satbox-run") : self.string();
}

FarResult runOnParallel(const SweepTasks& tasks, const SweepOptions& options)
{
    constexpr std::chrono::milliseconds kPoll{100};
    const fs::path& folder = tasks.folder();
    // What a task prints goes to its log. The command is a line for the shell.
    std::vector<std::string> words{"parallel", "--joblog", "joblog.txt", "--results", "{.}.log"};
    if (!options.hostsFile.empty()) {
        words.insert(words.end(), {"--sshloginfile", fs::absolute(options.hostsFile).string()});
        // Names without folders: on a host, files are in the folder in which ssh begins.
        words.insert(words.end(), {"--transferfile", "{}", "--return", "{}", "--cleanup"});
    }
    words.insert(words.end(), {inShell(taskProgram(options)), "--sweep-task", "{}", "2>&1", ":::"});
    for (size_t task = 1; task <= tasks.count(); ++task) words.push_back(tasks.fileName(task));
    ChildProcess parallel;
    if (const std::string message = parallel.start(words, folder, folder / "parallel.txt"); !message.empty())
        return {false, "--on parallel: " + message};
    StatusLine line;
    while (parallel.isRunning() && !wasInterrupted()) {
        line.show(fmt::format("{} of {} tasks have ended", endedTasks(folder / "joblog.txt"), tasks.count()));
        std::this_thread::sleep_for(kPoll);
    }
    if (!wasInterrupted()) return {};
    parallel.stop();
    return {true, {}};
}

} // namespace satbox::app
