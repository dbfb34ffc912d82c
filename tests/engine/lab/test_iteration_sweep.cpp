#include <satbox/lab/iteration_sweep.h>

#include "engine/lab/step_record.h"
#include "tests/support/physics_fixture.h"
#include <satbox/lab/metrics.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr float kLongStep = 1.0f / 30.0f;
constexpr uint32_t kGroundShape = 0, kLowest = 1;

// Four boxes that have stood on each other for half a second.
World stack(SolverType solver)
{
    World world(settingsFor(solver));
    addGround(world);
    for (int i = 0; i < 4; ++i)
        addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f + static_cast<float>(i)}});
    run(world, 0.5f);
    return world;
}

IterationSweep finished(const World& before)
{
    IterationSweep sweep(before, kLongStep, kGroundShape, kLowest);
    while (!sweep.done()) sweep.advance();
    return sweep;
}

} // namespace

TEST_CASE("a_sweep_advances_by_one_step_of_one_copy_until_each_number_has_been_tried_for_a_second")
{
    IterationSweep sweep(stack(SolverType::SequentialImpulse), kLongStep, kGroundShape, kLowest);
    for (int i = 0; i < 29; ++i) sweep.advance();
    CHECK(sweep.points().empty());
    sweep.advance(); // the 30th step of 1/30 s
    REQUIRE(sweep.points().size() == 1);
    CHECK(sweep.points()[0].count == 1);
    CHECK_FALSE(sweep.done());
    for (int i = 0; i < 30; ++i) sweep.advance();
    REQUIRE(sweep.points().size() == 2);
    CHECK(sweep.points()[1].count == 2);
}

TEST_CASE("a_sweep_tries_velocity_iterations_where_the_solver_has_no_substeps")
{
    const World before = stack(SolverType::SequentialImpulse);
    IterationSweep sweep = finished(before);
    CHECK_FALSE(sweep.sweepsSubsteps());
    CHECK(sweep.currentCount() == before.settings().velocityIterations);
    REQUIRE(sweep.points().size() == IterationSweep::kMaxIterations);
    for (size_t i = 0; i < sweep.points().size(); ++i) {
        CHECK(sweep.points()[i].count == static_cast<int>(i) + 1);
        CHECK(sweep.points()[i].maxPenetration >= 0.0);
    }
    CHECK(sweep.points().back().residual < sweep.points().front().residual); // passes converge
    const std::vector<SweepPoint> known = sweep.points();
    sweep.advance(); // there is nothing left to try
    CHECK(sweep.points().size() == known.size());
}

TEST_CASE("the_current_count_gives_the_figures_of_the_world_itself")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        CAPTURE(toString(solver));
        const World before = stack(solver);
        const IterationSweep sweep = finished(before);
        CHECK(sweep.sweepsSubsteps() == (solver == SolverType::SoftStep));
        World alone = before;
        double left = -1.0;
        for (const StepTick& tick : recordStep(alone, kLongStep, kGroundShape, kLowest).ticks)
            if (tick.velocities.visits > 0 && (tick.stage == Stage::Solve || tick.stage == Stage::Relax))
                left = tick.velocities.rms();
        for (int i = 1; i < 30; ++i) alone.step(kLongStep);
        const SweepPoint& point = sweep.points()[static_cast<size_t>(sweep.currentCount()) - 1];
        CHECK(point.count == sweep.currentCount());
        CHECK(point.residual == left);
        CHECK(point.maxPenetration == measure(alone).maxPenetration);
    }
}

TEST_CASE("a_mouse_joint_pulls_as_hard_whatever_the_count")
{
    // The mouse carries half of the weight of a box that rests on the ground.
    World world(settingsFor(SolverType::SoftStep));
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    const MouseJointId mouse = world.createMouseJoint(box, {0.0, 0.5});
    const float angularFrequency = 2.0f * kPi * world.settings().mouseFrequency;
    world.setMouseTarget(mouse,
                         {0.0, 0.5 + 0.5 * 9.81 / static_cast<double>(angularFrequency * angularFrequency)});
    for (int i = 0; i < 180; ++i) world.step(kLongStep);
    IterationSweep sweep(world, kLongStep, kGroundShape, kLowest);
    while (!sweep.done()) sweep.advance();
    for (const SweepPoint& point : sweep.points()) {
        CAPTURE(point.count);
        CHECK(point.residual < 0.01);
    }
}

TEST_CASE("a_step_longer_than_the_horizon_is_tried_once")
{
    World world(settingsFor(SolverType::VertexContact));
    addGround(world);
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    IterationSweep sweep(world, 2.0f, kGroundShape, kLowest);
    CHECK(sweep.sweepsSubsteps());
    sweep.advance();
    REQUIRE(sweep.points().size() == 1);
    CHECK(sweep.points()[0].residual == 0.0); // a step of several slices is not recorded
}
