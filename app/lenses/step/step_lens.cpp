#include "app/lenses/step/step_lens.h"

#include "app/document/wall_clock.h"
#include "app/lenses/step/panel/step_panel.h"
#include "app/lenses/step/step_drawing.h"

#include <algorithm>
#include <array>
#include <utility>

namespace satbox::app {

namespace {

constexpr std::array kActions{LensAction{
    .label = "Inspect step",
    .chord = {Key::M, {.shift = true}},
    .help =
        "Shows what the solver did with the contact under the pointer, the selected one, or the one with the "
        "largest impulse.",
    .perform = [](Lens& lens, LensContext& context) {
        static_cast<StepLens&>(lens).watchContactUnderPointer(context);
    }}};

constexpr double kRetrySeconds = 1.0;  // after a slow analysis: the machine may have been busy
constexpr double kSweepBudget = 0.008; // s per frame

bool shapesExist(const World& world, const ContactKey& key)
{
    return world.isValid(key.shapeA) && world.isValid(key.shapeB);
}

} // namespace

// A contact that was selected since the last frame becomes the watched contact.
void StepLens::adoptSelection(LensContext& context)
{
    if (context.selection.contact != state.lastSelected && context.selection.contact)
        state.contact = ContactKey{context.selection.contact->shapeA, context.selection.contact->shapeB, -1};
    state.lastSelected = context.selection.contact;
    if (state.contact && !shapesExist(context.world(), *state.contact)) state.contact.reset();
    if (!state.contact)
        if (const Contact* hardest = hardestContact(context.world()))
            state.contact = keyOf(context.world(), *hardest);
}

// The step to analyse, given by the world before it: the last step or, if that world is not known, the next
// one.
struct StepLens::AnalysedStep {
    const World& before;
    bool isLast;
};
StepLens::AnalysedStep StepLens::stepToAnalyse(const LensContext& context) const
{
    const std::optional<World>& before = context.playback.previousWorld;
    if (before && shapesExist(*before, *state.contact)) return {*before, true};
    return {context.world(), false};
}

bool StepLens::isCurrent(const LensContext& context, const AnalysedStep& step) const
{
    return analysis && analysis->contact == *state.contact && analysis->isLast == step.isLast &&
           analysis->before.stepCount() == step.before.stepCount() &&
           analysis->revision == context.history.revision();
}

// Replaces the analysis if it is out of date. A stale analysis is never kept: if the new one takes too long
// while the simulation runs, the panel shows none.
void StepLens::updateAnalysis(LensContext& context, double seconds)
{
    const AnalysedStep step = stepToAnalyse(context);
    if (isCurrent(context, step)) {
        if (state.energyOpen && !analysis->energy) addEnergyLedger(*analysis);
        return;
    }
    const bool runs = !context.playback.paused;
    analysis.reset();
    state.sweep.reset();
    state.secondsSinceAttempt += seconds;
    if (runs && state.analysisTooSlow && state.secondsSinceAttempt < kRetrySeconds) return;
    state.secondsSinceAttempt = 0.0;
    analysis = analyseStep(step.before, *state.contact, step.isLast);
    analysis->revision = context.history.revision();
    if (state.energyOpen) addEnergyLedger(*analysis);
    state.analysisTooSlow = runs && analysis->milliseconds > state.maxAnalysisMs;
    if (state.analysisTooSlow) analysis.reset();
}

void StepLens::advanceSweep(LensContext& context)
{
    if (!state.sweepOpen || !analysis || !analysis->solved() || !context.playback.paused) return;
    const StepAnalysis& a = *analysis;
    if (!state.sweep)
        state.sweep.emplace(a.before, a.record.dt, a.contact.shapeA.index, a.contact.shapeB.index);
    for (const double begun = secondsNow(); !state.sweep->done() && secondsNow() - begun < kSweepBudget;)
        state.sweep->advance();
}

void StepLens::watch(LensContext& context, const ContactKey& contact)
{
    state.contact = ContactKey{contact.shapeA, contact.shapeB, -1};
    state.lastSelected = context.selection.contact;
    context.panels.show(kName);
}

void StepLens::watchHardest(LensContext& context)
{
    context.selection.contact.reset(); // so that adoptSelection() notices when it is selected again
    context.panels.show(kName);
    if (const Contact* hardest = hardestContact(context.world()))
        watch(context, keyOf(context.world(), *hardest));
    else
        context.status.show(
            Severity::Info,
            "No contact had an impulse in the last step: there is no hardest contact. Run, or press O "
            "for a single step.");
}

void StepLens::watchContactUnderPointer(LensContext& context)
{
    for (const std::optional<ContactKey>& key :
         {context.selection.hoveredContact, context.selection.contact}) {
        if (key && findContact(context.world(), *key)) return watch(context, *key);
    }
    watchHardest(context);
}

void StepLens::update(LensContext& context, double seconds)
{
    state.isOpen = context.panels.shows(kName);
    context.playback.keepPreviousWorld |= state.isOpen;
    if (!state.isOpen) {
        analysis.reset();
        state.sweep.reset();
        state.tick.playing = false;
        return;
    }
    adoptSelection(context);
    if (std::exchange(state.hardestRequested, false)) watchHardest(context);
    if (!state.contact) {
        analysis.reset();
        return;
    }
    updateAnalysis(context, seconds);
    if (!analysis) return;
    state.tick.advance(seconds, analysis->record.ticks.size());
    advanceSweep(context);
}

bool StepLens::stepItem(LensContext&, int by)
{
    if (!state.isOpen) return false;
    state.tick.playing = false;
    if (analysis) state.tick.step(by, analysis->record.ticks.size());
    return true;
}

bool StepLens::isAnimating() const
{
    const bool isSweeping =
        state.isOpen && state.sweepOpen && analysis && state.sweep && !state.sweep->done();
    return state.tick.playing || isSweeping;
}

std::span<const LensAction> StepLens::actions() const { return kActions; }

void StepLens::drawPanel(const UiContext& ui, LensContext& context)
{
    drawStepPanel(ui, analysis, context.playback.paused, context.compares, state, context.view,
                  context.requests);
}

void StepLens::prepare(const ViewContext& context, ViewHints& hints) const
{
    if (!context.isFirstView || !analysis) return;
    hints.focus = analysis->contact;
    if (!context.view.forceGraph || !state.colourGraphByOrder || !analysis->solved()) return;
    SolvingOrder& order = hints.solvingOrder.emplace();
    for (const IslandContact& c : analysis->record.contacts) order[{c.shapeA, c.shapeB}] = c.order;
}

void StepLens::draw(const ViewContext& context, DrawList& out) const
{
    if (context.isFirstView && analysis) drawStep(context, {state, *analysis}, out);
}

void StepLens::legend(const ViewContext& context, LegendRows& rows) const
{
    if (context.isFirstView && analysis) legendOfStep(context, {state, *analysis}, rows);
}

void StepLens::keepOut(const ViewContext& context, KeepOut& out) const
{
    if (context.isFirstView && context.view.legend && analysis) addSubjectsOfStep(*analysis, out);
}

} // namespace satbox::app
