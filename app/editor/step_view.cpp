#include "app/editor/step_view.h"

#include "app/app_state.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace satbox::app {

namespace {

// Taking a step apart may cost a frame this much while time runs; where it takes longer, only while paused.
constexpr float kMostMsWhileRunning = 8.0f;
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

// Whether the analysis is of what would be taken apart now.
bool isCurrent(const AppState& state)
{
    const std::optional<StepAnalysis>& a = state.stepAnalysis;
    const std::optional<World>& before = state.playback.before;
    const World& base = before ? *before : state.world();
    return a && a->contact == *state.stepView.contact && a->isLast == before.has_value() &&
           a->before.stepCount() == base.stepCount() && a->revision == state.commands.revision();
}

void takeApart(AppState& state)
{
    const std::optional<World>& before = state.playback.before;
    const World& base = before && isThere(*before, *state.stepView.contact) ? *before : state.world();
    state.stepAnalysis = analyseStep(base, *state.stepView.contact, before.has_value());
    state.stepAnalysis->revision = state.commands.revision();
    state.stepView.sweep.reset();
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
    world.forEachContact([&](const Contact& contact) {
        float sum = 0.0f;
        for (int i = 0; i < contact.count; ++i) sum += contact.points[i].totalImpulse;
        if (sum <= most) return;
        most = sum;
        hardest = &contact;
    });
    return hardest;
}

void watchContact(AppState& state, const Contact& contact)
{
    state.stepView.contact = keyOf(state.world(), contact);
    state.stepView.lastSelected = state.selection.contact;
    state.ui.tab = Tab::Step;
    state.ui.panelsVisible = true;
}

void watchHardest(AppState& state)
{
    if (const Contact* hardest = hardestContact(state.world())) return watchContact(state, *hardest);
    say(state, Severity::Info, "Nothing was pushed in the last step: there is no hardest contact.");
}

void watchPointed(AppState& state)
{
    for (const std::optional<ContactKey>& key : {state.selection.hoveredContact, state.selection.contact}) {
        const Contact* contact = key ? findContact(state.world(), *key) : nullptr;
        if (contact) return watchContact(state, *contact);
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
    const bool isDear = state.stepAnalysis && state.stepAnalysis->milliseconds > kMostMsWhileRunning;
    if (!isCurrent(state) && (state.playback.paused || !isDear)) takeApart(state);
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
