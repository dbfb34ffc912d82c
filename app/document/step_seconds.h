#pragma once

#include <satbox/world.h>

namespace satbox::app {

inline float stepSeconds(const World& world)
{
    return 1.0f / world.settings().stepRate;
} // length of a step, s

} // namespace satbox::app
