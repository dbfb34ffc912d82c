// ManifoldCache: set, unset, and separated pairs.

#include <satbox/contacts.h>

#include <doctest/doctest.h>

using namespace satbox;

TEST_CASE("a_new_cache_is_not_set_and_has_no_slack")
{
    const ManifoldCache cache;
    CHECK_FALSE(cache.isSet());
    CHECK(cache.separationSlack() == 0.0f);
}

TEST_CASE("a_separated_pair_stores_pose_and_slack_and_its_cache_is_not_set")
{
    ManifoldCache cache;
    cache.pose.q = makeRot(0.4f);
    cache.extent = -2.0f;
    REQUIRE(cache.isSet());
    const Transform pose{{1.0f, -2.0f}, makeRot(2.5f)};
    cache.setSeparated(pose, 0.75f);
    CHECK_FALSE(cache.isSet());
    CHECK(cache.separatedPose() == pose);
    CHECK(cache.separationSlack() == 0.75f);
    CHECK(cache.extent == 0.0f);
}
