#include "app/document/gear_teeth.h"

#include "app/document/commands.h"
#include "app/document/history.h"
#include "app/document/joint_kind.h"
#include "app/document/joint_measure.h"
#include "app/document/new_joint.h"
#include "tests/support/joint_fixture.h"
#include "tests/support/saved_world.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

// A small wheel at the origin, a large one that touches it, and a bar below both.
struct Wheels {
    World world = test::sleepless({0.0f, 0.0f});
    BodyId small, large, bar;

    Wheels()
    {
        small = test::addGhost(world, Circle{.radius = 0.5f}, {.rotation = makeRot(0.3f)});
        large = test::addGhost(world, Circle{.radius = 1.0f}, {.position = {1.5, 0.0}});
        bar = test::addGhost(world, makeBox(3.0f, 0.25f),
                             {.position = {0.0, -0.75}, .rotation = makeRot(0.0f)});
    }
    JointDef gear(BodyId a, BodyId b, const GearJoint& kind = {}) const
    {
        return {.bodyA = a, .bodyB = b, .kind = kind};
    }
    GearJoint chosen(JointDef& def) const
    {
        chooseTeeth(world, def);
        return std::get<GearJoint>(def.kind);
    }
    // The definition with a switch of the kind turned over.
    JointDef switched(JointId joint, const char* field) const
    {
        const Command command = switchJointCommand(world, joint, field);
        REQUIRE(command.ops.size() == 1);
        return std::get<EditJoint>(command.ops.front()).after;
    }
    float errorOf(const JointDef& def)
    {
        const JointId joint = world.createJoint(def);
        REQUIRE(world.isValid(joint));
        const float error = jointError(world, joint).value();
        world.destroyJoint(joint);
        return error;
    }
};

} // namespace

TEST_CASE("wheels_get_teeth_in_the_ratio_of_their_sizes")
{
    Wheels wheels;
    JointDef def = wheels.gear(wheels.small, wheels.large);
    CHECK(wheels.chosen(def).teethA == 16);
    CHECK(std::get<GearJoint>(def.kind).teethB == 32);
    CHECK(wheels.errorOf(def) < 1e-5f);
    def = wheels.gear(wheels.large, wheels.small);
    CHECK(wheels.chosen(def).teethA == 32);
    CHECK(std::get<GearJoint>(def.kind).teethB == 16);
    CHECK(wheels.errorOf(def) < 1e-5f);
}

TEST_CASE("a_ring_has_more_teeth_than_its_wheel_even_if_both_bodies_are_of_one_size")
{
    Wheels wheels;
    JointDef def = wheels.gear(wheels.small, wheels.large, {.ring = true});
    // The ring reaches from the centre of its wheel to the wheel's far side: 1.5 m + 0.5 m.
    CHECK(wheels.chosen(def).teethA == 16);
    CHECK(std::get<GearJoint>(def.kind).teethB == 64);
    CHECK(wheels.errorOf(def) < 1e-5f);
    const BodyId twin = test::addGhost(wheels.world, Circle{.radius = 0.5f}, {.position = {0.01, 0.0}});
    def = wheels.gear(wheels.small, twin, {.ring = true});
    const GearJoint gear = wheels.chosen(def);
    CHECK(gear.teethA != gear.teethB);
    CHECK(wheels.errorOf(def) < 1e-5f);
}

TEST_CASE("a_rack_lies_where_it_is_nearest_to_its_wheel_and_the_wheel_rolls_on_it")
{
    Wheels wheels;
    JointDef def = wheels.gear(wheels.bar, wheels.small, {.rack = true});
    const GearJoint gear = wheels.chosen(def);
    CHECK(static_cast<float>(gear.teethB) * gear.pitch == Approx(2.0f * kPi * 0.5f)); // the circumference
    CHECK(length(def.anchorA - Vec2{0.0f, 0.25f}) < 1e-5f);
    CHECK(std::fabs(def.angleA) < 1e-5f); // the wheel is on the left of an axis to the right
    CHECK(wheels.errorOf(def) < 1e-5f);
}

