#include "tests/support/random_outlines.h"

#include <algorithm>
#include <cmath>

namespace satbox::test {

namespace {

using Points = std::vector<Vec2>;

Vec2 onGrid(Vec2 p)
{
    return {std::round(p.x * kOutlineGrid) / kOutlineGrid, std::round(p.y * kOutlineGrid) / kOutlineGrid};
}

Vec2 randomPoint(Lcg& random, float reach)
{
    return onGrid({random.between(-reach, reach), random.between(-reach, reach)});
}

Vec2 polar(float radius, float angle) { return radius * Vec2{std::cos(angle), std::sin(angle)}; }

Points arbitrary(Lcg& random, uint32_t maxCount)
{
    Points points(3 + random.below(maxCount - 2));
    for (Vec2& p : points) p = randomPoint(random, 4.0f);
    return points;
}

Points star(Lcg& random)
{
    Points points;
    const uint32_t count = 3 + random.below(50);
    for (uint32_t i = 0; i < count; ++i) {
        const float angle = 2.0f * kPi * static_cast<float>(i) / static_cast<float>(count);
        points.push_back(onGrid(polar(random.between(1.0f, 5.0f), angle)));
    }
    return points;
}

Points comb(Lcg& random)
{
    const uint32_t teeth = 1 + random.below(20);
    Points points{{0.0f, -1.0f}, {0.3f * static_cast<float>(teeth), -1.0f}}; // the back
    for (uint32_t i = teeth; i-- > 0;) {
        const float x = 0.3f * static_cast<float>(i);
        points.push_back({x + 0.3f, random.between(0.2f, 3.0f)});
        points.push_back({x + 0.1f, random.between(-0.8f, 0.1f)});
    }
    points.push_back({0.0f, 1.0f});
    for (Vec2& p : points) p = onGrid(p);
    return points;
}

Points spiral(Lcg& random)
{
    const float turns = random.between(0.5f, 3.0f), width = random.between(0.1f, 0.5f);
    const uint32_t count = 6 + random.below(24);
    Points outer, inner;
    for (uint32_t i = 0; i < count; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(count - 1);
        const float angle = 2.0f * kPi * turns * t, radius = 0.8f + 2.0f * turns * t;
        outer.push_back(onGrid(polar(radius + width, angle)));
        inner.push_back(onGrid(polar(radius, angle)));
    }
    outer.insert(outer.end(), inner.rbegin(), inner.rend());
    return outer;
}

// Reverses the section between two edges that cross until none do.
Points uncrossed(Lcg& random)
{
    Points points = arbitrary(random, 14);
    const auto area = [](Vec2 a, Vec2 b, Vec2 c) { return cross(b - a, c - a); };
    for (int round = 0; round < 200; ++round) {
        bool changed = false;
        for (size_t e = 0; e + 2 < points.size(); ++e) {
            for (size_t f = e + 2; f < points.size(); ++f) {
                const Vec2 a = points[e], b = points[e + 1], c = points[f];
                const Vec2 d = points[(f + 1) % points.size()];
                if (area(a, b, c) * area(a, b, d) >= 0.0f || area(c, d, a) * area(c, d, b) >= 0.0f) continue;
                std::reverse(points.begin() + static_cast<std::ptrdiff_t>(e) + 1,
                             points.begin() + static_cast<std::ptrdiff_t>(f) + 1);
                changed = true;
            }
        }
        if (!changed) break;
    }
    return points;
}

} // namespace

std::vector<Vec2> randomOutline(Lcg& random)
{
    switch (random.below(5)) {
    case 0:
        return star(random);
    case 1:
        return comb(random);
    case 2:
        return spiral(random);
    case 3:
        return uncrossed(random);
    default:
        return arbitrary(random, 12);
    }
}

} // namespace satbox::test
