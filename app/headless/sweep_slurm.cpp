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
#include <string_view>
#include <thread>

namespace satbox::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJobFile = "job"; // has the number of the job, in the folder of its tasks

// The state of an array job: how many of its tasks are waiting or running.
struct JobState {
    bool isKnown = false; // false: squeue failed, perhaps for a moment
    size_t waiting = 0, running = 0;
};

JobState stateOfJob(const std::string& job, const fs::path& folder)
{
    // -r: a line for each task. A job that ended some minutes ago is an "Invalid job id".
    const CommandOutput output =
        runCommand({"squeue", "--noheader", "-r", "--format=%T", "--jobs=" + job}, folder / "squeue.txt");
    JobState state;
    state.isKnown = output.ok() || output.text.find("Invalid job id") != std::string::npos;
    if (!output.ok()) return state;
    for (size_t at = 0; at < output.text.size();) {
        const size_t end = std::min(output.text.find('\n', at), output.text.size());
        const std::string_view line = std::string_view(output.text).substr(at, end - at);
        if (line.starts_with("PENDING"))
            ++state.waiting;
        else if (!line.empty())
            ++state.running;
        at = end + 1;
    }
    return state;
}

// Until no task is waiting or running, or Ctrl+C, which cancels the job.
FarResult waitForJob(const std::string& job, const fs::path& folder)
{
    constexpr std::chrono::milliseconds kTick{100}, kFirstPoll{500}, kMaxPoll{5000};
    constexpr int kMaxUnknown = 60; // polls: some minutes without an answer
    StatusLine line;
    std::chrono::milliseconds poll = kFirstPoll;
    int unknown = 0;
    while (true) {
        for (std::chrono::milliseconds waited{0}; waited < poll && !wasInterrupted(); waited += kTick)
            std::this_thread::sleep_for(kTick);
        if (wasInterrupted()) break;
        poll = std::min(poll * 2, kMaxPoll);
        const JobState state = stateOfJob(job, folder);
        unknown = state.isKnown ? 0 : unknown + 1;
        if (unknown >= kMaxUnknown)
            return {false,
                    fmt::format(
                        "squeue does not answer; job {} may still run. The same command waits for it again",
                        job)};
        if (state.isKnown && state.waiting + state.running == 0) return {};
        if (state.isKnown)
            line.show(fmt::format("job {}: {} tasks are running, {} are waiting", job, state.running,
                                  state.waiting));
    }
    line.clear();
    const CommandOutput cancelled = runCommand({"scancel", job}, folder / "scancel.txt");
    // Tasks get some time to store what they have.
    for (int i = 0; i < 100 && cancelled.ok(); ++i) {
        const JobState state = stateOfJob(job, folder);
        if (state.isKnown && state.waiting + state.running == 0) break;
        std::this_thread::sleep_for(kTick);
    }
    return {true, cancelled.error};
}

} // namespace

FarResult runOnSlurm(const SweepTasks& tasks, const SweepOptions& options)
{
    const fs::path& folder = tasks.folder();
    const std::string head = (folder / tasks.id()).string();
    // exec: signals of Slurm reach satbox-run itself, which stores what it has.
    const std::string script = fmt::format(
        "#!/bin/sh\nexec {} --sweep-task \"$(printf '%s-%04d.sqlite' {} \"$SLURM_ARRAY_TASK_ID\")\" "
        "--threads \"${{SLURM_CPUS_PER_TASK:-1}}\"\n",
        inShell(taskProgram(options)), inShell(head));
    const fs::path scriptFile = folder / "task.sh";
    if (const std::string message = writeFile(scriptFile, script); !message.empty()) return {false, message};
    const CommandOutput submitted = runCommand(
        {"sbatch", "--parsable", fmt::format("--array=1-{}", tasks.count()), "--job-name=satbox-sweep",
         "--output=" + head + "-%4a.log", "--open-mode=append", scriptFile.string()},
        folder / "sbatch.txt");
    if (!submitted.ok()) return {false, "--on slurm: " + submitted.error};
    // "123" or "123;cluster", perhaps after warnings of the site.
    std::string job = submitted.text;
    while (job.ends_with('\n')) job.pop_back();
    job = job.substr(job.rfind('\n') == job.npos ? 0 : job.rfind('\n') + 1);
    job = job.substr(0, job.find(';'));
    if (job.empty() || job.find_first_not_of("0123456789") != job.npos)
        return {false, fmt::format("--on slurm: sbatch printed {}, expected the number of a job",
                                   quotedText(submitted.text))};
    if (const std::string message = writeFile(folder / kJobFile, job); !message.empty())
        return {false, message};
    return waitForJob(job, folder);
}

FarResult waitForEarlierSlurmJob(const fs::path& results)
{
    fs::path root = fs::absolute(results);
    root += ".tasks";
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(root, ignored)) {
        const fs::path file = entry.path() / kJobFile;
        if (!fs::exists(file, ignored)) continue;
        const FileText job = readFile(file, 100);
        if (!job.error.empty()) return {false, job.error};
        if (FarResult result = waitForJob(job.text, entry.path());
            result.interrupted || !result.error.empty())
            return result;
    }
    return {};
}

} // namespace satbox::app
