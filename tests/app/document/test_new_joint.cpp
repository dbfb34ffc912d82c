#include "app/document/new_joint.h"

#include "app/document/history.h"
#include "app/document/joint_measure.h"
#include "tests/support/joint_fixture.h"
#include "tests/support/saved_world.h"

#include <doctest/doctest.h>

#include <variant>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

// Two boxes of 1 m, the right one turned, and a static one.
struct Boxes {
    History history;
    BodyId left, right, wall;

    explicit Boxes(Vec2 gravity = {0.0f, 0.0f}, bool sleeping = false)
    {
        Document document;
        WorldSettings settings;
        settings.gravity = gravity;
        settings.sleeping = sleeping;
        document.world = World(settings);
        const Shape shape = makeBox(0.5f, 0.5f);
        left = test::addGhost(document.world, shape, {.position = {-2.0, 0.0}, .name = "left"});
        right = test::addGhost(document.world, shape,
                               {.position = {2.0, 0.0}, .rotation = makeRot(0.5f), .name = "right"});
        wall = test::addGhost(document.world, shape,
                              {.type = BodyType::Static, .position = {0.0, 5.0}, .name = "wall"});
        document.scene.world = document.world;
        history.reset(std::move(document));
    }
    const World& world() const { return history.world(); }
    void step(int count = 1)
    {
        for (int i = 0; i < count; ++i) history.play(op::Step{1.0f / 60.0f});
    }
    std::string make(const NewJoint& joint)
    {
        const DraftedCommand draft = newJointCommand(history.document(), joint);
        return draft.ok() ? history.execute(draft.command) : draft.refusal;
    }
    NewJoint between(BodyId a, BodyId b, const JointKind& kind, Position anchorA, Position anchorB) const
    {
        return {.def = {.bodyA = a, .bodyB = b, .kind = kind}, .anchorA = anchorA, .anchorB = anchorB};
    }
    JointDef only() const
    {
        REQUIRE(world().joints().size() == 1);
        return world().jointDef(world().joints().front());
    }
    JointView view() const { return world().jointView(world().joints().front()); }
};

} // namespace

TEST_CASE("a_new_joint_holds_its_bodies_where_they_are")
{
    Boxes made;
    NewJoint joint = made.between(made.left, made.right, RevoluteJoint{}, {0.3, 0.4}, {0.3, 0.4});
    joint.axis = 1.0f;
    REQUIRE(made.make(joint) == "");
    CHECK(length(made.view().anchorA - Position{0.3, 0.4}) < 1e-6f);
    CHECK(length(made.view().anchorB - Position{0.3, 0.4}) < 1e-6f);
    CHECK(made.view().angle == Approx(0.0f).epsilon(1e-6));
    CHECK(made.only().angleA == Approx(1.0f));
    CHECK(made.only().angleB == Approx(0.5f));
    CHECK(made.history.undoLabel() == "Create revolute joint of left and right");
    made.step(60);
    CHECK(length(made.world().motion(made.left).origin() - Position{-2.0, 0.0}) < 1e-4f);
}

TEST_CASE("rods_ropes_and_pulleys_are_as_long_as_the_distance_at_which_they_are_made")
{
    Boxes rod;
    REQUIRE(rod.make(rod.between(rod.left, rod.right, DistanceJoint{}, {-2.0, 0.5}, {2.0, 3.5})) == "");
    const auto kind = std::get<DistanceJoint>(rod.only().kind);
    CHECK(kind.length == Approx(5.0f));
    CHECK(kind.spring.target == Approx(5.0f));
    CHECK(kind.limit.lower == 0.0f);
    CHECK(kind.limit.upper == Approx(5.0f));
    Boxes pulley;
    const PulleyJoint rope{.groundA = {-2.0f, 4.0f}, .groundB = {2.0f, 3.0f}, .ratio = 2.0f};
    REQUIRE(pulley.make(pulley.between(pulley.left, pulley.right, rope, {-2.0, 1.0}, {2.0, 1.0})) == "");
    CHECK(std::get<PulleyJoint>(pulley.only().kind).length == Approx(3.0f + 2.0f * 2.0f));
}

