#include "app/editor/step_view.h"

#include "app/app_state.h"
#include "app/platform/wall_clock.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <utility>

namespace satbox::app {

namespace {

constexpr double kRetrySeconds = 1.0;  // after a slow analysis: the machine may have been busy
constexpr double kSweepBudget = 0.008; // s per frame

bool shapesExist(const World& world, const ContactKey& key)
{
    return world.isValid(key.shapeA) && world.isValid(key.shapeB);
}

// A contact that was selected since the last frame becomes the watched contact.
void adoptSelection(AppState& state)
{
    StepViewState& view = state.stepView;
    if (state.selection.contact != view.lastSelected && state.selection.contact)
        view.contact = ContactKey{state.selection.contact->shapeA, state.selection.contact->shapeB, -1};
    view.lastSelected = state.selection.contact;
    if (view.contact && !shapesExist(state.world(), *view.contact)) view.contact.reset();
    if (!view.contact)
        if (const Contact* hardest = hardestContact(state.world()))
            view.contact = keyOf(state.world(), *hardest);
}

// The step to analyse, given by the world before it: the last step or, if that world is not known, the next
// one.
struct AnalysedStep {
    const World& before;
    bool isLast;
};
AnalysedStep stepToAnalyse(const AppState& state)
{
    const std::optional<World>& before = state.playback.previousWorld;
    if (before && shapesExist(*before, *state.stepView.contact)) return {*before, true};
    return {state.world(), false};
}

bool isCurrent(const AppState& state, const AnalysedStep& step)
{
    const std::optional<StepAnalysis>& a = state.stepAnalysis;
    return a && a->contact == *state.stepView.contact && a->isLast == step.isLast &&
           a->before.stepCount() == step.before.stepCount() && a->revision == state.history.revision();
}

// Replaces the analysis if it is out of date. A stale analysis is never kept: if the new one takes too long
// while the simulation runs, the panel shows none.
void updateAnalysis(AppState& state, double seconds)
{
    StepViewState& view = state.stepView;
    const AnalysedStep step = stepToAnalyse(state);
    if (isCurrent(state, step)) {
        if (view.energyOpen && !state.stepAnalysis->energy) addEnergyLedger(*state.stepAnalysis);
        return;
    }
    const bool runs = !state.playback.paused;
    state.stepAnalysis.reset();
    view.sweep.reset();
    view.secondsSinceAttempt += seconds;
    if (runs && view.analysisTooSlow && view.secondsSinceAttempt < kRetrySeconds) return;
    view.secondsSinceAttempt = 0.0;
    state.stepAnalysis = analyseStep(step.before, *view.contact, step.isLast);
    state.stepAnalysis->revision = state.history.revision();
    if (view.energyOpen) addEnergyLedger(*state.stepAnalysis);
    view.analysisTooSlow = runs && state.stepAnalysis->milliseconds > view.maxAnalysisMs;
    if (view.analysisTooSlow) state.stepAnalysis.reset();
}

void advanceSweep(AppState& state)
{
    StepViewState& view = state.stepView;
    if (!view.sweepOpen || !state.stepAnalysis || !state.stepAnalysis->solved() || !state.playback.paused)
        return;
    const StepAnalysis& a = *state.stepAnalysis;
    if (!view.sweep)
        view.sweep.emplace(a.before, a.record.dt, a.contact.shapeA.index, a.contact.shapeB.index);
    for (const double begun = secondsNow(); !view.sweep->done() && secondsNow() - begun < kSweepBudget;)
        view.sweep->advance();
}

} // namespace

const Contact* hardestContact(const World& world)
{
    const Contact* hardest = nullptr;
    float most = 0.0f;
    bool mostAwake = false;
    world.forEachContactView([&](const ContactView& view) {
        const Contact& contact = *view.contact;
        float sum = 0.0f;
        for (const ContactPoint& point : view.points) sum += point.totalImpulse;
        const auto isAwake = [&](uint32_t body) { return stateOf(world).bodies.slots.at(body).awake; };
        const bool awake = isAwake(contact.bodyA) || isAwake(contact.bodyB);
        if (sum <= 0.0f || awake < mostAwake || (awake == mostAwake && sum <= most)) return;
        most = sum;
        mostAwake = awake;
        hardest = &contact;
    });
    return hardest;
}

void watchContact(AppState& state, const ContactKey& contact)
{
    state.stepView.contact = ContactKey{contact.shapeA, contact.shapeB, -1};
    state.stepView.lastSelected = state.selection.contact;
    state.ui.tab = Tab::Step;
    state.ui.panelsVisible = true;
}

void watchHardest(AppState& state)
{
    state.selection.contact.reset(); // so that adoptSelection() notices when it is selected again
    state.ui.tab = Tab::Step;
    state.ui.panelsVisible = true;
    if (const Contact* hardest = hardestContact(state.world()))
        watchContact(state, keyOf(state.world(), *hardest));
    else
        showStatus(state, Severity::Info,
                   "No contact had an impulse in the last step: there is no hardest contact. Run, or press O "
                   "for a single step.");
}

void watchContactUnderPointer(AppState& state)
{
    for (const std::optional<ContactKey>& key : {state.selection.hoveredContact, state.selection.contact}) {
        if (key && findContact(state.world(), *key)) return watchContact(state, *key);
    }
    watchHardest(state);
}

void updateStepView(AppState& state, double seconds)
{
    StepViewState& view = state.stepView;
    view.isOpen = state.ui.tab == Tab::Step && state.ui.panelsVisible;
    state.playback.keepPreviousWorld = view.isOpen;
    if (!view.isOpen) {
        state.playback.previousWorld.reset();
        state.stepAnalysis.reset();
        view.sweep.reset();
        view.tick.playing = false;
        return;
    }
    adoptSelection(state);
    if (std::exchange(view.hardestRequested, false)) watchHardest(state);
    if (!view.contact) {
        state.stepAnalysis.reset();
        return;
    }
    updateAnalysis(state, seconds);
    if (!state.stepAnalysis) return;
    view.tick.advance(seconds, state.stepAnalysis->record.ticks.size());
    advanceSweep(state);
}

void stepThroughStages(AppState& state, int by)
{
    state.stepView.tick.playing = false;
    if (state.stepAnalysis) state.stepView.tick.step(by, state.stepAnalysis->record.ticks.size());
}

} // namespace satbox::app
