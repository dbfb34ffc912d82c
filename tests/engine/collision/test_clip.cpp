#include "engine/collision/clip.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;

namespace {

// A reference edge between (0, 0) and (2, 0). Its polygon is below it, so in counter-clockwise order it goes
// to the left.
const Vec2 kR1{2.0f, 0.0f};
const Vec2 kR2{0.0f, 0.0f};
const Vec2 kUp{0.0f, 1.0f};

} // namespace

TEST_CASE("the_incident_face_is_the_most_anti_parallel_one")
{
    const Polygon box = makeBox(1.0f, 1.0f);
    CHECK(incidentFace(viewOf(box), {0.0f, 1.0f}) == 0);
    CHECK(incidentFace(viewOf(box), {-0.9f, 0.1f}) == 1);
    CHECK(incidentFace(viewOf(box), {0.1f, -0.9f}) == 2);
    CHECK(incidentFace(viewOf(box), {1.0f, 1.0f}) == 0); // a tie with face 3: the first one wins
}

TEST_CASE("an_edge_between_the_side_planes_is_unchanged")
{
    const ClippedEdge e = clipToSidePlanes({kR1, kR2, kUp, {0.5f, 0.25f}, {1.5f, -0.25f}});
    REQUIRE_FALSE(e.empty);
    CHECK(e.endNearR1 == Vec2{1.5f, -0.25f});
    CHECK(e.endNearR2 == Vec2{0.5f, 0.25f});
    CHECK(e.separationNearR1 == -0.25f);
    CHECK(e.separationNearR2 == 0.25f);
}

TEST_CASE("an_edge_is_cut_at_the_side_planes_it_crosses")
{
    const ClippedEdge both = clipToSidePlanes({kR1, kR2, kUp, {-1.0f, 0.0f}, {3.0f, 1.0f}});
    REQUIRE_FALSE(both.empty);
    CHECK(both.endNearR1 == Vec2{2.0f, 0.75f});
    CHECK(both.endNearR2 == Vec2{0.0f, 0.25f});
    const ClippedEdge one = clipToSidePlanes({kR1, kR2, kUp, {1.0f, 0.0f}, {3.0f, 0.0f}});
    CHECK(one.endNearR1 == Vec2{2.0f, 0.0f});
    CHECK(one.endNearR2 == Vec2{1.0f, 0.0f});
}

TEST_CASE("an_edge_beyond_a_side_plane_is_removed")
{
    CHECK(clipToSidePlanes({kR1, kR2, kUp, {2.5f, 0.0f}, {3.0f, 0.0f}}).empty);
    CHECK(clipToSidePlanes({kR1, kR2, kUp, {-3.0f, 0.0f}, {-0.5f, 0.0f}}).empty);
    CHECK_FALSE(clipToSidePlanes({kR1, kR2, kUp, {2.0f, 0.0f}, {3.0f, 0.0f}}).empty);
}

TEST_CASE("swapping_a_manifold_twice_gives_it_back")
{
    Manifold m;
    m.normal = {0.0f, 1.0f};
    m.count = 1;
    m.points[0] = {{2.0f, 3.0f}, -0.5f, cornerPair(1, 2)};
    m.referenceOwner = ReferenceOwner::A;
    const Transform bInA{{1.0f, 0.0f}, Rot{0.0f, 1.0f}};
    const Manifold once = swapped(m, bInA);
    CHECK(once.normal == Vec2{1.0f, 0.0f});
    CHECK(once.points[0].point == Vec2{-2.0f, 2.0f});
    CHECK(once.points[0].separation == -0.5f);
    CHECK(once.points[0].id == cornerPair(2, 1));
    CHECK(once.referenceOwner == ReferenceOwner::B);
    CHECK(swapped(once, invMul(bInA, Transform{})) == m);
}
