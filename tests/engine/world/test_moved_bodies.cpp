// op::SetTransform keeps what a changed definition would derive again; the world must be the same
// nevertheless.
#include "engine/scene/random.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"
#include "tests/support/world_invariants.h"
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

#include <limits>

using namespace satbox;
using namespace satbox::test;

namespace {

// Moves the body of one world by op::SetTransform, and that of its copy by a definition with the pose.
void moveBoth(World& moved, World& defined, BodyId body, const WorldTransform& pose)
{
    BodyDef def = defined.bodyDef(body);
    def.position = pose.p;
    def.rotation = pose.q;
    def.awake = true;
    REQUIRE(moved.apply(op::SetTransform{body, pose}).ok());
    REQUIRE(defined.apply(op::SetBody{body, def}).ok());
}

// About a third of the bodies, each near or far.
void moveSome(World& moved, World& defined, uint64_t seed)
{
    Random random(seed);
    std::vector<BodyId> bodies;
    moved.forEachBody([&](BodyId id, const Body&, const BodyMotion&) { bodies.push_back(id); });
    for (const BodyId id : bodies) {
        const bool isChosen = random.below(3) == 0;
        const float reach = random.below(2) == 0 ? 0.005f : 5.0f; // m
        const float x = random.between(-reach, reach);
        const float y = random.between(-reach, reach);
        const float angle = random.between(-reach, reach);
        if (!isChosen) continue;
        const WorldTransform at = moved.motion(id).transform();
        moveBoth(moved, defined, id, {at.p + Vec2{x, y}, mul(at.q, makeRot(angle))});
    }
}

void checkEqualEvents(const WorldEvents& a, const WorldEvents& b)
{
    REQUIRE(a.ends.size() == b.ends.size());
    for (size_t i = 0; i < a.ends.size(); ++i) {
        CHECK(a.ends[i].shapeA == b.ends[i].shapeA);
        CHECK(a.ends[i].shapeB == b.ends[i].shapeB);
    }
    REQUIRE(a.begins.size() == b.begins.size());
    for (size_t i = 0; i < a.begins.size(); ++i) {
        CHECK(a.begins[i].shapeA == b.begins[i].shapeA);
        CHECK(a.begins[i].shapeB == b.begins[i].shapeB);
    }
    REQUIRE(a.sensors.size() == b.sensors.size());
    for (size_t i = 0; i < a.sensors.size(); ++i) CHECK(a.sensors[i].visitor == b.sensors[i].visitor);
}

} // namespace

TEST_CASE("a_moved_body_gives_the_world_that_a_definition_with_the_pose_gives")
{
    // Several shapes a body, joints, kinematic bodies, one-sided chains, sleeping stacks, another solver.
    for (const char* scene : {"welcome", "compound", "joint_kinds", "car", "tumbler", "smooth_ground",
                              "box_stack", "vertex_contacts"})
        for (const int stepsBefore : {0, 20, 400}) {
            CAPTURE(scene);
            CAPTURE(stepsBefore);
            World moved = findBuiltinScene(scene)->build().world;
            for (int i = 0; i < stepsBefore; ++i) moved.step(kStep);
            World defined = moved;
            for (uint64_t seed = 1; seed <= 3; ++seed) {
                moveSome(moved, defined, seed);
                CHECK(moved == defined);
                CHECK(brokenInvariant(moved, WorldMoment::Edited) == "");
                for (int i = 0; i < 5; ++i) {
                    moved.step(kStep);
                    defined.step(kStep);
                    CHECK(moved.hash() == defined.hash());
                    checkEqualEvents(moved.events(), defined.events());
                }
            }
        }
}

