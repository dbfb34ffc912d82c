// Operations on a world: what each refuses and what it makes.
#include <satbox/op.h>
#include <satbox/shapes.h>
#include <satbox/world.h>

#include <doctest/doctest.h>

#include <limits>
#include <vector>

using namespace satbox;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct Seen : OpSink {
    void onOp(uint64_t step, const Op& op, const OpResult& result) override
    {
        steps.push_back(step);
        kinds.push_back(op.index());
        bodies.push_back(result.body);
    }
    std::vector<uint64_t> steps;
    std::vector<size_t> kinds;
    std::vector<BodyId> bodies;
};

World worldWithABall(BodyId& ball)
{
    World world;
    ball = world.createBody({});
    world.addShape(ball, {});
    return world;
}

} // namespace

TEST_CASE("a_sink_sees_accepted_operations_with_their_step_and_what_they_made")
{
    World world;
    Seen seen;
    world.setOpSink(&seen);
    const BodyId ball = world.createBody({});
    world.step(1.0f / 60.0f);
    world.applyTorque(ball, kNan); // refused
    world.applyTorque({}, 1.0f);   // refused
    world.destroyBody(ball);
    CHECK(seen.steps == std::vector<uint64_t>{0, 0, 1});
    CHECK(seen.kinds == std::vector<size_t>{Op(op::CreateBody{}).index(), Op(op::Step{}).index(),
                                            Op(op::DestroyBody{}).index()});
    CHECK(seen.bodies == std::vector<BodyId>{ball, {}, {}});
}

TEST_CASE("a_copy_of_a_world_does_not_report_to_its_sink")
{
    World world;
    Seen seen;
    world.setOpSink(&seen);
    World copy = world;
    copy.createBody({});
    CHECK(seen.kinds.empty());
    world = copy; // assigning keeps the sink
    world.createBody({});
    CHECK(seen.kinds.size() == 1);
    world.setOpSink(nullptr);
    world.createBody({});
    CHECK(seen.kinds.size() == 1);
}

TEST_CASE("each_refused_operation_says_why_and_changes_nothing")
{
    BodyId ball;
    World world = worldWithABall(ball);
    const BodyId ground = world.createBody({.type = BodyType::Static});
    const MouseJointId joint = world.createMouseJoint(ball, {0.0, 0.0});
    const ShapeId shape = world.shapesOf(ball).front();
    const Position far{1e9, 0.0};
    const BodyDef badBody{.linearDamping = -1.0f};
    ShapeDef badShape;
    badShape.material.density = kNan;
    WorldSettings badSettings;
    badSettings.substeps = 0;
    const struct {
        Op op;
        const char* refusal;
    } cases[] = {
        {op::CreateBody{badBody}, "linearDamping: -1 is below the smallest allowed value, 0 s⁻¹"},
        {op::DestroyBody{}, "there is no such body: the id is stale or null"},
        {op::SetBody{{}, {}}, "there is no such body: the id is stale or null"},
        {op::SetBody{ball, badBody}, "linearDamping: -1 is below the smallest allowed value, 0 s⁻¹"},
        {op::AddShape{{}, {}}, "there is no such body: the id is stale or null"},
        {op::AddShape{ball, badShape}, "density: not a finite number"},
        {op::RemoveShape{}, "there is no such shape: the id is stale or null"},
        {op::SetShape{}, "there is no such shape: the id is stale or null"},
        {op::SetShape{shape, badShape}, "density: not a finite number"},
        {op::SetTransform{}, "there is no such body: the id is stale or null"},
        {op::SetTransform{ball, {{0.0, 0.0}, {kNan, 0.0f}}}, "not a finite number"},
        {op::SetVelocity{}, "there is no such body: the id is stale or null"},
        {op::SetVelocity{ground, {}, 0.0f}, "a static body has no velocity"},
        {op::SetVelocity{ball, {1e6f, 0.0f}, 0.0f},
         "linearVelocity: 1000000 is above the largest allowed value, 10000 m/s"},
        {op::ApplyForce{}, "there is no such body: the id is stale or null"},
        {op::ApplyForce{ground, {1.0f, 0.0f}, {}}, "only dynamic bodies that are not frozen can be pushed"},
        {op::ApplyForce{ball, {kNan, 0.0f}, {}}, "not a finite number"},
        {op::ApplyTorque{ball, kNan}, "not a finite number"},
        {op::ApplyImpulse{ball, {0.0f, kNan}, {}}, "not a finite number"},
        {op::ApplyAngularImpulse{ball, kNan}, "not a finite number"},
        {op::WakeBody{}, "there is no such body: the id is stale or null"},
        {op::CreateMouseJoint{ground, {}}, "only dynamic bodies that are not frozen can be pushed"},
        {op::CreateMouseJoint{ball, far}, "farther than 4,000 km from the origin in x or y"},
        {op::SetMouseTarget{}, "there is no such mouse joint: the id is stale or null"},
        {op::SetMouseTarget{joint, far}, "farther than 4,000 km from the origin in x or y"},
        {op::DestroyMouseJoint{}, "there is no such mouse joint: the id is stale or null"},
        {op::SetSettings{badSettings}, "substeps: 0 is below the smallest allowed value, 1"},
        {op::Step{0.0f}, "dt must be 1e-06 to 10 s"},
        {op::Step{kNan}, "dt must be 1e-06 to 10 s"},
    };
    const uint64_t before = world.hash();
    for (const auto& one : cases) {
        CAPTURE(one.refusal);
        const OpResult result = world.apply(one.op);
        CHECK(result.refusal == one.refusal);
        CHECK(world.hash() == before);
    }
}

TEST_CASE("forces_and_velocities_that_would_overflow_are_refused")
{
    BodyId ball;
    World world = worldWithABall(ball);
    constexpr float kHuge = std::numeric_limits<float>::max();
    REQUIRE(world.apply(op::ApplyTorque{ball, kHuge}).ok());
    CHECK(world.apply(op::ApplyTorque{ball, kHuge}).refusal ==
          "the sum exceeds the range of single precision");
}

TEST_CASE("equal_operations_on_equal_worlds_make_equal_ids")
{
    World a, b;
    for (World* world : {&a, &b}) {
        const BodyId first = world->apply(op::CreateBody{}).body;
        world->apply(op::AddShape{first, {.geometry = makeBox(0.5f, 0.5f)}});
        world->apply(op::DestroyBody{first});
    }
    const OpResult inA = a.apply(op::CreateBody{}), inB = b.apply(op::CreateBody{});
    CHECK(inA.body == inB.body);
    CHECK(inA.body.generation > 0); // the slot was used before
    CHECK(a.apply(op::AddShape{inA.body, {}}).shape == b.apply(op::AddShape{inB.body, {}}).shape);
}
