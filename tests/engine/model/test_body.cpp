// A body's origin, and poses of bodies relative to each other.

#include <satbox/body.h>

#include <doctest/doctest.h>
#include <initializer_list>

using namespace satbox;

TEST_CASE("the_origin_of_a_body_is_its_centre_of_mass_minus_the_rotated_local_centre")
{
    BodyMotion m;
    m.center = {3.0, 1.0};
    m.q = makeRot(0.5f * kPi);
    m.localCenter = {2.0f, 0.0f};
    CHECK(length(m.origin() - Position{3.0, -1.0}) < 1e-6f); // 2 m along the body's x axis is up in the world
    CHECK(length(transformPoint(m.transform(), m.localCenter) - m.center) < 1e-6f);
}

TEST_CASE("a_body_began_its_step_at_its_position_minus_its_displacement")
{
    BodyMotion m;
    m.center = {3.0, 1.0};
    m.moved = {0.5f, -0.25f};
    CHECK(m.center0() == Position{2.5, 1.25});
    m.q = makeRot(1.0f);
    m.q0 = makeRot(0.25f);
    const Transform before = m.transform0From(Position{2.5, 1.25});
    CHECK(before.p == Vec2{0.0f, 0.0f});
    CHECK(before.q == m.q0);
}

TEST_CASE("a_relative_pose_transforms_points_as_the_world_poses_do")
{
    BodyMotion a, b;
    a.center = {10.0, -4.0};
    a.q = makeRot(0.7f);
    a.localCenter = {0.3f, -0.1f};
    b.center = {11.0, -3.0};
    b.q = makeRot(-1.9f);
    b.localCenter = {-0.2f, 0.6f};
    const Transform bInA = poseInOther(a, b);
    for (const Vec2 point : {Vec2{0.0f, 0.0f}, Vec2{1.0f, 0.0f}, Vec2{-0.5f, 2.0f}}) {
        const Position world = transformPoint(b.transform(), point);
        CHECK(length(transformPoint(bInA, point) - invTransformPoint(a.transform(), world)) < 1e-5f);
    }
}

TEST_CASE("body_types_have_the_names_of_scene_files")
{
    CHECK(std::string(toString(BodyType::Static)) == "static");
    CHECK(std::string(toString(BodyType::Kinematic)) == "kinematic");
    CHECK(std::string(toString(BodyType::Dynamic)) == "dynamic");
}

namespace {

// True if changing any single field makes two definitions unequal.
template<class Def>
void checkThatEachCounts(std::initializer_list<void (*)(Def&)> changes)
{
    int number = 0;
    for (const auto& change : changes) {
        CAPTURE(number++);
        Def changed;
        change(changed);
        CHECK(changed != Def{});
        Def alike;
        change(alike);
        CHECK(alike == changed);
    }
}

} // namespace

TEST_CASE("body_definitions_are_equal_only_if_every_field_is")
{
    checkThatEachCounts<BodyDef>({
        [](BodyDef& d) { d.type = BodyType::Kinematic; },
        [](BodyDef& d) { d.position.x = 1.0; },
        [](BodyDef& d) { d.position.y = 1.0; },
        [](BodyDef& d) { d.rotation = makeRot(1.0f); },
        [](BodyDef& d) { d.linearVelocity.x = 1.0f; },
        [](BodyDef& d) { d.linearVelocity.y = 1.0f; },
        [](BodyDef& d) { d.angularVelocity = 1.0f; },
        [](BodyDef& d) { d.linearDamping = 1.0f; },
        [](BodyDef& d) { d.angularDamping = 1.0f; },
        [](BodyDef& d) { d.gravityScale = 0.5f; },
        [](BodyDef& d) { d.fixedRotation = true; },
        [](BodyDef& d) { d.sleepAllowed = false; },
        [](BodyDef& d) { d.awake = false; },
        [](BodyDef& d) { d.bullet = true; },
        [](BodyDef& d) { d.enabled = false; },
        [](BodyDef& d) { d.name = "crate"; },
        [](BodyDef& d) { d.userValue = 7; },
        [](BodyDef& d) { d.group = 1; },
        [](BodyDef& d) { d.color = 0x000000; },
    });
}

TEST_CASE("shape_definitions_are_equal_only_if_every_field_is")
{
    checkThatEachCounts<ShapeDef>({
        [](ShapeDef& d) { d.geometry = Circle{.radius = 0.25f}; },
        [](ShapeDef& d) { d.geometry = Capsule{}; },
        [](ShapeDef& d) { d.local.p.x = 1.0f; },
        [](ShapeDef& d) { d.local.q = makeRot(1.0f); },
        [](ShapeDef& d) { d.material.density = 2.0f; },
        [](ShapeDef& d) { d.material.staticFriction = 0.5f; },
        [](ShapeDef& d) { d.material.dynamicFriction = 0.5f; },
        [](ShapeDef& d) { d.material.restitution = 0.5f; },
        [](ShapeDef& d) { d.filter.group = 1; },
        [](ShapeDef& d) { d.sensor = true; },
    });
}
