#include "engine/geometry/simplify_outline.h"

#include "engine/geometry/outline.h"
#include "tests/support/lcg.h"
#include "tests/support/random_outlines.h"
#include <satbox/outlines.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

using Points = std::vector<Vec2>;

double distanceToOutline(Vec2 p, const Points& outline)
{
    double nearest = 1e9;
    for (size_t i = 0; i < outline.size(); ++i) {
        const Vec2 a = outline[i], b = outline[(i + 1) % outline.size()];
        const float t = std::clamp(dot(p - a, b - a) / std::max(lengthSquared(b - a), 1e-12f), 0.0f, 1.0f);
        nearest = std::min(nearest, static_cast<double>(length(a + t * (b - a) - p)));
    }
    return nearest;
}

Points atFullTolerance(const Points& outline, float tolerance)
{
    const std::vector<double> tolerances(outline.size(), static_cast<double>(tolerance));
    Points points;
    for (const size_t i : keptCorners(cornersOf(outline), tolerances)) points.push_back(outline[i]);
    return points;
}

} // namespace

TEST_CASE("a_simplified_outline_stays_simple_and_within_the_tolerance_of_every_omitted_point")
{
    Lcg random(32);
    size_t before = 0, after = 0;
    int rescued = 0; // would cross themselves with the full tolerance
    for (int k = 0; k < 10'000; ++k) {
        const Points outline = randomOutline(random);
        const float tolerance = random.between(0.01f, 1.0f);
        const Points simple = simplifyOutline(outline, tolerance);
        CAPTURE(k);
        if (!checkOutline(outline).ok()) {
            REQUIRE((simple == outline));
            continue;
        }
        REQUIRE(checkOutline(simple).ok());
        REQUIRE((simple.front() == outline.front()));
        for (const Vec2 p : outline)
            REQUIRE(distanceToOutline(p, simple) <= 1.0001 * static_cast<double>(tolerance) + 1e-5);
        before += outline.size();
        after += simple.size();
        rescued += !checkOutline(atFullTolerance(outline, tolerance)).ok();
    }
    CHECK(after < before * 9 / 10);
    CHECK(rescued > 50);
}

TEST_CASE("a_finely_drawn_circle_keeps_few_points")
{
    Points circle;
    for (int i = 0; i < 400; ++i)
        circle.push_back(rotate(makeRot(2.0f * kPi * static_cast<float>(i) / 400.0f), {1.0f, 0.0f}));
    CHECK(simplifyOutline(circle, 0.02f).size() < 20);
    CHECK(simplifyOutline(circle, 0.02f).size() > 8);
    CHECK((simplifyOutline(circle, 0.0f) == circle));
}
