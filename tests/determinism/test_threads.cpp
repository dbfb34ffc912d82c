// Scenes so large that every stage is split into blocks. Any number of threads gives the same bits as a step
// without an executor. ThreadSanitizer runs these (label tsan).

#include <satbox/scene/builders.h>
#include <satbox/shapes.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace satbox;

namespace {

#if defined(__SANITIZE_THREAD__)
constexpr int kThreads[] = {3};
#else
constexpr int kThreads[] = {2, 3, 4, 8};
#endif

World open(const char* name)
{
    const BuiltinScene* found = findBuiltinScene(name);
    REQUIRE(found != nullptr);
    return found->build().world;
}

// Returns the world after the steps.
World compare(const World& start, const char* name, int steps)
{
    World alone = start;
    for (int i = 0; i < steps; ++i) alone.step(1.0f / 60.0f);
    for (const int threads : kThreads) {
        INFO(std::string(name) << ", threads: " << threads);
        ThreadPool pool(threads, ThreadPool::WaitPolicy::Unlimited);
        World together = start;
        for (int i = 0; i < steps; ++i) together.step(1.0f / 60.0f, nullptr, &pool);
        CHECK(together.hash() == alone.hash());
        CHECK(together == alone);
    }
    return alone;
}

void compare(const char* name, SolverType solver, int steps)
{
    World start = open(name);
    WorldSettings settings = start.settings();
    settings.solver = solver;
    REQUIRE(start.setSettings(settings));
    CHECK(compare(start, name, steps).counters().contactsWithPoints > 1000);
}

void compareJoints(const char* name, bool exact, int steps, SolverType solver = SolverType::SoftStep)
{
    World start = open(name);
    WorldSettings settings = start.settings();
    settings.exactJoints = exact;
    settings.solver = solver;
    REQUIRE(start.setSettings(settings));
    REQUIRE(start.joints().size() >= 1000);
    compare(start, name, steps);
}

} // namespace

TEST_CASE("a_large_pile_steps_to_the_same_bits_on_threads")
{
    compare("large_pyramid", SolverType::SoftStep, 20);
}
TEST_CASE("a_large_drum_steps_to_the_same_bits_on_threads")
{
    compare("tumbler_bench", SolverType::SoftStep, 60);
}
TEST_CASE("sequential_impulses_step_to_the_same_bits_on_threads")
{
    compare("large_pyramid", SolverType::SequentialImpulse, 10);
}

TEST_CASE("joints_step_to_the_same_bits_on_threads")
{
    compareJoints("ragdolls_500", true, 10);
    compareJoints("ragdolls_500", false, 10);
    compareJoints("vehicles", true, 10);
    compareJoints("vehicles", true, 5, SolverType::SequentialImpulse);
    compareJoints("vehicles", true, 5, SolverType::ManifoldImpulse);
    compareJoints("joint_grid", true, 5);
}

// Enough fast bodies that several threads do continuous collision: none passes, and the result is that of one
// thread.
TEST_CASE("fast_bodies_stop_at_a_thin_wall_alike_on_threads")
{
    World start;
    start.setSettings({.gravity = {0.0f, 0.0f}});
    const BodyId wall = start.createBody({.type = BodyType::Static, .position = {10.0f, 0.0f}});
    start.addShape(wall, {.geometry = makeBox(0.01f, 200.0f)});
    std::vector<BodyId> balls;
    for (int i = 0; i < 300; ++i) {
        balls.push_back(
            start.createBody({.position = {0.001f * static_cast<float>(i), static_cast<float>(i) - 150.0f},
                              .linearVelocity = {300.0f, 0.0f}}));
        start.addShape(balls.back(), {.geometry = Circle{{0.0f, 0.0f}, 0.1f}});
    }
    World alone = start;
    for (int i = 0; i < 8; ++i) alone.step(1.0f / 60.0f);
    for (const BodyId ball : balls) CHECK(alone.motion(ball).center.x < 10.0f);
    for (const int threads : kThreads) {
        ThreadPool pool(threads, ThreadPool::WaitPolicy::Unlimited);
        World together = start;
        for (int i = 0; i < 8; ++i) together.step(1.0f / 60.0f, nullptr, &pool);
        CHECK(together == alone);
    }
}
