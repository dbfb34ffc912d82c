#include "engine/world/compact_world.h"
#include "engine/world/world_access.h"
#include "tests/support/random_edits.h"
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>
#include <string>

namespace satbox {
namespace {

constexpr float kDt = 1.0f / 60.0f;

void step(World& world, int count)
{
    for (int i = 0; i < count; ++i) world.step(kDt);
}

// The same now, and after more steps.
void checkIsSame(const World& world, const CompactWorld& copy)
{
    World restored = copy.world();
    REQUIRE(restored.hash() == world.hash());
    CHECK(restored.events().begins.size() == world.events().begins.size());
    CHECK(restored.counters().contacts == world.counters().contacts);
    World original = world;
    for (int i = 0; i < 40; ++i) {
        original.step(kDt);
        restored.step(kDt);
        REQUIRE(restored.hash() == original.hash());
        REQUIRE(restored.events().begins.size() == original.events().begins.size());
        REQUIRE(restored.events().ends.size() == original.events().ends.size());
    }
}

} // namespace

TEST_CASE("a_compact_copy_of_every_scene_is_restored_and_goes_on_with_the_same_bits")
{
    for (const BuiltinScene& builtin : builtinScenes()) {
        if (!builtin.shipped) continue; // large benchmarks
        CAPTURE(builtin.name);
        Scene scene = builtin.build();
        const CompactWorld base(scene.world);
        checkIsSame(scene.world, base);
        for (const int steps : {1, 30, 150}) {
            step(scene.world, steps);
            checkIsSame(scene.world, CompactWorld(scene.world, &base));
        }
    }
}

TEST_CASE("compact_copies_of_worlds_that_are_edited_at_random_are_restored")
{
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        test::RandomEdits random(seed);
        World world;
        random.addGround(world);
        random.edit(world, 30);
        std::vector<CompactWorld> copies{CompactWorld(world)};
        for (int i = 0; i < 12; ++i) {
            if (i % 3 == 2) random.edit(world, 4);
            step(world, 15);
            copies.push_back(CompactWorld(world, &copies.back()));
            checkIsSame(world, copies.back());
        }
    }
}

TEST_CASE("edits_of_a_restored_world_give_the_same_ids_and_bits_as_edits_of_the_original")
{
    for (uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        test::RandomEdits before(seed), edits(seed + 100), sameEdits(seed + 100);
        World world;
        before.addGround(world);
        before.edit(world, 40);
        const CompactWorld base(world);
        step(world, 50);
        World restored = CompactWorld(world, &base).world();
        for (int i = 0; i < 6; ++i) {
            edits.edit(world, 8);
            sameEdits.edit(restored, 8);
            REQUIRE(restored.hash() == world.hash());
            step(world, 10);
            step(restored, 10);
            REQUIRE(restored.hash() == world.hash());
        }
    }
}

TEST_CASE("a_copy_taken_on_another_grid_or_after_a_body_was_frozen_is_restored")
{
    World world = findBuiltinScene("pyramid")->build().world;
    step(world, 20);
    const CompactWorld base(world);
    WorldSettings settings = world.settings();
    settings.lengthUnit *= 4.0f;
    REQUIRE(world.setSettings(settings));
    step(world, 10);
    const CompactWorld otherGrid(world, &base);
    checkIsSame(world, otherGrid);
    const BodyId last = world.bodyAt(static_cast<uint32_t>(world.counters().bodies - 1));
    world.setTransform(last, {{kMaxPosition - 1.0, 0.0}, {}});
    world.setVelocity(last, {300.0f, 0.0f}, 0.0f);
    step(world, 2);
    REQUIRE(world.body(last).quarantined);
    const CompactWorld frozen(world, &otherGrid);
    step(world, 20);
    const CompactWorld later(world, &frozen);
    CHECK(later.sharesBaseWith(frozen));
    checkIsSame(world, later);
}

TEST_CASE("a_copy_shares_its_base_while_only_steps_and_settings_change_the_world")
{
    World world = findBuiltinScene("pyramid")->build().world;
    const CompactWorld base(world);
    CHECK(base.bytes() < sizeof(CompactWorld) + 1);
    step(world, 60);
    const CompactWorld later(world, &base);
    CHECK(later.sharesBaseWith(base));
    CHECK(later.bytes() > sizeof(CompactWorld));
    CHECK(later.bytes() * 2 < CompactWorld(world).baseBytes());

    WorldSettings settings = world.settings();
    settings.gravity.y = -3.0f;
    world.setSettings(settings);
    const CompactWorld tuned(world, &later);
    CHECK(tuned.sharesBaseWith(base));
    CHECK(tuned.world().settings() == settings);
    CHECK(tuned.world().hash() == world.hash());

    const auto edited = [&](auto&& edit) {
        World other = world;
        edit(other);
        const CompactWorld copy(other, &later);
        CHECK(copy.world().hash() == other.hash());
        return !copy.sharesBaseWith(later);
    };
    BodyId body;
    world.forEachBody([&](BodyId id, const Body& b, const BodyMotion&) {
        if (b.type == BodyType::Dynamic) body = id;
    });
    CHECK_FALSE(edited([&](World&) {}));
    CHECK_FALSE(edited([&](World& w) { w.setVelocity(body, {3.0f, 0.0f}, 1.0f); }));
    CHECK_FALSE(edited([&](World& w) { w.applyTorque(body, 3.0f); }));
    CHECK_FALSE(edited([&](World& w) { w.createMouseJoint(body, {0.0, 1.0}); }));
    CHECK(edited([&](World& w) { w.createBody({}); }));
    CHECK(edited([&](World& w) { w.destroyBody(body); }));
    CHECK(edited([&](World& w) { w.addShape(body, {.geometry = Circle{}}); }));
    CHECK(edited([&](World& w) {
        BodyDef def = w.bodyDef(body);
        def.name = "renamed";
        w.setBodyDef(body, def);
    }));
    CHECK(edited([&](World& w) {
        BodyDef def = w.bodyDef(body);
        def.gravityScale = -0.0f;
        w.setBodyDef(body, def);
    }));
    CHECK(edited([&](World& w) { // frozen: it lost its proxy and its mass
        w.setTransform(body, {{kMaxPosition - 1.0, 0.0}, {}});
        w.setVelocity(body, {300.0f, 0.0f}, 0.0f);
        step(w, 2);
        CHECK(w.body(body).quarantined);
    }));
}

} // namespace satbox
