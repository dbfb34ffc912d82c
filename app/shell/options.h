#pragma once

#include "app/gfx/int_size.h"
#include "app/lenses/lens_table.h"
#include <satbox/instruction_set.h>

#include <filesystem>
#include <string>
#include <vector>

namespace satbox::app {

// The command line of satbox.
struct Options {
    std::string scene{};                 // name or path; empty: the welcome scene
    std::string link{};                  // --link: instead of a scene; empty: none
    std::filesystem::path render{};      // --render: write this picture and exit, without a window
    int steps = 300;                     // --steps, with --render; lab scenes take none unless hasSteps
    bool hasSteps = false;               // --steps was given
    IntSize size{};                      // --size; 0: the default, or the size of the last run
    std::string overlays{};              // --overlays; empty: as in the last run
    std::vector<std::string> choices{};  // of viewChoices(): --heat-map and so on; empty: as in the last run
    float uiScale = 0.0f;                // --ui-scale; 0: the display's scale
    std::string theme{};                 // --theme dark | light; empty: as in the last run
    std::filesystem::path recordUi{};    // --record-ui
    std::filesystem::path stateOnExit{}; // --state-on-exit
    InstructionSet instructionSet = bestInstructionSet(); // --isa, or SATBOX_ISA
    Lenses lenses{};                                      // their options
    bool panels = false;      // --panels: with --render, draw the whole window, not only the world
    bool paused = false;      // --paused: start paused
    std::uint16_t listen = 0; // --listen: a port; 0: off

    bool renders() const { return !render.empty(); }
    bool rendersSvg() const { return render.extension() == ".svg"; }
};

struct ParsedOptions {
    Options options;
    int exitCode = -1;   // below 0: run with the options; otherwise the exit code (0 after --help)
    std::string message; // for standard output if exitCode is 0, for standard error if it is 2
};

ParsedOptions parseOptions(int argc, const char* const* argv);

} // namespace satbox::app
