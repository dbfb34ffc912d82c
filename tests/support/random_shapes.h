#pragma once

#include "tests/support/lcg.h"
#include <satbox/shapes.h>

namespace satbox::test {

inline Vec2 randomPoint(Lcg& random, float extent)
{
    const float x = random.between(-extent, extent);
    return {x, random.between(-extent, extent)};
}

inline Transform randomPose(Lcg& random, float extent)
{
    const Vec2 p = randomPoint(random, extent);
    return {p, makeRot(random.between(-kPi, kPi))};
}

// A shape of any kind, about `size` metres across, near its body's origin.
inline Shape randomShape(Lcg& random, float size)
{
    const Transform local = randomPose(random, 0.3f * size);
    switch (random.below(5)) {
    case 0:
        return transformed(Circle{{0.0f, 0.0f}, random.between(0.1f, 0.5f) * size}, local);
    case 1: {
        const float half = random.between(0.05f, 0.5f) * size;
        return transformed(Capsule{{-half, 0.0f}, {half, 0.0f}, random.between(0.05f, 0.3f) * size}, local);
    }
    case 2: {
        const float half = random.between(0.05f, 0.7f) * size;
        return transformed(Segment{{-half, 0.0f}, {half, 0.0f}}, local);
    }
    case 3: {
        const float halfWidth = random.between(0.02f, 0.5f) * size;
        return transformed(makeBox(halfWidth, random.between(0.02f, 0.5f) * size), local);
    }
    default: {
        const int sides = 3 + static_cast<int>(random.below(6));
        return transformed(makeRegularPolygon(sides, random.between(0.1f, 0.6f) * size), local);
    }
    }
}

} // namespace satbox::test
