#include "engine/constraints/joint/tree_batches.h"
#include "tests/support/joint_fixture.h"
#include "tests/support/prepared_joints.h"

#include <doctest/doctest.h>

#include <optional>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

BodyId addBox(World& world, double x = 0.0)
{
    return addGhost(world, makeBox(0.5f, 0.5f), {.position = {x, 0.0}});
}

// The shapes of the components of a world, in their order.
std::vector<std::optional<TreeShape>> shapesOf(World world)
{
    const PreparedJoints prepared(std::move(world), &pinKernelsFor(1));
    std::vector<std::optional<TreeShape>> shapes;
    for (const PlannedComponent& component : prepared.plan.components) {
        std::vector<const Joint*> joints;
        for (const uint32_t i : component.joints)
            joints.push_back(&stateOf(prepared.world).joints.of<Joint>().at(prepared.active.joints[i].joint));
        shapes.push_back(shapeOf(component.component, joints));
    }
    return shapes;
}
// Of a world with one joint between two bodies.
std::optional<TreeShape> shapeWith(const JointKind& kind)
{
    World world = sleepless();
    const BodyId a = addBox(world);
    world.createJoint({.bodyA = a, .bodyB = addBox(world, 2.0), .kind = kind});
    return shapesOf(std::move(world)).at(0);
}

// A root with two arms, the second of which is reversed if `isOther`.
void addStar(World& world, double x, bool isOther)
{
    const BodyId root = addBox(world, x), left = addBox(world, x - 1.0), right = addBox(world, x + 1.0);
    world.createJoint({.bodyA = root, .bodyB = left, .kind = RevoluteJoint{}});
    world.createJoint(
        {.bodyA = isOther ? right : root, .bodyB = isOther ? root : right, .kind = WheelJoint{}});
}

} // namespace

TEST_CASE("a_tree_has_the_shape_of_its_joints_and_bodies")
{
    World world = sleepless();
    addStar(world, 0.0, false);
    const std::optional<TreeShape> shape = shapesOf(std::move(world)).at(0);
    REQUIRE(shape);
    CHECK(shape->jointCount == 2);
    CHECK(shape->treeBodyCount == 3);
    CHECK(shape->bodyCount == 3);
    CHECK(shape->rowCount == 2); // of the wheel: spring and lock
    CHECK(shape->isRoot[0]);
    CHECK(!shape->isLeaf[0]);
    CHECK(shape->isLeaf[1]);
    CHECK(shape->joints[0].hasPin);
    CHECK(shape->joints[0].isPinRigid);
    CHECK(!shape->joints[0].usesAngle);
    CHECK(shape->joints[1].parent == 0);
    CHECK(shape->joints[1].child == 2);
    CHECK(shape->joints[1].parentIsA);
    CHECK((shape->joints[1].rows[0].role == JointPart::Role::Spring));
    CHECK((shape->joints[1].rows[1].coordinate == JointCoordinate::Across));
}

TEST_CASE("a_body_that_nothing_moves_is_one_of_the_shape_for_each_of_its_joints")
{
    World world = sleepless();
    const BodyId anchor = addAnchor(world), box = addBox(world);
    world.createJoint({.bodyA = anchor, .bodyB = box, .kind = RevoluteJoint{}});
    world.createJoint({.bodyA = box, .bodyB = addBox(world, 1.0), .kind = RevoluteJoint{}});
    const std::optional<TreeShape> shape = shapesOf(std::move(world)).at(0);
    REQUIRE(shape);
    CHECK(shape->treeBodyCount == 2);
    CHECK(shape->bodyCount == 3);
    CHECK(shape->joints[0].parentIsFixed);
    CHECK(shape->joints[0].parent == 2);
    CHECK(!shape->joints[1].parentIsFixed);
}

TEST_CASE("trees_with_what_the_lanes_do_not_know_have_no_shape")
{
    CHECK(shapeWith(RevoluteJoint{}));
    CHECK(shapeWith(RevoluteJoint{.motor = {.enabled = true, .maxForce = 1.0f}}));
    CHECK(!shapeWith(RevoluteJoint{.motor = {.enabled = true, .maxForce = 1.0f, .maxPower = 5.0f}}));
    CHECK(!shapeWith(GearJoint{}));
    CHECK(!shapeWith(PulleyJoint{}));
    CHECK(!shapeWith(MotorJoint{.maxForce = 5.0f, .maxTorque = 5.0f})); // springs of limited force
    // A weld's three equations leave no room, but need none; with a spring, a slider has three as well.
    CHECK(shapeWith(WeldJoint{}));
    CHECK(shapeWith(
        PrismaticJoint{.spring = {.enabled = true, .frequency = 2.0f}, .limit = {.enabled = true}}));

    World large = sleepless();
    BodyId last = addBox(large);
    for (size_t i = 0; i < kMaxBatchedJoints + 1; ++i) {
        const BodyId next = addBox(large, 1.0 + static_cast<double>(i));
        large.createJoint({.bodyA = last, .bodyB = next, .kind = RevoluteJoint{}});
        last = next;
    }
    CHECK(!shapesOf(std::move(large)).at(0));

    World loop = sleepless();
    const BodyId b = addBox(loop), c = addBox(loop, 1.0);
    loop.createJoint({.bodyA = b, .bodyB = c, .anchorA = {0.0f, 0.5f}, .kind = RevoluteJoint{}});
    loop.createJoint({.bodyA = b, .bodyB = c, .anchorA = {0.0f, -0.5f}, .kind = RevoluteJoint{}});
    CHECK(!shapesOf(std::move(loop)).at(0));
}

TEST_CASE("trees_of_one_shape_are_a_group_unless_most_lanes_would_stay_empty")
{
    World world = sleepless();
    for (int i = 0; i < 21; ++i) addStar(world, 10.0 * i, i % 2 == 1); // 11 and 10
    const auto shapes = shapesOf(std::move(world));
    REQUIRE(shapes.size() == 21);
    CHECK(*shapes[0] == *shapes[2]);
    CHECK(*shapes[0] != *shapes[1]);

    FrameArena arena;
    const std::span<const TreeGroup> four = groupTrees(shapes, 4, arena);
    REQUIRE(four.size() == 2);
    const bool evenFirst = four[0].components[0] == 0;
    const TreeGroup &even = four[evenFirst ? 0 : 1], &odd = four[evenFirst ? 1 : 0];
    CHECK(std::vector<uint32_t>(even.components.begin(), even.components.end()) ==
          std::vector<uint32_t>{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20}); // three in the last batch
    CHECK(odd.components.size() == 10);                                  // two in the last batch
    for (const uint32_t c : odd.components) CHECK(*shapes[c] == odd.shape);

    const std::span<const PlannedBatch> batches = planBatches(four, 4, arena);
    REQUIRE(batches.size() == 6);
    CHECK(batches[2].group == 0);
    CHECK(batches[2].first == 8);
    CHECK(batches[3].group == 1);
    CHECK(batches[3].first == 0);

    // Of eight lanes, three or two would be used in the last batches.
    for (const TreeGroup& group : groupTrees(shapes, 8, arena)) CHECK(group.components.size() == 8);
    CHECK(groupTrees(std::span(shapes).first(6), 8, arena).empty());
    CHECK(planBatches({}, 8, arena).empty());
}
