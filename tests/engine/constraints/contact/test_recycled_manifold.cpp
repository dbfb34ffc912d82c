// Manifolds are recycled while two bodies hardly move relative to each other: a recycled manifold must match
// a newly computed one.

#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include "engine/constraints/contact/recycled_manifold.h"
#include "engine/core/isa.h"
#include "engine/scene/scene_helpers.h"
#include "engine/world/world_access.h"
#include <satbox/contacts.h>
#include <satbox/instruction_set.h>
#include <satbox/observe.h>
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;

namespace {

struct Counts {
    int recycled = 0, computed = 0;
    int separated = 0; // without points, known from the cache of an earlier step
};

// Compares all contacts after the contact update, at its poses, with newly computed manifolds.
class Comparison final : public StepObserver {
  public:
    void afterStage(Stage stage, int, const WorldState& w, std::span<const BodyState>) override
    {
        if (stage != Stage::UpdateContacts) return;
        for (const Contact& c : w.contacts.awake) {
            if (!c.cache.isSet() && c.count > 0) continue;
            const BodyMotion& a = w.bodies.motions[c.bodyA];
            const BodyMotion& b = w.bodies.motions[c.bodyB];
            const Transform pose = poseInOther(a, b);
            const Manifold m = collide(w.shapes.at(c.shapeA).shape, w.shapes.at(c.shapeB).shape, pose,
                                       w.settings.speculativeMargin);
            if (c.count == 0) {
                counted.separated += c.cache.separationSlack() > 0.0f && pose != c.cache.separatedPose();
                CHECK(m.count == 0);
                continue;
            }
            ++(pose == c.cache.pose ? counted.computed : counted.recycled);
            compare(w, c, m, a);
        }
    }
    Counts counted;

  private:
    static void compare(const WorldState& w, const Contact& c, const Manifold& m, const BodyMotion& a)
    {
        // The two may choose different reference faces if these are equally good.
        if (m.referenceOwner != c.referenceOwner || m.referenceFace != c.referenceFace) return;
        CHECK(length(rotate(a.q, m.normal) - c.normal) < 1e-5f);
        for (int i = 0; i < c.count; ++i) {
            for (int k = 0; k < m.count; ++k) {
                const ManifoldPoint& now = m.points[static_cast<size_t>(k)];
                if (now.id != c.points[i].id) continue;
                // At a clipped edge the recycled point stays on the edge while the clipping plane moves: by
                // the tolerance for translation and once more for rotation. Between triangles, the edge is
                // inclined to the reference face by at most 60 degrees.
                const float cut = 2.0f * kRecycleTolerance * w.settings.linearSlop;
                CHECK(std::fabs(c.points[i].separation - now.separation) < 1.733f * cut); // tan 60
                const Vec2 anchor = rotate(a.q, now.point - a.localCenter);
                CHECK(length(anchor - c.points[i].anchorA) < 2.0f * cut); // 1 / cos 60
            }
        }
    }
};

Counts stepAndCompare(World world, int steps)
{
    Comparison comparison;
    for (int i = 0; i < steps; ++i) world.step(1.0f / 60.0f, &comparison);
    return comparison.counted;
}
Counts stepAndCompare(const char* scene, int steps)
{
    return stepAndCompare(findBuiltinScene(scene)->build().world, steps);
}

// Boxes that spin while they fall on slopes. The slopes are created later, so that each box is shape A; their
// body has its origin far above.
World boxesAboveSlopes()
{
    World world;
    for (int i = 0; i < 60; ++i) {
        const auto f = static_cast<float>(i);
        const BodyId box = world.createBody({.position = {1.3f * f, 2.0f + 0.05f * f},
                                             .rotation = makeRot(0.1f * f),
                                             .linearVelocity = {0.3f, -1.0f},
                                             .angularVelocity = -3.0f + 0.1f * f});
        world.addShape(box, {.geometry = makeBox(0.25f, 0.25f)});
    }
    const BodyId slopes = world.createBody({.type = BodyType::Static, .position = {10.0f, 30.0f}});
    for (int i = 0; i < 24; ++i) {
        const float x = 4.0f * static_cast<float>(i) - 20.0f;
        world.addShape(slopes,
                       {.geometry = makeBox(2.3f, 0.1f, {x, -30.0f}, makeRot(i % 2 == 0 ? 0.4f : -0.4f))});
    }
    return world;
}

} // namespace