TEST_CASE("the_world_is_one_static_body_without_shapes_which_undo_removes")
{
    Boxes made;
    const int before = made.world().counters().bodies;
    const NewJoint first = made.between({}, made.left, RevoluteJoint{}, {-2.0, 2.0}, {-2.0, 2.0});
    REQUIRE(made.make(first) == "");
    CHECK(made.world().counters().bodies == before + 1);
    const BodyId world = made.only().bodyA;
    CHECK((made.world().body(world).type == BodyType::Static));
    CHECK(made.world().shapesOf(world).empty());
    CHECK(length(made.view().anchorA - Position{-2.0, 2.0}) < 1e-6f);
    CHECK(test::saveRoundTripError(made.world()) == "");
    REQUIRE(made.make(made.between(made.right, {}, RevoluteJoint{}, {2.0, 2.0}, {2.0, 2.0})) == "");
    CHECK(made.world().counters().bodies == before + 1);
    CHECK(made.world().jointsOf(world).size() == 2);
    made.history.undo();
    made.history.undo();
    CHECK(made.world().counters().bodies == before);
    CHECK(made.world().joints().empty());
    made.history.redo();
    CHECK(made.world().counters().bodies == before + 1);
    CHECK(made.world().joints().size() == 1);
    CHECK(made.history.document().scene.world.joints() == made.world().joints());
}

TEST_CASE("far_from_the_last_one_the_world_gets_another_body_so_that_anchors_stay_exact")
{
    Boxes made;
    REQUIRE(made.make(made.between({}, made.left, RevoluteJoint{}, {-2.0, 2.0}, {-2.0, 2.0})) == "");
    const int before = made.world().counters().bodies;
    const Position far{5e3 + 0.0001, 2.0};
    REQUIRE(made.make(made.between({}, made.right, DistanceJoint{}, far, {2.0, 0.0})) == "");
    CHECK(made.world().counters().bodies == before + 1);
    const JointView view = made.world().jointView(made.world().joints().back());
    CHECK(length(view.anchorA - far) < 1e-6f);
}

TEST_CASE("joints_that_cannot_hold_anything_are_refused_with_a_sentence")
{
    Boxes made;
    const auto refusal = [&](BodyId a, BodyId b, const JointKind& kind, Position anchorB = {1.0, 0.0}) {
        return made.make(made.between(a, b, kind, {}, anchorB));
    };
    CHECK(refusal({}, {}, WeldJoint{}) ==
          "There is no body at either end of the joint. Start or end it on a body.");
    CHECK(refusal(made.left, made.left, DistanceJoint{}) ==
          "Both ends of the joint are on left. It needs two bodies, or a body and the world.");
    CHECK(refusal({}, made.wall, WeldJoint{}) ==
          "Neither of the world and wall can move. A joint needs a dynamic or kinematic body.");
    CHECK(refusal(made.left, {}, FilterJoint{}) ==
          "A filter joint keeps two bodies from colliding. Start and end it on a body.");
    CHECK(refusal(made.left, made.right, DistanceJoint{}, {}) ==
          "The ends of a distance joint are at one point. Place them apart.");
    CHECK(refusal(made.left, made.right, RevoluteJoint{}, {}) == "");
    CHECK(made.world().joints().size() == 1);
    CHECK(made.history.entries().size() == 1);
}

TEST_CASE("a_joint_made_while_bodies_fall_is_whole_after_a_restart")
{
    Boxes made({0.0f, -9.81f});
    REQUIRE(made.make(made.between(made.left, made.right, WeldJoint{}, {}, {})) == "");
    made.step(30);
    const Position left = made.world().motion(made.left).origin(),
                   right = made.world().motion(made.right).origin();
    REQUIRE(left.y < -1.0);
    REQUIRE(made.make(made.between({}, made.left, RevoluteJoint{}, {-2.0, 0.0}, {-2.0, 0.0})) == "");
    made.history.execute({.label = "Restart", .ops = {Restart{}}});
    for (const JointId joint : made.world().joints()) {
        const JointView view = made.world().jointView(joint);
        CHECK(length(view.anchorB - view.anchorA) < 1e-5f);
    }
    CHECK(length(made.world().motion(made.left).origin() - left) < 1e-6f);
    CHECK(length(made.world().motion(made.right).origin() - right) < 1e-6f); // by the weld
    made.history.undo();
    made.history.undo();
    CHECK(made.history.document().scene.world.motion(made.left).origin() == Position{-2.0, 0.0});
}

