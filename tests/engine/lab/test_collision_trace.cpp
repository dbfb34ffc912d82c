#include "engine/collision/collide.h"
#include "engine/lab/collision_trace.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using doctest::Approx;

namespace {

constexpr float kSpeculative = 0.02f;
const Polygon kBox = makeBox(0.5f, 0.5f);
const Polygon kHexagon = makeRegularPolygon(6, 1.0f);
const Polygon kHeptagon = makeRegularPolygon(7, 0.8f);
const Circle kCircle{{0.0f, 0.0f}, 0.25f};
const Capsule kCapsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.1f};

CollisionTrace trace(const Shape& a, const Shape& b, const Transform& pose)
{
    const CollisionTrace result = traceCollision(a, b, pose, kSpeculative);
    CHECK(result.manifold == collide(a, b, pose, kSpeculative));
    return result;
}

} // namespace

TEST_CASE("a_trace_of_any_two_shapes_has_the_manifold_of_collide")
{
    const Shape shapes[] = {kBox,    kHexagon, kHeptagon,
                            kCircle, kCapsule, Segment{{-1.0f, 0.1f}, {1.0f, 0.0f}}};
    int contacts = 0;
    for (const Shape& a : shapes) {
        for (const Shape& b : shapes) {
            for (int i = 0; i < 40; ++i) {
                const float k = 0.05f * static_cast<float>(i);
                const CollisionTrace t =
                    trace(a, b, {rotate(makeRot(7.0f * k), {k, 0.0f}), makeRot(3.0f * k)});
                contacts += t.manifold.count > 0;
                if (t.axes.empty()) continue;
                REQUIRE(t.winner.has_value());
                for (const CandidateAxis& axis : t.axes)
                    if (axis.tried) CHECK(axis.separation <= t.axes[*t.winner].separation);
            }
        }
    }
    CHECK(contacts > 200);
}

TEST_CASE("all_faces_of_an_overlapping_pair_are_tried_and_the_greatest_separation_wins")
{
    const CollisionTrace t = trace(kHexagon, kHeptagon, {{1.4f, 0.3f}, makeRot(0.2f)});
    CHECK(t.axes.size() == 13);
    CHECK(t.axesTried() == 13);
    CHECK(std::ranges::count_if(t.axes, [](const CandidateAxis& axis) { return axis.won; }) == 1);
    CHECK(std::ranges::none_of(t.axes, [](const CandidateAxis& axis) { return axis.separates; }));
    REQUIRE(t.winner.has_value());
    const CandidateAxis& winner = t.axes[*t.winner];
    REQUIRE(t.manifold.count > 0);
    const float side = winner.owner == ReferenceOwner::A ? 1.0f : -1.0f;
    CHECK(dot(winner.projection.axis, t.manifold.normal) == Approx(side));
    // A's normal points to B, so B's interval begins at the end of A's minus the overlap.
    const AxisProjection& p = winner.projection;
    const float gap = winner.owner == ReferenceOwner::A ? p.minB - p.maxA : p.minA - p.maxB;
    CHECK(gap == Approx(winner.separation));
}

TEST_CASE("the_search_ends_at_the_axis_that_separates_and_the_others_are_reported_as_not_tried")
{
    const CollisionTrace t = trace(kHexagon, kHeptagon, {{3.0f, 0.3f}, makeRot(0.2f)});
    CHECK(t.manifold.count == 0);
    CHECK(t.axes.size() == 13);
    CHECK(t.axesTried() < 13);
    const auto last = static_cast<size_t>(t.axesTried()) - 1;
    CHECK(t.axes[last].separates);
    CHECK(t.axes[last].won);
    for (size_t i = 0; i < last; ++i) CHECK_FALSE(t.axes[i].separates);
    for (size_t i = last + 1; i < t.axes.size(); ++i) CHECK_FALSE(t.axes[i].tried);
    CHECK(t.clips.empty());
}

TEST_CASE("a_trace_of_clipping_has_both_edges_the_planes_and_the_result")
{
    // The upper box overhangs the lower one's right end by 0.3 m and is 1 cm deep.
    const CollisionTrace t = trace(kBox, kBox, {{0.3f, 0.99f}, Rot{}});
    REQUIRE(t.clips.size() == 1);
    const ClipStep& clip = t.clips[0];
    CHECK(clip.owner == ReferenceOwner::A);
    CHECK(clip.input.normal == Vec2{0.0f, 1.0f});
    CHECK(clip.span.end == Approx(1.0f));
    CHECK(clip.span.lower == Approx(-0.3f)); // beyond the side plane at 0: clipped there
    CHECK(clip.span.upper == Approx(0.7f));
    CHECK(clip.clipped.endNearR1.x == Approx(0.5f));
    CHECK(clip.clipped.endNearR2.x == Approx(-0.2f));
    CHECK(clip.clipped.separationNearR1 == Approx(-0.01f));
    CHECK(t.manifold.count == 2);
}

TEST_CASE("a_circle_reports_the_region_of_its_centre_as_either_shape")
{
    struct Case {
        Vec2 center;
        VoronoiRegion region;
    };
    const Case cases[] = {{{0.0f, 0.6f}, VoronoiRegion::Face},
                          {{0.6f, 0.6f}, VoronoiRegion::SecondCorner},
                          {{0.1f, 0.3f}, VoronoiRegion::Inside}};
    for (const Case& c : cases) {
        const CollisionTrace t = trace(kBox, kCircle, {c.center, Rot{}});
        REQUIRE(t.region.has_value());
        CHECK(t.region->region == c.region);
        CHECK(t.regionOwner == ReferenceOwner::A);
        const Transform boxInCircle = invMul({c.center, makeRot(0.7f)}, Transform{});
        const CollisionTrace back = trace(kCircle, kBox, boxInCircle);
        REQUIRE(back.region.has_value());
        CHECK(back.region->region == c.region);
        CHECK(back.regionOwner == ReferenceOwner::B);
        for (const CandidateAxis& axis : back.axes) CHECK(axis.owner == ReferenceOwner::B);
    }
    const CollisionTrace corner = trace(kBox, kCircle, {{0.6f, 0.6f}, Rot{}});
    const bool beyond = corner.region->alongFirst <= 0.0f || corner.region->alongSecond <= 0.0f;
    CHECK(beyond);
}

TEST_CASE("capsules_end_to_end_report_their_nearest_corners")
{
    const CollisionTrace t = trace(kCapsule, kCapsule, {{1.1f, 0.08f}, makeRot(0.3f)});
    REQUIRE(t.corners.has_value());
    CHECK(t.corners->distance > 0.0f);
    CHECK(t.clips.empty());
    CHECK(t.manifold.count == 1);
}
