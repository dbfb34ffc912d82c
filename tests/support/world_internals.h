#pragma once

#include "engine/world/world_access.h"
#include <satbox/world.h>

#include <utility>

namespace satbox::test {

// The parts of a world that its users only read, for tests that call a stage by itself or look for traces of
// a cache.
inline WorldState& stateOf(World& world)
{
    return const_cast<WorldState&>(satbox::stateOf(std::as_const(world)));
}
inline StepReport& reportOf(World& world)
{
    return const_cast<StepReport&>(satbox::reportOf(std::as_const(world)));
}
inline StepWorkspace& workspaceOf(World& world)
{
    return const_cast<StepWorkspace&>(satbox::workspaceOf(std::as_const(world)));
}

} // namespace satbox::test
