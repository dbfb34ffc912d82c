#pragma once

#include <satbox/config.h>

#include <cstdint>

namespace satbox {

// Two shapes collide if the category of each is in the mask of the other. A shared non-zero group overrides
// that: positive always collides, negative never.
struct Filter {
    uint64_t category = 1;
    uint64_t mask = 0xFFFFFFFFFFFFFFFFu;
    int32_t group = 0;
    friend bool operator==(const Filter&, const Filter&) = default;
};

SATBOX_INLINE bool shouldCollide(const Filter& a, const Filter& b)
{
    if (a.group == b.group && a.group != 0) return a.group > 0;
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

} // namespace satbox
