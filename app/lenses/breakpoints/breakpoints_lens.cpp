#include "app/lenses/breakpoints/breakpoints_lens.h"

#include "app/document/wall_clock.h"
#include "app/lenses/breakpoints/panel/breakpoints_panel.h"
#include "app/text/format.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace satbox::app {

namespace {

constexpr double kSearchSeconds = 0.008; // of a frame, for the search of the past

constexpr std::array kActions{LensAction{
    .label = "Breakpoints",
    .chord = {Key::F4},
    .help = "Opens the panel in which you describe what stops time: an overlap, a speed, a touch, ...",
    .perform = [](Lens&, LensContext& context) { context.panels.show(BreakpointsLens::kName); }}};

// The panel that explains what a condition is about.
ExplainRequest::Panel explainingPanel(ConditionKind kind)
{
    using Panel = ExplainRequest::Panel;
    switch (kind) {
    case ConditionKind::Touch:
    case ConditionKind::Overlap:
    case ConditionKind::NormalFlips:
    case ConditionKind::PointLost:
        return Panel::Pair;
    case ConditionKind::Impulse:
    case ConditionKind::EnergyGain:
        return Panel::Step;
    case ConditionKind::Divergence:
        return Panel::Compare;
    default:
        return Panel::Inspect;
    }
}

std::vector<const World*> worldsOf(const LensContext& context)
{
    std::vector<const World*> worlds{&context.world()};
    if (context.compares)
        for (const World& other : context.otherWorlds) worlds.push_back(&other);
    return worlds;
}

} // namespace

std::span<const LensAction> BreakpointsLens::actions() const { return kActions; }

