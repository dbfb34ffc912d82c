#include "app/editor/step_view.h"

#include "app/app_state.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace satbox::app {

namespace {

constexpr double kTryAgain = 1.0;      // s until it is tried again: the machine may have been busy
constexpr double kSweepBudget = 0.008; // s of a frame

double secondsNow()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool isThere(const World& world, const ContactKey& key)
{
    return world.isValid(key.shapeA) && world.isValid(key.shapeB);
}

// A contact selected since the last frame is the one to watch.
void takeOverSelection(AppState& state)
{
    StepViewState& view = state.stepView;
    if (state.selection.contact != view.lastSelected && state.selection.contact)
        view.contact = ContactKey{state.selection.contact->shapeA, state.selection.contact->shapeB, -1};
    view.lastSelected = state.selection.contact;
    if (view.contact && !isThere(state.world(), *view.contact)) view.contact.reset();
    if (!view.contact)
        if (const Contact* hardest = hardestContact(state.world()))
            view.contact = keyOf(state.world(), *hardest);
}

// What is taken apart: the last step, or, where the world from before it is not known, the next one.
struct Source {
    const World& before;
    bool isLast;
};
Source sourceOf(const AppState& state)
{
    const std::optional<World>& before = state.playback.before;
    if (before && isThere(*before, *state.stepView.contact)) return {*before, true};
    return {state.world(), false};
}

bool isCurrent(const AppState& state, const Source& source)
{
    const std::optional<StepAnalysis>& a = state.stepAnalysis;
    return a && a->contact == *state.stepView.contact && a->isLast == source.isLast &&
           a->before.stepCount() == source.before.stepCount() && a->revision == state.commands.revision();
}

// Nothing is shown of another step than this one: while time runs and it takes too long, nothing at all.
void takeApart(AppState& state, double seconds)
{
    StepViewState& view = state.stepView;
    const Source source = sourceOf(state);
    if (isCurrent(state, source)) {
        if (view.wantsEnergy && !state.stepAnalysis->energy) addEnergy(*state.stepAnalysis);
        return;
    }
    const bool runs = !state.playback.paused;
    state.stepAnalysis.reset();
    view.sweep.reset();
    view.sinceTried += seconds;
    if (runs && view.isTooDear && view.sinceTried < kTryAgain) return;
    view.sinceTried = 0.0;
    state.stepAnalysis = analyseStep(source.before, *view.contact, source.isLast);
    state.stepAnalysis->revision = state.commands.revision();
    if (view.wantsEnergy) addEnergy(*state.stepAnalysis);
    view.isTooDear = runs && state.stepAnalysis->milliseconds > view.mostMsWhileRunning;
    if (view.isTooDear) state.stepAnalysis.reset();
}

void advanceSweep(AppState& state)
{
    StepViewState& view = state.stepView;
    if (!view.wantsSweep || !state.stepAnalysis || !state.stepAnalysis->solved() || !state.playback.paused)
        return;
    const StepAnalysis& a = *state.stepAnalysis;
    if (!view.sweep)
        view.sweep.emplace(a.before, a.record.dt, a.contact.shapeA.index, a.contact.shapeB.index);
    for (const double begun = secondsNow(); !view.sweep->done() && secondsNow() - begun < kSweepBudget;)
        view.sweep->advance();
}

} // namespace

void StepViewState::walk(int by, size_t count)
{
    if (count == 0) return;
    const auto places = static_cast<long long>(count);
    const long long from = static_cast<long long>(std::min(tick, count - 1));
    tick = static_cast<size_t>(((from + by) % places + places) % places);
    playClock = 0.0;
}

void StepViewState::advance(double seconds, size_t count)
{
    if (!playing || count == 0) return;
    playClock += seconds;
    while (playClock >= kTickSeconds) {
        const double rest = playClock - kTickSeconds;
        walk(1, count);
        playClock = rest;
    }
}

const Contact* hardestContact(const World& world)
{
    const Contact* hardest = nullptr;
    float most = 0.0f;
    bool mostAwake = false;
    world.forEachContactView([&](const ContactView& view) {
        const Contact& contact = *view.contact;
        float sum = 0.0f;
        for (const ContactPoint& point : view.points) sum += point.totalImpulse;
        const auto isAwake = [&](uint32_t body) { return world.state().bodies.slots.at(body).awake; };
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
    state.selection.contact.reset(); // so that it can be selected anew
    state.ui.tab = Tab::Step;
    state.ui.panelsVisible = true;
    if (const Contact* hardest = hardestContact(state.world()))
        watchContact(state, keyOf(state.world(), *hardest));
    else
        showStatus(state, Severity::Info,
                   "Nothing was pushed in the last step: there is no hardest contact.");
}

void watchPointed(AppState& state)
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
    state.playback.keepsBefore = view.isOpen;
    if (!view.isOpen) {
        state.playback.before.reset();
        state.stepAnalysis.reset();
        view.sweep.reset();
        view.playing = false;
        return;
    }
    takeOverSelection(state);
    if (std::exchange(view.wantsHardest, false)) watchHardest(state);
    if (!view.contact) {
        state.stepAnalysis.reset();
        return;
    }
    takeApart(state, seconds);
    if (!state.stepAnalysis) return;
    view.advance(seconds, state.stepAnalysis->record.ticks.size());
    advanceSweep(state);
}

void walkStages(AppState& state, int by)
{
    state.stepView.playing = false;
    if (state.stepAnalysis) state.stepView.walk(by, state.stepAnalysis->record.ticks.size());
}

} // namespace satbox::app
