// Manifolds are kept while two bodies hardly move against each other: what is placed from a kept one must be
// what a new one would say.

#include "engine/collision/collide.h"
#include "engine/core/isa.h"
#include "engine/dynamics/recycled_manifold.h"
#include "engine/geometry/polygon.h"
#include "engine/scene/builders.h"
#include "engine/scene/scene_parts.h"
#include "engine/world/step_observer.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;

namespace {

struct Kept {
    int kept = 0, anew = 0;
    int apart = 0; // without points, for how they were in an earlier step
};

// Compares all contacts of the last step, whose poses the observer still sees, with manifolds made on the
// spot.
class Comparison final : public StepObserver {
  public:
    void afterStage(Stage stage, int, const WorldState& w, std::span<const BodyState>) override
    {
        if (stage != Stage::UpdateContacts) return;
        for (const Contact& c : w.contacts.awake) {
            if (!c.basis.isSet() && c.count > 0) continue;
            const BodyMotion& a = w.bodies.motions[c.bodyA];
            const BodyMotion& b = w.bodies.motions[c.bodyB];
            const Transform pose = poseInOther(a, b);
            const Manifold m = collide(w.shapes.at(c.shapeA).shape, w.shapes.at(c.shapeB).shape, pose,
                                       w.settings.speculativeMargin);
            if (c.count == 0) {
                counted.apart += c.basis.apartReach() > 0.0f && pose != c.basis.apartPose();
                CHECK(m.count == 0);
                continue;
            }
            ++(pose == c.basis.pose ? counted.anew : counted.kept);
            compare(w, c, m, a);
        }
    }
    Kept counted;

  private:
    static void compare(const WorldState& w, const Contact& c, const Manifold& m, const BodyMotion& a)
    {
        // The two may name their points after different faces where these are equally good.
        if (m.referenceOwner != c.referenceOwner || m.referenceFace != c.referenceFace) return;
        CHECK(length(rotate(a.q, m.normal) - c.normal) < 1e-5f);
        for (int i = 0; i < c.count; ++i) {
            for (int k = 0; k < m.count; ++k) {
                const ManifoldPoint& now = m.points[static_cast<size_t>(k)];
                if (now.id != c.points[i].id) continue;
                // Where an edge was clipped, the kept point stays on the edge while the cut moves: by the
                // tolerance for moving and once more for turning. The edge is inclined to the reference face
                // by at most 60 degrees, between triangles.
                const float cut = 2.0f * kKeepManifold * w.settings.linearSlop;
                CHECK(std::fabs(c.points[i].separation - now.separation) < 1.733f * cut); // tan 60
                const Vec2 anchor = rotate(a.q, now.point - a.localCenter);
                CHECK(length(anchor - c.points[i].anchorA) < 2.0f * cut); // 1 / cos 60
            }
        }
    }
};

Kept stepAndCompare(World world, int steps)
{
    Comparison comparison;
    for (int i = 0; i < steps; ++i) world.step(1.0f / 60.0f, &comparison);
    return comparison.counted;
}
Kept stepAndCompare(const char* scene, int steps)
{
    return stepAndCompare(findBuiltinScene(scene)->build().world, steps);
}

// Boxes that spin while they fall on slopes that came after them, so that each box is shape A; the slopes'
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

TEST_CASE("small_bodies_that_turn_far_from_the_origin_of_what_they_meet_are_not_taken_for_apart")
{
    const Kept counted = stepAndCompare(boxesAboveSlopes(), 150); // which checks all pairs without points
    CHECK(counted.apart > 100);
    CHECK(counted.anew > 100);
}

TEST_CASE("a_world_that_forgets_what_was_apart_has_the_same_bits")
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

// A body whose shape is beside its origin makes half a turn about that: the sine of half a turn is 0 as well,
// and the origin has not moved, but the shape is on the other side now.
TEST_CASE("manifold_is_not_kept_over_half_a_turn")
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
        REQUIRE(world.state().contacts.awake.size() == 1);
        const Contact contact = world.state().contacts.awake.front();
        REQUIRE(contact.count == 2);
        REQUIRE(contact.basis.isSet());
        BodyStore turned = world.state().bodies;
        turned.motions[arm.index].q = {-1.0f, 0.0f};
        for (const InstructionSet set : availableInstructionSets()) {
            CAPTURE(toString(set));
            const auto isKept = [&](const BodyStore& bodies) {
                Contact copy = contact;
                Contact* pointer = &copy;
                const float tolerance = kKeepManifold * world.settings().linearSlop;
                return keepManifolds(&pointer, 1, bodies, tolerance, keepKernelFor(lanesOf(set))) == 1;
            };
            CHECK(isKept(world.state().bodies));
            CHECK_FALSE(isKept(turned));
        }
    }
}

TEST_CASE("kept_manifolds_say_what_new_ones_would")
{
    int apart = 0;
    for (const char* scene : {"pyramid", "mixed_rain", "compound", "tumbler"}) {
        CAPTURE(scene);
        const Kept counted = stepAndCompare(scene, 240);
        CHECK(counted.kept > 0);
        CHECK(counted.anew > 0);
        apart += counted.apart;
    }
    CHECK(apart > 1000);
}

TEST_CASE("a_pile_at_rest_keeps_nearly_all_its_manifolds")
{
    const Kept counted = stepAndCompare("pyramid", 120);
    CHECK(counted.kept > 20 * counted.anew);
}

TEST_CASE("an_edit_of_a_shape_or_of_the_margin_ends_what_was_kept")
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = makeBox(5.0f, 0.5f)});
    const BodyId box = world.createBody({.position = {0.0f, 1.0f}});
    world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
    for (int i = 0; i < 10; ++i) world.step(1.0f / 60.0f);
    const auto isKept = [&] { return world.state().contacts.awake.front().basis.isSet(); };
    REQUIRE(isKept());
    World edited = world;

    // Another centre of mass: anchors are measured from it.
    world.addShape(box, {.geometry = makeBox(0.5f, 0.5f, {2.0f, 3.0f}, Rot{})});
    CHECK_FALSE(isKept());

    WorldSettings settings = edited.settings();
    settings.speculativeMargin = 0.01f;
    REQUIRE(edited.setSettings(settings));
    CHECK_FALSE(edited.state().contacts.awake.front().basis.isSet());
}
