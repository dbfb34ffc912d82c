// Random edits between steps, thousands of them; after every step all invariants of the world are checked.

#include "tests/support/physics_fixture.h"
#include "tests/support/random_shapes.h"
#include "tests/support/saved_world.h"
#include "tests/support/world_invariants.h"
#include <satbox/scene/op_text.h>
#include <satbox/scene/scene.h>
#include <satbox/thread_pool.h>
#include <satbox/validate.h>

#include <doctest/doctest.h>

#include <set>

using namespace satbox;
using namespace satbox::test;

namespace {

struct Room {
    uint32_t maxBodies = 40;
    float half = 5.0f; // m
};

// A closed room of bodies, and an editor that makes random edits.
class RandomEditor {
  public:
    explicit RandomEditor(uint64_t seed, Room room = {}) : random_(seed), room_(room)
    {
        for (const Transform& wall : {Transform{{0.0f, -0.5f}, {}}, Transform{{0.0f, 2.0f * room.half}, {}},
                                      Transform{{-room.half, room.half}, makeRot(0.5f * kPi)},
                                      Transform{{room.half, room.half}, makeRot(0.5f * kPi)}}) {
            const BodyId id =
                world.createBody({.type = BodyType::Static, .position = wall.p, .rotation = wall.q});
            world.addShape(id, {.geometry = makeBox(2.0f * room.half, 0.5f)});
        }
    }

    World world;

    // One random edit. Never draw two random numbers in the arguments of one call: compilers differ in the
    // order of evaluation and would test different worlds.
    void edit()
    {
        switch (random_.below(20)) {
        case 0:
        case 1:
        case 2:
            create();
            break;
        case 3:
            if (bodies_.size() > 10) destroy();
            break;
        case 4:
            redefine([&](BodyDef& def) { def.type = randomType(); });
            break;
        case 5:
            redefine([&](BodyDef& def) { def.enabled = random_.below(4) > 0; });
            break;
        case 6:
            redefine([&](BodyDef& def) { def.awake = random_.below(2) > 0; });
            break;
        case 7:
            redefine([&](BodyDef& def) {
                def.bullet = random_.below(2) > 0;
                def.sleepAllowed = random_.below(4) > 0;
                def.fixedRotation = random_.below(4) == 0;
                def.linearVelocity = randomPoint(random_, 60.0f);
            });
            redefine([&](BodyDef& def) {
                def.lockX = random_.below(4) == 0;
                def.lockY = random_.below(4) == 0;
                def.mass = random_.below(3) == 0 ? random_.between(0.1f, 20.0f) : 0.0f;
                def.inertia = random_.below(3) == 0 ? random_.between(0.1f, 5.0f) : 0.0f;
                def.ownCenter = random_.below(3) == 0;
                def.center = randomPoint(random_, 0.5f);
                def.sleepSpeed = random_.below(2) == 0 ? 0.2f : 0.0f;
            });
            break;
        case 8: {
            const BodyId id = body();
            world.setTransform(id, randomPose());
            break;
        }
        case 9: {
            const BodyId id = body();
            world.addShape(id, randomShapeDef());
            break;
        }
        case 10:
            if (const auto shapes = world.shapesOf(body()); shapes.size() > 1)
                world.removeShape(shapes[random_.below(static_cast<uint32_t>(shapes.size()))]);
            break;
        case 11:
            for (const ShapeId shape : world.shapesOf(body())) world.setShapeDef(shape, randomShapeDef());
            break;
        case 12:
            for (const ShapeId shape : world.shapesOf(body())) {
                ShapeDef def = world.shapeDef(shape);
                def.material = {random_.between(0.0f, 5.0f), 0.4f, 0.3f, random_.between(0.0f, 1.0f)};
                if (random_.below(2) == 0) def.material.rollingResistance = random_.between(0.0f, 0.5f);
                if (random_.below(2) == 0) def.material.surfaceSpeed = random_.between(-3.0f, 3.0f);
                world.setShapeDef(shape, def);
            }
            break;
        case 13: {
            const BodyId id = body();
            const Vec2 velocity = randomPoint(random_, 8.0f);
            world.setVelocity(id, velocity, random_.between(-9.0f, 9.0f));
            break;
        }
        case 14: {
            const BodyId id = body();
            const Vec2 impulse = randomPoint(random_, 5.0f), hit = place();
            world.applyImpulse(id, impulse, hit);
            const Vec2 force = randomPoint(random_, 50.0f), at = place();
            world.applyForce(id, force, at);
            world.applyTorque(id, random_.between(-5.0f, 5.0f));
            world.applyAngularImpulse(id, random_.between(-2.0f, 2.0f));
            const float strength = random_.between(-2.0f, 4.0f);
            if (random_.below(4) == 0) world.explode(at, random_.between(0.0f, 2.0f), 1.5f, strength, 5);
            if (random_.below(4) == 0) world.applyWind(10.0f * impulse, 0.3f, 1.0f / 60.0f);
            if (random_.below(4) == 0) world.setTargetTransform(id, randomPose(), 0.5f);
            break;
        }
        case 15:
            world.wake(body());
            break;
        case 16:
            meddleWithMice();
            break;
        case 17:
            world.refreshContacts();
            break;
        default: // no edits for long enough that islands fall asleep
            rest_ = static_cast<int>(random_.below(90));
        }
    }

