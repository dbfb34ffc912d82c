#include "tests/support/physics_fixture.h"
#include <satbox/lab/comparison.h>
#include <satbox/lab/external_solver.h>
#include <satbox/lab/metrics.h>

#include <doctest/doctest.h>

#include <limits>
#include <memory>

using namespace satbox;
using namespace satbox::test;

namespace {

World fallingBoxes()
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, -9.81f});
    settings.sleeping = false;
    World world(settings);
    addGround(world);
    for (int i = 0; i < 4; ++i)
        addBody(world, makeBox(0.5f, 0.5f),
                {.position = {0.1f * static_cast<float>(i), 1.0f + 1.2f * static_cast<float>(i)}});
    return world;
}

// Another engine: a second world of satbox.
class OtherWorld final : public ExternalSolver {
  public:
    explicit OtherWorld(const World& world) : world_(world) {}
    std::string_view name() const override { return "another engine"; }
    void step(World& world, float dt) override
    {
        world_.step(dt);
        completeExternalStep(world, dt, 0.25f, [&](BodyId id, ExternalMotion& motion) {
            const BodyMotion& m = world_.motion(id);
            motion = {m.origin(), m.q, m.v, m.w};
        });
    }

  private:
    World world_;
};

} // namespace

TEST_CASE("a_world_that_another_engine_steps_has_its_motion_contacts_and_time")
{
    Comparison::Solvers solvers(2);
    solvers[1] = std::make_unique<OtherWorld>(fallingBoxes());
    Comparison comparison({fallingBoxes(), fallingBoxes()}, 1e-5f, std::move(solvers));
    for (int i = 0; i < 90; ++i) comparison.step();
    const World &own = comparison.worlds()[0], &other = comparison.worlds()[1];
    CHECK(other.time() == own.time());
    CHECK(other.stepCount() == own.stepCount());
    CHECK(comparison.divergences().empty());
    const WorldMetrics a = measure(own), b = measure(other);
    REQUIRE(a.contacts >= 4);
    CHECK(b.contacts == a.contacts);
    CHECK(b.kinetic == doctest::Approx(a.kinetic));
    CHECK(b.maxPenetration == doctest::Approx(a.maxPenetration).epsilon(1e-3));
    CHECK(comparison.msPerStep(1) == 0.25);
    CHECK(comparison.solver(0) == nullptr);
    CHECK(comparison.solver(1)->name() == "another engine");
    other.forEachContactView([](const ContactView& contact) {
        for (const ContactPoint& point : contact.points) CHECK(point.normalImpulse == 0.0f);
    });
    other.forEachBody([&](BodyId id, const Body&, const BodyMotion& motion) {
        CHECK(length(motion.center - own.motion(id).center) < 1e-6f);
    });
}

TEST_CASE("an_external_step_uses_up_forces_and_keeps_static_bodies")
{
    World world = fallingBoxes();
    const BodyId ground = world.bodyAt(0), box = world.bodyAt(1);
    world.applyForce(box, {3.0f, 0.0f}, world.motion(box).center);
    int visited = 0;
    completeExternalStep(world, 1.0f / 60.0f, 0.0f, [&](BodyId id, ExternalMotion&) {
        CHECK_FALSE(id == ground);
        ++visited;
    });
    CHECK(visited == 4);
    CHECK(world.motion(box).force == Vec2{0.0f, 0.0f});
    CHECK(world.profile().totalMs == 0.0f);
}

TEST_CASE("a_body_that_another_engine_makes_non_finite_is_frozen")
{
    World world = fallingBoxes();
    const BodyId box = world.bodyAt(2);
    completeExternalStep(world, 1.0f / 60.0f, 0.0f, [&](BodyId id, ExternalMotion& motion) {
        if (id == box) motion.origin.y = std::numeric_limits<double>::quiet_NaN();
    });
    CHECK(world.body(box).quarantined);
    CHECK_FALSE(world.body(world.bodyAt(1)).quarantined);
}

TEST_CASE("an_external_step_of_no_time_does_nothing")
{
    World world = fallingBoxes();
    const uint64_t hash = world.hash();
    for (const float dt : {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN(), 1e9f})
        completeExternalStep(world, dt, 0.0f, [](BodyId, ExternalMotion& motion) { motion.origin.x += 1.0; });
    CHECK(world.hash() == hash);
}

TEST_CASE("many_external_steps_take_no_more_memory")
{
    World world = fallingBoxes();
    const auto step = [&] {
        completeExternalStep(world, 1.0f / 60.0f, 0.0f, [](BodyId, ExternalMotion& motion) {
            motion.origin.x += motion.origin.x > 2.0 ? -1.0 : 0.01; // contacts begin and end
        });
    };
    for (int i = 0; i < 300; ++i) step();
    const size_t before = world.counters().bytes;
    for (int i = 0; i < 3000; ++i) step();
    CHECK(world.counters().bytes <= before);
}
