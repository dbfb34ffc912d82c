// The vertex-contact and manifold-impulse solvers (R4 and R5 in docs/references.md) against their published
// formulas and closed forms.

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include <satbox/lab/metrics.h>
#include <satbox/observe.h>
#include <satbox/scene/builders.h>
#include <satbox/scene/scene.h>
#include <satbox/thread_pool.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;
using doctest::Approx;

namespace {

constexpr SolverType kPublished[] = {SolverType::ManifoldImpulse, SolverType::VertexContact};

Material material(float friction, float restitution)
{
    return {.staticFriction = friction, .dynamicFriction = friction, .restitution = restitution};
}

// A box that hits the ground with one corner, 1 mm deep, without gravity; one step, one iteration.
struct Blow {
    World world;
    BodyId box;
    Vec2 r{0.0f, 0.0f}; // from the box's centre to the corner
};
Blow blow(SolverType solver, float friction, float restitution)
{
    Blow made;
    WorldSettings settings = settingsFor(solver, {0.0f, 0.0f});
    settings.substeps = 1;
    settings.velocityIterations = 1;
    settings.projection = 0.0f;
    settings.pushOut = 0.0f;
    CHECK(made.world.setSettings(settings));
    addGround(made.world, 0.0f, material(friction, restitution));
    const Rot q = makeRot(0.5f);
    made.r = rotate(q, {-0.5f, -0.25f});
    made.box = addBody(made.world, makeBox(0.5f, 0.25f),
                       {.position = {0.0f, -made.r.y - 1e-3f},
                        .rotation = q,
                        .linearVelocity = {1.0f, -2.0f},
                        .angularVelocity = 0.7f},
                       material(friction, restitution));
    return made;
}

// Computes the impulse on the box by hand: n = (0, 1) from the ground, t = (-1, 0).
void checkBlow(SolverType solver, float friction, float e, float mu)
{
    Blow made = blow(solver, friction,
                     e == 0.0f                             ? 0.0f
                     : solver == SolverType::VertexContact ? std::sqrt(e)
                                                           : e);
    const BodyMotion before = made.world.motion(made.box);
    // The vertex-contact solver moves bodies first, so the corner is where the step moved it. The
    // manifold-impulse solver uses the engine's manifolds, whose points are half way between the surfaces.
    Vec2 r = made.r + Vec2{0.0f, 0.5e-3f};
    if (solver == SolverType::VertexContact) r = rotate(integrate(Rot{}, before.w * kStep), made.r);
    const Vec2 n{0.0f, 1.0f}, t{-1.0f, 0.0f};
    const float invMass = before.invMass, invInertia = before.invInertia;
    const auto k = [&](Vec2 d) { return invMass + invInertia * cross(r, d) * cross(r, d); };
    const Vec2 vr = before.v + cross(before.w, r);
    const float jn = -(1.0f + e) * dot(vr, n) / k(n);
    REQUIRE(jn > 0.0f);
    // The manifold-impulse solver computes friction from the velocity after the normal impulse.
    const bool after = solver == SolverType::ManifoldImpulse;
    const Vec2 v1 = after ? before.v + invMass * jn * n : before.v;
    const float w1 = after ? before.w + invInertia * cross(r, jn * n) : before.w;
    float jt = -dot(v1 + cross(w1, r), t) / k(t);
    jt = std::clamp(jt, -mu * jn, mu * jn);
    const Vec2 impulse = jn * n + jt * t;

    made.world.step(kStep);
    const BodyMotion& now = made.world.motion(made.box);
    CHECK(now.v.x == Approx(before.v.x + invMass * impulse.x).epsilon(1e-4));
    CHECK(now.v.y == Approx(before.v.y + invMass * impulse.y).epsilon(1e-4));
    CHECK(now.w == Approx(before.w + invInertia * cross(r, impulse)).epsilon(1e-4));
    float reported = 0.0f;
    made.world.forEachContactView([&](const ContactView& c) {
        for (const ContactPoint& point : c.points) reported += point.totalImpulse;
    });
    CHECK(reported == Approx(jn).epsilon(1e-4));
}

float reboundSpeed(SolverType solver, float restitution)
{
    World world(settingsFor(solver));
    addGround(world, 0.0f, material(0.0f, restitution));
    const BodyId ball =
        addBody(world, Circle{{0.0f, 0.0f}, 0.5f}, {.position = {0.0f, 3.0f}}, material(0.0f, restitution));
    float fastestUp = 0.0f, fastestDown = 0.0f;
    for (int i = 0; i < 70; ++i) {
        world.step(kStep);
        fastestUp = std::max(fastestUp, world.motion(ball).v.y);
        fastestDown = std::max(fastestDown, -world.motion(ball).v.y);
    }
    return fastestUp / fastestDown;
}

// Speed down a slope of 35 degrees after 2 s, m/s.
float slideSpeed(SolverType solver, float friction)
{
    const float angle = 35.0f * kPi / 180.0f;
    const Rot q = makeRot(-angle);
    World world(settingsFor(solver));
    const Material rough =
        material(solver == SolverType::VertexContact ? std::sqrt(friction) : friction, 0.0f);
    addGround(world, -angle, rough, 2000.0f);
    const BodyId box =
        addBody(world, makeBox(0.5f, 0.25f),
                {.position = rotate(q, {0.0f, 0.25f}), .rotation = q, .sleepAllowed = false}, rough);
    run(world, 2.0f);
    return dot(world.motion(box).v, rotate(q, {1.0f, 0.0f}));
}

World tenBoxes(SolverType solver)
{
    World world(settingsFor(solver));
    addGround(world);
    for (int i = 0; i < 10; ++i)
        addBody(world, makeBox(0.5f, 0.5f),
                {.position = {0.0f, 0.5f + static_cast<float>(i)}, .sleepAllowed = false});
    return world;
}

// Largest speed of any body in the last second, m/s.
float speedInLastSecond(World world, float seconds)
{
    run(world, seconds - 1.0f);
    float fastest = 0.0f;
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        world.forEachBody(
            [&](BodyId, const Body&, const BodyMotion& m) { fastest = std::max(fastest, length(m.v)); });
    }
    return fastest;
}

} // namespace

