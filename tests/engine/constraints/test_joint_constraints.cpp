// Which joints take part in a step, in which order, and what they store. One joint alone:
// test_mouse_constraint.

#include "engine/constraints/joint_constraints.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/prepared_joints.h"
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

// Four bodies of 1 kg, and a mouse joint at each. The rows are in another order than the slots.
struct Prepared {
    Prepared()
    {
        World world(settingsFor(SolverType::SoftStep));
        for (int i = 0; i < 4; ++i) {
            const BodyId id = addBody(world, makeBox(0.5f, 0.5f), {});
            world.createMouseJoint(id, {0.0f, 0.0f});
        }
        bodies = stateOf(world).bodies;
        joints = stateOf(world).joints;
        context.h = context.dt = 0.1f;
        context.mouseForceLimit = 100.0f;
        context.mouseFrequency = 1.0f;
        context.mouseDampingRatio = 1.0f;
    }
    JointSource source() const { return {joints, bodies, rowOf, context}; }
    JointConstraints prepare() { return prepare(findActiveJoints(source(), arena)); }
    JointConstraints prepare(size_t firstRow, size_t lastRow)
    {
        return prepare(ofRows(findActiveJoints(source(), arena), firstRow, lastRow));
    }
    JointConstraints prepare(const ActiveJoints& active)
    {
        planJoints(plan, active, source());
        return prepareJoints(plan, source(), arena);
    }

    BodyStore bodies;
    JointStore joints;
    std::vector<uint32_t> rowOf{3, 1, 4, 2};
    StepContext context;
    FrameArena arena;
    JointPlan plan;
};

std::vector<uint32_t> slotsOf(const JointConstraints& joints)
{
    std::vector<uint32_t> slots;
    for (const MouseConstraint& c : joints.mouse) slots.push_back(c.joint);
    return slots;
}

} // namespace

TEST_CASE("joints_are_prepared_in_the_order_of_their_rows")
{
    Prepared p;
    CHECK(slotsOf(p.prepare()) == std::vector<uint32_t>{1, 3, 0, 2});
}

TEST_CASE("joints_of_bodies_that_sleep_or_cannot_move_take_no_part")
{
    Prepared p;
    p.rowOf[3] = 0;
    p.bodies.motions[0].invMass = 0.0f;
    CHECK(slotsOf(p.prepare()) == std::vector<uint32_t>{1, 2});
    CHECK_FALSE(p.prepare().empty());
    p.rowOf.assign(4, 0);
    CHECK(p.prepare().empty());
}

TEST_CASE("each_joint_belongs_to_the_group_that_has_its_row")
{
    Prepared p;
    CHECK(slotsOf(p.prepare(1, 3)) == std::vector<uint32_t>{1, 3});
    CHECK(slotsOf(p.prepare(3, 5)) == std::vector<uint32_t>{0, 2});
    CHECK(p.prepare(5, 9).empty());
}

// After relaxing, the directions and masses of the joints are those of the present poses.
TEST_CASE("a_warm_start_after_relaxing_has_the_same_bits_as_one_that_finds_the_directions_again")
{
    for (const char* name :
         {"joint_distance", "joint_revolute", "joint_prismatic", "joint_weld", "joint_wheel", "joint_motor",
          "joint_pulley", "joint_gear", "heavy_rope", "bridge", "walker"}) {
        CAPTURE(name);
        World world = findBuiltinScene(name)->build().world;
        for (int i = 0; i < 30; ++i) world.step(1.0f / 60.0f);
        test::PreparedJoints kept(world, &scalarPinKernels()), found(world, &scalarPinKernels());
        const auto runSubstep = [](test::PreparedJoints& p, bool haveMoved) {
            warmStartJoints(p.joints, p.states, haveMoved, nullptr);
            solveJoints(p.joints, p.states, JointPass::Push, nullptr);
            for (BodyState& s : p.states) {
                s.dp += p.context.h * s.v;
                s.dq = integrate(s.dq, p.context.h * s.w);
            }
            solveJoints(p.joints, p.states, JointPass::Relax, nullptr);
        };
        for (int i = 0; i < 4; ++i) {
            runSubstep(kept, i == 0);
            runSubstep(found, true);
        }
        REQUIRE(!kept.joints.joints.empty());
        for (size_t i = 0; i < kept.states.size(); ++i) {
            CHECK(kept.states[i].v == found.states[i].v);
            CHECK(kept.states[i].w == found.states[i].w);
            CHECK(kept.states[i].dp == found.states[i].dp);
        }
    }
}

TEST_CASE("impulses_are_stored_in_the_joints_that_were_solved_and_cleared_in_the_others")
{
    Prepared p;
    for (uint32_t i = 0; i < 4; ++i) {
        MouseJoint& joint = p.joints.of<MouseJoint>().at(i);
        joint.target = {1.0, 0.0};
        joint.impulse = joint.force = {7.0f, 7.0f};
    }
    p.rowOf[2] = 0;
    const JointConstraints joints = p.prepare();
    std::array<BodyState, 5> states{};
    warmStartJoints(joints, states, true, nullptr);
    CHECK(states[1].v.x == 7.0f); // 7 N s at 1 kg
    solveJoints(joints, states, JointPass::Push, nullptr);
    CHECK(states[1].v.x > 0.0f);
    CHECK(states[4].v.x == 0.0f); // no joint has this row
    endJointSubstep(joints);
    clearIdleJoints(findActiveJoints(p.source(), p.arena), p.joints, p.bodies, p.arena);
    storeJoints(joints, p.joints, p.context);
    for (const uint32_t slot : {0u, 1u, 3u}) {
        const MouseJoint& joint = p.joints.of<MouseJoint>().at(slot);
        CHECK(joint.impulse.x == doctest::Approx(states[p.rowOf[slot]].v.x)); // 1 kg
        CHECK(joint.force.x == doctest::Approx(joint.impulse.x / p.context.dt));
    }
    CHECK(p.joints.of<MouseJoint>().at(2).impulse.x == 0.0f);
    CHECK(p.joints.of<MouseJoint>().at(2).force.x == 0.0f);
}
