#pragma once

#include "engine/world/world.h"

namespace satbox::test {

// The parts of a world that its users only read, for tests that call a stage by itself or look for traces of
// a cache.
inline WorldState& stateOf(World& world) { return const_cast<WorldState&>(world.state()); }
inline StepReport& reportOf(World& world) { return const_cast<StepReport&>(world.report()); }
inline StepWorkspace& workspaceOf(World& world) { return const_cast<StepWorkspace&>(world.workspace()); }

} // namespace satbox::test
