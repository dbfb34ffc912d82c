// tunnellingCorrection(), and times of impact at which shapes overlap by a given depth. Continuous collision
// uses both.

#include "engine/collision/distance.h"
#include "tests/support/exact_penetration.h"
#include "tests/support/random_shapes.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;
using State = TimeOfImpact::State;

namespace {

constexpr float kDepth = 0.005f; // m

Transform at(Vec2 p, float angle = 0.0f) { return {p, makeRot(angle)}; }

Transform shifted(const Transform& pose, Vec2 shift) { return {pose.p + shift, pose.q}; }

float measuredSeparation(const Shape& a, const Shape& b, const Transform& bInA)
{
    return static_cast<float>(ExactPair(a, b, bInA).separation());
}

// True if B is in front of a face of A, or A is a point with a radius. If only a face of B separates them, B
// may be as deep as it was behind the face of A that it was least far behind.
bool isInFrontOfFace(const Shape& a, const Shape& b, const Transform& bInA)
{
    const RoundedHull coreA = roundedHull(a), coreB = roundedHull(b, bInA);
    const size_t n = coreA.points.size();
    for (size_t i = 0; i < n && n > 1; ++i) {
        const Point2 from = coreA.points[i], to = coreA.points[(i + 1) % n];
        const double length = std::hypot(to.x - from.x, to.y - from.y);
        double least = 1e9;
        for (const Point2 p : coreB.points) least = std::min(least, -turn(from, to, p) / length);
        if (least - coreA.radius - coreB.radius > 0.0) return true;
    }
    return n == 1;
}

Sweep sweepOf(Vec2 from, Vec2 to, float angle1 = 0.0f, float angle2 = 0.0f)
{
    return {{0.0f, 0.0f}, from, to, makeRot(angle1), makeRot(angle2)};
}

float separationAt(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB, float t)
{
    return measuredSeparation(a, b, invMul(sweepTransform(sweepA, t), sweepTransform(sweepB, t)));
}

} // namespace

TEST_CASE("box_that_went_through_a_wall_is_shifted_back_to_the_side_it_came_from")
{
    const Shape wall = makeBox(0.02f, 5.0f), box = makeBox(0.5f, 0.5f);
    for (const float side : {-1.0f, 1.0f}) {
        // From 0.18 m in front of the wall to 2 m behind it, and 1 m along it.
        const Vec2 shift =
            tunnellingCorrection(wall, box, at({0.7f * side, 0.0f}), at({-2.52f * side, 1.0f}), -kDepth);
        CHECK(shift.x == doctest::Approx(side * (2.52f + 0.52f - kDepth)));
        CHECK(shift.y == doctest::Approx(0.0f));
    }
}

TEST_CASE("a_shape_that_stays_in_front_is_not_shifted_on_any_path")
{
    const Shape floor = makeBox(10.0f, 1.0f), plank = makeBox(1.0f, 0.1f);
    // At the allowed depth after sliding by 5 m and rotating by half a turn.
    CHECK(tunnellingCorrection(floor, plank, at({0.0f, 1.5f}), at({0.0f, 1.1f - kDepth}), -kDepth) ==
          Vec2{0.0f, 0.0f});
    CHECK(tunnellingCorrection(floor, plank, at({0.0f, 1.1f}), at({5.0f, 1.1f}), -kDepth) ==
          Vec2{0.0f, 0.0f});
    CHECK(tunnellingCorrection(floor, plank, at({0.0f, 2.2f}), at({0.0f, 2.2f}, kPi), -kDepth) ==
          Vec2{0.0f, 0.0f});
    // Passes a corner: in front of no face at both poses, but in front of the line across the corner.
    CHECK(tunnellingCorrection(makeBox(1.0f, 1.0f), makeBox(0.1f, 0.1f), at({1.6f, 1.3f}), at({0.95f, 1.6f}),
                               0.0f) == Vec2{0.0f, 0.0f});
}

TEST_CASE("a_shape_deeper_than_the_target_may_stay_as_deep_but_get_no_deeper")
{
    const Shape floor = makeBox(10.0f, 1.0f), box = makeBox(0.5f, 0.5f);
    const Transform before = at({0.0f, 1.5f - 4.0f * kDepth});
    CHECK(tunnellingCorrection(floor, box, before, before, -kDepth) == Vec2{0.0f, 0.0f});
    const Vec2 shift = tunnellingCorrection(floor, box, before, at({3.0f, 1.5f - 10.0f * kDepth}), -kDepth);
    CHECK(shift.x == doctest::Approx(0.0f));
    CHECK(std::fabs(shift.y - 6.0f * kDepth) < 1e-5f);
}

TEST_CASE("random_shapes_that_started_in_front_are_separated_after_the_shift_and_move_no_farther_than_needed")
{
    Lcg random(41);
    int shifts = 0, none = 0;
    for (int i = 0; i < 5000; ++i) {
        const Shape a = randomShape(random, 1.0f), b = randomShape(random, 1.0f);
        const Transform first = randomPose(random, 1.5f), second = randomPose(random, 1.5f);
        if (measuredSeparation(a, b, first) < 1e-3f || !isInFrontOfFace(a, b, first)) continue;
        const Vec2 shift = tunnellingCorrection(a, b, first, second, 0.0f);
        CHECK(measuredSeparation(a, b, shifted(second, shift)) > -2e-4f);
        if (lengthSquared(shift) == 0.0f) {
            ++none;
            continue;
        }
        ++shifts;
        // B's deepest point was behind the plane normal to the shift by the length of the shift, and not
        // behind it at the first pose.
        CHECK(tunnellingCorrection(a, b, first, shifted(second, 1.001f * shift), 0.0f) == Vec2{0.0f, 0.0f});
        const Vec2 again = tunnellingCorrection(a, b, first, shifted(second, 0.5f * shift), 0.0f);
        if (length(shift) > 0.01f) CHECK(length(again) <= 0.501f * length(shift));
    }
    CHECK(shifts > 1000);
    CHECK(none > 1000);
}

