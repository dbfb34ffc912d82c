#include "app/sweep/sweep_field.h"

#include <doctest/doctest.h>

namespace satbox::app {
namespace {

SweepField fieldOf(std::string_view name)
{
    SweepField field;
    REQUIRE(parseField(name, field) == "");
    return field;
}

std::string refusalOf(std::string_view name)
{
    SweepField field;
    return parseField(name, field);
}

} // namespace

TEST_CASE("fields_of_settings_bodies_and_materials_are_found_by_name")
{
    CHECK(fieldOf("steps").kind == SweepField::Kind::Steps);
    CHECK(fieldOf("noise.angle").unit == "rad");
    CHECK(fieldOf("substeps").type == SweepField::Type::Whole);
    CHECK(fieldOf("gravity.y").unit == "m/s²");
    CHECK(fieldOf("solver").type == SweepField::Type::Text);
    CHECK(fieldOf("warmStarting").type == SweepField::Type::Bool);

    const SweepField lid = fieldOf("body:lid 1.5.position.x");
    CHECK(lid.selector == "lid 1.5");
    CHECK(lid.component == 'x');
    CHECK_FALSE(lid.isNumber);
    CHECK(fieldOf("body:17.angle").isNumber);
    CHECK_FALSE(fieldOf("body:\"17\".angle").isNumber);
    CHECK(fieldOf("body:\"17\".angle").selector == "17");
    CHECK(fieldOf("body:*.bullet").type == SweepField::Type::Bool);

    const SweepField ice = fieldOf("material:ice.restitution");
    CHECK(ice.selector == "ice");
    CHECK(fieldOf("material:*.friction").isFriction);
}

TEST_CASE("a_wrong_name_gets_a_sentence_that_says_which_part_is_wrong")
{
    CHECK(refusalOf("substep") == "there is no such setting, did you mean \"substeps\"?");
    CHECK(refusalOf("settings.substeps").starts_with("there is no such setting"));
    CHECK(refusalOf("gravity") == "gravity has two components: write gravity.x or gravity.y");
    CHECK(refusalOf("substeps.x") == "substeps has no components");
    CHECK(refusalOf("body:lid.position") == "position has two components: write position.x or position.y");
    CHECK(refusalOf("body:lid.positon.x") ==
          "bodies have no field \"positon\" that a sweep can change, did you mean \"position\"?");
    CHECK(refusalOf("body:lid.angle.x").starts_with("bodies have no field"));
    CHECK(refusalOf("body:lid.name").starts_with("bodies have no field \"name\" that a sweep can change"));
    CHECK(refusalOf("body:lid") == "expected body:BODY.FIELD, such as body:lid.position.x");
    CHECK(refusalOf("body:.angle").starts_with("expected body:BODY.FIELD"));
    CHECK(refusalOf("material:ice.frction") ==
          "materials have no field \"frction\" that a sweep can change, did you mean \"friction\"?");
    CHECK(refusalOf("material:ice") == "expected material:NAME.FIELD, such as material:ice.friction");
    CHECK(refusalOf("material:ice.userValue").starts_with("materials have no field"));
}

TEST_CASE("values_are_checked_for_type_and_range")
{
    CHECK(checkValue(fieldOf("substeps"), int64_t{8}) == "");
    CHECK(checkValue(fieldOf("substeps"), 8.0) == "expected a whole number");
    CHECK(checkValue(fieldOf("substeps"), int64_t{0}).find("below") != std::string::npos);
    CHECK(checkValue(fieldOf("gravity.x"), int64_t{3}) == "");
    CHECK(checkValue(fieldOf("gravity.x"), 5000.0) != "");
    CHECK(checkValue(fieldOf("warmStarting"), int64_t{2}) == "expected true or false");
    CHECK(checkValue(fieldOf("solver"), std::string("soft-step")) == "");
    CHECK(checkValue(fieldOf("solver"), std::string("magic")) != "");
    CHECK(checkValue(fieldOf("steps"), int64_t{-1}) == "-1 is out of range, expected 0 to 1e+09");
    CHECK(checkValue(fieldOf("noise.position"), -0.1) != "");
    CHECK(checkValue(fieldOf("body:1.gravityScale"), 2.0) == "");
    CHECK(checkValue(fieldOf("body:1.linearDamping"), -2.0) != "");
    CHECK(checkValue(fieldOf("body:1.type"), std::string("kinematic")) == "");
    CHECK(checkValue(fieldOf("body:1.type"), std::string("flying")) ==
          "\"flying\", expected static, kinematic or dynamic");
    CHECK(checkValue(fieldOf("material:*.restitution"), 1.5) != "");
}

TEST_CASE("setting_a_field_changes_it_and_nothing_else")
{
    WorldSettings settings, expected;
    CHECK(setField(fieldOf("gravity.y"), -1.5, settings) == "");
    CHECK(setField(fieldOf("warmStarting"), int64_t{0}, settings) == "");
    expected.gravity.y = -1.5f;
    expected.warmStarting = false;
    CHECK(settings == expected);

    BodyDef def, expectedDef;
    CHECK(setField(fieldOf("body:1.position.y"), 2.5, def) == "");
    CHECK(setField(fieldOf("body:1.linearVelocity.x"), 3.0, def) == "");
    CHECK(setField(fieldOf("body:1.type"), std::string("static"), def) == "");
    CHECK(setField(fieldOf("body:1.bullet"), int64_t{1}, def) == "");
    CHECK(setField(fieldOf("body:1.angle"), 0.5, def) == "");
    expectedDef.position.y = 2.5;
    expectedDef.linearVelocity.x = 3.0f;
    expectedDef.type = BodyType::Static;
    expectedDef.bullet = true;
    expectedDef.rotation = makeRot(0.5f);
    CHECK(def == expectedDef);

    Material material, expectedMaterial;
    CHECK(setField(fieldOf("material:*.friction"), 0.25, material) == "");
    CHECK(setField(fieldOf("material:*.restitution"), 0.5, material) == "");
    expectedMaterial.staticFriction = expectedMaterial.dynamicFriction = 0.25f;
    expectedMaterial.restitution = 0.5f;
    CHECK(material == expectedMaterial);
}

} // namespace satbox::app
