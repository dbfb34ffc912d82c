#pragma once

#include "app/shell/app.h"
#include "app/shell/key_table.h"

namespace satbox::app {

// The functions of lenses for a whole state, as the shell calls them.

// fn(lens, context)
template<class L, class Fn>
void callLens(AppState& state, Fn&& fn)
{
    LensContext context = lensContext(state);
    fn(state.lens<L>(), context);
}

template<class L>
void updateLens(AppState& state, double seconds)
{
    callLens<L>(state, [&](L& lens, LensContext& context) { lens.update(context, seconds); });
}
inline void updatePair(AppState& state, double seconds) { updateLens<PairLens>(state, seconds); }
inline void updateBroadPhase(AppState& state, double seconds) { updateLens<BroadPhaseLens>(state, seconds); }
inline void updateStepView(AppState& state, double seconds) { updateLens<StepLens>(state, seconds); }

inline void openPair(AppState& state, ShapeId first, ShapeId second)
{
    callLens<PairLens>(state,
                       [&](PairLens& lens, LensContext& context) { lens.open(context, first, second); });
}
inline void openDeepestPair(AppState& state)
{
    callLens<PairLens>(state, [&](PairLens& lens, LensContext& context) { lens.openDeepest(context); });
}
inline void watchContact(AppState& state, const ContactKey& contact)
{
    callLens<StepLens>(state, [&](StepLens& lens, LensContext& context) { lens.watch(context, contact); });
}
inline void toggleComparison(AppState& state)
{
    callLens<CompareLens>(state, [&](CompareLens& lens, LensContext& context) { lens.toggle(context); });
}
inline void startComparison(AppState& state)
{
    callLens<CompareLens>(state, [&](CompareLens& lens, LensContext& context) { lens.start(context); });
}
inline void endComparison(AppState& state)
{
    callLens<CompareLens>(state, [&](CompareLens& lens, LensContext& context) { lens.end(context); });
}
inline void updateComparison(AppState& state)
{
    callLens<CompareLens>(state,
                          [&](CompareLens& lens, LensContext& context) { lens.followCommands(context); });
}

inline void openBroadPhasePanel(AppState& state, BroadPhaseTab tab)
{
    callLens<BroadPhaseLens>(
        state, [&](BroadPhaseLens& lens, LensContext& context) { lens.openPanel(context, tab); });
}

// Performs the first action of a lens.
template<class L>
void performFirst(AppState& state)
{
    callLens<L>(state, [](L& lens, LensContext& context) { lens.actions().front().perform(lens, context); });
}

// Applies the options of a lens that need not be known before the first step.
template<class L>
void applyOptionsOf(AppState& state, const typename L::Options& options, bool renders = false)
{
    callLens<L>(state, [&](L& lens, LensContext& context) {
        lens.options = options;
        lens.applyOptions(context, renders);
    });
}

// The options of a scene with a comparison.
inline Options comparing(const char* scene, const char* worlds)
{
    Options options{.scene = scene};
    std::get<CompareLens>(options.lenses).options.compare = worlds;
    return options;
}

} // namespace satbox::app
