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
#include <vector>

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
                 fixedRotation, lockX, lockY, sleepAllowed, sleepSpeed, awake, bullet, enabled, mass, inertia,
                 ownCenter, center, name, userValue, group, color, leftKey, rightKey, jumpKey, walkSpeed,
                 jumpSpeed, pushForce] = all;
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
    CHECK((lockX != usual.lockX));
    CHECK((lockY != usual.lockY));
    CHECK((sleepAllowed != usual.sleepAllowed));
    CHECK((sleepSpeed != usual.sleepSpeed));
    CHECK((awake != usual.awake));
    CHECK((bullet != usual.bullet));
    CHECK((enabled != usual.enabled));
    CHECK((mass != usual.mass));
    CHECK((inertia != usual.inertia));
    CHECK((ownCenter != usual.ownCenter));
    CHECK((center != usual.center));
    CHECK((name != usual.name));
    CHECK((userValue != usual.userValue));
    CHECK((group != usual.group));
    CHECK((color != usual.color));
    CHECK((leftKey != usual.leftKey));
    CHECK((rightKey != usual.rightKey));
    CHECK((jumpKey != usual.jumpKey));
    CHECK((walkSpeed != usual.walkSpeed));
    CHECK((jumpSpeed != usual.jumpSpeed));
    CHECK((pushForce != usual.pushForce));
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
        CHECK(field.isForDisplay() == (field.key == "name" || field.key == "group" || field.key == "color" ||
                                       field.key.ends_with("Key")));
    }
    for (const MaterialField& field : materialFields()) {
        CAPTURE(field.key);
        ShapeDef shape;
        std::visit([&](auto member) { change(shape.material.*member); }, field.member);
        CHECK(worldOf({}, shape).hash() != usual);
    }
    for (const FilterField& field : filterFields()) {
        CAPTURE(field.key);
        ShapeDef shape;
        std::visit([&](auto member) { change(shape.filter.*member); }, field.member);
        CHECK(worldOf({}, shape).hash() != usual);
    }
}

TEST_CASE("filters_of_32_bits_keep_their_hash_and_the_upper_bits_count")
{
    const auto hashOf = [](const Filter& filter) { return worldOf({}, {.filter = filter}).hash(); };
    const Filter usual;
    CHECK(hashOf({.category = uint64_t{1} << 40}) != hashOf(usual));
    CHECK(hashOf({.category = 1 | uint64_t{1} << 40}) != hashOf(usual));
    CHECK(hashOf({.mask = 0xFFFFFFFFu}) != hashOf(usual)); // not the layers from 33 on
    CHECK(hashOf({.mask = ~(uint64_t{1} << 63)}) != hashOf(usual));
}

TEST_CASE("each_field_of_a_material_goes_through_a_file")
{
    for (const MaterialField& field : materialFields()) {
        CAPTURE(field.key);
        ShapeDef def;
        std::visit([&](auto member) { change(def.material.*member); }, field.member);
        Scene scene;
        scene.world = worldOf({}, def);
        const SceneResult read = readScene(writeScene(scene), "scene.json");
        REQUIRE(read.error == "");
        CHECK((read.scene.world.shapeDef(read.scene.world.shapeAt(0)).material == def.material));
    }
}

TEST_CASE("each_field_of_a_shape_goes_through_a_file_and_counts_in_the_hash_if_a_step_reads_it")
{
    for (const ShapeField& field : shapeFields()) {
        CAPTURE(field.key);
        ShapeDef def;
        std::visit([&](auto member) { change(def.*member); }, field.member);
        Scene scene;
        scene.world = worldOf({}, def);
        const SceneResult read = readScene(writeScene(scene), "scene.json");
        REQUIRE(read.error == "");
        CHECK((read.scene.world.shapeDef(read.scene.world.shapeAt(0)) == def));
        const bool onlyEvents = field.key.ends_with("Events");
        CHECK((scene.world.hash() != worldOf({}).hash()) != onlyEvents);
    }
}

TEST_CASE("worlds_that_differ_in_other_fields_are_not_equal")
{
    const uint64_t high = uint64_t{1} << 40;
    std::vector<World> worlds;
    for (const ShapeDef& def :
         {ShapeDef{}, ShapeDef{.preSolve = true}, ShapeDef{.userValue = 1},
          ShapeDef{.filter = {.category = 1 | high}}, ShapeDef{.filter = {.mask = ~uint64_t{0} ^ high}},
          ShapeDef{.material = {.rollingResistance = 1.0f}}, ShapeDef{.material = {.surfaceSpeed = 1.0f}},
          ShapeDef{.material = {.userValue = 1}}})
        worlds.push_back(worldOf({}, def));
    for (const BodyDef& def : {BodyDef{.lockX = true}, BodyDef{.lockY = true}, BodyDef{.ownCenter = true},
                               BodyDef{.sleepSpeed = 1.0f}, BodyDef{.inertia = 1.0f}})
        worlds.push_back(worldOf(def));
    for (size_t i = 0; i < worlds.size(); ++i)
        for (size_t k = 0; k < worlds.size(); ++k) CHECK((worlds[i] == worlds[k]) == (i == k));
}

TEST_CASE("a_change_of_a_body_says_whether_its_contacts_stay")
{
    CHECK(changeBetween({}, {}) == BodyChange::Nothing);
    for (const BodyField& field : bodyFields()) {
        CAPTURE(field.key);
        const bool isUnread = field.isForDisplay() || field.key == "userValue" || field.key == "walkSpeed" ||
                              field.key == "jumpSpeed" || field.key == "pushForce";
        const BodyChange expected = isUnread              ? BodyChange::Unread
                                    : field.keepsContacts ? BodyChange::Behaviour
                                                          : BodyChange::All;
        CHECK(changeBetween({}, changedIn(field)) == expected);
        BodyDef both = changedIn(field);
        both.name = "other";
        CHECK(changeBetween({}, both) == expected);
    }
    for (const bool changesPose : {false, true}) {
        BodyDef def{.gravityScale = 2.0f};
        if (changesPose) def.position.x = 1.0;
        CHECK(changeBetween({}, def) == (changesPose ? BodyChange::All : BodyChange::Behaviour));
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
    for (const MaterialField& field : materialNumbers()) {
        CAPTURE(field.key);
        Material material;
        material.*std::get<float Material::*>(field.member) = static_cast<float>(2.0 * field.maximum);
        CHECK(refuses(field.key, material));
    }
}
