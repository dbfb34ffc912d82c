#include "app/document/pick_joint.h"

#include "tests/support/joint_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

namespace {

// Two bodies without gravity, at x = -2 and x = 2.
struct TwoBodies {
    World world = test::sleepless({0.0f, 0.0f});
    BodyId left = test::addGhost(world, makeBox(0.5f, 0.5f), {.position = {-2.0, 0.0}});
    BodyId right = test::addGhost(world, makeBox(0.5f, 0.5f), {.position = {2.0, 0.0}});

    JointId join(const JointKind& kind, Vec2 anchorA = {}, Vec2 anchorB = {}, float angleA = 0.0f)
    {
        return world.createJoint({.bodyA = left,
                                  .bodyB = right,
                                  .anchorA = anchorA,
                                  .anchorB = anchorB,
                                  .angleA = angleA,
                                  .kind = kind});
    }
};

} // namespace

TEST_CASE("a_joint_is_found_by_its_line_within_reach_and_by_its_anchors_alone_if_asked")
{
    TwoBodies made;
    const JointId rod = made.join(DistanceJoint{.length = 4.0f});
    CHECK(pickJoint(made.world, {0.0, 0.09}, 0.1f) == rod);
    CHECK(pickJoint(made.world, {0.0, 0.11}, 0.1f).isNull());
    CHECK(pickJointAnchor(made.world, {0.0, 0.0}, 0.1f).isNull());
    CHECK(pickJointAnchor(made.world, {-2.0, 0.09}, 0.1f) == rod);
    CHECK(pickJointAnchor(made.world, {2.09, 0.0}, 0.1f) == rod);
    CHECK(pickJoint(made.world, {2.11, 0.0}, 0.1f).isNull());
}

TEST_CASE("the_nearest_of_several_joints_is_found_whatever_their_order")
{
    TwoBodies made;
    const JointId upper = made.join(DistanceJoint{.length = 4.0f}, {0.0f, 0.2f}, {0.0f, 0.2f});
    const JointId lower = made.join(DistanceJoint{.length = 4.0f});
    CHECK(pickJoint(made.world, {0.0, 0.15}, 0.3f) == upper);
    CHECK(pickJoint(made.world, {0.0, 0.05}, 0.3f) == lower);
    CHECK(pickJointAnchor(made.world, {2.0, 0.15}, 0.3f) == upper);
    CHECK(pickJointAnchor(made.world, {2.0, 0.05}, 0.3f) == lower);
}

TEST_CASE("a_pulley_is_found_at_its_fixed_points_and_at_each_part_of_its_rope")
{
    TwoBodies made;
    const JointId pulley =
        made.join(PulleyJoint{.groundA = {-2.0f, 3.0f}, .groundB = {2.0f, 3.0f}, .length = 6.0f});
    for (const Position at : {Position{-2.0, 1.5}, Position{0.0, 3.0}, Position{2.0, 1.5}})
        CHECK(pickJoint(made.world, at, 0.05f) == pulley);
    CHECK(pickJoint(made.world, {0.0, 0.0}, 0.05f).isNull()); // between the anchors
    CHECK(pickJointAnchor(made.world, {2.0, 3.0}, 0.05f) == pulley);
}

TEST_CASE("a_slider_is_found_between_its_limits_along_its_axis")
{
    TwoBodies made;
    made.world.setTransform(made.left, {{-2.0, 0.0}, makeRot(0.25f * kPi)});
    const JointLimit limit{.enabled = true, .lower = -1.0f, .upper = 5.0f};
    const JointId slider =
        made.join(PrismaticJoint{.limit = limit}, {}, {-4.0f, 0.0f}, 0.25f * kPi); // upwards
    CHECK(pickJoint(made.world, {-2.0, 4.9}, 0.05f) == slider);
    CHECK(pickJoint(made.world, {-2.0, -0.9}, 0.05f) == slider);
    CHECK(pickJoint(made.world, {-2.0, -1.2}, 0.05f).isNull());
}

TEST_CASE("a_filter_joint_is_found_between_the_centres_of_its_bodies_and_has_no_anchors")
{
    TwoBodies made;
    const JointId filter = made.join(FilterJoint{}, {0.0f, 9.0f}, {0.0f, 9.0f});
    CHECK(pickJoint(made.world, {0.0, 0.0}, 0.05f) == filter);
    CHECK(pickJoint(made.world, {0.0, 9.0}, 0.05f).isNull());
    CHECK(pickJointAnchor(made.world, {-2.0, 9.0}, 0.05f).isNull());
}
