#pragma once

#include "engine/world/world_access.h"
#include <satbox/world.h>

namespace satbox::test {

// The parts of a world that its users only read, for tests that call a stage by itself or look for traces of
// a cache.
inline WorldState& stateOf(World& world) { return const_cast<WorldState&>(stateOf(world)); }
inline StepReport& reportOf(World& world) { return const_cast<StepReport&>(reportOf(world)); }
inline StepWorkspace& workspaceOf(World& world) { return const_cast<StepWorkspace&>(workspaceOf(world)); }

} // namespace satbox::test
