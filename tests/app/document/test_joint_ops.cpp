// Joints of bodies that are cut, split, combined, mirrored and deleted.
#include "app/document/joint_ops.h"

#include "app/document/document_op_text.h"
#include "tests/support/joined_document.h"
#include "tests/support/joined_world.h"
#include "tests/support/joint_document.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::changedJointKinds;
using satbox::test::executeThereAndBack;
using satbox::test::JointDocument;
using satbox::test::pinError;

namespace {

// A plank of 4 m that hangs by its right end.
struct HangingPlank {
    JointDocument document;
    BodyId wall = document.addBox({.type = BodyType::Static, .position = {4.0, 3.0}});
    BodyId plank = document.addBox({.position = {2.0, 3.0}, .rotation = makeRot(0.0f)}, {2.0f, 0.25f});
    JointId hinge =
        document.join({.bodyA = wall,
                       .bodyB = plank,
                       .anchorB = {2.0f, 0.0f},
                       .name = "hinge",
                       .kind = RevoluteJoint{.limit = {.enabled = true, .lower = -1.0f, .upper = 2.0f}}});
};

float xOf(const World& world, BodyId body) { return toVec2(world.motion(body).center).x; }

} // namespace

TEST_CASE("a_cut_leaves_a_joint_to_the_part_that_has_its_anchor")
{
    HangingPlank hanging;
    JointDocument& document = hanging.document;
    document.run(20); // the start is another place
    const World& world = document.world();
    const JointView before = world.jointView(hanging.hinge);
    REQUIRE(std::abs(before.angle) > 0.1f);
    const WorldTransform pose = world.motion(hanging.plank).transform();
    const auto across = [&](Vec2 v) { return transformPoint(pose, v); };
    const std::vector<BodyId> parts =
        executeThereAndBack(document, knifeCommand(world, std::array{hanging.plank}, across({1.0f, 3.0f}),
                                                   across({1.0f, -3.0f})));
    REQUIRE(parts.size() == 2);
    for (const World* one : {&document.world(), &document.start()}) {
        REQUIRE(one->isValid(hanging.hinge));
        const JointDef def = one->jointDef(hanging.hinge);
        CHECK((def.bodyA == hanging.wall));
        REQUIRE((def.bodyB == parts[0] || def.bodyB == parts[1]));
        CHECK(one->shapesOf(def.bodyB).size() == 1);
        CHECK(one->body(def.bodyB).massData.mass == Approx(0.5)); // 1 m of 4 m
        CHECK(def.name == "hinge");
        CHECK(pinError(*one, hanging.hinge) < 1e-4f);
        CHECK(one->joints().size() == 1);
    }
    const JointView after = world.jointView(hanging.hinge);
    CHECK(after.angle == Approx(before.angle).epsilon(1e-4));
    CHECK(length(after.anchorB - before.anchorB) < 1e-4f);
}

TEST_CASE("of_two_joined_bodies_that_one_cut_divides_the_parts_at_the_joint_stay_joined")
{
    for (const float height : {0.3f, -0.3f}) { // in the upper and in the lower halves
        CAPTURE(height);
        JointDocument document({0.0f, 0.0f});
        const BodyId a = document.addBox({.position = {0.0, 0.0}}, {1.0f, 0.5f});
        const BodyId b = document.addBox({.position = {2.0, 0.0}}, {1.0f, 0.5f});
        const JointId hinge =
            document.join({.bodyA = a, .bodyB = b, .anchorA = {1.0f, height}, .anchorB = {-1.0f, height}});
        const std::vector<BodyId> parts = executeThereAndBack(
            document, knifeCommand(document.world(), std::array{a, b}, {-5.0, 0.0}, {5.0, 0.0}));
        REQUIRE(parts.size() == 4);
        const JointDef def = document.world().jointDef(hinge);
        for (const BodyId part : {def.bodyA, def.bodyB})
            CHECK((document.world().motion(part).center.y > 0.0) == (height > 0.0f));
        CHECK(xOf(document.world(), def.bodyA) < 1.0f);
        CHECK(xOf(document.world(), def.bodyB) > 1.0f);
        CHECK(pinError(document.world(), hinge) < 1e-5f);
    }
}

