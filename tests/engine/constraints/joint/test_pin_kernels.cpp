// The kernels of every width do to pins what JointConstraint does.

#include "engine/constraints/joint/pin_kernels.h"
#include "engine/constraints/joint_constraints.h"
#include "engine/core/isa.h"
#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"
#include "tests/support/lcg.h"
#include "tests/support/physics_fixture.h"
#include <satbox/instruction_set.h>

#include <doctest/doctest.h>

#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

// A net of `side` x `side` boxes of several sizes, hung up at its upper corners, every third box turned and
// moving.
World net(int side, float swing = 0.5f)
{
    World world;
    Lcg random(5);
    std::vector<BodyId> bodies;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const bool held = row == 0 && (column == 0 || column == side - 1);
            BodyDef def{.type = held ? BodyType::Static : BodyType::Dynamic,
                        .position = Vec2{static_cast<float>(column), -static_cast<float>(row)}};
            if (!held && bodies.size() % 3 == 0) {
                def.angularVelocity = random.between(-swing, swing);
                def.linearVelocity = {random.between(-swing, swing), random.between(-swing, swing)};
            }
            const BodyId body = world.createBody(def);
            world.addShape(body, {.geometry = makeBox(random.between(0.1f, 0.3f), random.between(0.1f, 0.3f)),
                                  .filter = {.group = -1}});
            const auto join = [&](size_t other, Vec2 anchorA, Vec2 anchorB) {
                world.createJoint(
                    {.bodyA = bodies[other], .bodyB = body, .anchorA = anchorA, .anchorB = anchorB});
            };
            if (column > 0) join(bodies.size() - 1, {0.5f, 0.0f}, {-0.5f, 0.0f});
            if (row > 0) join(bodies.size() - static_cast<size_t>(side), {0.0f, -0.5f}, {0.0f, 0.5f});
            bodies.push_back(body);
        }
    }
    return world;
}

// The joints of a net, prepared for a step in which every body has the row of its slot + 1.
struct Prepared {
    World world;
    StepContext context = makeStepContext(WorldSettings{}, 1.0f / 60.0f);
    FrameArena arena;
    std::vector<uint32_t> rowOf;
    std::vector<BodyState> states;
    JointConstraints joints;

    explicit Prepared(const PinKernels* kernels) : world(net(8))
    {
        const WorldState& state = stateOf(world);
        states.resize(state.bodies.slots.slotCount() + 1);
        state.bodies.slots.forEach([&](uint32_t slot, const Body& body) {
            rowOf.push_back(body.type == BodyType::Static ? 0 : slot + 1);
            const BodyMotion& m = state.bodies.motions[slot];
            if (rowOf.back() != 0) states[slot + 1] = {.v = m.v, .w = m.w, .invMass = m.invMass};
        });
        const JointSource source{state.joints, state.bodies, rowOf, context, kernels};
        joints = prepareJoints(findActiveJoints(source, arena), source, arena);
    }
    // A substep without contacts and gravity.
    void run(ContactRecorder* recorder = nullptr)
    {
        warmStartJoints(joints, states, recorder);
        solveJoints(joints, states, JointPass::Push, recorder);
        for (BodyState& s : states) {
            s.dp += context.h * s.v;
            s.dq = integrate(s.dq, context.h * s.w);
        }
        solveJoints(joints, states, JointPass::Relax, recorder);
        endJointSubstep(joints);
    }
};

} // namespace

TEST_CASE("a_world_with_a_net_has_the_same_bits_with_every_instruction_set_and_when_it_is_watched")
{
    const World start = net(12);
    World expected = start;
    REQUIRE(expected.setInstructionSet(InstructionSet::Scalar));
    for (int i = 0; i < 60; ++i) expected.step(kStep);
    for (const InstructionSet set : availableInstructionSets()) {
        World world = start;
        REQUIRE(world.setInstructionSet(set));
        for (int i = 0; i < 60; ++i) world.step(kStep);
        CHECK_MESSAGE(world.hash() == expected.hash(), toString(set));
    }
}

TEST_CASE("hinges_of_a_net_are_packed_and_other_joints_are_not")
{
    const Prepared packed(&scalarPinKernels()), single(nullptr);
    CHECK(packed.joints.isNet);
    CHECK(packed.joints.pins.pins.size() == 112); // 2 x 7 x 8
    CHECK(packed.joints.joints.empty());
    CHECK(single.joints.pins.empty());
    CHECK(single.joints.joints.size() == 112);
}

// The order differs (colours against rows), so the two agree as far as one pass converges.
TEST_CASE("packed_pins_do_to_the_bodies_what_single_joints_do")
{
    Prepared packed(&scalarPinKernels()), single(nullptr);
    const auto across = [](const Prepared& p) { // rms velocity across the joints at the end, m/s
        double sum = 0.0;
        const WorldState& state = stateOf(p.world);
        size_t count = 0;
        state.joints.of<Joint>().forEach([&](uint32_t, const Joint& joint) {
            const auto velocity = [&](uint32_t slot, Vec2 anchor) {
                const BodyState& s = p.states[p.rowOf[slot]];
                return s.v + cross(s.w, rotate(s.dq, anchor));
            };
            const Vec2 dv =
                velocity(joint.bodyB, joint.def.anchorB) - velocity(joint.bodyA, joint.def.anchorA);
            sum += static_cast<double>(lengthSquared(dv));
            ++count;
        });
        return std::sqrt(sum / static_cast<double>(count));
    };
    const double before = across(packed);
    CHECK(before > 0.1);
    for (int i = 0; i < 4; ++i) {
        packed.run();
        single.run();
    }
    CHECK(across(packed) < 0.5 * before);
    CHECK(across(packed) == doctest::Approx(across(single)).epsilon(0.5));
    Vec2 difference{0.0f, 0.0f};
    for (size_t i = 1; i < packed.states.size(); ++i) difference += packed.states[i].dp - single.states[i].dp;
    CHECK(length(difference) < 0.01f);
}

TEST_CASE("a_recorder_sees_the_impulses_that_change_the_velocities")
{
    struct Sum final : ContactRecorder {
        std::vector<Vec2> ofSlot;
        std::vector<float> turnOfSlot;
        const JointStore* joints = nullptr;
        void packed(const void*, uint32_t) override {}
        void visited(const void*, const PointRecord&) override {}
        void joined(uint32_t slot, Vec2 impulseA, float turnA, Vec2 impulseB, float turnB) override
        {
            const Joint& joint = joints->of<Joint>().at(slot);
            ofSlot[joint.bodyA] += impulseA;
            ofSlot[joint.bodyB] += impulseB;
            turnOfSlot[joint.bodyA] += turnA;
            turnOfSlot[joint.bodyB] += turnB;
        }
    };
    Prepared watched(&recordedPinKernels()), plain(&scalarPinKernels());
    Sum sum;
    sum.ofSlot.resize(64);
    sum.turnOfSlot.resize(64);
    sum.joints = &stateOf(watched.world).joints;
    const std::vector<BodyState> before = watched.states;
    watched.run(&sum);
    plain.run();
    bool anyImpulse = false;
    for (uint32_t slot = 0; slot < 64; ++slot) {
        const uint32_t row = watched.rowOf[slot];
        CHECK(watched.states[row].v == plain.states[row].v);
        CHECK(watched.states[row].w == plain.states[row].w);
        if (row == 0) continue;
        const Vec2 change = watched.states[row].v - before[row].v;
        CHECK(length(watched.states[row].invMass * sum.ofSlot[slot] - change) < 1e-4f);
        anyImpulse |= length(change) > 0.01f;
    }
    CHECK(anyImpulse);
}
