#include "app/document/joint_measure.h"

#include "tests/support/joined_document.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::JoinedDocument;

TEST_CASE("the_error_of_a_joint_is_its_distance_from_what_it_holds_rigidly")
{
    const auto error = [](const JointKind& kind, Vec2 anchorA) {
        const JoinedDocument joined({.anchorA = anchorA, .kind = kind});
        return jointError(joined.world(), joined.joint);
    };
    using doctest::Approx;
    CHECK(*error(RevoluteJoint{}, {2.0f, 0.03f}) == Approx(0.03f));
    CHECK(*error(DistanceJoint{.length = 1.9f}, {0.0f, 0.0f}) == Approx(0.1f));
    CHECK_FALSE(error(DistanceJoint{.rigid = false}, {0.0f, 0.0f}).has_value());
    CHECK(*error(PrismaticJoint{}, {0.5f, 0.02f}) == Approx(0.02f)); // along the axis it is free
    CHECK(*error(WheelJoint{}, {0.5f, -0.02f}) == Approx(0.02f));
    CHECK(*error(WeldJoint{}, {2.0f, 0.04f}) == Approx(0.04f));
    CHECK_FALSE(error(WeldJoint{.linearFrequency = 3.0f}, {2.0f, 0.04f}).has_value());
    CHECK_FALSE(error(MotorJoint{}, {2.0f, 0.04f}).has_value());
    CHECK_FALSE(error(FilterJoint{}, {0.0f, 0.0f}).has_value());
    const PulleyJoint pulley{.groundA = {0.0f, 1.0f}, .groundB = {2.0f, 1.5f}, .length = 4.5f, .ratio = 2.0f};
    CHECK(ropeLength(pulley, Position{}, Position{2.0, 0.0}) == Approx(4.0f));
    CHECK(*error(pulley, {0.0f, 0.0f}) == Approx(0.5f));
}