TEST_CASE("every_part_of_a_body_that_a_filter_joint_keeps_apart_is_kept_apart")
{
    JointDocument document({0.0f, 0.0f});
    const BodyId a = document.addBox({}, {1.0f, 0.5f}),
                 b = document.addBox({.position = {0.0, 0.8}}, {1.0f, 0.5f});
    document.join({.bodyA = a, .bodyB = b, .kind = FilterJoint{}});
    const std::vector<BodyId> parts = executeThereAndBack(
        document, knifeCommand(document.world(), std::array{a, b}, {0.0, -5.0}, {0.0, 5.0}));
    REQUIRE(parts.size() == 4);
    for (const World* world : {&document.world(), &document.start()}) {
        CHECK(world->joints().size() == 4); // each half of one with each of the other
        for (const BodyId part : parts) CHECK(world->jointsOf(part).size() == 2);
    }
}

TEST_CASE("a_joint_of_a_body_that_is_split_goes_to_the_shape_nearest_to_its_anchor")
{
    JointDocument document({0.0f, 0.0f});
    const ShapeDef left{.geometry = Circle{{-2.0f, 0.0f}, 0.5f}},
        right{.geometry = Circle{{2.0f, 0.0f}, 0.5f}};
    const BodyId pair = document.execute(createBodyCommand("Add", {}, {left, right})).front();
    const BodyId other = document.addBox({.position = {0.0, 3.0}});
    const JointId inside = document.join(
        {.bodyA = pair, .bodyB = other, .anchorA = {-2.0f, 0.1f}, .kind = DistanceJoint{.length = 3.5f}});
    const JointId outside = document.join(
        {.bodyA = other, .bodyB = pair, .anchorB = {0.4f, 0.0f}, .kind = DistanceJoint{.length = 3.0f}});
    const Position before = document.world().jointView(outside).anchorB;
    executeThereAndBack(document, splitCommand(document.world(), std::array{pair}));
    const World& world = document.world();
    CHECK(xOf(world, world.jointDef(inside).bodyA) == Approx(-2.0));
    CHECK(xOf(world, world.jointDef(outside).bodyB) == Approx(2.0));
    CHECK(length(world.jointView(outside).anchorB - before) < 1e-5f);
}

TEST_CASE("joints_of_combined_bodies_go_to_the_new_body_and_those_between_them_vanish")
{
    JointDocument document({0.0f, 0.0f});
    const BodyId heavy = document.addBox({.position = {0.0, 0.0}, .rotation = makeRot(0.4f)}, {1.0f, 1.0f});
    const BodyId light = document.addBox({.position = {2.0, 1.0}, .rotation = makeRot(-0.9f)});
    const BodyId wall = document.addBox({.type = BodyType::Static, .position = {5.0, 0.0}});
    const JointId between =
        document.join({.bodyA = heavy, .bodyB = light, .kind = DistanceJoint{.length = 2.0f}});
    const JointId toLight = document.join({.bodyA = wall,
                                           .bodyB = light,
                                           .anchorB = {0.3f, 0.1f},
                                           .angleB = 0.2f,
                                           .kind = DistanceJoint{.rigid = false}});
    const JointId toHeavy = document.join({.bodyA = heavy, .bodyB = wall, .kind = FilterJoint{}});
    const JointView before = document.world().jointView(toLight);
    const BodyId whole =
        executeThereAndBack(document, combineCommand(document.world(), std::array{light, heavy})).front();
    const World& world = document.world();
    CHECK_FALSE(world.isValid(between));
    CHECK_FALSE(document.start().isValid(between));
    CHECK((world.jointDef(toLight).bodyB == whole));
    CHECK((world.jointDef(toHeavy).bodyA == whole));
    const JointView after = world.jointView(toLight);
    CHECK(length(after.anchorB - before.anchorB) < 1e-5f);
    CHECK(after.angle == Approx(before.angle).epsilon(1e-5));
    CHECK(world.jointsOf(whole).size() == 2);
}

