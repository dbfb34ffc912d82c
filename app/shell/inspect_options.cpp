#include "app/shell/inspect_options.h"

#include "app/lenses/broad_phase/broad_phase_options.h"
#include "app/lenses/pair/pair_tool.h"
#include "app/lenses/step/step_view.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace satbox::app {

namespace {

// The first shape of each of two bodies, given by slot.
std::array<ShapeId, 2> firstShapes(const World& world, std::pair<uint32_t, uint32_t> slots,
                                   const std::string& option)
{
    std::array<ShapeId, 2> shapes;
    for (size_t i = 0; i < 2; ++i) {
        const uint32_t slot = i == 0 ? slots.first : slots.second;
        const BodyId body = world.bodyAt(slot);
        const std::vector<ShapeId> own = world.isValid(body) ? world.shapesOf(body) : std::vector<ShapeId>();
        if (own.empty())
            throw std::runtime_error(
                fmt::format("{}: there is no body {} with a shape; the world has {} bodies", option, slot,
                            world.counters().bodies));
        shapes[i] = own.front();
    }
    return shapes;
}

// Selects the stage, test and axis in the Pair panel.
void setPairView(AppState& state, const Options& options)
{
    if (options.pairStage.empty() && options.pairTest.empty() && options.pairAxis == 0) return;
    if (!state.pairAnalysis && !state.pair.opensOnOverlap)
        throw std::runtime_error(
            "--pair-stage, --pair-test and --pair-axis need --pair or a lab scene (lab_...)");
    PairState& pair = state.pair;
    constexpr std::array<std::string_view, 4> kStages{"axes", "contact", "difference", "tests"};
    for (size_t i = 0; i < kStages.size(); ++i)
        if (options.pairStage == kStages[i]) pair.stage = static_cast<PairStage>(i);
    static_assert(kPairTestWords.size() == std::size(kOverlapTests));
    for (size_t i = 0; i < kPairTestWords.size(); ++i) {
        if (options.pairTest != kPairTestWords[i]) continue;
        pair.stage = PairStage::Tests;
        pair.chooseTest(kOverlapTests[i]);
    }
    updatePair(state, 0.0);
    if (options.pairAxis == 0) return;
    const auto axis = static_cast<size_t>(options.pairAxis - 1);
    const bool showsTestAxes = state.pairAnalysis && showsTest(pair, *state.pairAnalysis);
    const size_t count = showsTestAxes        ? state.pairAnalysis->overlapTrace->axes.size()
                         : state.pairAnalysis ? state.pairAnalysis->trace.axes.size()
                                              : 16;
    if (axis >= count)
        throw std::runtime_error(
            showsTestAxes ? fmt::format("--pair-axis {}: the test \"{}\" tries {} axes for this pair",
                                        options.pairAxis, nameOf(pair.test), count)
                          : fmt::format("--pair-axis {}: this pair has {} axes", options.pairAxis, count));
    if (pair.stage == PairStage::Tests) pair.testAxis = axis;
    if (!showsTestAxes) pair.axis.index = axis;
}

void applyPairOptions(AppState& state, const Options& options)
{
    const World& world = state.world();
    if (options.pair == "deepest") {
        if (!deepestContact(world) && !options.renders()) {
            state.pair.opensOnOverlap = true; // opens at the first overlap
        } else {
            openDeepestPair(state);
            if (!state.pair.isOpen())
                throw std::runtime_error(
                    "--pair deepest: no shapes overlap in this world; take more --steps, or give two bodies");
        }
    } else if (const auto numbers = parseBodyPair(options.pair)) {
        const std::array shapes = firstShapes(world, *numbers, "--pair " + options.pair);
        openPair(state, shapes[0], shapes[1]);
    }
    updatePair(state, 0.0); // lab scenes open their pair
    setPairView(state, options);
}

// The contact of --watch: between two bodies, or the one with the largest impulse. In a window, the bodies
// need not touch yet.
ContactKey watchedContact(const World& world, const Options& options)
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
        if (!found && options.renders())
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

void applyStepOptions(AppState& state, const Options& options)
{
    if (options.watch.empty()) return;
    // In a window no step has been made yet: the Step panel selects the hardest contact as soon as there is
    // one.
    if (options.renders() || parseBodyPair(options.watch))
        watchContact(state, watchedContact(state.world(), options));
    state.ui.tab = Tab::Step;
    state.stepView.colourGraphByOrder = state.view.forceGraph;
    state.stepView.sweepOpen = state.stepView.sweepInitiallyOpen = options.watchIterations;
    state.stepView.energyOpen = state.stepView.energyInitiallyOpen = options.watchEnergy;
    if (options.watchStage > 0) state.stepView.tick.index = static_cast<size_t>(options.watchStage - 1);
    if (!options.renders()) return;
    updateStepView(state, 0.0);
    const size_t count = state.stepAnalysis ? state.stepAnalysis->record.ticks.size() : 0;
    if (static_cast<size_t>(options.watchStage) > count)
        throw std::runtime_error(
            fmt::format("--watch-stage {}: this step has {} stages", options.watchStage, count));
    while (options.watchIterations && state.stepView.sweep && !state.stepView.sweep->done())
        state.stepView.sweep->advance();
}

} // namespace

void applyInspectOptions(AppState& state, const Options& options)
{
    applyPairOptions(state, options);
    applyStepOptions(state, options);
    applyBroadPhaseOptions(state, options);
}

} // namespace satbox::app