    void change()
    {
        WorldSettings s;
        constexpr SolverType kSolvers[] = {SolverType::SoftStep, SolverType::SoftStep,
                                           SolverType::SequentialImpulse, SolverType::ManifoldImpulse,
                                           SolverType::VertexContact};
        s.solver = kSolvers[random_.below(5)];
        s.gravity = random_.below(4) == 0 ? randomPoint(random_, 10.0f) : Vec2{0.0f, -9.81f};
        s.substeps = 1 + static_cast<int>(random_.below(6));
        s.sleeping = random_.below(5) > 0;
        s.continuous = random_.below(3) > 0;
        s.speculativeMargin = random_.between(0.0f, 0.2f);
        s.fatMargin = random_.between(0.0f, 0.2f);
        s.timeToSleep = random_.between(0.05f, 0.5f);
        s.overrideFriction = random_.below(4) == 0;
        REQUIRE(world.setSettings(s));
    }

    void meddle()
    {
        if (rest_-- > 0) return;
        for (uint32_t edits = 1 + random_.below(4); edits > 0; --edits) edit();
        if (random_.below(40) == 0) change();
        if (random_.below(6) == 0) meddleWithJoints();
    }

    void create()
    {
        if (bodies_.size() >= room_.maxBodies) return;
        BodyDef def{.type = randomType(), .position = place(), .awake = random_.below(3) > 0};
        if (def.type == BodyType::Kinematic) def.linearVelocity = randomPoint(random_, 0.5f);
        const BodyId id = world.createBody(def);
        for (uint32_t shapes = 1 + random_.below(3); shapes > 0; --shapes)
            world.addShape(id, randomShapeDef());
        if (!def.awake) world.setBodyDef(id, def);
        bodies_.push_back(id);
    }

  private:
    BodyId body()
    {
        return bodies_.empty() ? BodyId{} : bodies_[random_.below(static_cast<uint32_t>(bodies_.size()))];
    }
    BodyType randomType()
    {
        constexpr BodyType kTypes[]{BodyType::Dynamic, BodyType::Dynamic, BodyType::Dynamic,
                                    BodyType::Kinematic, BodyType::Static};
        return kTypes[random_.below(5)];
    }
    Vec2 place()
    {
        const float x = random_.between(-0.8f * room_.half, 0.8f * room_.half);
        return {x, random_.between(0.2f, 1.6f * room_.half)};
    }
    Transform randomPose()
    {
        const Vec2 position = place();
        return {position, makeRot(random_.between(-kPi, kPi))};
    }
    ShapeDef randomShapeDef()
    {
        ShapeDef def{.geometry = randomShape(random_, 1.5f)};
        if (random_.below(5) == 0) def.filter = {1u + random_.below(3), 1u + random_.below(7), 0};
        if (random_.below(8) == 0) def.filter.group = static_cast<int32_t>(random_.below(3)) - 1;
        def.sensor = random_.below(6) == 0;
        return def;
    }

