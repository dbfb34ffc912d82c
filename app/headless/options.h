#pragma once

#include "app/explain/subject.h"
#include "app/headless/sweep_options.h"
#include <satbox/instruction_set.h>
#include <satbox/lab/condition.h>
#include <satbox/scene/import.h>
#include <satbox/setting_paths.h>
#include <satbox/thread_pool.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// The command line of satbox-run.
struct RunOptions {
    std::string scene;                 // name or path; may be empty with `list`, `writeScenes` or `compared`
    std::vector<std::string> compared; // --compare: two to four worlds instead of `scene`
    float divergenceDistance = 0.01f;  // m, above which compared worlds count as diverged
    int64_t steps = 600;
    std::optional<float> hz;                 // steps per simulated second; none: the scene's rate
    std::vector<SettingAssignment> settings; // --set, in order
    std::string metricsFile;                 // empty: none
    std::string stateFile;                   // empty: none
    std::string recordFile;                  // empty: none
    std::string replayFile;                  // --replay: a recording instead of `scene`
    bool verify = false;                     // with `replayFile`: compare with its hashes
    std::string cppFile;                     // --cpp: write the scene as a program; empty: none
    std::string box2dFile;                   // --box2d: likewise, for Box2D
    std::string svgFile;                     // --svg: write the outlines of its bodies as a drawing
    ImportOptions import;                    // --import-...: for a scene of another program
    std::string importOption;                // one of these that was given; empty: none
    std::string writeScenes;                 // folder to write the built-in scenes into; empty: none
    InstructionSet instructionSet = bestInstructionSet(); // --isa, or SATBOX_ISA
    int threads = defaultThreadCount();                   // for stepping, 1 to kMaxThreads
    std::optional<Condition> until;     // --until: end at the first step after which it is true
    std::string shrinkFile;             // --shrink: write the smallest scene in which it happens; empty: none
    std::optional<uint64_t> shrinkLead; // steps before it at which that scene starts; none: at the beginning
    std::vector<ExplainSubject> explained; // --explain, in order
    std::string explainFile;               // --explain-json; empty: none
    SweepOptions sweep;                    // instead of all of these but `instructionSet`
    bool profile = false;
    bool energy = false; // record the energy ledger of each step (satbox/lab/energy_ledger.h)
    bool hash = false;
    bool list = false;
};

// Exit statuses.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFailed = 1;        // bad scene, setting or file, with a message on standard error
inline constexpr int kExitUsage = 2;         // invalid command line
inline constexpr int kExitNeverTrue = 3;     // the condition of --until was not true after any step
inline constexpr int kExitInterrupted = 130; // a sweep was interrupted, as shells say it: 128 + SIGINT

// Either the options, or the exit status after help or a usage error was printed.
struct ParsedRunOptions {
    std::optional<RunOptions> options;
    int exitStatus = kExitOk;
};
ParsedRunOptions parseRunOptions(int argc, const char* const* argv);

} // namespace satbox::app
