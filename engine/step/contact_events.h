#pragma once

#include "engine/model/world_state.h"
#include <satbox/events.h>

#include <cstdint>
#include <span>
#include <vector>

namespace satbox {

// The poses of the bodies to which contact anchors refer: the current ones, or those at the start of the
// step.
enum class Poses : uint8_t { Now, BeforeStep };

// Converts contact changes to events with ids and points. `poses`: the poses for which the contacts were
// updated; BeforeStep once the step has moved the bodies.
void reportChanges(const WorldState& world, const std::vector<ContactChange>& changes, WorldEvents& events,
                   Poses poses);

// Reports the events of the awake contacts whose event flag is set. A contact that had an impulse but did not
// touch before gets a begin event; a contact with an approach faster than the hit threshold gets a hit event.
// `scratch`: overwritten, keeps its memory between steps.
void reportPushes(WorldState& world, std::span<const uint8_t> eventFlags, std::vector<ContactChange>& scratch,
                  WorldEvents& events);

} // namespace satbox
