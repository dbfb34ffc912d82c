// Contacts under load are stiffer than contacts that carry only the weight of their own bodies.

#include "engine/step/step_settings.h"
#include "tests/support/physics_fixture.h"
#include <satbox/lab/metrics.h>
#include <satbox/scene/builders.h>

#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// Distance by which the top of a tower of unit boxes has sunk at rest, m.
float sinkOfTower(float stiffening, int boxes)
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, -9.81f});
    settings.contactStiffening = stiffening;
    settings.sleeping = false;
    World world(settings);
    const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0f, -0.5f}});
    world.addShape(ground, {.geometry = makeBox(10.0f, 0.5f)});
    BodyId top;
    for (int i = 0; i < boxes; ++i) {
        top = world.createBody({.position = {0.0f, 0.5f + static_cast<float>(i)}});
        world.addShape(top, {.geometry = makeBox(0.5f, 0.5f)});
    }
    for (int i = 0; i < 600; ++i) world.step(kStep);
    return static_cast<float>(boxes) - 0.5f - toVec2(world.motion(top).center).y;
}

// Overlap at rest of two boxes with fixed rotation, m; the upper one is `massRatio` times as heavy as the
// lower.
float overlapUnder(float massRatio, float frequency)
{
    WorldSettings settings = settingsFor(SolverType::SoftStep);
    settings.contactFrequency = frequency;
    settings.sleeping = false;
    World world(settings);
    addGround(world);
    const Polygon box = makeBox(0.5f, 0.5f);
    const BodyId light = addBody(world, box, {.position = {0.0f, 0.5f}, .fixedRotation = true});
    const BodyId heavy =
        addBody(world, box, {.position = {0.0f, 1.5f}, .fixedRotation = true}, {.density = massRatio});
    run(world, 20.0f);
    return 1.0f - (world.motion(heavy).center - world.motion(light).center).y;
}

// The same, computed from F / (m_eff w^2); each of two points carries half the weight. Of (stiffening - 1),
// the pair gets a share that decreases with the inequality of its masses.
float overlapByHand(float massRatio, float frequency, float stiffening)
{
    const float pair = massRatio / (1.0f + massRatio);
    const float omega = 2.0f * kPi * frequency;
    const float share = 2.0f * std::min(massRatio, 1.0f) / (1.0f + massRatio);
    return 0.5f * massRatio * 9.81f / (pair * omega * omega * (1.0f + share * (stiffening - 1.0f)));
}

} // namespace

TEST_CASE("tower_sinks_less_where_contacts_under_load_are_stiffer")
{
    const float soft = sinkOfTower(1.0f, 20);
    const float stiff = sinkOfTower(3.0f, 20);
    CHECK(soft > 0.0f);
    CHECK(stiff > 0.0f);
    // Overlap at rest is F / (m_eff w^2): with stiffening of 3, nearly a third.
    CHECK(stiff < 0.45f * soft);
}

TEST_CASE("box_on_the_ground_is_stiffened_by_what_its_corners_carry")
{
    // Each corner carries half the weight with an effective mass of 0.4 boxes (1/m + (1/2)^2 / (1/6) = 2.5),
    // so the load is 1.25 times the weight of that mass.
    CHECK(sinkOfTower(1.0f, 1) / sinkOfTower(3.0f, 1) == doctest::Approx(1.25).epsilon(0.005));
}

TEST_CASE("contact_hardens_where_overlap_is_deep")
{
    const float limit = WorldSettings{}.contactStiffening;
    const float hardest = 1.0f + 2.0f * (limit - 1.0f);
    constexpr float kShallow = 0.005f, kDeep = 0.02f; // m
    constexpr float kRatio = 5.0f;                    // a load of 3, above all stiffening limits here
    const float shallow = overlapByHand(kRatio, 10.0f, limit);
    REQUIRE(shallow < kShallow);
    CHECK(overlapUnder(kRatio, 10.0f) / shallow == doctest::Approx(1.0).epsilon(0.01));
    const float deep = overlapByHand(kRatio, 3.0f, hardest);
    REQUIRE(deep > kDeep);
    CHECK(overlapUnder(kRatio, 3.0f) / deep == doctest::Approx(1.0).epsilon(0.01));
    // In between, the limit depends on the overlap, so compute it for the measured overlap.
    const float between = overlapUnder(kRatio, 6.0f);
    REQUIRE(between > kShallow);
    REQUIRE(between < kDeep);
    const float there = limit + (hardest - limit) * (between - kShallow) / (kDeep - kShallow);
    CHECK(between / overlapByHand(kRatio, 6.0f, there) == doctest::Approx(1.0).epsilon(0.01));
}

