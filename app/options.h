#pragma once

#include "app/gfx/int_size.h"
#include <satbox/instruction_set.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace satbox::app {

// The values of --pair-test, in the order of kOverlapTests.
inline constexpr std::array<const char*, 5> kPairTestWords{"interval", "projection", "minkowski",
                                                           "support-points", "vertex-contacts"};

// The command line of satbox.
struct Options {
    std::string scene{};                 // name or path; empty: the welcome scene
    std::filesystem::path render{};      // --render: write this picture and exit, without a window
    int steps = 300;                     // --steps, with --render; lab scenes take none unless hasSteps
    bool hasSteps = false;               // --steps was given
    IntSize size{};                      // --size; 0: the default, or the size of the last run
    std::string overlays{};              // --overlays; empty: as in the last run
    float uiScale = 0.0f;                // --ui-scale; 0: the display's scale
    std::string theme{};                 // --theme dark | light; empty: as in the last run
    std::filesystem::path recordUi{};    // --record-ui
    std::filesystem::path stateOnExit{}; // --state-on-exit
    InstructionSet instructionSet = bestInstructionSet(); // --isa, or SATBOX_ISA
    std::string pair{};           // --pair: "deepest", or two body numbers; empty: none
    std::string pairStage{};      // --pair-stage: "axes", "contact", "difference", "tests"; empty: axes
    std::string pairTest{};       // --pair-test, one of kPairTestWords; empty: support points
    int pairAxis = 0;             // --pair-axis, from 1; 0: the axis of least overlap
    std::string broad{};          // --broad: "tree", "query", "moved", "islands"; empty: none
    std::string query{};          // --query, see parseQuery; empty: none
    int queryVisit = 0;           // --query-visit, from 1; 0: the whole query
    int treeLevel = -1;           // --tree-level; below 0: all
    std::string watch{};          // --watch: "hardest", or two body numbers; empty: none
    int watchStage = 0;           // --watch-stage, from 1; 0: the first
    bool watchIterations = false; // --watch-iterations
    bool watchEnergy = false;     // --watch-energy
    std::string compare{};        // --compare, see parseComparedWorlds; empty: no comparison
    std::string comparePlot{};    // --compare-plot: key of a quantity, optionally with ",log"; empty: energy
    bool panels = false;          // --panels: with --render, draw the whole window, not only the world
    bool paused = false;          // --paused: start paused

    bool renders() const { return !render.empty(); }
};

struct ParsedOptions {
    Options options;
    int exitCode = -1;   // below 0: run with the options; otherwise the exit code (0 after --help)
    std::string message; // for standard output if exitCode is 0, for standard error if it is 2
};

// Parses two different body numbers such as "3,7" (slots). nullopt for any other text.
std::optional<std::pair<uint32_t, uint32_t>> parseBodyPair(const std::string& text);

ParsedOptions parseOptions(int argc, const char* const* argv);

} // namespace satbox::app