TEST_CASE("a_blow_on_a_corner_gives_the_impulse_of_the_published_formula")
{
    for (const SolverType solver : kPublished) {
        CAPTURE(toString(solver));
        checkBlow(solver, 0.0f, 0.0f, 0.0f);
        checkBlow(solver, 0.0f, 0.5f, 0.0f);
        checkBlow(solver, 10.0f, 0.25f, 100.0f); // sticks: effective mass along the tangent
    }
    checkBlow(SolverType::ManifoldImpulse, 0.2f, 0.5f, 0.2f); // slides
    checkBlow(SolverType::VertexContact, 0.5f, 0.5f, 0.25f);  // product of both coefficients
}

TEST_CASE("manifold_impulses_are_shared_over_the_points_of_a_contact")
{
    WorldSettings settings = settingsFor(SolverType::ManifoldImpulse, {0.0f, 0.0f});
    settings.velocityIterations = 1;
    World world;
    REQUIRE(world.setSettings(settings));
    addGround(world);
    const BodyId box =
        addBody(world, makeBox(0.5f, 0.25f), {.position = {0.0f, 0.249f}, .linearVelocity = {0.0f, -2.0f}},
                material(0.0f, 0.0f));
    const BodyMotion before = world.motion(box);
    world.step(kStep);
    // The first point gets half of what a single point would; the second one starts from the remaining
    // velocity.
    const float k = before.invMass + before.invInertia * 0.5f * 0.5f;
    const float first = 0.5f * 2.0f / k;
    const float w = before.invInertia * 0.5f * first;
    const float second = 0.5f * (2.0f - before.invMass * first + w * 0.5f) / k;
    int contacts = 0;
    world.forEachContact([&](const Contact& c) {
        REQUIRE(c.count == 2);
        CHECK(c.points[0].totalImpulse == Approx(first).epsilon(1e-4));
        CHECK(c.points[1].totalImpulse == Approx(second).epsilon(1e-4));
        ++contacts;
    });
    CHECK(contacts == 1);
}

TEST_CASE("manifold_impulses_take_away_a_share_of_the_overlap_beyond_the_slop")
{
    WorldSettings settings = settingsFor(SolverType::ManifoldImpulse, {0.0f, 0.0f});
    settings.projection = 0.4f;
    settings.linearSlop = 0.01f;
    World world;
    REQUIRE(world.setSettings(settings));
    // Masses of 1 kg and 3 kg: the light one moves by three quarters of the correction.
    const BodyId light = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.0f}});
    const BodyId heavy = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.9f, 0.0f}}, {.density = 3.0f});
    world.step(kStep);
    const float way = 0.4f * (0.1f - 0.01f);
    CHECK(world.motion(light).center.x == Approx(-0.75f * way).epsilon(1e-4));
    CHECK(world.motion(heavy).center.x == Approx(0.9f + 0.25f * way).epsilon(1e-4));
    CHECK(world.motion(light).v == Vec2{0.0f, 0.0f});
    // Overlap within the slop is not corrected.
    settings.linearSlop = 0.1f;
    REQUIRE(world.setSettings(settings));
    const Position before = world.motion(light).center;
    world.step(kStep);
    CHECK(world.motion(light).center == before);
}

TEST_CASE("published_solvers_update_contacts_that_wait_for_their_group")
{
    class Watcher final : public StepObserver {
        void afterStage(Stage, int, const WorldState&, std::span<const BodyState>) override {}
    };
    for (const SolverType solver : kPublished) {
        World plain = findBuiltinScene("many_pyramids")->build().world;
        WorldSettings settings = plain.settings();
        settings.solver = solver;
        settings.substeps = 1;
        settings.velocityIterations = 1;
        REQUIRE(plain.setSettings(settings));
        World watched = plain;
        Watcher watcher;
        for (int i = 0; i < 6; ++i) {
            plain.step(kStep);
            watched.step(kStep, &watcher);
        }
        REQUIRE(workspaceOf(plain).graph.graph.groups.size() > 1);
        CHECK(plain.hash() == watched.hash());
    }
}

