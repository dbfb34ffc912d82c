#include "app/lenses/breakpoints/shrink_job.h"

#include "tests/support/app_worlds.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

using namespace satbox;
using namespace satbox::app;

namespace {

// Boxes that stand apart on a floor, and a ball that a throw sends to the right after some steps.
struct Yard {
    History history;
    BodyId ball;

    explicit Yard(int steps = 30)
    {
        Document document;
        World& world = document.world;
        world.addShape(world.createBody({.type = BodyType::Static}), {.geometry = makeBox(200.0f, 0.5f)});
        for (int i = 0; i < 40; ++i)
            world.addShape(world.createBody({.position = {-5.0f - 3.0f * static_cast<float>(i), 1.0f}}),
                           {.geometry = makeBox(0.5f, 0.5f)});
        ball = world.createBody({.position = {5.0f, 1.0f}});
        world.addShape(ball, {.geometry = Circle{{}, 0.5f}});
        document.scene.world = world;
        history.reset(std::move(document));
        for (int i = 0; i < steps; ++i) history.play(op::Step{1.0f / 60.0f});
        history.play(op::SetVelocity{ball, {12.0f, 0.0f}, 0.0f});
        for (int i = 0; i < 30; ++i) history.play(op::Step{1.0f / 60.0f});
    }
};

void wait(const ShrinkJob& job)
{
    while (!job.isDone()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace

TEST_CASE("what_was_played_shrinks_to_the_bodies_and_operations_that_matter")
{
    Yard yard;
    Condition condition;
    REQUIRE(parseCondition("speed > 10", condition) == "");
    ShrinkJob job(yard.history.partSince(0), condition);
    CHECK(job.sizeBefore().bodies == 42);
    CHECK(job.sizeBefore().ops == 1);
    wait(job);
    REQUIRE(job.result().hit.has_value());
    CHECK(sizeOf(job.result().smallest).bodies == 1);
    CHECK(job.result().smallest.start.isValid(yard.ball)); // with its id
    CHECK(job.result().smallest.ops.size() == 1);
    CHECK(job.progress().runs > 0);
}

TEST_CASE("steps_of_another_length_than_the_settings_say_cannot_be_shrunk")
{
    Yard yard;
    for (int i = 0; i < 5; ++i) yard.history.play(op::Step{1.0f / 120.0f});
    Condition condition;
    REQUIRE(parseCondition("speed > 10", condition) == "");
    ShrinkJob job(yard.history.partSince(0), condition);
    wait(job);
    CHECK(job.result().error.starts_with("These steps are not as long as"));
}

TEST_CASE("a_search_that_is_ended_early_or_dropped_stops")
{
    Yard yard(3000); // so that the search takes much longer than until it is ended
    Condition condition;
    REQUIRE(parseCondition("speed > 10", condition) == "");
    ShrinkJob job(yard.history.partSince(0), condition);
    job.end();
    wait(job);
    CHECK_FALSE(job.result().isMinimal);
    const ShrinkJob dropped(yard.history.partSince(0), condition); // its thread ends with it
    CHECK(dropped.condition() == condition);
}