namespace {

// A base, and a body or two for each kind of joint, with limits, springs and motors that act.
std::vector<BodyId> addMachine(JointDocument& document)
{
    const BodyId base =
        document.addBox({.type = BodyType::Static, .position = {0.0, 0.0}, .rotation = makeRot(0.3f)});
    const WorldTransform frame = document.world().motion(base).transform();
    std::vector<BodyId> bodies{base};
    std::vector<JointKind> kinds = changedJointKinds();
    kinds.push_back(RevoluteJoint{.limit = {.enabled = true, .lower = -0.2f, .upper = 0.6f}});
    kinds.push_back(RevoluteJoint{.spring = {.enabled = true, .target = 0.8f}});
    kinds.push_back(PrismaticJoint{.motor = {.enabled = true, .speed = 0.5f, .maxForce = 50.0f}});
    for (size_t i = 0; i < kinds.size(); ++i) {
        const float x = 2.0f * static_cast<float>(i) - 8.0f;
        const BodyId first = document.addBox({.position = Vec2{x, 1.0f}, .rotation = makeRot(0.2f)});
        const BodyId second = document.addBox({.position = Vec2{x + 0.8f, 1.3f}, .rotation = makeRot(-0.1f)});
        bodies.insert(bodies.end(), {first, second});
        const Vec2 nail = invTransformPoint(frame, Vec2{x - 0.4f, 1.0f});
        document.join({.bodyA = base,
                       .bodyB = first,
                       .anchorA = nail,
                       .anchorB = invTransformPoint(document.world().motion(first).transform(),
                                                    transformPoint(frame, nail)),
                       .angleA = -0.1f,
                       .kind = RevoluteJoint{}});
        JointDef def{.bodyA = first,
                     .bodyB = second,
                     .anchorA = {0.5f, 0.1f},
                     .anchorB = {-0.3f, -0.1f},
                     .angleA = 0.6f,
                     .angleB = 0.6f + 0.3f,
                     .kind = kinds[i]};
        if (auto* pulley = std::get_if<PulleyJoint>(&def.kind))
            *pulley = {.groundA = {x, 4.0f}, .groundB = {x + 1.0f, 4.5f}, .length = 6.5f, .ratio = 1.25f};
        document.join(def);
    }
    return bodies;
}

// The largest distance of a body from the mirror image of its counterpart, m.
float mirrorError(const World& world, const World& image, std::span<const BodyId> bodies,
                  const Mirror& mirror)
{
    float error = 0.0f;
    for (const BodyId body : bodies) {
        const WorldTransform expected = mirrored(world.motion(body).transform(), mirror);
        const WorldTransform actual = image.motion(body).transform();
        if (world.body(body).type == BodyType::Static) continue;
        error = std::max(error, length(actual.p - expected.p));
        error = std::max(error, std::abs(angleOf(invMul(actual.q, expected.q))));
    }
    return error;
}

} // namespace

TEST_CASE("a_mirrored_machine_of_every_kind_of_joint_moves_as_the_mirror_image")
{
    for (const MirrorAxis axis : {MirrorAxis::Vertical, MirrorAxis::Horizontal})
        for (const bool withBase : {true, false}) {
            CAPTURE(static_cast<int>(axis));
            CAPTURE(withBase);
            JointDocument document,
                image(axis == MirrorAxis::Vertical ? Vec2{0.0f, -9.81f} : Vec2{0.0f, 9.81f});
            const std::vector<BodyId> bodies = addMachine(document);
            REQUIRE((addMachine(image) == bodies));
            std::vector<BodyId> selected = bodies;
            if (!withBase) selected.erase(selected.begin());
            const DraftedCommand draft = mirrorCommand(image.world(), selected, axis);
            const Mirror mirror = std::get<MirrorJoints>(draft.command.ops.front()).mirror;
            executeThereAndBack(image, draft);
            CHECK(mirrorError(document.world(), image.world(), bodies, mirror) < 1e-5f);
            Position before = document.world().motion(bodies[2]).center;
            document.run(120);
            image.run(120);
            CHECK(length(document.world().motion(bodies[2]).center - before) > 0.1f);
            // Two seconds of motion enlarge the rounding of poses and anchors, some 1e-6 m.
            CHECK(mirrorError(document.world(), image.world(), bodies, mirror) < 2e-3f);
        }
}

TEST_CASE("keys_drive_a_mirrored_machine_as_its_mirror_image")
{
    for (const JointKind& kind : {JointKind{RevoluteJoint{}}, JointKind{PrismaticJoint{}}}) {
        const satbox::test::JoinedDocument o({.forwardKey = "D", .keySpeed = 2.0f, .kind = kind});
        const JointDef image =
            mirroredJoint(o.world(), o.def(), {.axis = MirrorAxis::Vertical, .point = {}}, true, true);
        CHECK(image.forwardKey == "D");
        CHECK(image.keySpeed == (std::holds_alternative<RevoluteJoint>(kind) ? -2.0f : 2.0f));
    }
}