    void destroy()
    {
        const uint32_t which = random_.below(static_cast<uint32_t>(bodies_.size()));
        REQUIRE(world.destroyBody(bodies_[which]));
        bodies_.erase(bodies_.begin() + which);
    }

    template<class Change>
    void redefine(Change&& change)
    {
        const BodyId id = body();
        if (!world.isValid(id)) return;
        BodyDef def = world.bodyDef(id);
        change(def);
        REQUIRE_MESSAGE(world.setBodyDef(id, def), validate(def));
    }

    void meddleWithMice()
    {
        if (mice_.size() < 3) {
            const BodyId id = body();
            const MouseJointId mouse = world.createMouseJoint(id, place());
            if (world.isValid(mouse)) mice_.push_back(mouse);
        }
        for (const MouseJointId mouse : mice_) world.setMouseTarget(mouse, place());
        if (!mice_.empty() && random_.below(3) == 0) {
            world.destroyMouseJoint(mice_.front());
            mice_.erase(mice_.begin());
        }
    }

    void meddleWithJoints()
    {
        const std::vector<JointId> joints = world.joints();
        const JointId any =
            joints.empty() ? JointId{} : joints[random_.below(static_cast<uint32_t>(joints.size()))];
        if (joints.size() > 6 || (!joints.empty() && random_.below(3) == 0)) {
            REQUIRE(world.destroyJoint(any));
            return;
        }
        const BodyId bodyA = body(), bodyB = body();
        JointDef def{.bodyA = bodyA, .bodyB = bodyB, .anchorA = randomPoint(random_, 1.0f)};
        def.anchorB = randomPoint(random_, 1.0f);
        def.collideConnected = random_.below(2) == 0;
        def.breakForce = random_.below(4) == 0 ? 300.0f : 0.0f;
        const JointSpring spring{.enabled = random_.below(2) == 0};
        const JointLimit limit{.enabled = random_.below(2) == 0, .lower = -0.5f, .upper = 0.5f};
        const JointMotor motor{.enabled = random_.below(2) == 0, .speed = 1.0f, .maxForce = 10.0f};
        const JointKind kinds[]{
            DistanceJoint{},
            DistanceJoint{.rigid = false, .spring = spring, .limit = limit},
            RevoluteJoint{spring, limit, motor},
            PrismaticJoint{spring, limit, motor},
            WeldJoint{.angularFrequency = spring.enabled ? 3.0f : 0.0f},
            WheelJoint{.motor = motor},
            MotorJoint{},
            PulleyJoint{.groundA = {-2.0f, 9.0f}, .groundB = {2.0f, 9.0f}, .length = 12.0f},
            FilterJoint{},
            GearJoint{.teethA = 12, .teethB = 20}};
        def.kind = kinds[random_.below(10)];
        if (random_.below(3) == 0)
            world.setJointDef(any, def);
        else
            world.createJoint(def);
    }

    Lcg random_;
    Room room_;
    std::vector<BodyId> bodies_;
    std::vector<MouseJointId> mice_;
    int rest_ = 0;
};

// Each operation as its line, in order.
class Journal : public OpSink {
  public:
    void onOp(uint64_t, const Op& op, const OpResult&) override
    {
        lines.push_back(opText(op));
        kinds.insert(op.index());
    }
    std::vector<std::string> lines;
    std::set<size_t> kinds;
};

} // namespace

