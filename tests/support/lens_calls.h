#pragma once

#include "app/shell/app.h"
#include "app/shell/key_table.h"

namespace satbox::app {

/// The functions of lenses for a whole state, as the shell calls them.

template<class L>
void updateLens(AppState& state, double seconds)
{
    LensContext context = lensContext(state);
    state.lens<L>().update(context, seconds);
}
inline void updatePair(AppState& state, double seconds) { updateLens<PairLens>(state, seconds); }
inline void updateBroadPhase(AppState& state, double seconds) { updateLens<BroadPhaseLens>(state, seconds); }
inline void updateStepView(AppState& state, double seconds) { updateLens<StepLens>(state, seconds); }

inline void openPair(AppState& state, ShapeId first, ShapeId second)
{
    LensContext context = lensContext(state);
    state.lens<PairLens>().open(context, first, second);
}
inline void openDeepestPair(AppState& state)
{
    LensContext context = lensContext(state);
    state.lens<PairLens>().openDeepest(context);
}
inline void watchContact(AppState& state, const ContactKey& contact)
{
    LensContext context = lensContext(state);
    state.lens<StepLens>().watch(context, contact);
}
inline void toggleComparison(AppState& state)
{
    LensContext context = lensContext(state);
    state.lens<CompareLens>().toggle(context);
}
inline void startComparison(AppState& state)
{
    LensContext context = lensContext(state);
    state.lens<CompareLens>().start(context);
}
inline void endComparison(AppState& state)
{
    LensContext context = lensContext(state);
    state.lens<CompareLens>().end(context);
}
inline void updateComparison(AppState& state)
{
    LensContext context = lensContext(state);
    state.lens<CompareLens>().followCommands(context);
}

inline void openBroadPhasePanel(AppState& state, BroadPhaseView view)
{
    LensContext context = lensContext(state);
    state.lens<BroadPhaseLens>().openPanel(context, view);
}

/// Performs the first action of a lens.
template<class L>
void performFirst(AppState& state)
{
    LensContext context = lensContext(state);
    L& lens = state.lens<L>();
    lens.actions().front().perform(lens, context);
}

/// Applies the options of a lens that need not be known before the first step.
template<class L>
void applyOptionsOf(AppState& state, const typename L::Options& options, bool renders = false)
{
    LensContext context = lensContext(state);
    state.lens<L>().options = options;
    state.lens<L>().applyOptions(context, renders);
}

/// The options of a scene with a comparison.
inline Options comparing(const char* scene, const char* worlds)
{
    Options options{.scene = scene};
    std::get<CompareLens>(options.lenses).options.compare = worlds;
    return options;
}

} // namespace satbox::app