TEST_CASE("mirrored_twice_joints_are_as_before_to_rounding")
{
    JointDocument document;
    const std::vector<BodyId> bodies = addMachine(document);
    const std::vector<JointId> joints = document.world().joints();
    std::vector<JointDef> before;
    for (const JointId joint : joints) before.push_back(document.world().jointDef(joint));
    for (int i = 0; i < 2; ++i)
        document.execute(mirrorCommand(document.world(), bodies, MirrorAxis::Vertical));
    for (size_t i = 0; i < joints.size(); ++i) {
        const JointDef after = document.world().jointDef(joints[i]);
        CHECK(length(after.anchorA - before[i].anchorA) < 1e-5f);
        CHECK(length(after.anchorB - before[i].anchorB) < 1e-5f);
        CHECK(after.angleA == Approx(before[i].angleA).epsilon(1e-5));
        CHECK(after.angleB == Approx(before[i].angleB).epsilon(1e-5));
        if (!std::holds_alternative<PulleyJoint>(after.kind)) CHECK((after.kind == before[i].kind));
    }
}

TEST_CASE("a_joint_to_a_moving_body_that_is_not_mirrored_stays_where_it_is")
{
    JointDocument document({0.0f, 0.0f});
    const BodyId a = document.addBox({.position = {1.0, 2.0}, .rotation = makeRot(0.5f)});
    const BodyId b = document.addBox({.position = {2.0, 2.0}});
    const WorldTransform poseA = document.world().motion(a).transform();
    const JointId hinge = document.join({.bodyA = a,
                                         .bodyB = b,
                                         .anchorA = invTransformPoint(poseA, Position{1.5, 2.1}),
                                         .anchorB = {-0.5f, 0.1f},
                                         .kind = RevoluteJoint{.limit = {.enabled = true, .lower = -1.0f}}});
    const JointDef def = document.world().jointDef(hinge);
    const JointView before = document.world().jointView(hinge);
    executeThereAndBack(document, mirrorCommand(document.world(), std::array{a}, MirrorAxis::Vertical));
    const JointView after = document.world().jointView(hinge);
    CHECK((document.world().motion(a).q == Rot{poseA.q.c, -poseA.q.s}));
    CHECK(length(after.anchorA - before.anchorA) < 1e-5f);
    CHECK(pinError(document.world(), hinge) < 1e-5f);
    CHECK(after.angle == Approx(before.angle).epsilon(1e-5));
    CHECK((document.world().jointDef(hinge).kind == def.kind));
    CHECK((document.world().jointDef(hinge).anchorB == def.anchorB));
}

TEST_CASE("a_joint_that_broke_follows_in_the_scenes_start")
{
    HangingPlank hanging;
    JointDocument& document = hanging.document;
    JointDef weak = document.world().jointDef(hanging.hinge);
    weak.breakForce = 1e-3f;
    document.execute({.label = "Change", .ops = {SceneOp{op::SetJoint{hanging.hinge, weak}}}});
    document.run(5);
    REQUIRE_FALSE(document.world().isValid(hanging.hinge));
    const WorldTransform pose = document.world().motion(hanging.plank).transform();
    executeThereAndBack(document, knifeCommand(document.world(), std::array{hanging.plank},
                                               transformPoint(pose, {1.0f, 3.0f}),
                                               transformPoint(pose, {1.0f, -3.0f})));
    document.execute(restartCommand(document.history.document(), false));
    REQUIRE(document.world().isValid(hanging.hinge));
    CHECK(xOf(document.world(), document.world().jointDef(hanging.hinge).bodyB) == Approx(3.5).epsilon(1e-4));
    CHECK(pinError(document.world(), hanging.hinge) < 1e-4f);
}

TEST_CASE("a_deleted_body_takes_its_joints_with_it_and_undo_brings_them_back")
{
    HangingPlank hanging;
    JointDocument& document = hanging.document;
    const JointDef def = document.world().jointDef(hanging.hinge);
    executeThereAndBack(document, deleteBodiesCommand(document.world(), std::array{hanging.plank}));
    CHECK_FALSE(document.world().isValid(hanging.hinge));
    CHECK_FALSE(document.start().isValid(hanging.hinge));
    REQUIRE(document.history.undo());
    CHECK((document.world().jointDef(hanging.hinge) == def));
    CHECK((document.start().jointDef(hanging.hinge) == def));
}

