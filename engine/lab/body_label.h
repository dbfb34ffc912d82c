#pragma once

#include "engine/core/internal_api.h"
#include <satbox/world.h>

#include <string>

namespace satbox {

// The text by which messages name a body: its own name, "box 3" or "body 7". A polygon is named by its number
// of vertices; every polygon with four vertices is called a box. "body" for a stale id.
SATBOX_INTERNAL_API std::string bodyLabel(const World& world, BodyId body);

// "there is no body 99; the last one is body 21"
std::string noBodyWithNumber(const World& world, uint32_t number);

} // namespace satbox
