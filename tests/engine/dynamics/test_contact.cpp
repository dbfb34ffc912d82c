// What a contact remembers of the manifold that it was made from.

#include "engine/dynamics/contact.h"

#include <doctest/doctest.h>

using namespace satbox;

TEST_CASE("a_new_basis_is_not_set_and_knows_no_reach")
{
    const ManifoldCache basis;
    CHECK_FALSE(basis.isSet());
    CHECK(basis.apartReach() == 0.0f);
}

TEST_CASE("a_pair_that_is_apart_keeps_pose_and_reach_and_has_no_basis_for_points")
{
    ManifoldCache basis;
    basis.pose.q = makeRot(0.4f);
    basis.extent = -2.0f;
    REQUIRE(basis.isSet());
    const Transform pose{{1.0f, -2.0f}, makeRot(2.5f)};
    basis.setApart(pose, 0.75f);
    CHECK_FALSE(basis.isSet());
    CHECK(basis.apartPose() == pose);
    CHECK(basis.apartReach() == 0.75f);
    CHECK(basis.extent == 0.0f);
}