TEST_CASE("small_bodies_far_from_the_other_bodys_origin_are_not_cached_as_separated_too_long")
{
    const Counts counted = stepAndCompare(boxesAboveSlopes(), 150); // checks all pairs without points
    CHECK(counted.separated > 100);
    CHECK(counted.computed > 100);
}

TEST_CASE("losing_the_cache_of_separated_pairs_changes_no_bits")
{
    World knows = boxesAboveSlopes();
    World forgets = knows;
    for (int i = 0; i < 150; ++i) {
        knows.step(1.0f / 60.0f);
        Scene scene;
        scene.world = forgets;
        const SceneResult again = readScene(writeScene(scene), "test");
        REQUIRE(again.error == "");
        forgets = again.scene.world;
        forgets.step(1.0f / 60.0f);
    }
    CHECK(knows.hash() == forgets.hash());
}

// A body whose shape is beside its origin makes half a turn about the origin: the sine of half a turn is 0,
// and the origin has not moved, but the shape is on the other side now.
TEST_CASE("manifold_is_not_recycled_after_half_a_turn")
{
    for (const bool turnsB : {false, true}) {
        World world;
        const auto addBeam = [&] { // larger than the arm
            const BodyId beam = world.createBody({.position = {1.0f, 1.003f}});
            world.addShape(beam, {.geometry = makeBox(2.0f, 0.5f)});
        };
        if (turnsB) addBeam();
        const BodyId arm = world.createBody({.type = BodyType::Kinematic});
        world.addShape(arm,
                       {.geometry = makeBox(0.5f, 0.5f, {1.0f, 0.0f}, {}), .material = {.density = 0.0f}});
        if (!turnsB) addBeam();
        world.refreshContacts();
        REQUIRE(stateOf(world).contacts.awake.size() == 1);
        const Contact contact = stateOf(world).contacts.awake.front();
        REQUIRE(contact.count == 2);
        REQUIRE(contact.cache.isSet());
        BodyStore turned = stateOf(world).bodies;
        turned.motions[arm.index].q = {-1.0f, 0.0f};
        for (const InstructionSet set : availableInstructionSets()) {
            CAPTURE(toString(set));
            const auto isRecycled = [&](const BodyStore& bodies) {
                Contact copy = contact;
                Contact* pointer = &copy;
                const float tolerance = kRecycleTolerance * world.settings().linearSlop;
                return recycleManifolds(&pointer, 1, bodies, tolerance, recycleKernelFor(lanesOf(set))) == 1;
            };
            CHECK(isRecycled(stateOf(world).bodies));
            CHECK_FALSE(isRecycled(turned));
        }
    }
}

TEST_CASE("recycled_manifolds_match_new_ones")
{
    int separated = 0;
    for (const char* scene : {"pyramid", "mixed_rain", "compound", "tumbler"}) {
        CAPTURE(scene);
        const Counts counted = stepAndCompare(scene, 240);
        CHECK(counted.recycled > 0);
        CHECK(counted.computed > 0);
        separated += counted.separated;
    }
    CHECK(separated > 1000);
}

TEST_CASE("a_pile_at_rest_recycles_nearly_all_manifolds")
{
    const Counts counted = stepAndCompare("pyramid", 120);
    CHECK(counted.recycled > 20 * counted.computed);
}

TEST_CASE("editing_a_shape_or_the_margin_clears_the_manifold_cache")
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = makeBox(5.0f, 0.5f)});
    const BodyId box = world.createBody({.position = {0.0f, 1.0f}});
    world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
    for (int i = 0; i < 10; ++i) world.step(1.0f / 60.0f);
    const auto isRecycled = [&] { return stateOf(world).contacts.awake.front().cache.isSet(); };
    REQUIRE(isRecycled());
    World edited = world;

    // The centre of mass changes: anchors are relative to it.
    world.addShape(box, {.geometry = makeBox(0.5f, 0.5f, {2.0f, 3.0f}, Rot{})});
    CHECK_FALSE(isRecycled());

    WorldSettings settings = edited.settings();
    settings.speculativeMargin = 0.01f;
    REQUIRE(edited.setSettings(settings));
    CHECK_FALSE(stateOf(edited).contacts.awake.front().cache.isSet());
}
