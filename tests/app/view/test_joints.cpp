#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Picture;

namespace {

// A static body at the origin and a box 1 m below, joined.
struct JoinedPicture : Picture {
    BodyId ground, box;
    JointId joint;
    explicit JoinedPicture(const JointKind& kind)
    {
        ground = add({.type = BodyType::Static}, makeBox(0.1f, 0.1f));
        box = add({.position = {0.0f, -1.0f}}, makeBox(0.2f, 0.2f));
        joint = world().createJoint({.bodyA = ground, .bodyB = box, .kind = kind});
        draw(&ViewSettings::joints);
    }
};

} // namespace

TEST_CASE("a_rod_is_a_line_a_rope_is_dashed_and_a_spring_is_a_coil")
{
    const JoinedPicture rod(DistanceJoint{});
    CHECK(rod.count(PrimitiveKind::Dashed) == 0);
    CHECK(rod.count(PrimitiveKind::Ring) == 2);
    const size_t lines = rod.count(PrimitiveKind::Line);
    const JoinedPicture rope(
        DistanceJoint{.rigid = false, .limit = {.enabled = true, .lower = 0.0f, .upper = 2.0f}});
    CHECK(rope.count(PrimitiveKind::Dashed) == 1);
    const JoinedPicture spring(DistanceJoint{.rigid = false, .spring = {.enabled = true, .target = 1.0f}});
    CHECK(spring.count(PrimitiveKind::Line) > lines + 10);
}

TEST_CASE("a_motor_has_an_arrow_in_the_direction_in_which_it_turns_and_limits_have_lines")
{
    const auto arrow = [](float speed) {
        const JoinedPicture picture(
            RevoluteJoint{.motor = {.enabled = true, .speed = speed, .maxForce = 1.0f}});
        const auto arrows = picture.all(PrimitiveKind::Arrow);
        REQUIRE(arrows.size() == 1);
        return cross(arrows[0].a - Position{}, arrows[0].b - Position{});
    };
    CHECK(arrow(2.0f) > 0.0f); // counter-clockwise
    CHECK(arrow(-2.0f) < 0.0f);
    const JoinedPicture free(RevoluteJoint{});
    const JoinedPicture limited(RevoluteJoint{.limit = {.enabled = true, .lower = -1.0f, .upper = 1.0f}});
    CHECK(limited.count(PrimitiveKind::Line) == free.count(PrimitiveKind::Line) + 2);
}

TEST_CASE("seen_from_afar_only_the_selected_joint_has_marks")
{
    JoinedPicture picture(RevoluteJoint{.limit = {.enabled = true, .lower = -1.0f, .upper = 1.0f}});
    const auto near = picture.all(PrimitiveKind::Ring);
    REQUIRE(near.size() == 1);
    const size_t lines = picture.count(PrimitiveKind::Line);
    picture.state.camera.set({0.0f, 0.0f}, 40.0f); // the box has half of the size of full marks
    picture.draw();
    REQUIRE(picture.count(PrimitiveKind::Ring) == 1);
    CHECK(picture.count(PrimitiveKind::Line) == lines);
    picture.state.camera.set({0.0f, 0.0f}, 10.0f);
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Ring) == 0);
    CHECK(picture.count(PrimitiveKind::Line) == lines - 2); // the limits
    picture.state.selection.select(picture.world(), picture.joint);
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Ring) >= 1);
    CHECK(picture.count(PrimitiveKind::Line) >= lines);
}

TEST_CASE("every_kind_of_joint_is_drawn_in_the_colour_of_joints")
{
    for (const JointKind& kind :
         {JointKind{DistanceJoint{}}, JointKind{RevoluteJoint{}}, JointKind{PrismaticJoint{}},
          JointKind{WeldJoint{}}, JointKind{WheelJoint{}}, JointKind{MotorJoint{}}, JointKind{PulleyJoint{}},
          JointKind{FilterJoint{}}, JointKind{GearJoint{}}}) {
        CAPTURE(toString(kind));
        const JoinedPicture picture(kind);
        REQUIRE_FALSE(picture.list.primitives.empty());
        for (const Primitive& primitive : picture.list.primitives)
            CHECK(primitive.color.withAlpha(1.0f) == picture.palette.joint);
    }
}

TEST_CASE("the_legend_names_joints_only_where_there_are_some")
{
    Picture none;
    none.draw(&ViewSettings::joints);
    CHECK(none.empty());
    CHECK_FALSE(none.hasLegend("joint"));
    CHECK(JoinedPicture(RevoluteJoint{}).hasLegend("joint"));
}

TEST_CASE("a_hovered_body_shows_the_forces_of_its_joints")
{
    JoinedPicture picture(DistanceJoint{});
    picture.view().labels = true;
    picture.step(5);
    picture.draw();
    CHECK_FALSE(picture.hasLabel(" N"));
    picture.state.selection.hoveredBody = picture.box;
    picture.draw();
    CHECK(picture.hasLabel(" N"));
}

TEST_CASE("a_selected_joint_is_drawn_in_the_colour_of_the_selection_and_a_hovered_one_has_its_name")
{
    JoinedPicture picture(DistanceJoint{});
    picture.view().labels = true;
    picture.state.selection.select(picture.world(), picture.joint);
    picture.draw(&ViewSettings::joints);
    CHECK(picture.all(PrimitiveKind::Ring, picture.palette.joint).empty());
    CHECK_FALSE(picture.all(PrimitiveKind::Ring, picture.palette.selected).empty());
    CHECK_FALSE(picture.hasLabel("distance joint"));
    picture.state.selection.clear();
    picture.state.selection.hoveredJoint = picture.joint;
    picture.draw();
    CHECK(picture.hasLabel("distance joint of box"));
    CHECK(picture.all(PrimitiveKind::Line, picture.palette.joint).empty());
}

TEST_CASE("the_handles_of_a_selected_joint_are_drawn_while_bodies_can_be_selected")
{
    JoinedPicture picture(RevoluteJoint{.limit = {.enabled = true, .lower = -1.0f, .upper = 1.0f}});
    picture.state.selection.select(picture.world(), picture.joint);
    picture.draw();
    CHECK(picture.all(PrimitiveKind::Square, picture.palette.accent).size() == 2);
    CHECK(picture.all(PrimitiveKind::Ring, picture.palette.accent).size() == 1);
    picture.state.tool.beginPlacing(ToolboxShape::Box, false);
    picture.draw();
    CHECK(picture.all(PrimitiveKind::Ring, picture.palette.accent).empty());
}