// These circles carry no load and were not hit. If velocities pushed them apart, they would add up along the
// row.
TEST_CASE("overlapping_circles_separate_slowly_and_do_not_sleep_until_then")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.sleeping = true;
    World world(settings);
    std::vector<BodyId> row;
    for (int i = 0; i < 10; ++i)
        row.push_back(addBody(world, Circle{{}, 0.25f}, {.position = {0.4f * static_cast<float>(i), 0.0f}}));
    float fastest = 0.0f;
    for (int i = 0; i < 120; ++i) {
        world.step(kStep);
        for (const BodyId id : row) fastest = std::max(fastest, length(world.motion(id).v));
    }
    CHECK(fastest < 0.5f); // 2.3 m/s if velocities push them apart
    CHECK(measure(world).maxPenetration < 0.001f);
}

// A box that carries a hundred times its weight overlaps deeply; the spring, not position correction, must
// carry it.
TEST_CASE("deep_overlap_that_a_load_explains_stays_with_the_spring")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep);
    settings.contactStiffening = 1.0f;
    World world(settings);
    addGround(world);
    const BodyId light = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 1.5f}}, {.density = 100.0f});
    run(world, 5.0f);
    CHECK(measure(world).maxPenetration > makeStepContext(settings, kStep).correction.minOverlap);
    CHECK(length(world.motion(light).v) < 1e-3f);
}

// The remaining overlap is one sample of many: any change of bits gives another heap. The main purpose is to
// find boxes that end deep in each other because damping under load is too small.
TEST_CASE("heap_of_two_thousand_boxes_keeps_little_overlap")
{
    const BuiltinScene* scene = findBuiltinScene("container2000");
    REQUIRE(scene != nullptr);
    World world = scene->build().world;
    run(world, 9.0f);
    const WorldMetrics metrics = measure(world);
    CHECK(metrics.maxPenetration < 0.06f);
    CHECK(metrics.p99Penetration < 0.03f);
}

TEST_CASE("springs_of_contacts_are_finite_and_never_too_stiff_whatever_the_settings")
{
    const auto checkSpring = [](int substeps, float rate, float frequency, float stiffening, float gravity) {
        CAPTURE(substeps);
        CAPTURE(rate);
        CAPTURE(frequency);
        CAPTURE(stiffening);
        CAPTURE(gravity);
        WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, gravity});
        settings.substeps = substeps;
        settings.contactFrequency = frequency;
        settings.contactStiffening = stiffening;
        const StepContext context = makeStepContext(settings, 1.0f / rate);
        const ContactSpring& spring = context.contactSpring;
        const ContactSpring::Ramp& limit = spring.stiffeningLimit;
        const float turn = context.h * spring.omega;
        CHECK(spring.omega > 0.0f);
        CHECK(turn * turn * limit.low < 2.0401f);
        CHECK(limit.low >= 1.0f);
        CHECK(limit.low <= stiffening);
        CHECK(limit.high == 1.0f + 2.0f * (limit.low - 1.0f));
        CHECK(std::isfinite(limit.slope));
        CHECK(std::isfinite(spring.damping.slope));
        CHECK(spring.damping.high >= spring.damping.low);
        // Without gravity the load is unknown and counts as heavy.
        CHECK((spring.damping.low == spring.damping.high) == (gravity == 0.0f));
    };
    for (const int substeps : {1, 2, 3, 4, 64})
        for (const float rate : {10.0f, 60.0f, 1000.0f})
            for (const float frequency : {1.0f, 30.0f, 1000.0f})
                for (const float stiffening : {1.0f, 3.3f, 10.0f})
                    for (const float gravity : {0.0f, -1e-3f, -9.81f})
                        checkSpring(substeps, rate, frequency, stiffening, gravity);
}