TEST_CASE("frames_follow_when_a_gear_is_changed_so_that_it_moves_nothing")
{
    Wheels wheels;
    JointDef def = wheels.gear(wheels.small, wheels.large);
    chooseTeeth(wheels.world, def);
    std::get<GearJoint>(def.kind).teethB = 47;
    CHECK(wheels.errorOf(def) > 1e-3f);
    meshTeeth(wheels.world, def);
    CHECK(wheels.errorOf(def) < 1e-5f);
    JointDef hinge{.bodyA = wheels.small, .bodyB = wheels.large, .angleB = 0.25f};
    meshTeeth(wheels.world, hinge);
    CHECK(hinge.angleB == 0.25f);
}

TEST_CASE("a_gear_that_becomes_a_rack_or_a_ring_gets_the_teeth_of_one")
{
    Wheels wheels;
    JointDef def = wheels.gear(wheels.bar, wheels.small);
    chooseTeeth(wheels.world, def);
    const JointId joint = wheels.world.createJoint(def);
    const JointDef rack = wheels.switched(joint, "rack");
    CHECK(std::get<GearJoint>(rack.kind).rack);
    CHECK(wheels.errorOf(rack) < 1e-5f);
    const JointDef ring = wheels.switched(joint, "ring");
    CHECK(std::get<GearJoint>(ring.kind).ring);
    CHECK(std::get<GearJoint>(ring.kind).teethA != std::get<GearJoint>(ring.kind).teethB);
    CHECK(wheels.errorOf(ring) < 1e-5f);
}

TEST_CASE("a_gear_that_was_a_rack_for_a_while_meshes_at_the_centre_of_its_wheel_again")
{
    Wheels wheels;
    JointDef def = wheels.gear(wheels.large, wheels.small);
    chooseTeeth(wheels.world, def);
    const JointId joint = wheels.world.createJoint(def);
    for (int i = 0; i < 2; ++i) REQUIRE(wheels.world.setJointDef(joint, wheels.switched(joint, "rack")));
    const JointDef after = wheels.world.jointDef(joint);
    CHECK_FALSE(std::get<GearJoint>(after.kind).rack);
    CHECK((after.anchorA == Vec2{0.0f, 0.0f}));
    CHECK(wheels.errorOf(after) < 1e-5f);
}

TEST_CASE("a_gear_whose_teeth_change_while_it_turns_meshes_after_a_restart_too")
{
    Wheels wheels;
    JointDef def = wheels.gear(wheels.small, wheels.large);
    chooseTeeth(wheels.world, def);
    const JointId joint = wheels.world.createJoint(def);
    Document document;
    document.world = document.scene.world = wheels.world;
    History history;
    history.reset(std::move(document));
    history.play(op::SetVelocity{wheels.small, {0.0f, 0.0f}, 3.0f});
    for (int i = 0; i < 50; ++i) history.play(op::Step{1.0f / 60.0f});
    JointDef edited = history.world().jointDef(joint);
    std::get<GearJoint>(edited.kind).teethA = 23;
    meshTeeth(history.world(), edited);
    REQUIRE(history.execute(editJointCommand(history.world(), joint, edited, "teeth of A")) == "");
    CHECK(jointError(history.world(), joint).value() < 1e-5f);
    REQUIRE(history.execute(restartCommand(history.document(), false)) == "");
    CHECK(std::get<GearJoint>(history.world().jointDef(joint).kind).teethA == 23);
    CHECK(jointError(history.world(), joint).value() < 1e-5f);
}

TEST_CASE("a_gear_needs_two_bodies_with_two_centres")
{
    Wheels wheels;
    const auto refusal = [&](BodyId a, BodyId b, const GearJoint& kind, Position anchorB) {
        return refusalOf(wheels.world,
                         {.def = wheels.gear(a, b, kind), .anchorA = {0.0, 0.0}, .anchorB = anchorB});
    };
    CHECK(refusal(wheels.small, {}, {}, {1.0, 0.0}) ==
          "A gear joint meshes the teeth of two bodies. Start and end it on a body.");
    CHECK(refusal(wheels.small, wheels.large, {}, {0.0, 0.0}) ==
          "Both wheels have their centre at one point. Move one of them.");
    CHECK(refusal(wheels.small, wheels.large, {}, {1.5, 0.0}) == "");
}
