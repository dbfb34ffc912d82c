#pragma once

#include "app/lenses/breakpoints/breakpoints_lens.h"
#include "app/lenses/broad_phase/broad_phase_lens.h"
#include "app/lenses/compare/compare_lens.h"
#include "app/lenses/joint/joint_lens.h"
#include "app/lenses/pair/pair_lens.h"
#include "app/lenses/plot/plot_lens.h"
#include "app/lenses/step/step_lens.h"
#include "app/lenses/sweep/sweep_lens.h"
#include "app/lenses/what_if/what_if_lens.h"
#include "app/tools/pointers_to.h"

#include <array>
#include <tuple>

namespace satbox::app {

// All lenses, in the order in which they are drawn, take Left and Right, and are listed.
using Lenses = std::tuple<PairLens, BroadPhaseLens, StepLens, JointLens, PlotLens, BreakpointsLens,
                          WhatIfLens, SweepLens, CompareLens>;

inline constexpr size_t kLensCount = std::tuple_size_v<Lenses>;

inline std::array<Lens*, kLensCount> lensesOf(Lenses& lenses) { return pointersTo<Lens>(lenses); }
inline std::array<const Lens*, kLensCount> lensesOf(const Lenses& lenses)
{
    return pointersTo<const Lens>(lenses);
}

} // namespace satbox::app
