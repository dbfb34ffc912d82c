#include "app/lenses/body_pair.h"
#include "app/lenses/step/step_lens.h"
#include "app/text/number_option.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace satbox::app {

namespace {

// The contact of --watch: between two bodies, or the one with the largest impulse. In a window, the bodies
// need not touch yet.
ContactKey watchedContact(const World& world, const StepLens::Options& options, bool renders)
{
    const std::string& text = options.watch;
    const Contact* found = nullptr;
    if (const auto numbers = parseBodyPair(text)) {
        std::array shapes = firstShapes(world, *numbers, "--watch " + text);
        const BodyId a = world.bodyOf(shapes[0]), b = world.bodyOf(shapes[1]);
        world.forEachContactView([&](const ContactView& view) {
            const Contact& c = *view.contact;
            const bool joins =
                (c.bodyA == a.index && c.bodyB == b.index) || (c.bodyA == b.index && c.bodyB == a.index);
            if (joins && !view.points.empty() && !found) found = &c;
        });
        if (!found && renders)
            throw std::runtime_error(fmt::format(
                "--watch {}: these two bodies do not touch after the steps; change --steps", text));
        if (shapes[1].index < shapes[0].index) std::swap(shapes[0], shapes[1]);
        if (!found) return {shapes[0], shapes[1], -1};
    } else {
        found = hardestContact(world);
        if (!found)
            throw std::runtime_error(
                "--watch hardest: no contact had an impulse in the last step; take more --steps");
    }
    return keyOf(world, *found);
}

} // namespace

void StepLens::addOptions(CLI::App& cli)
{
    cli.add_option("--watch", options.watch,
                   "Open the Step panel for a contact: hardest for the largest impulse, or the numbers of "
                   "two bodies, such as 0,1")
        ->type_name("A,B|hardest")
        ->check(bodyPairOr("hardest"));
    cli.add_option("--watch-stage", options.stage, "With --watch: stage of the step to show, counted from 1")
        ->type_name("N")
        ->check(wholeNumberBetween(1, 1000));
    cli.add_flag("--watch-iterations", options.iterations,
                 "With --watch: solve the step again with 1 to 50 iterations and plot the results");
    cli.add_flag("--watch-energy", options.energy,
                 "With --watch: show the energy ledger of the step: what added energy and what removed it");
}

std::string StepLens::checkOptions() const
{
    if (!options.watch.empty() || (options.stage == 0 && !options.iterations && !options.energy)) return {};
    return "--watch-stage, --watch-iterations and --watch-energy need --watch";
}

// A picture shows the last step, so the world from before it is needed.
void StepLens::begin(LensContext& context) { context.playback.keepPreviousWorld |= !options.watch.empty(); }

void StepLens::applyOptions(LensContext& context, bool renders)
{
    if (options.watch.empty()) return;
    // In a window no step has been made yet: the Step panel selects the hardest contact as soon as there is
    // one.
    if (renders || parseBodyPair(options.watch))
        watch(context, watchedContact(context.world(), options, renders));
    context.panels.open = kName;
    state.colourGraphByOrder = context.view.forceGraph;
    state.sweepOpen = state.sweepInitiallyOpen = options.iterations;
    state.energyOpen = state.energyInitiallyOpen = options.energy;
    if (options.stage > 0) state.tick.index = static_cast<size_t>(options.stage - 1);
    if (!renders) return;
    update(context, 0.0);
    const size_t count = analysis ? analysis->record.ticks.size() : 0;
    if (static_cast<size_t>(options.stage) > count)
        throw std::runtime_error(
            fmt::format("--watch-stage {}: this step has {} stages", options.stage, count));
    while (options.iterations && state.sweep && !state.sweep->done()) state.sweep->advance();
}

} // namespace satbox::app
