// World::step for a dt that is divided into slices because it is too long to be solved at once.

#include "engine/lab/step_record.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include <satbox/observe.h>
#include <satbox/scene/builders.h>
#include <satbox/settings_table.h>

#include <array>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr float kHitch = 0.5f; // s
constexpr int kSlices = 15;

// Boxes and balls that fall through a sensor onto the ground and bounce.
World falling(SolverType solver)
{
    World world(settingsFor(solver));
    addGround(world);
    const BodyId gate = world.createBody({.type = BodyType::Static, .position = {0.0f, 1.5f}});
    world.addShape(gate, {.geometry = makeBox(6.0f, 0.1f), .sensor = true});
    for (int i = 0; i < 6; ++i) {
        const auto x = static_cast<float>(i);
        addBody(world, makeBox(0.3f, 0.2f),
                {.position = {1.1f * x - 3.0f, 2.5f + 0.4f * x}, .rotation = makeRot(0.3f * x)});
        addBody(world, Circle{.radius = 0.2f}, {.position = {1.1f * x - 2.6f, 2.0f + 0.7f * x}},
                {.restitution = 0.6f});
    }
    return world;
}

constexpr std::array kSolvers{SolverType::SoftStep, SolverType::SequentialImpulse,
                              SolverType::ManifoldImpulse, SolverType::VertexContact};

template<class Event>
void append(std::vector<Event>& all, const std::vector<Event>& more)
{
    all.insert(all.end(), more.begin(), more.end());
}

bool isSame(const ContactBeginEvent& a, const ContactBeginEvent& b)
{
    return a.shapeA == b.shapeA && a.shapeB == b.shapeB && a.point == b.point && a.normal == b.normal;
}
bool isSame(const ContactEndEvent& a, const ContactEndEvent& b)
{
    return a.shapeA == b.shapeA && a.shapeB == b.shapeB;
}
bool isSame(const ContactHitEvent& a, const ContactHitEvent& b)
{
    return a.shapeA == b.shapeA && a.shapeB == b.shapeB && a.point == b.point && a.speed == b.speed;
}
bool isSame(const SensorEvent& a, const SensorEvent& b)
{
    return a.sensor == b.sensor && a.visitor == b.visitor && a.began == b.began;
}
template<class Event>
bool areSame(const std::vector<Event>& a, const std::vector<Event>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Event& x, const Event& y) { return isSame(x, y); });
}

// Counts how often each stage is done, and stores the solve time at the end of the first slice.
class Counter final : public StepObserver {
  public:
    explicit Counter(const World& world) : report_(reportOf(world)) {}
    void afterStage(Stage stage, int, const WorldState&, std::span<const BodyState>) override
    {
        ++counts[static_cast<size_t>(stage)];
        if (stage == Stage::UpdateSleep && ofFirstSlice == 0.0f)
            ofFirstSlice = report_.profile.of(Stage::Solve);
    }
    std::array<int, static_cast<size_t>(Stage::Count)> counts{};
    float ofFirstSlice = 0.0f; // ms

  private:
    const StepReport& report_;
};

} // namespace

TEST_CASE("long_step_is_the_same_as_its_slices_one_after_the_other")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        World whole = falling(solver), sliced = falling(solver);
        size_t begins = 0, ends = 0, hits = 0, sensors = 0;
        for (int i = 0; i < 8; ++i) {
            whole.step(kHitch);
            WorldEvents all;
            for (int slice = 0; slice < kSlices; ++slice) {
                sliced.step(kHitch / kSlices);
                append(all.begins, sliced.events().begins);
                append(all.ends, sliced.events().ends);
                append(all.hits, sliced.events().hits);
                append(all.sensors, sliced.events().sensors);
            }
            REQUIRE(whole == sliced);
            CHECK(whole.hash() == sliced.hash());
            CHECK(whole.stepCount() == sliced.stepCount());
            CHECK(whole.time() == sliced.time());
            CHECK(areSame(whole.events().begins, all.begins));
            CHECK(areSame(whole.events().ends, all.ends));
            CHECK(areSame(whole.events().hits, all.hits));
            CHECK(areSame(whole.events().sensors, all.sensors));
            begins += all.begins.size();
            ends += all.ends.size();
            hits += all.hits.size();
            sensors += all.sensors.size();
        }
        CHECK(begins > 12); // some bodies begin to touch several times
        CHECK(ends > 0);
        CHECK(hits > 0);
        CHECK(sensors >= 24); // bodies that start above the gate enter and leave it
    }
}

TEST_CASE("step_is_divided_only_beyond_the_longest_that_is_solved_at_once")
{
    for (const auto& [dt, count] : std::to_array<std::pair<float, uint64_t>>(
             {{1.0f / 240.0f, 1}, {1.0f / 10.0f, 1}, {0.11f, 4}, {0.2f, 6}, {0.5f, 15}, {kMaxStep, 300}})) {
        CAPTURE(dt);
        World world = falling(SolverType::SoftStep);
        world.step(dt);
        CHECK(world.stepCount() == count);
        CHECK(world.time() == doctest::Approx(static_cast<double>(dt)));
    }
}

