// The interface for C converts every member of every definition, in both directions. The members come from
// the tables of fields, so that a new one is tested without a change here.
#include "engine/c_api/world_handle.h"
#include "engine/model/definition_fields.h"
#include "engine/model/joint_fields.h"
#include <satbox/settings_table.h>

#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <string>

namespace satbox {
namespace {

using namespace c_api;

// Gives a member a value that is not its default.
void vary(float& v) { v += 0.25f; }
void vary(int& v) { v += 1; }
void vary(uint32_t& v) { v ^= 0x80000001u; }
void vary(uint64_t& v) { v ^= 0x8000000000000001u; }
void vary(bool& v) { v = !v; }
void vary(Vec2& v) { v += Vec2{1.0f, -2.0f}; }
void vary(Position& v) { v = {1e6 + 0.1, -3.0}; }
void vary(Rot& v) { v = makeRot(1.0f); }
void vary(BodyType& v) { v = BodyType::Kinematic; }
void vary(SolverType& v) { v = SolverType::VertexContact; }
void vary(CombineRule& v) { v = v == CombineRule::Maximum ? CombineRule::Product : CombineRule::Maximum; }
void vary(std::string& v) { v = "a name"; }
void vary(DisplayColor& v) { v = 0x123456u; }

template<class C, class Cpp>
Cpp throughC(const Cpp& value)
{
    ReadError error;
    const auto inC = asC<C>(value);
    Cpp result = asCpp<Cpp>(inC, error);
    CHECK(error.text == "");
    return result;
}

// Varies each field of `value` by itself, and expects that the whole def, of which it is a part, survives.
template<class C, class Def, class Owner, class Fields>
void checkFields(Def& def, Owner& value, const Fields& fields)
{
    for (const auto& field : fields) {
        CAPTURE(field.key);
        std::visit(
            [&](auto member) {
                auto& changed = value.*member;
                using Value = std::remove_cvref_t<decltype(changed)>;
                if constexpr (kIsJointPart<Value>) {
                    checkFields<C>(def, changed, fieldsOf(static_cast<const Value*>(nullptr)));
                } else {
                    const Value before = changed;
                    vary(changed);
                    REQUIRE(!(changed == before));
                    CHECK(throughC<C>(def) == def);
                    changed = before;
                }
            },
            field.member);
    }
}

TEST_CASE("every_setting_and_field_survives_the_way_through_c")
{
    WorldSettings settings;
    checkFields<SatboxWorldSettings>(settings, settings, settingFields());
    BodyDef body;
    checkFields<SatboxBodyDef>(body, body, bodyFields());
    ShapeDef shape;
    checkFields<SatboxShapeDef>(shape, shape.material, materialFields());
    checkFields<SatboxShapeDef>(shape, shape.filter, filterFields());
    checkFields<SatboxShapeDef>(shape, shape, shapeFields());
    JointDef joint;
    checkFields<SatboxJointDef>(joint, joint, fieldsOf(&joint));
}

TEST_CASE("every_field_of_every_kind_of_joint_survives_the_way_through_c")
{
    for (size_t kind = 0; kind < std::variant_size_v<JointKind>; ++kind) {
        JointDef joint{.bodyA = {3, 1}, .bodyB = {4, 2}, .kind = defaultJointKind(kind)};
        CAPTURE(toString(joint.kind));
        CHECK(throughC<SatboxJointDef>(joint) == joint);
        std::visit(
            [&](auto& value) {
                using Kind = std::remove_cvref_t<decltype(value)>;
                if constexpr (!std::is_empty_v<Kind>)
                    checkFields<SatboxJointDef>(joint, value, fieldsOf(&value));
            },
            joint.kind);
    }
}

TEST_CASE("shapes_and_what_a_table_of_fields_lacks_survive_the_way_through_c")
{
    const Shape shapes[] = {Circle{{1.0f, 2.0f}, 3.0f}, Capsule{{1.0f, 2.0f}, {3.0f, 4.0f}, 5.0f},
                            Segment{{1.0f, 2.0f}, {3.0f, 4.0f}},
                            makeBox(1.0f, 2.0f, {3.0f, 4.0f}, makeRot(0.3f)), makeRegularPolygon(7, 2.0f)};
    for (const Shape& shape : shapes) {
        const ShapeDef def{.geometry = shape, .local = {{1.0f, 2.0f}, makeRot(2.0f)}, .sensor = true};
        CHECK(throughC<SatboxShapeDef>(def) == def);
    }
    CHECK(satbox_box(0.37f, 1.21f).polygon.count == 4);
    CHECK(asCpp<Polygon>(satbox_box(0.37f, 1.21f).polygon) == makeBox(0.37f, 1.21f));
    const SatboxRot rotation = satbox_make_rot(0.3f);
    CHECK(asCpp<Polygon>(satbox_box_at(1.0f, 2.0f, {3.0f, 4.0f}, rotation).polygon) ==
          makeBox(1.0f, 2.0f, {3.0f, 4.0f}, makeRot(0.3f)));
}

TEST_CASE("defaults_in_c_are_those_of_cpp")
{
    ReadError error;
    CHECK(asCpp<WorldSettings>(satbox_world_settings_default(), error) == WorldSettings{});
    CHECK(asCpp<BodyDef>(satbox_body_def_default(), error) == BodyDef{});
    CHECK(asCpp<ShapeDef>(satbox_shape_def_default(), error) == ShapeDef{});
    CHECK(asCpp<Filter>(satbox_filter_default(), error) == Filter{});
    SatboxJointDef joint = satbox_joint_def_default();
    CHECK(asCpp<JointDef>(joint, error) == JointDef{});
    for (size_t kind = 0; kind < std::variant_size_v<JointKind>;
         ++kind) { // of every kind, whichever is chosen
        joint.kind = static_cast<int32_t>(kind);
        CHECK((asCpp<JointDef>(joint, error).kind == defaultJointKind(kind)));
    }
    CHECK(error.ok());
}

TEST_CASE("an_id_of_zeros_is_null_in_c")
{
    CHECK(asCpp<BodyId>(SatboxBodyId{}) == BodyId{});
    CHECK(asC<SatboxBodyId>(BodyId{}).generation == 0);
    CHECK(asC<SatboxBodyId>(BodyId{}).index == 0);
    CHECK(asCpp<BodyId>(asC<SatboxBodyId>(BodyId{7, 3})) == BodyId{7, 3});
}

TEST_CASE("numbers_that_are_no_enumerator_are_read_as_an_error")
{
    SatboxWorldSettings settings = satbox_world_settings_default();
    ReadError error;
    settings.solver = 4;
    settings.frictionRule = -1;
    asCpp<WorldSettings>(settings, error);
    CHECK(error.text == "SatboxSolverType: 4 is not one of 0 to 3"); // the first of them
}

TEST_CASE("an_error_is_cut_between_characters")
{
    SatboxError error;
    const std::string fits(253, 'x'), almost(254, 'x'); // of 255 bytes
    report(&error, almost + "µm");
    CHECK(std::string(error.text) == almost);
    report(&error, fits + "µm");
    CHECK(std::string(error.text) == fits + "µ");
    report(&error, "");
    CHECK(std::string(error.text).empty());
    report(nullptr, "no one reads it");
}

} // namespace
} // namespace satbox
