// Fast impacts: place and time of contact, and propagation within a substep.

#include "engine/lab/step_record.h"
#include "tests/support/executors.h"
#include "tests/support/physics_fixture.h"
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr SolverType kSolversOfImpacts[] = {SolverType::SoftStep, SolverType::SequentialImpulse};
constexpr Material kElastic{.staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = 1.0f};

// Boxes, discs and capsules that bounce in a box under gravity, and a heap of boxes without restitution.
World makeCrowd()
{
    World world;
    addGround(world);
    const Material bouncy{.restitution = 0.7f};
    for (int i = 0; i < 60; ++i) {
        const auto f = static_cast<float>(i);
        const Rot q = makeRot(2.4f * f);
        const BodyDef def{
            .position = {0.9f * static_cast<float>(i % 12), 1.0f + 0.9f * static_cast<float>(i / 12)},
            .rotation = q,
            .linearVelocity = {6.0f * q.c, 6.0f * q.s},
            .angularVelocity = 3.0f * q.s};
        if (i % 3 == 0) addBody(world, makeBox(0.3f, 0.2f), def, bouncy);
        if (i % 3 == 1) addBody(world, Circle{.radius = 0.25f}, def, bouncy);
        if (i % 3 == 2) addBody(world, Capsule{{-0.2f, 0.0f}, {0.2f, 0.0f}, 0.15f}, def, bouncy);
        addBody(world, makeBox(0.4f, 0.4f),
                {.position = {-20.0f + 0.9f * static_cast<float>(i % 6),
                              0.5f + 0.85f * static_cast<float>(i / 6)}});
    }
    return world;
}

class Onlooker final : public StepObserver {
  public:
    void afterStage(Stage, int, const WorldState&, std::span<const BodyState>) override {}
};

} // namespace

TEST_CASE("row_of_equal_balls_passes_a_blow_to_the_last_one_at_any_gap")
{
    for (const SolverType solver : kSolversOfImpacts) {
        for (const float gap : {0.0f, 0.001f, 0.004f, 0.012f, 0.02f, 0.05f}) {
            CAPTURE(gap);
            CAPTURE(toString(solver));
            World world(settingsFor(solver, {0.0f, 0.0f}));
            std::vector<BodyId> balls;
            balls.push_back(addBody(world, Circle{.radius = 0.5f},
                                    {.position = {-2.0f, 0.0f}, .linearVelocity = {3.0f, 0.0f}}, kElastic));
            for (int i = 0; i < 6; ++i)
                balls.push_back(addBody(world, Circle{.radius = 0.5f},
                                        {.position = {(1.0f + gap) * static_cast<float>(i), 0.0f}},
                                        kElastic));
            run(world, 2.0f);
            for (size_t i = 0; i + 1 < balls.size(); ++i)
                CHECK(std::fabs(world.motion(balls[i]).v.x) < 1e-5f);
            CHECK(world.motion(balls.back()).v.x == doctest::Approx(3.0).epsilon(1e-4));
        }
    }
}

TEST_CASE("box_that_falls_flat_bounces_without_spin")
{
    for (const SolverType solver : kSolversOfImpacts) {
        for (const float halfWidth : {0.1f, 0.5f, 3.0f}) {
            CAPTURE(halfWidth);
            World world(settingsFor(solver, {0.0f, 0.0f}));
            addGround(world, 0.0f, {.restitution = 0.8f});
            const BodyId box = addBody(world, makeBox(halfWidth, 0.1f),
                                       {.position = {0.0f, 1.0f}, .linearVelocity = {0.0f, -5.0f}});
            run(world, 0.5f);
            CHECK(world.motion(box).v.y == doctest::Approx(4.0).epsilon(1e-4));
            CHECK(std::fabs(world.motion(box).w) < 1e-3f);
        }
    }
}

TEST_CASE("bounce_takes_place_at_the_surface_and_loses_no_time")
{
    // 1 m down to the surface at 7 m/s and up again, for all times of impact within a step.
    for (const float start : {1.0f, 1.013f, 1.047f, 1.1f}) {
        CAPTURE(start);
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        addGround(world, 0.0f, kElastic);
        const BodyId ball =
            addBody(world, Circle{.radius = 0.25f},
                    {.position = {0.0f, 0.25f + start}, .linearVelocity = {0.0f, -7.0f}}, kElastic);
        for (int i = 0; i < 24; ++i) world.step(kStep);
        const float gone = 7.0f * 24.0f * kStep;
        // A gap within the slop counts as contact: the error is at most twice the slop.
        CHECK(std::fabs(world.motion(ball).center.y - 0.25f - (gone - start)) < 0.011f);
    }
}

