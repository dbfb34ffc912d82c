#include "app/lenses/body_pair.h"
#include "app/lenses/pair/pair_lens.h"
#include "app/text/number_option.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace satbox::app {

void PairLens::addOptions(CLI::App& cli)
{
    cli.add_option("--pair", options.pair,
                   "Open the Pair panel: deepest for the deepest overlap at the start of the last step, or "
                   "the numbers of two bodies, such as 0,1")
        ->type_name("A,B|deepest")
        ->check(bodyPairOr("deepest"));
    cli.add_option("--pair-stage", options.stage, "Tab of the Pair panel to show")
        ->type_name("NAME")
        ->check(CLI::IsMember({"axes", "contact", "difference", "tests"}));
    cli.add_option("--pair-test", options.test,
                   "Published overlap test to show in the Pair panel; implies --pair-stage tests")
        ->type_name("NAME")
        ->check(CLI::IsMember(std::vector<std::string>(kPairTestWords.begin(), kPairTestWords.end())));
    cli.add_option("--pair-axis", options.axis,
                   "Axis of the pair, or of its test, counted from 1; default: the axis of least overlap")
        ->type_name("N")
        ->check(wholeNumberBetween(1, 16));
}

std::string PairLens::checkOptions() const
{
    if (options.test.empty() || options.stage.empty() || options.stage == "tests") return {};
    return fmt::format("--pair-test needs --pair-stage tests, not {}", options.stage);
}

void PairLens::selectOptionStage(LensContext& context)
{
    if (options.stage.empty() && options.test.empty() && options.axis == 0) return;
    if (!analysis && !pair.opensOnOverlap)
        throw std::runtime_error(
            "--pair-stage, --pair-test and --pair-axis need --pair or a lab scene (lab_...)");
    constexpr std::array<std::string_view, 4> kStages{"axes", "contact", "difference", "tests"};
    for (size_t i = 0; i < kStages.size(); ++i)
        if (options.stage == kStages[i]) pair.tab = static_cast<PairTab>(i);
    static_assert(kPairTestWords.size() == std::size(kOverlapTests));
    for (size_t i = 0; i < kPairTestWords.size(); ++i) {
        if (options.test != kPairTestWords[i]) continue;
        pair.tab = PairTab::Tests;
        pair.chooseTest(kOverlapTests[i]);
    }
    update(context, 0.0);
    if (options.axis == 0) return;
    const auto axis = static_cast<size_t>(options.axis - 1);
    const bool showsTestAxes = analysis && showsTest(pair, *analysis);
    const size_t count = showsTestAxes ? analysis->overlapTrace->axes.size()
                         : analysis    ? analysis->trace.axes.size()
                                       : 16;
    if (axis >= count)
        throw std::runtime_error(
            showsTestAxes ? fmt::format("--pair-axis {}: the test \"{}\" tries {} axes for this pair",
                                        options.axis, nameOf(pair.test), count)
                          : fmt::format("--pair-axis {}: this pair has {} axes", options.axis, count));
    if (pair.tab == PairTab::Tests) pair.testAxis = axis;
    if (!showsTestAxes) pair.axis.index = axis;
}

void PairLens::applyOptions(LensContext& context, bool renders)
{
    const World& world = context.world();
    if (options.pair == "deepest") {
        if (!deepestContact(world) && !renders) {
            pair.opensOnOverlap = true; // opens at the first overlap
        } else {
            openDeepest(context);
            if (!pair.isOpen())
                throw std::runtime_error(
                    "--pair deepest: no shapes overlap in this world; take more --steps, or give two bodies");
        }
    } else if (const auto numbers = parseBodyPair(options.pair)) {
        const std::array shapes = firstShapes(world, *numbers, "--pair " + options.pair);
        open(context, shapes[0], shapes[1]);
    }
    update(context, 0.0); // lab scenes open their pair
    selectOptionStage(context);
    // The message of open() is about the axes.
    if (!options.stage.empty() && options.stage != "axes") context.status.message = {};
}

} // namespace satbox::app