TEST_CASE("a_new_joint_wakes_its_bodies")
{
    Boxes made({0.0f, 0.0f}, true);
    made.step(120);
    REQUIRE_FALSE(made.world().body(made.left).awake);
    REQUIRE(made.make(made.between(made.left, made.right, DistanceJoint{}, {-2.0, 0.0}, {2.0, 0.0})) == "");
    CHECK(made.world().body(made.left).awake);
    CHECK(made.world().body(made.right).awake);
}

TEST_CASE("after_joints_have_broken_new_ones_still_have_the_same_id_in_the_scene_s_start")
{
    Boxes made({0.0f, -9.81f});
    const auto weld = [&](BodyId body, float breakForce) {
        NewJoint joint = made.between({}, body, WeldJoint{}, made.world().motion(body).center,
                                      made.world().motion(body).center);
        joint.def.breakForce = breakForce;
        return made.make(joint);
    };
    REQUIRE(weld(made.left, 1.0f) == "");
    REQUIRE(weld(made.right, 1.0f) == "");
    made.step();
    made.step();
    REQUIRE(made.world().joints().empty()); // both broke
    for (int round = 0; round < 3; ++round) {
        REQUIRE(weld(made.left, 0.0f) == "");
        REQUIRE(made.world().joints().size() == 1);
        const JointId joint = made.world().joints().front();
        CHECK(made.history.document().scene.world.jointDef(joint) == made.world().jointDef(joint));
        REQUIRE(made.history.execute({.label = "Delete", .ops = {SceneOp{op::DestroyJoint{joint}}}}) == "");
        // The joint of the left body is gone: it started elsewhere. That of the right one fills its slot.
        CHECK(made.history.document().scene.world.joints().size() == 1);
    }
    // The slot of a joint that broke is free in both worlds after its body is deleted.
    REQUIRE(made.history.execute({.label = "Delete", .ops = {SceneOp{op::DestroyBody{made.right}}}}) == "");
    REQUIRE(weld(made.left, 0.0f) == "");
    const JointId joint = made.world().joints().front();
    CHECK(made.history.document().scene.world.jointDef(joint) == made.world().jointDef(joint));
}

TEST_CASE("a_new_joint_of_a_body_whose_joint_has_broken_leaves_no_torn_joint_in_the_scene_s_start")
{
    Boxes made({0.0f, -9.81f});
    NewJoint weak = made.between(made.wall, made.left, WeldJoint{}, {-2.0, 0.0}, {-2.0, 0.0});
    weak.def.breakForce = 1.0f;
    REQUIRE(made.make(weak) == "");
    made.step(30);
    REQUIRE(made.world().joints().empty()); // it broke
    REQUIRE(made.history.document().scene.world.joints().size() == 1);
    const Position now = made.world().motion(made.left).origin();
    REQUIRE(now.y < -0.5);
    REQUIRE(made.make(made.between(made.left, made.right, DistanceJoint{}, now, {2.0, 0.0})) == "");
    const World& start = made.history.document().scene.world;
    REQUIRE(start.joints().size() == 1);
    for (const JointId joint : start.joints()) CHECK(jointError(start, joint).value() < 1e-4f);
    made.history.undo();
    CHECK(made.history.document().scene.world.joints().size() == 1);
    CHECK(made.history.document().scene.world.motion(made.left).origin() == Position{-2.0, 0.0});
}

TEST_CASE("a_broken_joint_of_bodies_that_stay_where_they_start_comes_back_at_a_restart")
{
    Boxes made({0.0f, -9.81f});
    NewJoint weak = made.between(made.wall, made.left, WeldJoint{}, {-2.0, 0.0}, {-2.0, 0.0});
    weak.def.breakForce = 1.0f;
    REQUIRE(made.make(weak) == "");
    made.step(30);
    REQUIRE(made.world().joints().empty());
    REQUIRE(made.make(made.between({}, made.right, RevoluteJoint{}, {2.0, 0.0}, {2.0, 0.0})) == "");
    CHECK(made.history.document().scene.world.joints().size() == 2);
}

TEST_CASE("a_new_joint_to_the_world_has_the_same_name_as_later")
{
    Boxes made;
    REQUIRE(made.make(made.between({}, made.left, RevoluteJoint{}, {-2.0, 2.0}, {-2.0, 2.0})) == "");
    CHECK(made.history.undoLabel() == "Create revolute joint of left");
}