TEST_CASE("sliding_impact_is_slowed_by_friction_and_made_to_spin")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const Material rough{.staticFriction = 0.1f, .dynamicFriction = 0.1f, .restitution = 1.0f};
    addGround(world, 0.0f, rough);
    const BodyId ball = addBody(world, Circle{.radius = 0.5f},
                                {.position = {0.0f, 1.5f}, .linearVelocity = {4.0f, -5.0f}}, rough);
    run(world, 0.5f);
    // The normal impulse is m times 10 m/s, friction a tenth of it: the ball loses 1 m/s along the ground and
    // gets a spin of r m / (m r^2 / 2).
    CHECK(world.motion(ball).v.y == doctest::Approx(5.0).epsilon(1e-4));
    CHECK(world.motion(ball).v.x == doctest::Approx(3.0).epsilon(1e-4));
    CHECK(world.motion(ball).w == doctest::Approx(-4.0).epsilon(1e-4));
}

TEST_CASE("discs_that_graze_each_other_without_friction_never_spin_and_keep_angular_momentum")
{
    for (const float speed : {2.0f, 8.0f, 20.0f}) {
        for (const float offset : {0.2f, 0.5f, 0.8f}) {
            CAPTURE(speed);
            CAPTURE(offset);
            World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
            const Material smooth{.staticFriction = 0.0f, .dynamicFriction = 0.0f};
            const BodyId a = addBody(world, Circle{.radius = 0.5f},
                                     {.position = {-2.0f, 0.0f}, .linearVelocity = {speed, 0.0f}}, smooth);
            const BodyId b = addBody(world, Circle{.radius = 0.4f}, {.position = {0.0f, offset}}, smooth);
            const auto orbital = [&] {
                double sum = 0.0;
                for (const BodyId id : {a, b}) {
                    const BodyMotion& m = world.motion(id);
                    sum +=
                        static_cast<double>(cross(m.center - Position{Vec2{0.0f, offset}}, m.v) / m.invMass);
                }
                return sum;
            };
            const double before = orbital();
            run(world, 4.0f / speed);
            CHECK(length(world.motion(b).v) > 0.1f * speed); // they collided
            CHECK(orbital() == doctest::Approx(before).epsilon(1e-5));
            CHECK(std::fabs(world.motion(a).w) < 1e-4f);
            CHECK(std::fabs(world.motion(b).w) < 1e-4f);
        }
    }
}

TEST_CASE("fast_boxes_without_restitution_meet_at_their_surfaces_wherever_a_step_begins")
{
    for (const float gap : {0.3f, 0.33f, 0.36f, 0.39f}) {
        CAPTURE(gap);
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        for (const float side : {-1.0f, 1.0f})
            addBody(
                world, makeBox(0.25f, 0.25f),
                {.position = {side * (0.25f + 0.5f * gap), 0.0f}, .linearVelocity = {-4.0f * side, 0.0f}});
        float deepest = 0.0f;
        for (int i = 0; i < 30; ++i) {
            world.step(kStep);
            deepest = std::max(deepest, maxPenetration(world));
        }
        CHECK(deepest < 0.01f);
        world.forEachBody([](BodyId, const Body&, const BodyMotion& m) { CHECK(std::fabs(m.v.x) < 0.01f); });
    }
}

TEST_CASE("impact_makes_one_begin_and_one_hit_event_at_its_speed")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    addGround(world, 0.0f, kElastic);
    addBody(world, Circle{.radius = 0.5f}, {.position = {0.0f, 2.0f}, .linearVelocity = {0.0f, -6.0f}},
            kElastic);
    int begins = 0, hits = 0;
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        begins += static_cast<int>(world.events().begins.size());
        for (const ContactHitEvent& hit : world.events().hits) {
            ++hits;
            CHECK(hit.speed == doctest::Approx(6.0).epsilon(1e-4));
        }
    }
    CHECK(begins == 1);
    CHECK(hits == 1);
}

