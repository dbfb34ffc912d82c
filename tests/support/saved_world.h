#pragma once

#include <satbox/world.h>

#include <string>

namespace satbox::test {

// Saves the world as a scene and reads it back. Empty if the result is equal and has the same hash, else a
// message. If asserts are on (preset debug), tests call it after every edit; saving a large world takes
// milliseconds.
std::string saveRoundTripError(const World& world);

// True if this build does the costly checks after every edit.
#if defined(SATBOX_ASSERTS)
inline constexpr bool kChecksEveryEdit = true;
#else
inline constexpr bool kChecksEveryEdit = false;
#endif

} // namespace satbox::test
