// The world as a value: copies, comparison, observers, memory.

#include "engine/world/world_access.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/physics_fixture.h"
#include <satbox/observe.h>
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

World sceneWorld(const char* name)
{
    const BuiltinScene* scene = findBuiltinScene(name);
    REQUIRE(scene != nullptr);
    return scene->build().world;
}

class CountingObserver final : public StepObserver {
  public:
    void afterStage(Stage stage, int substep, const WorldState& world,
                    std::span<const BodyState> states) override
    {
        ++stages[static_cast<size_t>(stage)];
        lastSubstep = std::max(lastSubstep, substep);
        if (stage == Stage::Relax) rowsSeen = states.size();
        awake = world.bodies.awake.size();
    }
    std::array<int, static_cast<size_t>(Stage::Count)> stages{};
    int lastSubstep = -1;
    size_t rowsSeen = 0;
    size_t awake = 0;
};

} // namespace

TEST_CASE("copied_world_steps_to_the_same_bits_for_a_thousand_steps")
{
    World a = sceneWorld("mixed_rain");
    run(a, 2.0f);
    World b = a;
    CHECK(a == b);
    for (int i = 0; i < 1000; ++i) {
        a.step(kStep);
        b.step(kStep);
        REQUIRE(a.hash() == b.hash());
    }
    CHECK(a == b);
}

TEST_CASE("copies_are_independent")
{
    World a = sceneWorld("box_stack");
    const uint64_t before = a.hash();
    World b = a;
    run(b, 0.5f);
    CHECK(a.hash() == before);
    CHECK_FALSE(a == b);
    a = b;
    CHECK(a == b);
}

TEST_CASE("moved_world_is_the_same_world_and_leaves_one_that_can_be_assigned_to")
{
    World a = sceneWorld("box_stack");
    run(a, 0.5f);
    const World copy = a;
    World b = std::move(a);
    CHECK(b == copy);
    a = copy; // a world without data
    CHECK(a == copy);
    World c;
    c = std::move(b);
    b = std::move(c); // into a world without data
    CHECK(b == copy);
    World& alias = b;
    b = std::move(alias); // itself
    b = alias;
    CHECK(b == copy);
    std::vector<World> worlds;
    for (int i = 0; i < 5; ++i) worlds.push_back(copy);
    run(a, 0.5f);
    for (World& world : worlds) {
        run(world, 0.5f);
        CHECK(world == a);
    }
}

TEST_CASE("sink_stays_with_its_world")
{
    struct Counter final : OpSink {
        int count = 0;
        void onOp(uint64_t, const Op&, const OpResult&) override { ++count; }
    };
    Counter counter;
    World world;
    world.setOpSink(&counter);
    World copy = world;
    copy.step(kStep);
    CHECK(counter.count == 0); // a copy has no sink
    world = copy;
    world.step(kStep);
    CHECK(counter.count == 1); // assignment keeps the target's
    world = std::move(copy);
    world.step(kStep);
    CHECK(counter.count == 2);
    World moved = std::move(world);
    moved.step(kStep);
    CHECK(counter.count == 2); // a moved world has none
}

TEST_CASE("loops_visit_what_lookups_find_in_slot_order")
{
    World world = sceneWorld("mixed_rain");
    run(world, 1.0f);
    world.destroyBody(world.bodyAt(5));
    std::vector<BodyId> bodies;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        CHECK(&body == &world.body(id));
        CHECK(&motion == &world.motion(id));
        bodies.push_back(id);
    });
    std::vector<ShapeId> shapes;
    world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        CHECK(&shape == &world.shape(id));
        shapes.push_back(id);
    });
    CHECK(std::is_sorted(bodies.begin(), bodies.end()));
    CHECK(bodies.size() == static_cast<size_t>(world.counters().bodies));
    CHECK(shapes.size() == static_cast<size_t>(world.counters().shapes));
    for (const BodyId id : bodies) CHECK(id.index != 5);
    size_t contacts = 0;
    world.forEachContact([&](const Contact&) { ++contacts; });
    CHECK(contacts == static_cast<size_t>(world.counters().contacts));
}

TEST_CASE("version_is_that_of_the_headers")
{
    CHECK(World::version() == kHeaderVersion);
    CHECK(World::version() == Version{SATBOX_VERSION_MAJOR, SATBOX_VERSION_MINOR, SATBOX_VERSION_PATCH});
}

TEST_CASE("every_kind_of_change_changes_the_hash")
{
    World base = sceneWorld("box_stack");
    run(base, 0.2f);
    const uint64_t hash = base.hash();
    BodyId body;
    base.forEachBody([&](BodyId id, const Body& b, const BodyMotion&) {
        if (b.type == BodyType::Dynamic) body = id;
    });
    const auto changed = [&](auto&& edit) {
        World copy = base;
        edit(copy);
        return copy.hash() != hash && !(copy == base);
    };
    CHECK(changed([&](World& w) { w.setVelocity(body, {0.0f, 0.001f}, 0.0f); }));
    CHECK(changed([&](World& w) { w.applyForce(body, {1.0f, 0.0f}, {0.0f, 0.0f}); }));
    CHECK(changed([&](World& w) { w.destroyBody(body); }));
    CHECK(changed([&](World& w) { w.createMouseJoint(body, w.motion(body).center); }));
    CHECK(changed([&](World& w) {
        WorldSettings s = w.settings();
        s.mouseFrequency += 1.0f;
        w.setSettings(s);
    }));
    CHECK(changed([&](World& w) {
        ShapeDef def = w.shapeDef(w.shapesOf(body)[0]);
        def.material.restitution = 0.77f;
        w.setShapeDef(w.shapesOf(body)[0], def);
    }));
    CHECK_FALSE(changed([&](World& w) { // names do not affect the simulation
        BodyDef def = w.bodyDef(body);
        World untouched = w;
        def.name = "other";
        editState(w, [&](WorldState& state) { state.bodies.slots.at(body.index).name = "other"; });
    }));
}

TEST_CASE("observed_step_gives_the_same_bits_and_sees_every_stage")
{
    World plain = sceneWorld("pyramid");
    World observed = plain;
    CountingObserver observer;
    for (int i = 0; i < 30; ++i) {
        plain.step(kStep);
        observed.step(kStep, &observer);
    }
    CHECK(plain.hash() == observed.hash());
    for (size_t i = 0; i < observer.stages.size(); ++i) {
        const bool inSubstep =
            i >= static_cast<size_t>(Stage::IntegrateVelocities) && i <= static_cast<size_t>(Stage::Relax);
        CAPTURE(toString(static_cast<Stage>(i)));
        CHECK(observer.stages[i] == 30 * (inSubstep ? plain.settings().substeps : 1));
    }
    CHECK(observer.lastSubstep == plain.settings().substeps - 1);
    CHECK(observer.rowsSeen == observer.awake + 1);
}

TEST_CASE("settled_step_allocates_nothing")
{
    World world = sceneWorld("pyramid");
    WorldSettings settings = world.settings();
    settings.sleeping = false;
    REQUIRE(world.setSettings(settings));
    run(world, 3.0f);
    REQUIRE(world.counters().contactsWithPoints > 100);
    const size_t before = allocationCount();
    for (int i = 0; i < 10; ++i) world.step(kStep);
    CHECK(allocationCount() == before);
}

TEST_CASE("step_refuses_an_invalid_dt")
{
    World world = sceneWorld("box_stack");
    const uint64_t hash = world.hash();
    world.step(0.0f);
    world.step(-1.0f);
    world.step(std::nanf(""));
    CHECK(world.hash() == hash);
    CHECK(world.stepCount() == 0);
}