void BreakpointsLens::addOptions(CLI::App& cli)
{
    cli.add_option(
           "--break", options.conditions,
           "Stop time when a condition becomes true, such as 'overlap > 0.005' (docs/conditions.md); may be "
           "repeated")
        ->type_name("CONDITION")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::string BreakpointsLens::checkOptions() const
{
    Condition condition;
    for (const std::string& text : options.conditions)
        if (std::string error = parseCondition(text, condition); !error.empty()) return "--break: " + error;
    return {};
}

void BreakpointsLens::begin(LensContext& context)
{
    for (const std::string& text : options.conditions) {
        Condition condition;
        parseCondition(text, condition); // checkOptions() has accepted it
        if (const std::string error = ConditionWatch(condition).begin(context.world()); !error.empty())
            throw std::runtime_error("--break: " + error);
        state.add(std::move(condition));
    }
}

// Numbers of bodies mean other bodies in another scene.
void BreakpointsLens::documentOpened()
{
    state.search.reset();
    state.shrink.reset();
    std::erase_if(state.all,
                  [](const Breakpoint& one) { return one.condition.scope != ConditionScope::Everything; });
    for (Breakpoint& one : state.all) one.lastHit.clear();
}

// Showing the step once more, at which time was stopped, changes the revision but not the world.
bool BreakpointsLens::continues(const LensContext& context) const
{
    if (watchedStep_ != context.history.presentStep()) return false;
    return watchedRevision_ == context.history.revision() || stoppedHash_ == context.world().hash();
}

void BreakpointsLens::beforeStep(LensContext& context)
{
    const bool goesOn = state.hasEnabled() && continues(context);
    for (Breakpoint& one : state.all) {
        if (!one.isEnabled) {
            one.watch.reset();
        } else if (!one.watch || !goesOn) {
            one.watch.emplace(one.condition);
            if (const std::string error = one.watch->begin(context.world()); !error.empty()) {
                one.isEnabled = false;
                one.watch.reset();
                context.status.show(Severity::Warning, "A breakpoint was switched off: " + error);
            }
        }
    }
}

void BreakpointsLens::afterStep(LensContext& context)
{
    if (!state.hasEnabled()) return; // beforeStep() then begins anew
    watchedStep_ = context.history.presentStep();
    watchedRevision_ = context.history.revision();
    const std::vector<const World*> worlds = worldsOf(context);
    for (Breakpoint& one : state.all) {
        if (!one.watch) continue;
        const std::optional<ConditionHit> hit = one.watch->check(worlds);
        // Of several, the first one is explained.
        if (hit && !context.playback.paused) stopAt(context, one, *hit);
    }
}

void BreakpointsLens::stopAt(LensContext& context, Breakpoint& breakpoint, const ConditionHit& hit)
{
    const uint64_t step = context.history.presentStep();
    breakpoint.lastHit = fmt::format("Step {}: {}", formatCount(step), hit.sentence);
    context.playback.paused = true;
    stoppedHash_ = context.world().hash();
    if (!context.compares) context.playback.goToStep = step; // so that the step can be looked into
    showHit(context, breakpoint.condition.kind, hit,
            fmt::format("Stopped at step {}: {}", formatCount(step), hit.sentence));
}

void BreakpointsLens::showHit(LensContext& context, ConditionKind kind, const ConditionHit& hit,
                              std::string sentence)
{
    const std::span<const BodyId> bodies(hit.bodies);
    context.selection.select(context.world(),
                             hit.shapeA.isNull() ? bodies : bodies.first(std::min<size_t>(bodies.size(), 2)));
    context.requests.explain = ExplainRequest{.panel = explainingPanel(kind),
                                              .shapeA = hit.shapeA,
                                              .shapeB = hit.shapeB,
                                              .sentence = std::move(sentence)};
}

void BreakpointsLens::searchPast(LensContext& context, uint64_t breakpoint)
{
    Breakpoint* found = state.find(breakpoint);
    const History& history = context.history;
    if (!found) return;
    state.search.emplace(PastSearch{.breakpoint = breakpoint,
                                    .watch = ConditionWatch(found->condition),
                                    .next = history.firstStep() + 1,
                                    .last = history.lastStep(),
                                    .pastChanges = history.pastChanges()});
    history.moveCursor(state.search->cursor, History::kPresentLine, history.firstStep());
    if (const std::string error = state.search->watch.begin(state.search->cursor->document.world);
        !error.empty()) {
        context.status.show(Severity::Warning, error);
        state.search.reset();
    }
}

void BreakpointsLens::shrink(LensContext& context, uint64_t breakpoint)
{
    const Breakpoint* found = state.find(breakpoint);
    if (!found) return;
    const History& history = context.history;
    History::PlayedPart played = history.partSince(history.firstStep());
    if (hasFollowedStep(played.ops))
        return context.status.show(Severity::Info,
                                   "Another program has made these steps, so the case cannot be "
                                   "shrunk. Fork its world first.");
    state.shrink = std::make_shared<ShrinkJob>(std::move(played), found->condition);
    context.playback.paused = true; // the search needs the processor
}

void BreakpointsLens::updateShrink(LensContext& context)
{
    if (!state.shrink || !state.shrink->isDone()) return;
    const std::shared_ptr<ShrinkJob> job = std::exchange(state.shrink, nullptr);
    const ShrinkResult& result = job->result();
    if (!result.ok())
        context.status.show(Severity::Warning, result.error);
    else if (!result.hit)
        context.status.show(Severity::Info,
                            "The condition was not true in what was played: there is nothing to shrink.");
    else
        context.requests.openCase = OpenCaseRequest{
            .name = context.document().scene.name + "-shrunk",
            .title = "Shrunk: " + context.document().scene.name,
            .played = result.smallest,
            .condition = job->condition(),
            .summary = fmt::format(
                "Shrunk from {} to {}, {} to {} steps{}: {}", bodyCountText(job->sizeBefore().bodies),
                bodyCountText(sizeOf(result.smallest).bodies), formatCount(job->sizeBefore().steps),
                formatCount(result.smallest.steps), result.isMinimal ? "" : " so far", result.hit->sentence)};
}

void BreakpointsLens::update(LensContext& context, double)
{
    updateShrink(context);
    if (state.search) updateSearch(context);
}

// The hit can be selected and explained only in the world that has it.
void BreakpointsLens::showFound(LensContext& context)
{
    const PastSearch search = *std::exchange(state.search, std::nullopt);
    Breakpoint* breakpoint = state.find(search.breakpoint);
    if (!breakpoint || context.history.presentStep() != search.next) return; // moved elsewhere meanwhile
    breakpoint->lastHit = fmt::format("First at step {}: {}", formatCount(search.next), search.hit->sentence);
    showHit(context, breakpoint->condition.kind, *search.hit, breakpoint->lastHit);
}

void BreakpointsLens::updateSearch(LensContext& context)
{
    if (state.search->hit) return showFound(context);
    PastSearch& search = *state.search;
    const double begun = secondsNow();
    const bool isSame = search.pastChanges == context.history.pastChanges() && state.find(search.breakpoint);
    while (isSame && search.next <= search.last && secondsNow() - begun < kSearchSeconds) {
        context.history.moveCursor(search.cursor, History::kPresentLine, search.next);
        search.hit = search.watch.check(search.cursor->document.world);
        if (search.hit) {
            context.playback.paused = true;
            context.playback.goToStep = search.next;
            return;
        }
        ++search.next;
    }
    if (isSame && search.next <= search.last) return;
    context.status.show(Severity::Info,
                        isSame
                            ? fmt::format("Not once in steps {} to {}.",
                                          formatCount(context.history.firstStep()), formatCount(search.last))
                            : "The search of the past was ended, because the past has changed.");
    state.search.reset();
}

void BreakpointsLens::drawPanel(const UiContext& ui, LensContext& context)
{
    const BreakpointsPanelEvents events = drawBreakpointsPanel(ui, context.world(), context.selection,
                                                               context.history, context.compares, state);
    if (events.search) searchPast(context, *events.search);
    if (events.shrunk) shrink(context, *events.shrunk);
    if (!events.copied.empty()) context.status.show(Severity::Info, events.copied);
}

} // namespace satbox::app
