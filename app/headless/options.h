#pragma once

#include "engine/core/isa.h"
#include "engine/core/thread_pool.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace satbox::app {

// What satbox-run was asked for.
struct RunOptions {
    std::string scene;                 // a name or a path; empty with `list` or `writeScenes`
    std::vector<std::string> compared; // --compare: two to four worlds instead of one scene; else empty
    float partDistance = 0.01f;        // m, from which on two of them have parted
    int64_t steps = 600;
    std::optional<float> hz; // steps per simulated second; none: the scene's own rate
    std::vector<std::pair<std::string, std::string>> settings; // --set key=value, in order
    std::string metricsFile;                                   // empty: none
    std::string stateFile;                                     // empty: none
    std::string writeScenes; // folder to write the built-in scenes into; empty: none
    InstructionSet instructionSet = bestInstructionSet(); // --isa, or SATBOX_ISA
    int threads = defaultThreadCount();                   // that step the world, 1 to kMaxThreads
    bool profile = false;
    bool energy = false; // keep the ledger of each step (engine/world/energy_ledger.h)
    bool hash = false;
    bool list = false;
};

// Exit statuses.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFailed = 1; // bad scene or file, with a sentence on standard error
inline constexpr int kExitUsage = 2;  // a command line that makes no sense

// Either options, or the exit status after help or a usage message was printed.
struct ParsedOptions {
    std::optional<RunOptions> options;
    int exitStatus = kExitOk;
};
ParsedOptions parseRunOptions(int argc, const char* const* argv);

} // namespace satbox::app
