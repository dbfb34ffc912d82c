#pragma once

#include "engine/model/world_state.h"
#include "engine/scene/json_fields.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// The part "slots" of a snapshot: where bodies, shapes and joints are stored, so that a world that is read
// has the same ids, now and later.

// The slots of a world's bodies and shapes. Those of joints are restored with the joints.
struct WorldSlots {
    SlotHistory bodies;
    SlotHistory shapes;
    SlotHistory joints;
};

// JSON of the slots of bodies, shapes and joints; empty if all are dense.
std::string worldSlotsText(const WorldState& state);

// Those of a scene with so many bodies, shapes and joints.
WorldSlots readWorldSlots(const JsonLocation& location, size_t bodies, size_t shapes, size_t joints);
// One member of it: slots of which `live` are in use, at most `maximum`.
SlotHistory readSlotsOf(const JsonLocation& location, std::string_view key, size_t live, size_t maximum);

// The slots that are in use, ascending.
std::vector<uint32_t> liveSlots(const SlotHistory& history);

// A list of distinct indices below `count`.
std::vector<uint32_t> readIndices(const JsonLocation& location, size_t count);

} // namespace satbox