TEST_CASE("dense_box_that_falls_on_light_ones_stays_down_and_gives_them_its_momentum")
{
    for (const bool isStack : {false, true}) {
        for (const float density : {3.0f, 10.0f, 100.0f}) {
            CAPTURE(isStack);
            CAPTURE(density);
            World world;
            addGround(world);
            for (int i = 0; i < 4; ++i) {
                const auto f = static_cast<float>(i);
                addBody(world, makeBox(0.5f, 0.5f),
                        {.position = isStack ? Vec2{0.0f, 0.5f + f} : Vec2{f - 1.5f, 0.5f}});
            }
            const float top = isStack ? 4.0f : 1.0f;
            const BodyId dense = addBody(world, makeBox(0.5f, 0.5f),
                                         {.position = {0.0f, top + 0.8f}, .linearVelocity = {0.0f, -6.0f}},
                                         {.density = density});
            float rise = 0.0f, least = 1e30f;
            for (int i = 0; i < 90; ++i) {
                world.step(kStep);
                const float height = toVec2(world.motion(dense).center).y;
                least = std::min(least, height);
                rise = std::max(rise, height - least);
            }
            CHECK(rise < 0.055f);       // 3 % of the drop height of 6 m/s
            CHECK(least > top + 0.35f); // and it does not pass through
        }
    }
}

TEST_CASE("inelastic_impact_of_unlike_boxes_in_flight_leaves_one_velocity_and_keeps_momentum")
{
    for (const float sideways : {0.0f, 1.0f}) {
        CAPTURE(sideways);
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        std::vector<BodyId> boxes{addBody(world, makeBox(0.5f, 0.5f),
                                          {.position = {-1.01f, 0.0f}, .linearVelocity = {8.0f, sideways}},
                                          {.density = 10.0f})};
        for (int i = 0; i < 3; ++i)
            boxes.push_back(addBody(world, makeBox(0.5f, 0.5f), {.position = {static_cast<float>(i), 0.0f}}));
        run(world, 0.1f);
        Vec2 momentum{0.0f, 0.0f};
        for (const BodyId id : boxes) {
            const BodyMotion& m = world.motion(id);
            momentum += 1.0f / m.invMass * m.v;
            if (sideways == 0.0f) CHECK(m.v.x == doctest::Approx(80.0f / 13.0f).epsilon(0.01));
        }
        CHECK(momentum.x == doctest::Approx(80.0f).epsilon(1e-4));
        CHECK(momentum.y == doctest::Approx(10.0f * sideways).epsilon(1e-4));
        if (sideways > 0.0f) CHECK(world.motion(boxes[1]).v.y > 0.1f); // by friction
    }
}

TEST_CASE("elastic_ball_bounces_to_its_height_at_any_step_rate")
{
    for (const SolverType solver : kSolversOfImpacts) {
        for (const float rate : {10.0f, 15.0f, 25.0f, 30.0f, 60.0f, 240.0f}) {
            CAPTURE(std::string(toString(solver)));
            CAPTURE(rate);
            WorldSettings settings = settingsFor(solver);
            settings.stepRate = rate;
            World world(settings);
            addGround(world, 0.0f, kElastic);
            const BodyId ball = addBody(world, Circle{.radius = 0.25f}, {.position = {0.0f, 6.0f}}, kElastic);
            float highest = 0.0f, ofLast = 0.0f;
            for (int i = 0; i < static_cast<int>(60.0f * rate); ++i) {
                world.step(1.0f / rate);
                const float height = toVec2(world.motion(ball).center).y;
                highest = std::max(highest, height);
                if (static_cast<float>(i) > 55.0f * rate) ofLast = std::max(ofLast, height);
            }
            CHECK(highest < 6.12f); // 2 % of the drop
            CHECK(ofLast > 5.0f);
        }
    }
}

TEST_CASE("worlds_with_impacts_have_the_same_bits_however_they_are_stepped")
{
    for (const SolverType solver : kSolversOfImpacts) {
        World alone = makeCrowd();
        WorldSettings settings = alone.settings();
        settings.solver = solver;
        REQUIRE(alone.setSettings(settings));
        World watched = alone, threaded = alone, backwards = alone, recorded = alone;
        Onlooker onlooker;
        ThreadPool pool(3);
        SerialExecutor lastFirst(true);
        for (int i = 0; i < 150; ++i) {
            alone.step(kStep);
            watched.step(kStep, &onlooker);
            threaded.step(kStep, nullptr, &pool);
            backwards.step(kStep, nullptr, &lastFirst);
            recordStep(recorded, kStep, 0, 1);
            CAPTURE(i);
            REQUIRE(watched.hash() == alone.hash());
            REQUIRE(threaded.hash() == alone.hash());
            REQUIRE(backwards.hash() == alone.hash());
            REQUIRE(recorded.hash() == alone.hash());
        }
    }
}
