// The tables of fields against the definitions, worlds, hashes and files that are made from them.
#include "engine/model/definition_fields.h"
#include <satbox/scene/scene.h>
#include <satbox/validate.h>
#include <satbox/world.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <type_traits>

using namespace satbox;

namespace {

// Another allowed value than the default.
void change(float& value) { value = value == 0.0f ? 0.5f : 0.5f * value; }
void change(bool& value) { value = !value; }
void change(Vec2& value) { value += Vec2{1.5f, -2.5f}; }
void change(Position& value) { value += Vec2{1.5f, -2.5f}; }
void change(Rot& value) { value = makeRot(0.5f); }
void change(BodyType& value) { value = BodyType::Kinematic; }
void change(std::string& value) { value = "crate"; }
void change(DisplayColor& value) { value = 0x56B4E9; }
template<class Value>
requires std::is_integral_v<Value>
void change(Value& value) { value += 5; }

BodyDef changedIn(const BodyField& field)
{
    BodyDef def;
    std::visit([&](auto member) { change(def.*member); }, field.member);
    return def;
}

World worldOf(const BodyDef& def, const ShapeDef& shape = {})
{
    World world;
    const BodyId id = world.createBody({});
    world.addShape(id, shape); // wakes the body, so the definition follows
    REQUIRE(world.setBodyDef(id, def));
    return world;
}

} // namespace

TEST_CASE("each_field_of_a_body_stands_in_the_table_once")
{
    // A definition changed in all rows differs in every member from the default: the rows name them all.
    std::set<std::string_view> keys;
    BodyDef all;
    for (const BodyField& field : bodyFields()) {
        keys.insert(field.key);
        CHECK_FALSE(field.help.empty());
        std::visit([&](auto member) { change(all.*member); }, field.member);
    }
    CHECK(keys.size() == bodyFields().size());
    const auto& [type, position, rotation, velocity, spin, linearDamping, angularDamping, gravityScale,
                 fixedRotation, sleepAllowed, awake, bullet, enabled, name, userValue, group, color] = all;
    const BodyDef usual;
    CHECK((type != usual.type));
    CHECK((position != usual.position));
    CHECK((rotation != usual.rotation));
    CHECK((velocity != usual.linearVelocity));
    CHECK((spin != usual.angularVelocity));
    CHECK((linearDamping != usual.linearDamping));
    CHECK((angularDamping != usual.angularDamping));
    CHECK((gravityScale != usual.gravityScale));
    CHECK((fixedRotation != usual.fixedRotation));
    CHECK((sleepAllowed != usual.sleepAllowed));
    CHECK((awake != usual.awake));
    CHECK((bullet != usual.bullet));
    CHECK((enabled != usual.enabled));
    CHECK((name != usual.name));
    CHECK((userValue != usual.userValue));
    CHECK((group != usual.group));
    CHECK((color != usual.color));
}

TEST_CASE("a_world_gives_back_each_field_of_a_body_and_so_does_a_file")
{
    for (const BodyField& field : bodyFields()) {
        CAPTURE(field.key);
        const BodyDef def = changedIn(field);
        REQUIRE(validate(def).empty());
        Scene scene;
        scene.world = worldOf(def);
        const BodyId id = scene.world.bodyAt(0);
        std::visit([&](auto member) { CHECK((scene.world.bodyDef(id).*member == def.*member)); },
                   field.member);
        const SceneResult read = readScene(writeScene(scene), "scene.json");
        REQUIRE(read.error == "");
        std::visit([&](auto member) { CHECK((read.scene.world.bodyDef(id).*member == def.*member)); },
                   field.member);
    }
}

TEST_CASE("each_field_but_those_for_display_counts_in_the_hash")
{
    const uint64_t usual = worldOf({}).hash();
    for (const BodyField& field : bodyFields()) {
        CAPTURE(field.key);
        CHECK((worldOf(changedIn(field)).hash() != usual) != field.isForDisplay());
        CHECK(field.isForDisplay() == (field.key == "name" || field.key == "group" || field.key == "color"));
    }
    for (const MaterialField& field : materialFields()) {
        CAPTURE(field.key);
        ShapeDef shape;
        change(shape.material.*std::get<float Material::*>(field.member));
        CHECK(worldOf({}, shape).hash() != usual);
    }
    for (const FilterField& field : filterFields()) {
        CAPTURE(field.key);
        ShapeDef shape;
        std::visit([&](auto member) { change(shape.filter.*member); }, field.member);
        CHECK(worldOf({}, shape).hash() != usual);
    }
}

TEST_CASE("definitions_that_differ_in_fields_for_display_alone_are_told_from_others")
{
    CHECK_FALSE(differsForDisplayOnly({}, {}));
    for (const BodyField& field : bodyFields()) {
        CAPTURE(field.key);
        CHECK(differsForDisplayOnly({}, changedIn(field)) == field.isForDisplay());
        BodyDef both = changedIn(field);
        both.name = "other";
        CHECK(differsForDisplayOnly({}, both) == field.isForDisplay());
    }
    CHECK(validate(BodyDef{.color = 0xFFFFFF}).empty());
    CHECK(validate(BodyDef{.color = 0x1000000}).starts_with("color: "));
}

TEST_CASE("numbers_beyond_the_range_of_their_row_are_refused_by_their_key")
{
    const auto refuses = [](std::string_view key, const auto& owner) {
        return validate(owner).starts_with(std::string(key) + ": ");
    };
    for (const BodyField& field : bodyFields()) {
        const auto* member = std::get_if<float BodyDef::*>(&field.member);
        if (!member) continue;
        CAPTURE(field.key);
        for (const double limit : {field.minimum, field.maximum}) {
            BodyDef def;
            def.*(*member) = static_cast<float>(limit);
            CHECK(validate(def).empty());
            const float away = limit == field.maximum ? 1.0f : -1.0f;
            def.*(*member) =
                std::nextafter(static_cast<float>(limit), away * std::numeric_limits<float>::infinity());
            CHECK(refuses(field.key, def));
        }
    }
    for (const MaterialField& field : materialFields()) {
        CAPTURE(field.key);
        Material material;
        material.*std::get<float Material::*>(field.member) = static_cast<float>(2.0 * field.maximum);
        CHECK(refuses(field.key, material));
    }
}
