// The kernels of every width do to pins what JointConstraint does to a rigid pin of a net.

#include "engine/constraints/joint/pin_kernels.h"
#include "engine/constraints/joint_constraints.h"
#include "engine/core/isa.h"
#include "engine/model/joint_frames.h"
#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"
#include "tests/support/lcg.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/prepared_joints.h"
#include <satbox/instruction_set.h>
#include <satbox/observe.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

#include <cmath>
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

struct PreparedPins : PreparedJoints {
    explicit PreparedPins(const PinKernels* kernels) : PreparedJoints(net(8), kernels, 0) {}
    // A substep without contacts and gravity.
    void run(ContactRecorder* recorder = nullptr)
    {
        warmStartJoints(joints, states, true, recorder);
        solveJoints(joints, states, JointPass::Push, recorder);
        for (BodyState& s : states) {
            s.dp += context.h * s.v;
            s.dq = integrate(s.dq, context.h * s.w);
        }
        solveJoints(joints, states, JointPass::Relax, recorder);
    }
};

} // namespace

// Beside the net hang ropes and figures with limits: together they are more than the groups of a step hold,
// so that an observer, which needs a single group, changes which joints are prepared together.
TEST_CASE(
    "nets_trees_and_linkages_have_the_same_bits_with_every_instruction_set_watched_copied_and_on_threads")
{
    World start = net(20);
    for (int rope = 0; rope < 60; ++rope) {
        BodyId last = start.createBody({.type = BodyType::Static, .position = {20.0 + 3.0 * rope, 0.0}});
        for (int i = 0; i < 30; ++i) {
            const BodyId link = addBody(
                start, makeBox(0.2f, 0.05f),
                {.position = {20.5f + 3.0f * static_cast<float>(rope) + 0.5f * static_cast<float>(i), 0.0f}},
                {.density = i == 29 ? 50.0f : 1.0f});
            const JointLimit limit{.enabled = rope % 3 == 0, .lower = -0.3f, .upper = 0.3f};
            start.createJoint({.bodyA = last,
                               .bodyB = link,
                               .anchorA = {i == 0 ? 0.0f : 0.25f, 0.0f},
                               .anchorB = {i == 0 ? -0.5f : -0.25f, 0.0f},
                               .kind = RevoluteJoint{.limit = limit}});
            last = link;
        }
        if (rope % 2 == 0) continue; // the others hang between two points: loops
        const Vec2 end{20.5f + 3.0f * static_cast<float>(rope) + 14.75f, 0.0f};
        const BodyId post = start.createBody({.type = BodyType::Static, .position = end});
        const JointMotor motor{.enabled = rope % 4 == 1, .speed = 1.0f, .maxForce = 2.0f};
        start.createJoint(
            {.bodyA = post, .bodyB = last, .anchorB = {0.25f, 0.0f}, .kind = RevoluteJoint{.motor = motor}});
    }
    World expected = start;
    REQUIRE(expected.setInstructionSet(InstructionSet::Scalar));
    constexpr int kSteps = 40;
    for (int i = 0; i < kSteps; ++i) expected.step(kStep);
    for (const InstructionSet set : availableInstructionSets()) {
        World world = start;
        REQUIRE(world.setInstructionSet(set));
        for (int i = 0; i < kSteps; ++i) {
            if (i % 7 == 3) world = World(world); // without its workspace
            world.step(kStep);
        }
        CHECK_MESSAGE(world.hash() == expected.hash(), toString(set));
    }
    struct Watching final : StepObserver, ContactRecorder {
        size_t impulses = 0;
        void afterStage(Stage, int, const WorldState&, std::span<const satbox::BodyState>) override {}
        ContactRecorder* contactRecorder() override { return this; }
        void packed(const void*, uint32_t) override {}
        void visited(const void*, const PointRecord&) override {}
        void joined(uint32_t, Vec2, float, Vec2, float) override { ++impulses; }
    } watching;
    World watched = start;
    for (int i = 0; i < kSteps; ++i) watched.step(kStep, &watching);
    CHECK(watched.hash() == expected.hash());
    CHECK(watching.impulses > 10'000);
    ThreadPool pool(3);
    World threaded = start;
    for (int i = 0; i < kSteps; ++i) threaded.step(kStep, nullptr, &pool);
    CHECK(threaded.hash() == expected.hash());
}

TEST_CASE("hinges_of_a_net_are_packed_and_other_joints_are_not")
{
    const PreparedPins packed(&scalarPinKernels()), single(nullptr);
    CHECK(packed.joints.components[0].isNet);
    CHECK(packed.joints.pins.pinCount() == 112); // 2 x 7 x 8
    CHECK(packed.joints.joints.empty());
    CHECK(single.joints.pins.empty());
    CHECK(single.joints.joints.size() == 112);
}

TEST_CASE("a_pin_of_any_width_counts_the_angle_of_its_joint")
{
    constexpr uint32_t kHinges = 21; // so many loops make a net; the last block is not full
    for (const float spin : {30.0f, -30.0f}) {
        World start;
        const BodyId a = addBody(start, makeBox(0.3f, 0.3f), {}),
                     b = addBody(start, makeBox(0.3f, 0.3f), {.angularVelocity = spin});
        for (uint32_t i = 0; i < kHinges; ++i)
            start.createJoint(
                {.bodyA = a, .bodyB = b, .angleA = i % 2 == 0 ? 0.0f : 0.4f * static_cast<float>(i)});
        run(start, 0.5f);
        for (const InstructionSet set : availableInstructionSets()) {
            CAPTURE(toString(set));
            const PreparedJoints prepared(start, &pinKernelsFor(lanesOf(set)), 0);
            const WorldState& state = stateOf(prepared.world);
            size_t turned = 0;
            forEachPin(
                prepared.joints.pins, nullptr, [](uint32_t) {},
                [&](uint32_t, const PinResults& results, size_t lane) {
                    const JointFrames frames =
                        framesOf(state.joints.of<Joint>().at(results.joint[lane]), state.bodies);
                    CHECK(results.angle[lane] == frames.angle);
                    turned += std::fabs(frames.angle) > kPi ? 1 : 0;
                });
            CHECK(prepared.joints.pins.pinCount() == kHinges);
            CHECK(turned > kHinges / 2);
        }
    }
}

// One pin between two bodies: no order of visits, so both must do the same up to rounding, in every pass.
TEST_CASE("a_pin_of_any_width_does_to_its_bodies_what_a_joint_of_a_net_does")
{
    World world;
    const BodyId a = addBody(world, makeBox(0.5f, 0.2f), {}),
                 b = addBody(world, makeBox(0.3f, 0.3f), {.position = {1.0f, 0.3f}});
    const JointId id =
        world.createJoint({.bodyA = a, .bodyB = b, .anchorA = {0.45f, 0.1f}, .anchorB = {-0.5f, -0.3f}});
    const WorldState& state = stateOf(world);
    const Joint& joint = state.joints.of<Joint>().at(id.index);
    const StepContext context = makeStepContext(WorldSettings{}, 1.0f / 60.0f);
    const Softness softness = makeSoftness(60.0f, 2.0f, context.h);
    const std::vector<BodyState> start{
        {},
        {.v = {1.0f, -2.0f}, .w = 3.0f, .invMass = state.bodies.motions[0].invMass},
        {.v = {-1.0f, 0.5f}, .w = -1.0f, .invMass = state.bodies.motions[1].invMass}};
    const auto move = [&](std::vector<BodyState>& states) {
        for (BodyState& s : states) {
            s.dp += context.h * s.v;
            s.dq = integrate(s.dq, context.h * s.w);
        }
    };
    std::vector<BodyState> single = start;
    JointConstraint c = JointConstraint::prepare(joint, id.index, {1, 2}, {}, state.bodies, context);
    c.isInNet = true;
    c.netSoftness = softness;
    const std::span<JointConstraint> one(&c, 1);
    const auto runSingle = [&] {
        JointConstraint::warmStart(one, single, nullptr, true);
        JointConstraint::solve(one, single, JointPass::Push, nullptr, true);
        move(single);
        JointConstraint::beginRelaxing(one, single, nullptr);
        JointConstraint::solve(one, single, JointPass::Relax, nullptr, true);
        JointConstraint::endRelaxing(one);
    };
    runSingle();
    runSingle(); // the second substep is warm-started
    CHECK(length(single[1].v - start[1].v) > 0.1f);
    for (const InstructionSet set : availableInstructionSets()) {
        CAPTURE(toString(set));
        const PinKernels& kernels = pinKernelsFor(lanesOf(set));
        FrameArena arena;
        const std::vector<JointLink> links{{1, 2, 1.0f, 1.0f}};
        const PinSet packed = makePinSet(orderPins(links, kernels.lanes, arena), kernels, arena);
        packPins(
            packed, nullptr, [](uint32_t) {},
            [&](PinLanes& lanes, size_t lane, uint32_t) {
                const BodyMotion &mA = state.bodies.motions[0], &mB = state.bodies.motions[1];
                const Vec2 centers = mB.center - mA.center;
                lanes.joint[lane] = id.index;
                lanes.rowA[lane] = 1;
                lanes.rowB[lane] = 2;
                lanes.invInertiaA[lane] = mA.invInertia;
                lanes.invInertiaB[lane] = mB.invInertia;
                lanes.anchorAx[lane] = 0.45f;
                lanes.anchorAy[lane] = 0.1f;
                lanes.anchorBx[lane] = -0.5f;
                lanes.anchorBy[lane] = -0.3f;
                lanes.turnAc[lane] = lanes.frameAc[lane] = mA.q.c;
                lanes.turnAs[lane] = lanes.frameAs[lane] = mA.q.s;
                lanes.turnBc[lane] = lanes.frameBc[lane] = mB.q.c;
                lanes.turnBs[lane] = lanes.frameBs[lane] = mB.q.s;
                lanes.centersX[lane] = centers.x;
                lanes.centersY[lane] = centers.y;
            });
        std::vector<BodyState> states = start;
        PinParams params{softness, context.pushSpeed};
        for (int i = 0; i < 2; ++i) {
            params.haveMoved = i == 0;
            kernels.warmStart(packed.blocks, packed.blockCount(), states.data(), params);
            kernels.push(packed.blocks, packed.blockCount(), states.data(), params);
            move(states);
            kernels.relax(packed.blocks, packed.blockCount(), states.data(), params);
        }
        const PinResults results = kernels.results(packed.blocks);
        for (const size_t row : {1u, 2u}) {
            CHECK(length(states[row].v - single[row].v) < 1e-5f);
            CHECK(states[row].w == doctest::Approx(single[row].w).epsilon(1e-5));
        }
        CHECK(results.impulseX[0] == doctest::Approx(c.pinImpulse.x).epsilon(1e-4));
        CHECK(results.impulseY[0] == doctest::Approx(c.pinImpulse.y).epsilon(1e-4));
        CHECK(results.forceX[0] == doctest::Approx(c.force.x).epsilon(1e-4)); // of both substeps
        CHECK(results.forceY[0] == doctest::Approx(c.force.y).epsilon(1e-4));
    }
}

TEST_CASE("a_motor_that_is_off_leaves_no_impulse_behind_in_a_net")
{
    World world = net(8);
    const JointId hinge = world.joints()[40];
    JointDef def = world.jointDef(hinge);
    def.kind = RevoluteJoint{.motor = {.enabled = true, .speed = 5.0f, .maxForce = 1.0f}};
    REQUIRE(world.setJointDef(hinge, def));
    run(world, 0.2f);
    CHECK(stateOf(world).joints.of<Joint>().at(hinge.index).impulses[0] != 0.0f);
    def.kind = RevoluteJoint{};
    REQUIRE(world.setJointDef(hinge, def));
    world.step(kStep);
    CHECK(stateOf(world).joints.of<Joint>().at(hinge.index).impulses[0] == 0.0f);
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
    PreparedPins watched(&recordedPinKernels()), plain(&scalarPinKernels());
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
        const float invInertia = stateOf(watched.world).bodies.motions[slot].invInertia;
        CHECK(invInertia * sum.turnOfSlot[slot] ==
              doctest::Approx(watched.states[row].w - before[row].w).epsilon(1e-3));
        const Vec2 change = watched.states[row].v - before[row].v;
        CHECK(length(watched.states[row].invMass * sum.ofSlot[slot] - change) < 1e-4f);
        anyImpulse |= length(change) > 0.01f;
    }
    CHECK(anyImpulse);
}
