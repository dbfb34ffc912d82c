#include "app/lenses/joint/joint_drawing.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

namespace {

// An arm on a slider with spring and limit, after some steps, and the analysis of its next step.
struct JointPicture : test::Picture {
    JointId joint;
    explicit JointPicture(const JointKind& kind, float anchorA = 0.0f)
    {
        const BodyId wall = world().createBody({.type = BodyType::Static});
        const BodyId arm = add({.position = {0.5f, 0.0f}}, makeBox(0.5f, 0.05f));
        joint = world().createJoint({.bodyA = wall,
                                     .bodyB = arm,
                                     .anchorA = {0.0f, anchorA},
                                     .anchorB = {-0.5f, 0.0f},
                                     .kind = kind});
        state.lens<JointLens>().analysis = analyseJoint(world(), joint, false);
        state.ui.panels.open = JointLens::kName;
        draw();
    }
};

} // namespace

TEST_CASE("a_joint_is_drawn_with_both_anchors_and_an_impulse_for_each_substep")
{
    JointPicture picture{RevoluteJoint{}};
    REQUIRE(picture.state.lens<JointLens>().analysis->solved());
    CHECK(picture.all(PrimitiveKind::Ring, picture.palette.pairA).size() == 1);
    CHECK(picture.all(PrimitiveKind::Disc, picture.palette.pairB).size() == 1);
    CHECK(picture.all(PrimitiveKind::Arrow, picture.palette.normalImpulse).size() == 1);
    CHECK(picture.all(PrimitiveKind::Arrow, picture.palette.normalImpulse.withAlpha(0.4f)).size() == 3);
    CHECK(picture.hasLabel("λ "));
    CHECK(picture.hasLegend("impulse on B, by substep"));
}

TEST_CASE("a_tiny_error_is_magnified_and_the_legend_says_by_how_much")
{
    JointPicture tiny{RevoluteJoint{}, 0.0004f};
    const auto arrows = tiny.all(PrimitiveKind::Arrow, tiny.palette.penetration);
    REQUIRE(arrows.size() == 1);
    const float drawn = length(arrows[0].b - arrows[0].a);
    CHECK(drawn > 10.0f * tiny.pixel);
    CHECK(drawn <= 40.001f * tiny.pixel);
    CHECK(tiny.hasLegend("error of the joint, ×"));
    JointPicture wide{RevoluteJoint{}, 1.0f};
    CHECK(wide.hasLegend("error of the joint"));
    CHECK_FALSE(wide.hasLegend("error of the joint, ×"));
}

TEST_CASE("rows_of_one_direction_share_a_line_with_their_roles")
{
    JointPicture picture{PrismaticJoint{.spring = {.enabled = true},
                                        .limit = {.enabled = true, .lower = -1.0f, .upper = 1.0f}}};
    CHECK(picture.hasLabel("lock"));
    CHECK(picture.hasLabel("spring, limit"));
    CHECK(picture.all(PrimitiveKind::Dashed, picture.palette.joint).size() == 2);
}
