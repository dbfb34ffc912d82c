#include "app/document/joint_kind.h"

#include "app/document/commands.h"
#include "engine/model/joint_fields.h"
#include "tests/support/joined_document.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::JoinedDocument;

TEST_CASE("a_joint_of_any_kind_becomes_any_other_kind_and_the_bodies_stay")
{
    for (const JointKind& from : {JointKind{DistanceJoint{.length = 2.0f}}, JointKind{RevoluteJoint{}}}) {
        const bool isRod = from.index() == 0;
        for (size_t kind = 0; kind < kJointKindNames.size(); ++kind) {
            CAPTURE(isRod);
            CAPTURE(kJointKindNames[kind]);
            JoinedDocument joined(
                {.anchorA = {isRod ? 0.0f : 2.0f, 0.0f}, .angleA = 0.3f, .angleB = 0.1f, .kind = from});
            History& history = joined.history;
            REQUIRE(history.execute(editJointCommand(joined.world(), joined.joint,
                                                     withKind(joined.world(), joined.joint, kind), "kind")) ==
                    "");
            CHECK(joined.def().kind.index() == kind);
            for (int i = 0; i < 60; ++i) history.play(op::Step{1.0f / 60.0f});
            const BodyMotion& door = joined.world().motion(joined.door);
            CHECK(length(door.center - Position{2.0, 0.0}) < 1e-3f);
            CHECK(std::abs(angleOf(door.q)) < 1e-3f);
        }
    }
}

TEST_CASE("the_axis_of_a_joint_that_was_a_rod_goes_through_both_anchors")
{
    const JoinedDocument joined(
        {.anchorA = {0.0f, 0.1f}, .anchorB = {0.0f, 1.1f}, .kind = DistanceJoint{.length = 2.2f}});
    const size_t prismatic = JointKind{PrismaticJoint{}}.index();
    const JointDef def = withKind(joined.world(), joined.joint, prismatic);
    CHECK(def.anchorA == joined.def().anchorA);
    CHECK(def.anchorB == joined.def().anchorB);
    CHECK(def.angleA == doctest::Approx(std::atan2(1.0f, 2.0f)));
    CHECK(def.angleB == doctest::Approx(def.angleA));
}