TEST_CASE("no_step_rate_has_steps_that_are_divided")
{
    const SettingField* field = findSetting("stepRate");
    REQUIRE(field != nullptr);
    CHECK(stepSliceCount(1.0f / static_cast<float>(field->minimum)) == 1);
}

TEST_CASE("forces_act_throughout_a_long_step_and_no_longer")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver, {0.0f, 0.0f}));
        const BodyId pushed = addBody(world, makeBox(0.5f, 0.5f), {});
        const BodyId turned = addBody(world, makeBox(0.5f, 0.5f), {.position = {9.0f, 0.0f}});
        const float inertia = 1.0f / world.motion(turned).invInertia;
        REQUIRE(world.applyForce(pushed, {2.0f, 0.0f}, {0.0f, 0.0f}));
        REQUIRE(world.applyTorque(turned, 3.0f * inertia));
        world.step(kHitch);
        CHECK(world.motion(pushed).v.x == doctest::Approx(2.0f * kHitch * world.motion(pushed).invMass));
        CHECK(world.motion(turned).w == doctest::Approx(3.0f * kHitch));
        const Vec2 v = world.motion(pushed).v;
        world.step(kHitch);
        CHECK(world.motion(pushed).v == v);
    }
}

TEST_CASE("force_that_holds_a_body_up_does_so_for_all_of_a_long_step")
{
    // At rest in the air: it would fall asleep there, and stay, if the force ended with the body's rest.
    World world;
    const BodyId body = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 5.0f}});
    const float weight = 9.81f / world.motion(body).invMass;
    REQUIRE(world.applyForce(body, {0.0f, weight}, {0.0f, 5.0f}));
    world.step(3.0f);
    CHECK(world.motion(body).center.y == doctest::Approx(5.0).epsilon(0.001));
    CHECK(world.body(body).awake);
    world.step(kHitch);
    CHECK(world.motion(body).center.y < 4.0f);
}

TEST_CASE("events_of_edits_before_a_long_step_are_reported_once")
{
    World world;
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    run(world, 0.2f);
    REQUIRE(world.destroyBody(box));
    world.step(kHitch);
    CHECK(world.events().ends.size() == 1);
    world.step(kHitch);
    CHECK(world.events().ends.empty());
}

TEST_CASE("body_that_turns_non_finite_in_a_long_step_is_frozen_once_in_spite_of_its_force")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId body = addBody(world, Circle{}, {}, {.density = 1e-4f}); // so that its velocity overflows
    REQUIRE(world.applyForce(body, {std::numeric_limits<float>::max(), 0.0f}, {0.0f, 0.0f}));
    world.step(kHitch);
    CHECK(world.events().quarantines.size() == 1);
    CHECK(world.body(body).quarantined);
    CHECK(world.motion(body).center == Vec2{0.0f, 0.0f});
    CHECK(world.motion(body).force == Vec2{0.0f, 0.0f});
}

TEST_CASE("observer_sees_every_slice_of_a_long_step_and_the_profile_is_their_sum")
{
    World world = falling(SolverType::SoftStep), unseen = world;
    Counter counter(world);
    world.step(kHitch, &counter);
    unseen.step(kHitch);
    CHECK(world == unseen);
    const auto times = [&](Stage stage) { return counter.counts[static_cast<size_t>(stage)]; };
    CHECK(times(Stage::UpdatePairs) == kSlices);
    CHECK(times(Stage::UpdateSleep) == kSlices);
    CHECK(times(Stage::Solve) == kSlices * world.settings().substeps);
    CHECK(counter.ofFirstSlice > 0.0f);
    CHECK(world.profile().of(Stage::Solve) > counter.ofFirstSlice);
    float sum = 0.0f;
    for (const float ms : world.profile().ms) sum += ms;
    CHECK(world.profile().totalMs >= doctest::Approx(sum));
    world.step(kStep);
    CHECK(world.stepCount() == kSlices + 1);
    CHECK(unseen.stepCount() == kSlices);
}

TEST_CASE("long_step_cannot_be_recorded_as_one_and_is_made_all_the_same")
{
    World world = falling(SolverType::SoftStep);
    run(world, 1.0f);
    World recorded = world;
    const StepRecord record = recordStep(recorded, kHitch, 0, 2);
    CHECK(record.ticks.empty());
    CHECK_FALSE(record.contact.has_value());
    CHECK(std::string(record.unsolvedReason).find("too long") != std::string::npos);
    world.step(kHitch);
    CHECK(recorded == world);
}

TEST_CASE("card_house_and_stack_stand_through_steps_of_half_a_second")
{
    for (const char* name : {"card_house", "ten_boxes"}) {
        CAPTURE(std::string(name));
        World world = findBuiltinScene(name)->build().world;
        WorldSettings settings = world.settings();
        settings.sleeping = false;
        world.setSettings(settings);
        run(world, 5.0f);
        const World settled = world;
        for (int i = 0; i < 10; ++i) world.step(kHitch);
        world.forEachBody([&](BodyId id, const Body&, const BodyMotion& m) {
            CHECK(length(m.center - settled.motion(id).center) < 0.1f);
        });
    }
}
