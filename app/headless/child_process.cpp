#include "app/headless/child_process.h"

#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <system_error>
#include <thread>

#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)
#define SATBOX_HAS_PROCESSES 1
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#endif

namespace satbox::app {

#if defined(SATBOX_HAS_PROCESSES)

std::string ChildProcess::start(const std::vector<std::string>& words, const std::filesystem::path& folder,
                                const std::filesystem::path& outputFile)
{
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const std::string output = outputFile.string(), directory = folder.string();
    int ends[2]; // by which the child says that exec failed
    if (pipe(ends) != 0)
        return fmt::format("{} does not start: {}", words[0], std::generic_category().message(errno));
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process == 0) { // only functions that are safe between fork and exec
        close(ends[0]);
        const int input = open("/dev/null", O_RDONLY);
        const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        bool ok = input >= 0 && file >= 0 && dup2(input, 0) >= 0 && dup2(file, 1) >= 0 && dup2(file, 2) >= 0;
        ok = ok && setpgid(0, 0) == 0 && (directory.empty() || chdir(directory.c_str()) == 0);
        std::signal(SIGINT, SIG_DFL);
#if defined(__linux__)
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        ok = ok && getppid() == parent;
#endif
        if (ok) execvp(arguments[0], arguments.data());
        const int problem = errno;
        const ssize_t written = write(ends[1], &problem, sizeof problem);
        _exit(written > 0 ? 127 : 126);
    }
    static_cast<void>(parent);
    close(ends[1]);
    int problem = process < 0 ? errno : 0;
    if (process >= 0) {
        ssize_t got = 0;
        while ((got = read(ends[0], &problem, sizeof problem)) < 0 && errno == EINTR) {
        }
        if (got > 0) waitpid(process, nullptr, 0);
    }
    close(ends[0]);
    if (problem == ENOENT) return fmt::format("the program {} is not installed", quotedText(words[0]));
    if (problem != 0)
        return fmt::format("{} does not start: {}", words[0], std::generic_category().message(problem));
    process_ = process;
    return {};
}

bool ChildProcess::isRunning()
{
    if (process_ < 0) return false;
    int status = 0;
    const pid_t ended = waitpid(process_, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return true;
    status_ = ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    process_ = -1;
    return false;
}

void ChildProcess::stop()
{
    constexpr std::chrono::milliseconds kPoll{50}, kPatience{10'000};
    if (process_ < 0) return;
    kill(process_, SIGTERM);
    for (std::chrono::milliseconds waited{0}; isRunning(); waited += kPoll) {
        if (waited >= kPatience) kill(process_, SIGKILL);
        std::this_thread::sleep_for(kPoll);
    }
}

#else

std::string ChildProcess::start(const std::vector<std::string>& words, const std::filesystem::path&,
                                const std::filesystem::path&)
{
    return fmt::format("{} does not start: satbox-run starts no other programs on this system", words[0]);
}
bool ChildProcess::isRunning() { return process_ >= 0; }
void ChildProcess::stop() {}

#endif

CommandOutput runCommand(const std::vector<std::string>& words, const std::filesystem::path& scratchFile)
{
    constexpr std::chrono::milliseconds kPoll{20};
    constexpr size_t kMaxOutput = 16u << 20;
    CommandOutput output;
    ChildProcess child;
    output.error = child.start(words, {}, scratchFile);
    if (!output.ok()) return output;
    while (child.isRunning()) std::this_thread::sleep_for(kPoll);
    FileText read = readFile(scratchFile, kMaxOutput);
    std::error_code ignored;
    std::filesystem::remove(scratchFile, ignored);
    output.text = std::move(read.text);
    if (child.status() == 0) return output;
    std::string said = output.text.substr(0, kMaxPathLength);
    while (said.ends_with('\n')) said.pop_back();
    std::replace(said.begin(), said.end(), '\n', ' ');
    output.error = fmt::format("{} failed with status {}: {}", words[0], child.status(),
                               printable(said, kMaxPathLength));
    return output;
}

} // namespace satbox::app
