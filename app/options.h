#pragma once

#include "app/gfx/int_size.h"
#include "engine/core/isa.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace satbox::app {

// The words of --pair-test, in the order of kOverlapTests.
inline constexpr std::array<const char*, 5> kPairTestWords{"interval", "projection", "minkowski",
                                                           "support-points", "vertex-contacts"};

// What the command line of `satbox` asks for.
struct Options {
    std::string scene{};                 // name or path; empty: the welcome scene
    std::filesystem::path render{};      // --render: write this picture and end; no window
    int steps = 300;                     // --steps, with --render; of the lab none, unless it says so
    bool hasSteps = false;               // --steps was given
    IntSize size{};                      // --size; 0: the default, or what the last run remembered
    std::string overlays{};              // --overlays; empty: as they were
    float uiScale = 0.0f;                // --ui-scale; 0: the display's own
    std::string theme{};                 // --theme dark | light; empty: as it was
    std::filesystem::path recordUi{};    // --record-ui
    std::filesystem::path stateOnExit{}; // --state-on-exit
    InstructionSet instructionSet = bestInstructionSet(); // --isa, or SATBOX_ISA
    std::string pair{};      // --pair: "deepest", or two numbers of bodies; empty: none is looked into
    std::string pairStage{}; // --pair-stage: "axes", "contact", "difference", "tests"; empty: axes
    std::string pairTest{};  // --pair-test, one of kPairTestWords; empty: support points
    int pairAxis = 0;        // --pair-axis, from 1; 0: the winner
    std::string broad{};     // --broad: "tree", "query", "moved", "islands"; empty: the panel is not opened
    std::string query{};     // --query, as parseQuery takes it; empty: none
    int queryVisit = 0;      // --query-visit, from 1; 0: the whole search
    int treeLevel = -1;      // --tree-level; below 0: all
    std::string watch{};     // --watch: "hardest", or two numbers of bodies; empty: no step is taken apart
    int watchStage = 0;      // --watch-stage, from 1; 0: the first
    bool watchIterations = false; // --watch-iterations
    bool watchEnergy = false;     // --watch-energy
    std::string compare{};        // --compare, as parseCompared reads it; empty: no comparison
    std::string comparePlot{};    // --compare-plot: key of a quantity, perhaps with ",log"; empty: energy
    bool panels = false;          // --panels: the whole window in the picture, not the world alone
    bool paused = false;          // --paused: start with time stopped

    bool renders() const { return !render.empty(); }
};

struct ParsedOptions {
    Options options;
    int exitCode = -1;   // below 0: go on with the options; else end with it (0 after --help)
    std::string message; // for standard output with exit code 0, for standard error with 2
};

// Two different numbers with a comma between; nothing for any other text.
std::optional<std::pair<uint32_t, uint32_t>> bodyNumbers(const std::string& text);

ParsedOptions parseOptions(int argc, const char* const* argv);

} // namespace satbox::app
