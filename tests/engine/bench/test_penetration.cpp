#include "tests/bench/penetration.h"
#include "tests/bench/statistics.h"
#include <satbox/shapes.h>

#include <cmath>
#include <doctest/doctest.h>

namespace satbox::bench {
namespace {

Pose poseAt(double x, double y, double angle = 0.0) { return {{x, y}, std::cos(angle), std::sin(angle)}; }

double depthOf(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB)
{
    const double depth = overlapDepth(makeWorldShape(a, poseA, 0, true), makeWorldShape(b, poseB, 1, true));
    const double swapped = overlapDepth(makeWorldShape(b, poseB, 1, true), makeWorldShape(a, poseA, 0, true));
    CHECK(depth == doctest::Approx(swapped).epsilon(1e-12));
    return depth;
}

const Shape kUnitBox = makeBox(0.5f, 0.5f);
const double kQuarterTurn = std::acos(0.0);

} // namespace

TEST_CASE("measured_overlap_of_boxes_is_the_lesser_of_both_axes")
{
    CHECK(depthOf(kUnitBox, poseAt(0, 0), kUnitBox, poseAt(0.9, 0.3)) == doctest::Approx(0.1));
    CHECK(depthOf(kUnitBox, poseAt(3, 4), kUnitBox, poseAt(3.4, 4.75)) == doctest::Approx(0.25));
    CHECK(depthOf(kUnitBox, poseAt(0, 0), kUnitBox, poseAt(0, 0)) == doctest::Approx(1.0));
}

TEST_CASE("measured_overlap_is_zero_apart_and_touching")
{
    CHECK(depthOf(kUnitBox, poseAt(0, 0), kUnitBox, poseAt(1, 0)) == 0.0);
    CHECK(depthOf(kUnitBox, poseAt(0, 0), kUnitBox, poseAt(1.001, 0)) == 0.0);
    CHECK(depthOf(kUnitBox, poseAt(0, 0), kUnitBox, poseAt(0.9, 1.2)) == 0.0);
    // Their boxes overlap, they do not.
    CHECK(depthOf(kUnitBox, poseAt(0, 0), kUnitBox, poseAt(1.1, 1.0, 0.5 * kQuarterTurn)) == 0.0);
}

TEST_CASE("measured_overlap_of_a_corner_on_a_face_is_how_far_the_corner_is_below_it")
{
    const double corner = std::sqrt(0.5);
    CHECK(depthOf(kUnitBox, poseAt(0, 0), kUnitBox, poseAt(0.1, 0.5 + corner - 0.03, 0.5 * kQuarterTurn)) ==
          doctest::Approx(0.03).epsilon(1e-6));
}

TEST_CASE("measured_overlap_resolves_a_micrometre_a_hundred_metres_out")
{
    CHECK(depthOf(kUnitBox, poseAt(100, 100), kUnitBox, poseAt(100, 101.0 - 1e-6)) / 1e-6 ==
          doctest::Approx(1.0).epsilon(1e-3));
}

TEST_CASE("measured_overlap_of_two_triangles_is_one_over_root_five")
{
    // The worked example of docs/references.md: the least translation is along (2, 1).
    const Vec2 a[] = {{1, 1}, {3, 1}, {2, 3}};
    const Vec2 b[] = {{2, 2}, {4, 2}, {3, 4}};
    CHECK(depthOf(makePolygon(a), Pose{}, makePolygon(b), Pose{}) == doctest::Approx(1.0 / std::sqrt(5.0)));
}

TEST_CASE("measured_overlap_of_round_shapes_counts_their_radius")
{
    const Shape disc = Circle{{0, 0}, 0.5f};
    const Shape capsule = Capsule{{-1, 0}, {1, 0}, 0.25f};
    CHECK(depthOf(disc, poseAt(0, 0), disc, poseAt(0.6, 0.6)) == doctest::Approx(1.0 - 0.6 * std::sqrt(2.0)));
    CHECK(depthOf(disc, poseAt(0, 0), disc, poseAt(0, 0)) == doctest::Approx(1.0));
    CHECK(depthOf(disc, poseAt(0, 0.9), kUnitBox, poseAt(0, 0)) == doctest::Approx(0.1));
    CHECK(depthOf(disc, poseAt(0, 0.2), kUnitBox, poseAt(0, 0)) == doctest::Approx(0.8));
    // Against the corner: the distance counts, not the separation along a face.
    CHECK(depthOf(disc, poseAt(0.9, 0.9), kUnitBox, poseAt(0, 0)) == 0.0);
    CHECK(depthOf(disc, poseAt(0.8, 0.8), kUnitBox, poseAt(0, 0)) ==
          doctest::Approx(0.5 - 0.3 * std::sqrt(2.0)));
    CHECK(depthOf(capsule, poseAt(0, 0), capsule, poseAt(0.5, 0.4)) == doctest::Approx(0.1));
    CHECK(depthOf(capsule, poseAt(0, 0), disc, poseAt(0, 0)) == doctest::Approx(0.75));
    CHECK(depthOf(Segment{{-5, 0}, {5, 0}}, Pose{}, disc, poseAt(1, 0.45)) == doctest::Approx(0.05));
}

TEST_CASE("measured_overlaps_are_of_different_bodies_with_one_that_moves")
{
    const WorldShape shapes[] = {
        makeWorldShape(makeBox(10.0f, 0.5f), poseAt(0, 0), 0, false),    // ground
        makeWorldShape(makeBox(0.5f, 10.0f), poseAt(-9.9, 0), 1, false), // a wall in the ground
        makeWorldShape(kUnitBox, poseAt(0, 0.98), 2, true),              // 0.02 in the ground
        makeWorldShape(kUnitBox, poseAt(0.8, 0.98), 2, true),            // the same body, 0.02 in the ground
        makeWorldShape(kUnitBox, poseAt(1.79, 1.5), 3, true),            // 0.01 in its left neighbour
        makeWorldShape(kUnitBox, poseAt(50, 50), 4, true),
    };
    const std::vector<double> depths = overlapDepths(shapes);
    REQUIRE(depths.size() == 3);
    CHECK(depths[0] == doctest::Approx(0.01).epsilon(1e-6));
    CHECK(depths[1] == doctest::Approx(0.02).epsilon(1e-6));
    CHECK(depths[2] == doctest::Approx(0.02).epsilon(1e-6));
}

TEST_CASE("median_and_percentile_take_the_rank_that_they_promise")
{
    CHECK(median({}) == 0.0);
    CHECK(median({3.0, 1.0, 2.0}) == 2.0);
    CHECK(median({4.0, 1.0, 3.0, 2.0}) == 2.5);
    std::vector<double> hundred;
    for (int i = 1; i <= 100; ++i) hundred.push_back(i);
    CHECK(percentile(hundred, 0.99) == 99.0);
    CHECK(percentile(hundred, 1.0) == 100.0);
    CHECK(percentile(hundred, 0.0) == 1.0);
    CHECK(percentile(std::vector<double>{7.0}, 0.99) == 7.0);
    CHECK(percentile({}, 0.99) == 0.0);
}

} // namespace satbox::bench