TEST_CASE("tolerances_of_the_shift_follow_the_length_unit")
{
    const Shape floor = makeBox(0.01f, 0.001f), box = makeBox(0.0005f, 0.0005f);
    const Transform before = at({0.0f, 0.0016f}),
                    after = at({0.0f, 0.00145f}); // depth: a twentieth of its size
    CHECK(tunnellingCorrection(floor, box, before, after, 0.0f) == Vec2{0.0f, 0.0f});
    const Vec2 shift = tunnellingCorrection(floor, box, before, after, 0.0f, 0.001f);
    CHECK(std::fabs(shift.y - 0.00005f) < 1e-7f);
}

TEST_CASE("box_that_falls_on_the_floor_reaches_a_depth_later_by_that_distance")
{
    const Shape floor = makeBox(10.0f, 0.5f), box = makeBox(0.5f, 0.5f);
    const Sweep still = sweepOf({0.0f, -0.5f}, {0.0f, -0.5f}), falling = sweepOf({0.0f, 2.0f}, {0.0f, -1.0f});
    for (const float depth : {0.005f, 0.05f, 0.2f}) {
        const TimeOfImpact hit = timeOfImpact(floor, still, box, falling, -depth);
        CHECK(hit.state == State::Hit);
        CHECK(std::fabs(hit.t - (1.5f + depth) / 3.0f) < 0.0005f);
        CHECK(hit.separation == doctest::Approx(1.5f));
    }
}

TEST_CASE("shapes_that_overlap_by_less_than_the_depth_continue_until_they_reach_it")
{
    const Shape floor = makeBox(10.0f, 0.5f), box = makeBox(0.5f, 0.5f);
    const Sweep still = sweepOf({0.0f, -0.5f}, {0.0f, -0.5f});
    // Initial depth 2 mm; it moves by 0.1 m.
    const TimeOfImpact hit = timeOfImpact(floor, still, box, sweepOf({0.0f, 0.498f}, {0.0f, 0.398f}), -0.01f);
    CHECK(hit.state == State::Hit);
    CHECK(std::fabs(hit.separation + 0.002f) < 1e-5f);
    CHECK(std::fabs(hit.t - 0.08f) < 0.02f); // 1.25 mm plus a margin
    // Deeper than that at the start, separated at the end.
    CHECK(timeOfImpact(floor, still, box, sweepOf({0.0f, 0.48f}, {0.0f, 0.4f}), -0.01f).state ==
          State::Overlapped);
    const TimeOfImpact rising =
        timeOfImpact(floor, still, box, sweepOf({0.0f, 0.498f}, {3.0f, 0.6f}), -0.01f);
    CHECK(rising.state == State::Separated);
    CHECK(std::fabs(rising.separation + 0.002f) < 1e-5f);
}

TEST_CASE("times_of_impact_at_a_depth_agree_with_small_steps_on_random_motions")
{
    constexpr float kTarget = -0.02f, kTolerance = 0.002f;
    Lcg random(43);
    int hits = 0, free = 0, overlapped = 0, fromOverlap = 0;
    for (int i = 0; i < 3000; ++i) {
        const Shape a = randomShape(random, 1.0f), b = randomShape(random, 1.0f);
        const auto randomSweep = [&] {
            const Vec2 from = randomPoint(random, 0.8f), to = randomPoint(random, 0.8f);
            const float angle = random.between(-kPi, kPi);
            return sweepOf(from, to, angle, angle + random.between(-1.5f, 1.5f));
        };
        const Sweep sweepA = randomSweep(), sweepB = randomSweep();
        const TimeOfImpact found = timeOfImpact(a, sweepA, b, sweepB, kTarget);
        const float start = separationAt(a, sweepA, b, sweepB, 0.0f);
        CHECK(found.state != State::Failed);
        if (found.state == State::Overlapped) {
            CHECK(start < kTarget + 1e-4f);
            ++overlapped;
            continue;
        }
        CHECK(start > kTarget - 1e-4f);
        float least = 1e9f;
        for (int k = 0; k <= 400; ++k)
            least =
                std::min(least, separationAt(a, sweepA, b, sweepB, found.t * static_cast<float>(k) / 400.0f));
        CHECK(least > kTarget - kTolerance); // never deeper during the motion
        fromOverlap += start < 0.0f;
        if (found.state == State::Hit) {
            ++hits;
            CHECK(separationAt(a, sweepA, b, sweepB, found.t) < kTarget + kTolerance);
        } else {
            ++free;
        }
    }
    MESSAGE(hits << " hits, " << free << " free, " << overlapped << " overlapped, " << fromOverlap
                 << " began less deep");
    CHECK(hits > 200);
    CHECK(free > 200);
    CHECK(fromOverlap > 10);
}