TEST_CASE("operations_on_joints_are_read_back_and_bad_ones_are_refused_with_a_sentence")
{
    const DocumentOp move =
        MoveJoints{{3, 1}, {{createdBody(0), {{0.5f, 0.0f}, {}}}, {{4, 2}, {{0.0f, 1.0f}, {0.6f, 0.8f}}}}};
    CHECK(documentOpText(move) == R"({"op": "moveJoints", "from": [3, 1], "targets": )"
                                  R"([{"id": [0, 0], "position": [0.5, 0]}, )"
                                  R"({"id": [4, 2], "position": [0, 1], "angle": 0.9272952}]})");
    const DocumentOp mirror = MirrorJoints{{{3, 1}, {4, 1}}, {MirrorAxis::Vertical, {1.0, 2.0}}};
    CHECK(documentOpText(mirror) ==
          R"({"op": "mirrorJoints", "bodies": [[3, 1], [4, 1]], "axis": "vertical", "point": [1, 2]})");
    for (const DocumentOp& op : {move, mirror}) CHECK((readDocumentOp(documentOpText(op)).op == op));
    const auto errorOf = [](const char* line) { return readDocumentOp(line).error; };
    CHECK(errorOf(R"({"op": "moveJoints", "from": [3, 1], "targets": []})").starts_with("/targets: "));
    CHECK(errorOf(R"({"op": "moveJoints", "from": [3, 1], "targets": [{"id": [1, 1]}]})") ==
          "/targets/0: \"position\" is missing");
    CHECK(errorOf(R"({"op": "mirrorJoints", "bodies": [[3]], "axis": "vertical", "point": [1, 2]})")
              .starts_with("/bodies/0: "));

    HangingPlank hanging;
    Document document = hanging.document.history.document();
    const uint64_t before = document.world.hash();
    CHECK(perform(document, MoveJoints{hanging.plank, {}}).refusal ==
          "There is no body to move the joints to.");
    CHECK(perform(document, MoveJoints{hanging.plank, {{{9, 9}, {}}}}).refusal ==
          "The body no longer exists.");
    CHECK(perform(document, MirrorJoints{{{9, 9}}, {}}).refusal == "The body no longer exists.");
    CHECK(perform(document, SceneOp{op::SetJoint{{9, 9}, {}}}).refusal == "The joint no longer exists.");
    CHECK(perform(document, SceneOp{op::DestroyJoint{{9, 9}}}).refusal == "The joint no longer exists.");
    CHECK_FALSE(
        perform(document, SceneOp{op::CreateJoint{{.bodyA = hanging.wall, .bodyB = hanging.wall}}}).ok());
    CHECK(document.world.hash() == before);
}

TEST_CASE("if_one_joint_cannot_follow_its_bodies_all_stay_as_they_are_in_both_worlds")
{
    JointDocument pulled({0.0f, 0.0f});
    const BodyId left = pulled.addBox({.position = {-1.0, 0.0}}),
                 right = pulled.addBox({.position = {1.0, 0.0}});
    pulled.join({.bodyA = left, .bodyB = right, .name = "hinge", .kind = RevoluteJoint{}});
    pulled.join({.bodyA = left,
                 .bodyB = right,
                 .name = "rope",
                 .kind = PulleyJoint{.groundA = {-1.0f, 2.0f}, .groundB = {1.0f, 2.0f}, .length = 4.0f}});
    Document whole = pulled.history.document();
    const uint64_t inWorld = whole.world.hash(), atStart = whole.scene.world.hash();
    const Position far{static_cast<double>(kMaxCoordinate), 0.0};
    CHECK(perform(whole, MirrorJoints{{left, right}, {MirrorAxis::Vertical, far}})
              .refusal.starts_with("Rope cannot be mirrored: "));
    CHECK(whole.world.hash() == inWorld);
    CHECK(whole.scene.world.hash() == atStart);
    const BodyId part = pulled.addBox({.position = {1.0, 3.0}});
    whole = pulled.history.document();
    const uint64_t withPart = whole.world.hash(), withPartAtStart = whole.scene.world.hash();
    CHECK(perform(whole, MoveJoints{right, {{part, {{2.0f * kMaxCoordinate, 0.0f}, {}}}}})
              .refusal.starts_with("Hinge cannot be moved to the new bodies: "));
    CHECK(whole.world.hash() == withPart);
    CHECK(whole.scene.world.hash() == withPartAtStart);
}

TEST_CASE("a_joint_that_has_broken_can_still_be_deleted_in_the_scenes_start")
{
    HangingPlank hanging;
    JointDocument& document = hanging.document;
    JointDef weak = document.world().jointDef(hanging.hinge);
    weak.breakForce = 1e-3f;
    document.execute({.label = "Change", .ops = {SceneOp{op::SetJoint{hanging.hinge, weak}}}});
    document.run(5);
    REQUIRE_FALSE(document.world().isValid(hanging.hinge));
    document.execute({.label = "Delete", .ops = {SceneOp{op::DestroyJoint{hanging.hinge}}}});
    CHECK(document.start().joints().empty());
    REQUIRE(document.history.undo());
    CHECK(document.start().isValid(hanging.hinge));
}