TEST_CASE("a_body_far_from_the_origin_of_a_small_world_is_moved_as_by_a_definition")
{
    WorldSettings settings;
    settings.lengthUnit = 0.01f; // the grid is finer than doubles at 1000 km
    World moved(settings);
    const BodyId body = addBody(moved, makeBox(0.5f, 0.25f), {.rotation = makeRot(0.3f)});
    moved.addShape(body, {.geometry = Circle{}, .local = {{0.7f, 0.1f}, {}}});
    World defined = moved;
    for (int i = 1; i <= 20; ++i) {
        moveBoth(moved, defined, body, {{1e6 + 0.37 * i, -1.7e6}, makeRot(0.1f * static_cast<float>(i))});
        CHECK(moved == defined);
    }
}

TEST_CASE("static_disabled_and_quarantined_bodies_are_moved_as_by_a_definition")
{
    World moved;
    const BodyId ground = addGround(moved);
    const BodyId box = addBody(moved, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    const BodyId disabled = addBody(moved, makeBox(0.5f, 0.5f), {.position = {2.0f, 0.5f}, .enabled = false});
    const BodyId frozen = addBody(moved, makeBox(0.5f, 0.5f), {.position = {4.0f, 0.5f}});
    run(moved, 2.0f);
    editState(moved, [&](WorldState& state) {
        state.bodies.motions[frozen.index].v.x = std::numeric_limits<float>::infinity();
    });
    REQUIRE(moved.apply(op::WakeBody{frozen}).ok());
    moved.step(kStep);
    REQUIRE(moved.body(frozen).quarantined);
    REQUIRE_FALSE(moved.body(box).awake);
    World defined = moved;
    moveBoth(moved, defined, ground, {{0.0, 0.01}, {}});
    CHECK(moved.body(box).awake); // it lies on what was moved
    moveBoth(moved, defined, disabled, {{2.0, 0.7}, {}});
    moveBoth(moved, defined, frozen, {{4.0, 0.7}, {}});
    CHECK_FALSE(moved.body(frozen).quarantined);
    CHECK(moved == defined);
    for (int i = 0; i < 5; ++i) {
        moved.step(kStep);
        defined.step(kStep);
        CHECK(moved.hash() == defined.hash());
    }
}

TEST_CASE("poses_and_velocities_are_refused_with_the_sentence_of_a_definition")
{
    World world;
    const BodyId body = addBody(world, makeBox(0.5f, 0.5f), {});
    const World before = world;
    for (const WorldTransform& pose :
         {WorldTransform{{kMaxPosition * 1.5, 0.0}, {}}, WorldTransform{{0.0, 0.0}, Rot{0.5f, 0.0f}}}) {
        BodyDef def = world.bodyDef(body);
        def.position = pose.p;
        def.rotation = pose.q;
        const std::string sentence = world.apply(op::SetBody{body, def}).refusal;
        CHECK(sentence != "");
        CHECK(world.apply(op::SetTransform{body, pose}).refusal == sentence);
    }
    for (const BodyDef& def : {BodyDef{.linearVelocity = {0.0f, 1e9f}}, BodyDef{.angularVelocity = -1e9f}}) {
        const std::string sentence = world.apply(op::SetBody{body, def}).refusal;
        CHECK(sentence != "");
        CHECK(world.apply(op::SetVelocity{body, def.linearVelocity, def.angularVelocity}).refusal ==
              sentence);
    }
    CHECK(world == before);
}

TEST_CASE("a_body_moved_a_little_keeps_its_leaf_in_the_tree_and_one_moved_far_gets_another")
{
    World world = findBuiltinScene("pyramid")->build().world;
    const BodyId body = world.bodyAt(100);
    const auto nodes = [&] {
        std::vector<int32_t> found;
        stateOf(world).broadPhase.tree(BroadPhase::Layer::Movable).forEachNode([&](const auto& node) {
            found.push_back(node.isLeaf() ? ~node.proxy : node.index);
            return true;
        });
        return found;
    };
    const std::vector<int32_t> before = nodes();
    const WorldTransform at = world.motion(body).transform();
    REQUIRE(world.setTransform(body, {at.p + Vec2{0.01f, 0.0f}, at.q}));
    CHECK(nodes() == before);
    REQUIRE(world.setTransform(body, {at.p + Vec2{40.0f, 0.0f}, at.q}));
    CHECK(nodes() != before);
}
