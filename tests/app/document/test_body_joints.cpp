// Joints of bodies that are copied or scaled.
#include "app/document/body_joints.h"

#include "app/document/body_text.h"
#include "tests/support/joined_world.h"
#include "tests/support/joint_document.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::changedJointDef;
using satbox::test::changedJointKinds;
using satbox::test::executeThereAndBack;
using satbox::test::JointDocument;
using satbox::test::pinError;

TEST_CASE("a_copy_of_joined_bodies_has_a_joint_with_all_its_values_of_every_kind")
{
    for (const JointKind& kind : changedJointKinds()) {
        CAPTURE(toString(kind));
        JointDocument document;
        const BodyId a = document.addBox({.position = {0.0, 4.0}}),
                     b = document.addBox({.position = {1.0, 4.0}});
        const JointDef def = changedJointDef(a, b, kind);
        const JointId joint = document.join(def);
        const std::vector<BodyId> copies = executeThereAndBack(
            document, duplicateBodiesCommand(document.world(), std::array{a, b}, {5.0f, -1.0f}));
        REQUIRE(document.world().joints().size() == 2);
        JointDef expected = def;
        expected.bodyA = copies[0];
        expected.bodyB = copies[1];
        if (auto* pulley = std::get_if<PulleyJoint>(&expected.kind)) {
            pulley->groundA += Vec2{5.0f, -1.0f};
            pulley->groundB += Vec2{5.0f, -1.0f};
        }
        const JointId copy = document.world().jointsOf(copies[0]).front();
        CHECK((copy != joint));
        CHECK((document.world().jointDef(copy) == expected));
        CHECK((document.start().jointDef(copy) == expected));
        CHECK((document.world().jointDef(joint) == def));
    }
}

TEST_CASE("a_copy_is_joined_to_the_same_static_body_where_the_copy_needs_it_but_to_no_other_body")
{
    JointDocument document;
    const BodyId wall = document.addBox(
        {.type = BodyType::Static, .position = {-3.0, 2.0}, .rotation = makeRot(0.7f)}, {1.0f, 1.0f});
    const BodyId door = document.addBox({.position = {0.5, 2.0}}),
                 other = document.addBox({.position = {3.0, 2.0}});
    const WorldTransform pose = document.world().motion(wall).transform();
    document.join({.bodyA = wall,
                   .bodyB = door,
                   .anchorA = invTransformPoint(pose, Position{0.0, 2.0}),
                   .anchorB = {-0.5f, 0.0f}});
    document.join({.bodyA = other, .bodyB = door, .kind = DistanceJoint{.length = 2.5f}});
    const std::vector<BodyId> copies = executeThereAndBack(
        document, duplicateBodiesCommand(document.world(), std::array{door}, {4.0f, 3.0f}));
    REQUIRE(document.world().jointsOf(copies.front()).size() == 1);
    const JointId hinge = document.world().jointsOf(copies.front()).front();
    CHECK((document.world().jointDef(hinge).bodyA == wall));
    CHECK(length(document.world().jointView(hinge).anchorA - Position{4.0, 5.0}) < 1e-5f);
    CHECK(pinError(document.world(), hinge) < 1e-5f);
    CHECK(pinError(document.start(), hinge) < 1e-5f);
}

TEST_CASE("every_copy_of_an_array_of_pendulums_swings_as_the_first_one")
{
    JointDocument document;
    const BodyId nail = document.addBox({.type = BodyType::Static, .position = {0.0, 3.0}});
    std::vector<BodyId> bodies{nail};
    for (int i = 0; i < 3; ++i) {
        const BodyId link = document.addBox({.position = {0.5 + i, 3.0}});
        document.join({.bodyA = bodies.back(),
                       .bodyB = link,
                       .anchorA = {i == 0 ? 0.0f : 0.5f, 0.0f},
                       .anchorB = {-0.5f, 0.0f}});
        bodies.push_back(link);
    }
    bodies.erase(bodies.begin()); // all copies hang on one nail
    const std::vector<BodyId> copies =
        executeThereAndBack(document, arrayCopyCommand(document.world(), bodies, 2, 2, {8.0f, 5.0f}));
    CHECK(document.world().joints().size() == 12);
    document.run(60);
    const std::array<Vec2, 3> offsets{Vec2{8.0f, 0.0f}, Vec2{0.0f, 5.0f}, Vec2{8.0f, 5.0f}};
    for (size_t i = 0; i < copies.size(); ++i) {
        CAPTURE(i);
        const BodyMotion& original = document.world().motion(bodies[i % 3]);
        const BodyMotion& copy = document.world().motion(copies[i]);
        CHECK(length(copy.center - (original.center + offsets[i / 3])) < 1e-4f);
        CHECK(original.center.y < 2.9);
    }
}

