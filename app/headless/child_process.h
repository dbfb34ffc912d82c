#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace satbox::app {

// Another program that runs beside this one: sbatch, GNU parallel. On Windows and in WebAssembly there is
// none.
class ChildProcess {
  public:
    ChildProcess() = default;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess() { stop(); }

    // Starts words[0], which is searched in PATH, in `folder` (empty: the current one). It reads nothing from
    // standard input; standard output and error go to `outputFile`. Ctrl+C does not reach it, and on Linux it
    // ends when this program is killed. Returns an empty string, or why it does not run.
    std::string start(const std::vector<std::string>& words, const std::filesystem::path& folder,
                      const std::filesystem::path& outputFile);
    bool isRunning();                      // false when it has ended, or was never started
    void stop();                           // asks it to end, and waits
    int status() const { return status_; } // exit status after the end; -1 after a signal

  private:
    int process_ = -1;
    int status_ = -1;
};

// What a short command printed, on standard output and error together.
struct CommandOutput {
    std::string text;
    std::string error; // empty, or why it failed: it is not installed, or it ended with another status than 0
    bool ok() const { return error.empty(); }
};
// Runs a command to its end. `scratchFile` is written and removed.
CommandOutput runCommand(const std::vector<std::string>& words, const std::filesystem::path& scratchFile);

} // namespace satbox::app