TEST_CASE("random_edits_between_steps_keep_all_invariants_of_a_world")
{
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        RandomEditor editor(seed);
        World& world = editor.world;
        TouchLedger ledger;
        for (int step = 0; step < 1000; ++step) {
            editor.meddle();
            const std::string edited = brokenInvariant(world, WorldMoment::Edited);
            REQUIRE_MESSAGE(edited.empty(), "seed ", seed, ", before step ", step, ": ", edited);

            World copy = world;
            world.step(kStep);
            const std::string stepped = brokenInvariant(world, WorldMoment::Stepped);
            REQUIRE_MESSAGE(stepped.empty(), "seed ", seed, ", after step ", step, ": ", stepped);
            const std::string touches = ledger.afterStep(world);
            REQUIRE_MESSAGE(touches.empty(), "seed ", seed, ", after step ", step, ": ", touches);
            copy.step(kStep);
            REQUIRE(copy.hash() == world.hash());
        }
    }
}

// Enough bodies that stages are split into blocks.
TEST_CASE("worlds_edited_at_random_step_to_the_same_bits_on_threads")
{
    ThreadPool pool(3, ThreadPool::WaitPolicy::Unlimited);
    for (uint64_t seed = 201; seed <= 202; ++seed) {
        constexpr Room kRoom{.maxBodies = 1500, .half = 25.0f};
        RandomEditor editor(seed, kRoom);
        for (uint32_t i = 0; i < kRoom.maxBodies; ++i) editor.create();
        for (int step = 0; step < 60; ++step) {
            editor.meddle();
            World together = editor.world;
            editor.world.step(kStep);
            together.step(kStep, nullptr, &pool);
            REQUIRE_MESSAGE(together == editor.world, "seed ", seed, ", after step ", step);
        }
        CHECK(editor.world.counters().contactsWithPoints > 500);
    }
}

TEST_CASE("worlds_edited_at_random_are_saved_and_read_back_whole")
{
    for (uint64_t seed = 101; seed <= 110; ++seed) {
        RandomEditor editor(seed);
        for (int step = 0; step < 400; ++step) {
            editor.meddle();
            if (step % 3 == 0) editor.world.step(kStep); // otherwise saved between an edit and the next step
            if (step % 4 == 0) editor.world.refreshContacts();
            if (step % 10 != 0) {
                if (!kChecksEveryEdit) continue;
                const std::string lost = saveRoundTripError(editor.world);
                REQUIRE_MESSAGE(lost.empty(), "seed ", seed, ", step ", step, ": ", lost);
                continue;
            }
            Scene scene;
            scene.name = "edited";
            scene.world = editor.world;
            SceneResult read = readScene(writeScene(scene), "edited.json");
            REQUIRE_MESSAGE(read.ok(), "seed ", seed, ", step ", step, ": ", read.error);
            REQUIRE(read.scene.world == editor.world);
            // Not a copy: that would rebuild its graph, as the loaded world does.
            for (int i = 0; i < 10; ++i) {
                editor.world.step(kStep);
                read.scene.world.step(kStep);
            }
            REQUIRE_MESSAGE(read.scene.world.hash() == editor.world.hash(), "seed ", seed, ", step ", step);
        }
    }
}

TEST_CASE("operations_replayed_from_their_lines_give_the_same_world_at_every_step")
{
    Journal all;
    for (uint64_t seed = 301; seed <= 306; ++seed) {
        RandomEditor editor(seed);
        World replayed = editor.world;
        Journal journal;
        editor.world.setOpSink(&journal);
        for (int step = 0; step < 400; ++step) {
            editor.meddle();
            editor.world.step(kStep);
            for (const std::string& line : journal.lines) {
                const OpTextResult read = readOp(line);
                REQUIRE_MESSAGE(read.ok(), line, ": ", read.error);
                REQUIRE_MESSAGE(opText(read.op) == line, line);
                const OpResult result = replayed.apply(read.op);
                REQUIRE_MESSAGE(result.ok(), line, ": ", result.refusal);
            }
            journal.lines.clear();
            REQUIRE_MESSAGE(replayed.hash() == editor.world.hash(), "seed ", seed, ", after step ", step);
        }
        all.kinds.merge(journal.kinds);
    }
    CHECK(all.kinds.size() == std::variant_size_v<Op>);
}
