#pragma once

#include <satbox/ids.h>

namespace satbox::app {

// The order of bodies in selections and groups.
inline bool bySlot(BodyId a, BodyId b) { return a.index < b.index; }

} // namespace satbox::app
