#include "app/sweep/sweep_field.h"
#include "tests/app/sweep/sweep_texts.h"

#include <doctest/doctest.h>

namespace satbox::app {

TEST_CASE("fields_of_settings_bodies_and_materials_are_found_by_name")
{
    CHECK(sweptField("steps").kind == SweepField::Kind::Steps);
    CHECK(sweptField("noise.angle").unit == "rad");
    CHECK(sweptField("substeps").type == SweepField::Type::Whole);
    CHECK(sweptField("gravity.y").unit == "m/s²");
    CHECK(sweptField("solver").type == SweepField::Type::Text);
    CHECK(sweptField("warmStarting").type == SweepField::Type::Bool);

    const SweepField lid = sweptField("body:lid 1.5.position.x");
    CHECK(lid.selector == "lid 1.5");
    CHECK(lid.component == 'x');
    CHECK_FALSE(lid.isNumber);
    CHECK(sweptField("body:17.angle").isNumber);
    CHECK_FALSE(sweptField("body:\"17\".angle").isNumber);
    CHECK(sweptField("body:\"17\".angle").selector == "17");
    CHECK(sweptField("body:*.bullet").type == SweepField::Type::Bool);

    const SweepField ice = sweptField("material:ice.restitution");
    CHECK(ice.selector == "ice");
    CHECK(sweptField("material:*.friction").isFriction);
}

TEST_CASE("a_wrong_name_gets_a_sentence_that_says_which_part_is_wrong")
{
    CHECK(refusalOfField("substep") == "there is no such setting, did you mean \"substeps\"?");
    CHECK(refusalOfField("settings.substeps").starts_with("there is no such setting"));
    CHECK(refusalOfField("gravity") == "gravity has two components: write gravity.x or gravity.y");
    CHECK(refusalOfField("substeps.x") == "substeps has no components");
    CHECK(refusalOfField("body:lid.position") ==
          "position has two components: write position.x or position.y");
    CHECK(refusalOfField("body:lid.positon.x") ==
          "bodies have no field \"positon\" that a sweep can change, did you mean \"position\"?");
    CHECK(refusalOfField("body:lid.angle.x").starts_with("bodies have no field"));
    CHECK(
        refusalOfField("body:lid.name").starts_with("bodies have no field \"name\" that a sweep can change"));
    CHECK(refusalOfField("body:lid") == "expected body:BODY.FIELD, such as body:lid.position.x");
    CHECK(refusalOfField("body:.angle").starts_with("expected body:BODY.FIELD"));
    CHECK(refusalOfField("material:ice.frction") ==
          "materials have no field \"frction\" that a sweep can change, did you mean \"friction\"?");
    CHECK(refusalOfField("material:ice") == "expected material:NAME.FIELD, such as material:ice.friction");
    CHECK(refusalOfField("material:ice.userValue").starts_with("materials have no field"));
}

TEST_CASE("values_are_checked_for_type_and_range")
{
    CHECK(checkValue(sweptField("substeps"), int64_t{8}) == "");
    CHECK(checkValue(sweptField("substeps"), 8.0) == "expected a whole number");
    CHECK(checkValue(sweptField("substeps"), int64_t{0}).find("below") != std::string::npos);
    CHECK(checkValue(sweptField("gravity.x"), int64_t{3}) == "");
    CHECK(checkValue(sweptField("gravity.x"), 5000.0) != "");
    CHECK(checkValue(sweptField("warmStarting"), int64_t{2}) == "expected true or false");
    CHECK(checkValue(sweptField("solver"), std::string("soft-step")) == "");
    CHECK(checkValue(sweptField("solver"), std::string("magic")) != "");
    CHECK(checkValue(sweptField("steps"), int64_t{-1}) == "-1 is out of range, expected 0 to 1e+09");
    CHECK(checkValue(sweptField("noise.position"), -0.1) != "");
    CHECK(checkValue(sweptField("body:1.gravityScale"), 2.0) == "");
    CHECK(checkValue(sweptField("body:1.linearDamping"), -2.0) != "");
    CHECK(checkValue(sweptField("body:1.scale"), 2.5) == "");
    CHECK(checkValue(sweptField("body:1.scale"), 0.0) == "0 is out of range, expected 0.001 to 1000");
    CHECK(checkValue(sweptField("body:1.type"), std::string("kinematic")) == "");
    CHECK(checkValue(sweptField("body:1.type"), std::string("flying")) ==
          "\"flying\", expected static, kinematic or dynamic");
    CHECK(checkValue(sweptField("material:*.restitution"), 1.5) != "");
}

TEST_CASE("setting_a_field_changes_it_and_nothing_else")
{
    WorldSettings settings, expected;
    CHECK(setField(sweptField("gravity.y"), -1.5, settings) == "");
    CHECK(setField(sweptField("warmStarting"), int64_t{0}, settings) == "");
    expected.gravity.y = -1.5f;
    expected.warmStarting = false;
    CHECK(settings == expected);

    BodyDef def, expectedDef;
    CHECK(setField(sweptField("body:1.position.y"), 2.5, def) == "");
    CHECK(setField(sweptField("body:1.linearVelocity.x"), 3.0, def) == "");
    CHECK(setField(sweptField("body:1.type"), std::string("static"), def) == "");
    CHECK(setField(sweptField("body:1.bullet"), int64_t{1}, def) == "");
    CHECK(setField(sweptField("body:1.angle"), 0.5, def) == "");
    expectedDef.position.y = 2.5;
    expectedDef.linearVelocity.x = 3.0f;
    expectedDef.type = BodyType::Static;
    expectedDef.bullet = true;
    expectedDef.rotation = makeRot(0.5f);
    CHECK(def == expectedDef);

    Material material, expectedMaterial;
    CHECK(setField(sweptField("material:*.friction"), 0.25, material) == "");
    CHECK(setField(sweptField("material:*.restitution"), 0.5, material) == "");
    expectedMaterial.staticFriction = expectedMaterial.dynamicFriction = 0.25f;
    expectedMaterial.restitution = 0.5f;
    CHECK(material == expectedMaterial);
}

} // namespace satbox::app
