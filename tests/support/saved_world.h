#pragma once

#include "engine/world/world.h"

#include <string>

namespace satbox::test {

// Empty where the world, saved as a scene and read back, is the same world with the same hash; else a
// sentence. Tests call it after every edit where asserts are on (preset debug); saving a large world takes
// milliseconds.
std::string lostBySaving(const World& world);

// Whether this build does the costly checks after every edit.
#if defined(SATBOX_ASSERTS)
inline constexpr bool kChecksEveryEdit = true;
#else
inline constexpr bool kChecksEveryEdit = false;
#endif

} // namespace satbox::test
