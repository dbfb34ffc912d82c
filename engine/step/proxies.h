#pragma once

#include "engine/core/internal_api.h"
#include "engine/model/world_state.h"
#include "engine/step/step_report.h"

namespace satbox {

// Boxes of shapes, and their proxies in the broad phase.

// Margin of the fat box of a movable shape, m. `extents`: half the size of its tight box, m.
float fatMarginOf(const WorldSettings& settings, Vec2 extents);
// Adds the shape to the broad phase.
void addProxy(WorldState& world, uint32_t shapeSlot);
// Removes the shape from the broad phase, with all its contacts.
SATBOX_INTERNAL_API void removeProxy(WorldState& world, StepReport& report, uint32_t shapeSlot,
                                     WorldEvents& events);
// Removes all contacts of the shape.
void removeContactsOf(WorldState& world, StepReport& report, uint32_t shapeSlot, WorldEvents& events);
// Gives the shapes of a body that was moved their new boxes, and lets the next step find all their pairs, as
// if removeProxy() and addProxy() were called for each. A shape that stays near keeps its leaf in the tree,
// which takes a fraction of the time. Preconditions: its contacts were removed; it is movable and in the
// broad phase.
void renewProxies(WorldState& world, uint32_t bodySlot);
// Ends the contacts between two bodies (slots).
void removeContactsBetween(WorldState& world, StepReport& report, uint32_t bodyA, uint32_t bodyB,
                           WorldEvents& events);
// Recomputes the boxes of all shapes of the body, as addProxy would. Needed when its shapes, their centre or
// the grid change.
void rebuildBoxes(WorldState& world, uint32_t bodySlot);
// Rebuilds them if a fat box does not contain what its shape reaches in the next step at the body's velocity:
// pairs are found when a step begins. Needed after an edit of its velocity.
void reachAtVelocity(WorldState& world, uint32_t bodySlot);

} // namespace satbox