TEST_CASE("joints_between_copied_bodies_travel_through_the_clipboard_and_others_stay_behind")
{
    JointDocument document;
    const BodyId wall = document.addBox({.type = BodyType::Static});
    const BodyId a = document.addBox({.position = {1.0, 0.0}}), b = document.addBox({.position = {2.0, 0.0}});
    document.join({.bodyA = wall, .bodyB = a, .anchorA = {0.5f, 0.0f}, .anchorB = {-0.5f, 0.0f}});
    PulleyJoint pulley{.groundA = {1.0f, 3.0f}, .groundB = {2.0f, 3.0f}, .length = 6.0f};
    document.join({.bodyA = a, .bodyB = b, .name = "rope", .kind = pulley});
    document.execute(deleteBodiesCommand(document.world(), std::array{document.addBox({})})); // a free slot
    const std::string text = bodiesAsText(document.world(), std::array{b, BodyId{7, 7}, a});
    const PasteResult paste = pasteCommand(document.world(), text, Position{11.5, 1.0});
    REQUIRE(paste.error == "");
    const std::vector<BodyId> copies = executeThereAndBack(document, paste.command);
    REQUIRE(copies.size() == 2);
    REQUIRE(document.world().joints().size() == 3);
    REQUIRE(document.world().jointsOf(copies[0]).size() == 1);
    const JointDef def = document.world().jointDef(document.world().jointsOf(copies[0]).front());
    CHECK(def.name == "rope");
    CHECK((def.bodyA == copies[1]));
    CHECK((def.bodyB == copies[0]));
    CHECK((std::get<PulleyJoint>(def.kind).groundA == Vec2{11.0f, 4.0f}));
    CHECK((std::get<PulleyJoint>(def.kind).groundB == Vec2{12.0f, 4.0f}));
}

TEST_CASE("joined_bodies_that_sleep_are_copied_as_sleeping_bodies")
{
    World world(WorldSettings{.gravity = {0.0f, 0.0f}});
    std::vector<BodyId> pair;
    for (const double x : {0.0, 1.0}) {
        pair.push_back(world.createBody({.position = {x, 0.0}}));
        world.addShape(pair.back(), {.geometry = makeBox(0.4f, 0.4f)});
    }
    world.createJoint({.bodyA = pair[0], .bodyB = pair[1], .kind = DistanceJoint{}});
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60.0f);
    for (const BodyId body : pair) REQUIRE_FALSE(world.bodyDef(body).awake);
    const PasteResult paste = pasteCommand(World(), bodiesAsText(world, pair), std::nullopt);
    size_t created = 0;
    for (const DocumentOp& op : paste.command.ops)
        if (const auto* create = std::get_if<op::CreateBody>(&std::get<SceneOp>(op).op)) {
            CHECK_FALSE(create->def.awake);
            ++created;
        }
    CHECK(created == 2);
}

