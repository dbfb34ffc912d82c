#include "app/lenses/plot/plot_lens.h"

#include "app/document/unused_file.h"
#include "app/lenses/plot/plot_export.h"
#include "tests/app/lenses/plot/plot_fixture.h"
#include "tests/support/lens_calls.h"
#include "tests/support/paths.h"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace satbox;
using namespace satbox::app;
using plot_test::Plotted;

TEST_CASE("the_command_line_opens_the_panel_with_its_quantities_measured")
{
    Plotted p(false);
    p.step(25);
    applyOptionsOf<PlotLens>(p.state, {.quantities = "energy,ledger"}, true);
    CHECK(p.state.ui.panels.shows(PlotLens::kName));
    CHECK(p.plot().plots(PlotSource::Ledger));
    CHECK_FALSE(p.plot().plots(PlotSource::Body));
    for (uint64_t step = 0; step <= 25; ++step) CHECK(p.plot().samples.isComplete(step, p.plot().needs()));
}

TEST_CASE("the_plots_are_written_to_the_present_folder_and_the_status_bar_says_so")
{
    Plotted p;
    p.step(8);
    const std::filesystem::path before = std::filesystem::current_path();
    const std::filesystem::path folder = satbox::test::artefactFolder("plot_lens");
    std::filesystem::current_path(folder);
    const std::filesystem::path path = unusedFile({}, p.state.document().scene.name + "-plot", ".csv");
    callLens<PlotLens>(p.state, [](PlotLens& lens, LensContext& context) { savePlots(lens.state, context); });
    std::ifstream file(folder / path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::filesystem::remove(folder / path);
    std::filesystem::current_path(before);
    CHECK(text == plotsAsCsv(p.plot(), p.history()));
    CHECK(p.state.status.message.text == "Plots written to " + path.string());
}

TEST_CASE("a_step_in_which_nothing_is_missing_needs_no_further_frames")
{
    Plotted p;
    p.step(10);
    CHECK_FALSE(p.state.lens<PlotLens>().isAnimating());
    p.plot().samples.clear();
    p.plot().fill(p.history(), -1.0);
    CHECK(p.state.lens<PlotLens>().isAnimating());
    p.state.ui.panels.open = "Tune";
    p.frame();
    CHECK_FALSE(p.state.lens<PlotLens>().isAnimating());
}
