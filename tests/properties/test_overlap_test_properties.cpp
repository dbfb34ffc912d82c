#include "engine/collision/minkowski.h"
#include "engine/lab/collision_trace.h"
#include "engine/lab/overlap_tests.h"
#include "tests/properties/random_shapes.h"
#include "tests/support/exact_penetration.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <rapidcheck.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// The greatest separation along a face normal, computed from the edges of the Minkowski difference.
double greatestFaceSeparation(const std::vector<Point2>& hull)
{
    double greatest = -std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < hull.size(); ++i) {
        const Point2 p = hull[i], q = hull[(i + 1) % hull.size()];
        const double ex = q.x - p.x, ey = q.y - p.y;
        greatest = std::max(greatest, (ex * p.y - ey * p.x) / std::hypot(ex, ey));
    }
    return greatest;
}

} // namespace

TEST_CASE("five_published_tests_agree_and_the_winning_axis_is_the_least_translation")
{
    int judged = 0, overlaps = 0, touching = 0;
    CHECK(holdsForPairs("overlap_tests", 100000, {true}, [&](const ShapePair& pair) {
        const auto& a = std::get<Polygon>(pair.a);
        const auto& b = std::get<Polygon>(pair.b);
        const ExactPair exact(pair.a, pair.b, pair.bInA);
        const double separation = greatestFaceSeparation(exact.difference);
        const double tolerance = 4e-6 * pair.size + 1e-6; // float rounding, as for manifolds

        const CollisionTrace trace = traceCollision(pair.a, pair.b, pair.bInA, 0.02f);
        RC_ASSERT(trace.winner.has_value());
        const CandidateAxis& winner = trace.axes[*trace.winner];
        if (separation <= 0.0) {
            RC_ASSERT(trace.axesTried() == trace.axes.size());
            RC_ASSERT(std::fabs(static_cast<double>(winner.separation) - separation) <= tolerance);
            // The translation in the table is the least one, by brute force and by the Minkowski difference.
            RC_ASSERT(std::fabs(static_cast<double>(winner.separation) - exact.separation()) <= tolerance);
            const MinimumTranslation least = minimumTranslation(minkowskiDifference(a, b, pair.bInA));
            RC_ASSERT(std::fabs(static_cast<double>(winner.separation + least.depth)) <= tolerance);
        }
        ++judged;
        if (std::fabs(separation) <= tolerance) {
            ++touching; // within rounding, so that the tests may disagree
            return;
        }
        overlaps += separation < 0.0;
        for (const OverlapTest test : kOverlapTests) {
            RC_LOG() << nameOf(test) << ", separation " << separation << std::endl;
            RC_ASSERT(testOverlap(test, a, Transform{}, b, pair.bInA).overlap == (separation < 0.0));
        }
    }));
    MESSAGE(judged << " pairs, " << overlaps << " overlap, " << touching << " within rounding of touching");
    CHECK(judged >= 100000);
    CHECK(overlaps > judged / 5);
    CHECK(overlaps < judged * 4 / 5);
    CHECK(touching < judged / 10);
}