TEST_CASE("published_solvers_bounce_by_their_restitution")
{
    for (const float e : {0.0f, 0.5f, 0.8f}) {
        CHECK(reboundSpeed(SolverType::ManifoldImpulse, e) == Approx(e).epsilon(0.03));
        CHECK(reboundSpeed(SolverType::VertexContact, e) == Approx(e * e).epsilon(0.03));
    }
}

TEST_CASE("published_solvers_slide_down_a_slope_at_g_sin_less_mu_cos")
{
    const float angle = 35.0f * kPi / 180.0f;
    for (const SolverType solver : kPublished) {
        for (const float mu : {0.0f, 0.3f}) {
            CAPTURE(toString(solver));
            CAPTURE(mu);
            const float expected = 2.0f * 9.81f * (std::sin(angle) - mu * std::cos(angle));
            CHECK(slideSpeed(solver, mu) == Approx(expected).epsilon(0.03));
        }
    }
}

TEST_CASE("ten_boxes_rest_by_soft_step_and_shake_by_vertex_contacts")
{
    const float soft = speedInLastSecond(tenBoxes(SolverType::SoftStep), 20.0f);
    const float manifolds = speedInLastSecond(tenBoxes(SolverType::ManifoldImpulse), 20.0f);
    const float vertices = speedInLastSecond(tenBoxes(SolverType::VertexContact), 20.0f);
    MESSAGE("fastest after 20 s, m/s: soft " << soft << ", manifold impulses " << manifolds
                                             << ", vertex contacts " << vertices);
    CHECK(soft < 1e-3f);
    CHECK(vertices > 10.0f * soft);
    CHECK(manifolds > 10.0f * soft);
}

TEST_CASE("published_solvers_stay_finite_at_the_ends_of_their_settings")
{
    for (const SolverType solver : kPublished) {
        for (const float most : {0.0f, 1.0f}) {
            World world = findBuiltinScene("mixed_rain")->build().world;
            WorldSettings settings = world.settings();
            settings.solver = solver;
            settings.projection = settings.pushOut = most;
            settings.overrideRestitution = true;
            settings.restitutionOverride = most;
            settings.substeps = most > 0.0f ? 64 : 1;
            settings.velocityIterations = most > 0.0f ? 100 : 1;
            REQUIRE(world.setSettings(settings));
            for (int i = 0; i < 120; ++i) {
                world.step(kStep);
                REQUIRE(world.events().quarantines.empty());
            }
        }
    }
}

TEST_CASE("published_solvers_give_the_same_bits_watched_in_threads_with_any_instructions_and_from_files")
{
    class Watcher final : public StepObserver {
        void afterStage(Stage, int, const WorldState&, std::span<const BodyState>) override {}
    };
    for (const SolverType solver : kPublished) {
        for (const char* name : {"mixed_rain", "pyramid", "compound"}) {
            CAPTURE(toString(solver));
            CAPTURE(name);
            Scene scene = findBuiltinScene(name)->build();
            WorldSettings settings = scene.world.settings();
            settings.solver = solver;
            settings.projection = 0.3f;
            settings.pushOut = 0.2f;
            REQUIRE(scene.world.setSettings(settings));
            World plain = scene.world, watched = scene.world, threaded = scene.world, scalar = scene.world;
            REQUIRE(scalar.setInstructionSet(InstructionSet::Scalar));
            ThreadPool pool(3, ThreadPool::WaitPolicy::Unlimited);
            Watcher watcher;
            for (int i = 0; i < 150; ++i) {
                plain.step(kStep);
                watched.step(kStep, &watcher);
                threaded.step(kStep, nullptr, &pool);
                scalar.step(kStep);
                if (i % 50 != 20) continue;
                scene.world = plain;
                SceneResult read = readScene(writeScene(scene), "again.json");
                REQUIRE(read.ok());
                CHECK(read.scene.world.hash() == plain.hash());
                plain = read.scene.world;
            }
            CHECK(plain.hash() == watched.hash());
            CHECK(plain.hash() == threaded.hash());
            CHECK(plain.hash() == scalar.hash());
        }
    }
}

TEST_CASE("settings_that_were_added_later_change_a_hash_only_if_not_default")
{
    World usual, projected, pushed;
    WorldSettings settings;
    settings.projection = 0.25f;
    REQUIRE(projected.setSettings(settings));
    settings = {};
    settings.pushOut = 0.25f;
    REQUIRE(pushed.setSettings(settings));
    CHECK(usual.hash() != projected.hash());
    CHECK(usual.hash() != pushed.hash());
    CHECK(projected.hash() != pushed.hash());
    CHECK_FALSE(projected == pushed);
}
