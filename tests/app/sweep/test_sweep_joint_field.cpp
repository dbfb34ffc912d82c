#include "app/sweep/sweep_joint_field.h"
#include "tests/app/sweep/sweep_texts.h"

#include <doctest/doctest.h>

namespace satbox::app {

TEST_CASE("fields_of_joints_are_found_by_their_path")
{
    const SweepField speed = sweptField("joint:rear.axle.motor.speed");
    CHECK(speed.kind == SweepField::Kind::Joint);
    CHECK(speed.selector == "rear.axle");
    CHECK(speed.path == "motor.speed");
    CHECK(speed.type == SweepField::Type::Number);
    CHECK(sweptField("joint:3.anchorA.y").isNumber);
    CHECK(sweptField("joint:3.anchorA.y").component == 'y');
    CHECK(sweptField("joint:*.spring.enabled").type == SweepField::Type::Bool);
    CHECK(sweptField("joint:g.teethB").type == SweepField::Type::Whole);
    CHECK(sweptField("joint:a.breakForce").unit == "N");
    CHECK(refusalOfField("joint:a.anchorA") == "anchorA has two components: write anchorA.x or anchorA.y");
    CHECK(refusalOfField("joint:a.motor.sped") ==
          "joints have no field \"motor.sped\" that a sweep can change, did you mean \"motor.speed\"?");
    CHECK(refusalOfField("joint:a.name").starts_with("joints have no field \"name\""));
    CHECK(refusalOfField("joint:a.breakForce.x").starts_with("joints have no field"));
    CHECK(refusalOfField("joint:a") == "expected joint:JOINT.FIELD, such as joint:axle.motor.speed");
}

TEST_CASE("every_field_of_joints_is_an_input_and_names_its_joint")
{
    const std::vector<std::string> names = jointMemberNames();
    CHECK(names.size() > 30);
    for (const std::string& name : names) {
        SweepField field;
        const std::string refusal = parseField("joint:2." + name, field);
        if (!refusal.empty()) REQUIRE(parseField("joint:2." + name + ".y", field) == "");
        CHECK(field.selector == "2");
        CHECK(field.path == name);
    }
    CHECK(sweptField("joint:\"a.spring\".frequency").selector == "a.spring"); // of a motor joint
}

TEST_CASE("values_of_joint_fields_are_checked_for_type_and_range")
{
    CHECK(checkValue(sweptField("joint:a.breakForce"), 5.0) == "");
    CHECK(checkValue(sweptField("joint:a.breakForce"), -5.0) == "-5 is out of range, expected 0 to 1e+12");
    CHECK(checkValue(sweptField("joint:a.anchorA.x"), -5.0) == "");
    CHECK(checkValue(sweptField("joint:a.teethA"), 8.5) == "expected a whole number");
    CHECK(checkValue(sweptField("joint:a.motor.enabled"), int64_t{2}) == "expected true or false");
}

TEST_CASE("a_joint_field_is_set_in_joints_whose_kind_has_it")
{
    JointDef hinge{.kind = RevoluteJoint{}};
    const SweepField speed = sweptField("joint:a.motor.speed"), length = sweptField("joint:a.length");
    REQUIRE(hasField(hinge, speed));
    CHECK_FALSE(hasField(hinge, length));
    setField(speed, 2.5, hinge);
    CHECK(std::get<RevoluteJoint>(hinge.kind).motor.speed == 2.5f);
    setField(sweptField("joint:a.anchorB.y"), int64_t{3}, hinge);
    CHECK(hinge.anchorB == Vec2{0.0f, 3.0f});
    setField(sweptField("joint:a.collideConnected"), int64_t{1}, hinge);
    CHECK(hinge.collideConnected);
}

} // namespace satbox::app
