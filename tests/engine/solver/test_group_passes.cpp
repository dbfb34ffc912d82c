#include "engine/core/thread_pool.h"
#include "engine/scene/builders.h"
#include "engine/world/step_observer.h"
#include "tests/support/executors.h"
#include "tests/support/physics_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <initializer_list>
#include <utility>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

// One island in four parts. A hand pulls at a box that stands on the ground; a box between the two middle
// parts moves by itself.
World pulledAndPushed(SolverType solver)
{
    World world = findBuiltinScene("large_pyramid")->build().world;
    WorldSettings settings = world.settings();
    settings.solver = solver;
    CHECK(world.setSettings(settings));
    const BodyStore& bodies = world.state().bodies;
    const auto isLower = [&](uint32_t a, uint32_t b) {
        return bodies.motions[a].center.y < bodies.motions[b].center.y;
    };
    const BodyId held =
        bodies.slots.handleAt(*std::min_element(bodies.awake.begin(), bodies.awake.end(), isLower));
    const BodyId pushing = bodies.slots.handleAt(bodies.awake[bodies.awake.size() / 2 - 30]);
    const Vec2 at = world.motion(held).center;
    world.setMouseTarget(world.createMouseJoint(held, at), at + Vec2{0.4f, -0.2f});
    BodyDef def = world.bodyDef(pushing);
    def.type = BodyType::Kinematic;
    def.linearVelocity = {0.5f, 0.3f};
    CHECK(world.setBodyDef(pushing, def));
    return world;
}

// Looks at each stage when it is done, so that no part goes on before.
class Watcher final : public StepObserver {
  public:
    std::vector<std::pair<Stage, int>> told;

  private:
    void afterStage(Stage stage, int substep, const WorldState&, std::span<const BodyState>) override
    {
        told.emplace_back(stage, substep);
    }
};

// Three islands, none with most of all bodies, so that each is a group; they lie in four parts of all.
World threePyramids()
{
    World world(settingsFor(SolverType::SoftStep));
    addGround(world);
    for (int pyramid = 0; pyramid < 3; ++pyramid)
        for (int row = 0; row < 60; ++row)
            for (int i = 0; i < 60 - row; ++i)
                addBody(
                    world, makeBox(0.5f, 0.5f),
                    {.type = BodyType::Dynamic,
                     .position = {70.0f * static_cast<float>(pyramid - 1) +
                                      1.05f * (static_cast<float>(i) - 0.5f * static_cast<float>(60 - row)),
                                  0.5f + static_cast<float>(row)}});
    for (int i = 0; i < 2; ++i) world.step(kStep);
    return world;
}

void checkAllExecutorsAgree(const World& start)
{
    Watcher watcher;
    World seen = start;
    for (int i = 0; i < 5; ++i) seen.step(kStep, &watcher);
    CHECK(watcher.told.size() > 5 * 10);
    ThreadPool one(1), several(3, ThreadPool::WhenBusy::Insist);
    OneByOne inOrder(false), backwards(true);
    for (TaskExecutor* executor :
         std::initializer_list<TaskExecutor*>{&one, &several, &inOrder, &backwards}) {
        World world = start;
        for (int i = 0; i < 5; ++i) world.step(kStep, nullptr, executor);
        CHECK(world.hash() == seen.hash());
    }
}

} // namespace

TEST_CASE("what_parts_do_for_themselves_may_wait_until_they_meet_on_threads")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse})
        checkAllExecutorsAgree(pulledAndPushed(solver));
    checkAllExecutorsAgree(findBuiltinScene("large_pyramid")->build().world);
}

TEST_CASE("so_may_what_parts_of_one_group_among_several_do_on_threads")
{
    World start = threePyramids();
    const auto& groups = start.state().graph.graph.groups;
    REQUIRE(groups.size() == 3);
    for (const SolverGroup& group : groups) {
        REQUIRE(group.parts.size() == 4);
        size_t next = group.firstRow;
        for (const SolverPart& part : group.parts) {
            CHECK(part.firstRow == next);
            next = part.lastRow;
        }
        CHECK(next == group.lastRow);
    }
    checkAllExecutorsAgree(start);
}

TEST_CASE("stages_that_parts_do_for_themselves_are_timed_all_the_same")
{
    World world = pulledAndPushed(SolverType::SoftStep);
    ThreadPool pool(2, ThreadPool::WhenBusy::Insist);
    world.step(kStep, nullptr, &pool);
    for (const Stage stage : {Stage::IntegrateVelocities, Stage::WarmStart, Stage::Solve,
                              Stage::IntegratePositions, Stage::Relax, Stage::StoreImpulses})
        CHECK(world.profile().of(stage) > 0.0f);
}