TEST_CASE("a_copy_made_after_a_joint_broke_has_the_same_id_in_the_scenes_start")
{
    JointDocument document;
    const BodyId wall = document.addBox({.type = BodyType::Static, .position = {0.0, 5.0}});
    const BodyId weak = document.addBox({.position = {1.0, 5.0}}),
                 strong = document.addBox({.position = {-1.0, 5.0}});
    const JointId weld = document.join({.bodyA = wall,
                                        .bodyB = weak,
                                        .anchorA = {0.5f, 0.0f},
                                        .anchorB = {-0.5f, 0.0f},
                                        .breakForce = 1e-3f,
                                        .kind = WeldJoint{}});
    const JointId hinge = document.join(
        {.bodyA = wall, .bodyB = strong, .anchorA = {-0.5f, 0.0f}, .anchorB = {0.5f, 0.0f}, .name = "hinge"});
    document.run(10);
    REQUIRE_FALSE(document.world().isValid(weld));
    REQUIRE(document.start().isValid(weld));
    const std::vector<BodyId> copies = executeThereAndBack(
        document, duplicateBodiesCommand(document.world(), std::array{strong}, {-4.0f, 0.0f}));
    const JointId copy = document.world().jointsOf(copies.front()).front();
    REQUIRE(document.start().isValid(copy));
    CHECK((document.start().jointDef(copy) == document.world().jointDef(copy)));
    CHECK((document.start().jointDef(copy).bodyB == copies.front()));
    CHECK(document.world().joints().size() == 2);
    CHECK(document.start().joints().size() == 3);
    // Again, with free slots in both worlds; then the start has all of them.
    const std::vector<BodyId> more = executeThereAndBack(
        document, duplicateBodiesCommand(document.world(), std::array{strong}, {-8.0f, 0.0f}));
    const JointId second = document.world().jointsOf(more.front()).front();
    CHECK((document.start().jointDef(second) == document.world().jointDef(second)));
    document.execute(restartCommand(document.history.document(), false));
    CHECK(document.world().joints().size() == 4);
    CHECK(document.world().jointDef(hinge).name == "hinge");
    CHECK((document.world().jointDef(weld).bodyB == weak));
}

TEST_CASE("a_scale_of_both_bodies_scales_lengths_and_a_scale_of_one_only_its_anchor")
{
    JointDef def{.bodyA = {0, 1}, .bodyB = {1, 1}, .anchorA = {0.5f, 0.25f}, .anchorB = {-1.0f, 0.5f}};
    def.kind = DistanceJoint{.length = 2.0f,
                             .spring = {.target = 1.5f},
                             .limit = {.lower = 1.0f, .upper = 3.0f},
                             .motor = {.speed = 4.0f}};
    const BodyScale twice{.factor = {2.0f, 2.0f}, .fixed = {1.0, 1.0}};
    const JointDef both = scaledJoint({.id = {}, .def = def, .a = 0, .b = 1}, twice);
    CHECK((both.anchorA == Vec2{1.0f, 0.5f}));
    CHECK((both.anchorB == Vec2{-2.0f, 1.0f}));
    const auto& rod = std::get<DistanceJoint>(both.kind);
    CHECK(rod.length == 4.0f);
    CHECK(rod.spring.target == 3.0f);
    CHECK(rod.limit.lower == 2.0f);
    CHECK(rod.limit.upper == 6.0f);
    CHECK(rod.motor.speed == 4.0f);
    const JointDef one = scaledJoint({.id = {}, .def = def, .a = {}, .b = 0}, {.factor = {3.0f, 1.0f}});
    CHECK((one.anchorA == def.anchorA));
    CHECK((one.anchorB == Vec2{-3.0f, 0.5f}));
    CHECK((one.kind == def.kind));

    def.kind = RevoluteJoint{.limit = {.lower = -1.0f, .upper = 2.0f}};
    CHECK((scaledJoint({.id = {}, .def = def, .a = 0, .b = 1}, twice).kind == def.kind)); // angles
    def.kind = PrismaticJoint{.limit = {.lower = -1.0f, .upper = 2.0f}};
    const JointDef slider = scaledJoint({.id = {}, .def = def, .a = 0, .b = 1}, twice);
    CHECK(std::get<PrismaticJoint>(slider.kind).limit.upper == 4.0f);
    def.kind = WheelJoint{.spring = {.target = 0.5f}};
    CHECK(
        std::get<WheelJoint>(scaledJoint({.id = {}, .def = def, .a = 0, .b = 1}, twice).kind).spring.target ==
        1.0f);
    def.kind = PulleyJoint{.groundA = {0.0f, 3.0f}, .groundB = {2.0f, 3.0f}, .length = 5.0f};
    const JointDef rope = scaledJoint({.id = {}, .def = def, .a = 0, .b = 1}, twice);
    CHECK((std::get<PulleyJoint>(rope.kind).groundA == Vec2{-1.0f, 5.0f}));
    CHECK((std::get<PulleyJoint>(rope.kind).groundB == Vec2{3.0f, 5.0f}));
    CHECK(std::get<PulleyJoint>(rope.kind).length == 10.0f);
}
