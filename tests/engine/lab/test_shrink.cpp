#include "tests/bench/shrink_cases.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/saved_world.h"
#include <satbox/lab/shrink.h>
#include <satbox/thread_pool.h>

#include <atomic>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

Condition conditionOf(const char* text)
{
    Condition condition;
    REQUIRE(parseCondition(text, condition) == "");
    return condition;
}

// Applies the operations and steps the world as a user would.
std::optional<ConditionHit> play(const ShrinkCase& shrinkCase, const Condition& condition)
{
    World world = shrinkCase.start;
    ConditionWatch watch(condition);
    if (!watch.begin(world).empty()) return std::nullopt;
    size_t next = 0;
    for (uint64_t i = 0; i < shrinkCase.steps; ++i) {
        for (; next < shrinkCase.ops.size() && shrinkCase.ops[next].step <= world.stepCount(); ++next)
            CHECK(world.apply(shrinkCase.ops[next].op).ok());
        world.step(1.0f / world.settings().stepRate);
        if (const auto hit = watch.check(world)) return hit;
    }
    return std::nullopt;
}

// Two balls that meet among `others` balls that do not.
ShrinkCase meetingBalls(int others)
{
    ShrinkCase made{.start = World({.gravity = {0.0f, 0.0f}}), .steps = 100};
    for (int i = 0; i < others; ++i)
        addBody(made.start, Circle{}, {.position = {3.0f * static_cast<float>(i), 20.0f}});
    addBody(made.start, makeBox(0.5f, 0.5f), {.linearVelocity = {3.0f, 0.0f}, .name = "a"});
    addBody(made.start, makeRegularPolygon(8, 0.5f), {.position = {5.0f, 0.0f}, .name = "b"});
    return made;
}

bool isSmaller(const ShrinkCase& one, const Condition& condition, BodyId without)
{
    ShrinkCase fewer{.start = one.start, .ops = {}, .steps = one.steps};
    fewer.start.destroyBody(without);
    return play(fewer, condition).has_value();
}

} // namespace

TEST_CASE("planted_cases_shrink_to_within_one_body_of_the_least")
{
    for (const bench::PlantedCase& planted : bench::plantedCases(0.05)) {
        CAPTURE(planted.name);
        const ShrinkResult result = shrink(planted.given, planted.condition);
        REQUIRE(result.ok());
        CHECK(result.hit);
        if (!result.hit) continue;
        CHECK(result.isMinimal);
        const ShrinkSize size = sizeOf(result.smallest);
        CHECK(size.bodies <= planted.leastBodies + 1);
        CHECK(size.bodies >= planted.leastBodies);
        const auto hit = play(result.smallest, planted.condition);
        CHECK(hit);
        if (!hit) continue;
        CHECK(hit->step == result.hit->step);
        CHECK(hit->step - result.smallest.start.stepCount() == result.smallest.steps);
        CHECK(hit->sentence == result.hit->sentence);
        CHECK(saveRoundTripError(result.smallest.start) == "");
        // None of the bodies can be left out.
        if (!planted.given.ops.empty()) continue;
        result.smallest.start.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
            CHECK_FALSE(isSmaller(result.smallest, planted.condition, id));
        });
    }
}

TEST_CASE("shapes_vertices_and_steps_are_removed_too")
{
    ShrinkCase given = meetingBalls(5);
    const BodyId a = given.start.bodyAt(5);
    for (int i = 1; i < 5; ++i)
        given.start.addShape(a, {.geometry = Circle{{-1.0f * static_cast<float>(i), 0.0f}, 0.3f}});
    const ShrinkResult result = shrink(given, conditionOf("touch \"a\" \"b\""));
    REQUIRE(result.hit);
    const ShrinkSize size = sizeOf(result.smallest);
    CHECK(size.bodies == 2);
    CHECK(size.shapes == 2);
    CHECK(size.vertices <= 6); // the octagon and the box become triangles, or the box goes
    CHECK(size.steps < given.steps);
    CHECK(size.steps == result.hit->step);
}

TEST_CASE("the_result_and_the_number_of_runs_are_the_same_on_any_number_of_threads")
{
    const std::vector<bench::PlantedCase> cases = bench::plantedCases(0.03);
    for (size_t i = 4; i < cases.size(); i += 5) {
        CAPTURE(cases[i].name);
        const ShrinkResult alone = shrink(cases[i].given, cases[i].condition);
        for (const int threads : {2, 5}) {
            ThreadPool pool(threads, ThreadPool::WaitPolicy::Unlimited);
            const ShrinkResult together = shrink(cases[i].given, cases[i].condition, {.executor = &pool});
            CHECK(together.runs == alone.runs);
            CHECK(together.smallest.start == alone.smallest.start);
            CHECK(together.smallest.steps == alone.smallest.steps);
            CHECK(together.smallest.ops.size() == alone.smallest.ops.size());
        }
    }
}

TEST_CASE("a_condition_that_is_never_true_leaves_the_case_as_it_is")
{
    const ShrinkCase given = meetingBalls(5);
    const ShrinkResult result = shrink(given, conditionOf("speed > 100"));
    CHECK(result.ok());
    CHECK_FALSE(result.hit);
    CHECK_FALSE(result.isMinimal);
    CHECK(result.runs == 1);
    CHECK(result.smallest.start == given.start);
    REQUIRE(result.greatest);
    CHECK(result.greatest->value > 0.0);
    CHECK(result.greatest->value < 100.0);
}

TEST_CASE("a_search_stops_within_a_run_when_another_thread_says_so")
{
    const ShrinkCase given = meetingBalls(40);
    std::atomic<bool> stop{true};
    const ShrinkResult nothing = shrink(given, conditionOf("touch"), {.stop = &stop});
    CHECK(nothing.error == "the search was ended before the condition was true");
    CHECK(nothing.smallest.start == given.start);

    stop = false;
    const auto stopSoon = [&](const ShrinkProgress& progress) {
        stop = progress.runs >= 3;
        return true;
    };
    const ShrinkResult some = shrink(given, conditionOf("touch"), {.progress = stopSoon, .stop = &stop});
    CHECK(some.ok());
    CHECK(some.hit.has_value());
    CHECK_FALSE(some.isMinimal);
    CHECK(some.runs < shrink(given, conditionOf("touch")).runs);
}

TEST_CASE("missing_bodies_and_compared_worlds_are_errors")
{
    const ShrinkCase given = meetingBalls(2);
    CHECK(shrink(given, conditionOf("speed > 1 of 9")).error == "there is no body 9; the last one is body 3");
    CHECK(shrink(given, conditionOf("divergence > 1")).error != "");
}

TEST_CASE("bodies_that_the_condition_names_are_kept_with_their_numbers")
{
    const ShrinkCase given = meetingBalls(5);
    const ShrinkResult result = shrink(given, conditionOf("speed > 1 of 2 5"));
    REQUIRE(result.hit);
    CHECK(sizeOf(result.smallest).bodies == 2);
    CHECK(result.smallest.start.bodyAt(2) == given.start.bodyAt(2));
    CHECK(result.smallest.start.bodyAt(5) == given.start.bodyAt(5));
}

TEST_CASE("a_search_that_is_cancelled_or_limited_returns_the_smallest_case_so_far")
{
    const ShrinkCase given = meetingBalls(40);
    const Condition condition = conditionOf("touch \"a\" \"b\"");
    uint64_t calls = 0;
    ShrinkProgress last;
    const ShrinkResult cancelled = shrink(given, condition, {.progress = [&](const ShrinkProgress& progress) {
                                              CHECK(progress.runs >= last.runs);
                                              last = progress;
                                              return ++calls < 5;
                                          }});
    REQUIRE(cancelled.hit);
    CHECK(calls == 5);
    CHECK_FALSE(cancelled.isMinimal);
    CHECK(play(cancelled.smallest, condition).has_value());
    CHECK(sizeOf(cancelled.smallest).bodies == last.size.bodies);
    const ShrinkResult limited = shrink(given, condition, {.maxRuns = 7});
    CHECK(limited.runs == 7);
    CHECK_FALSE(limited.isMinimal);
    ThreadPool pool(4, ThreadPool::WaitPolicy::Unlimited);
    const ShrinkResult together = shrink(given, condition, {.maxRuns = 7, .executor = &pool});
    CHECK(together.runs == 7);
    CHECK(together.smallest.start == limited.smallest.start);
}

TEST_CASE("a_later_start_shows_the_last_steps_only")
{
    const ShrinkCase given = meetingBalls(5);
    const Condition condition = conditionOf("touch \"a\" \"b\"");
    const ShrinkResult whole = shrink(given, condition);
    const ShrinkResult late = shrink(given, condition, {.lead = 10});
    REQUIRE(whole.hit);
    REQUIRE(late.hit);
    CHECK(whole.smallest.steps > 30);
    CHECK(late.smallest.steps <= 22); // 10, and what removing vertices may delay
    CHECK(late.smallest.start.stepCount() > 30);
    CHECK(play(late.smallest, condition).has_value());
}

TEST_CASE("operations_are_removed_and_the_rest_refers_to_the_bodies_that_are_still_created")
{
    ShrinkCase given{.start = World({.gravity = {0.0f, 0.0f}}), .steps = 60};
    World recorded = given.start;
    // Every step creates a body with a shape; the body of step 7 is thrown at step 20.
    BodyId thrown;
    for (uint64_t step = 0; step < 30; ++step) {
        const auto apply = [&](const Op& op) {
            given.ops.push_back({step, op});
            return recorded.apply(op);
        };
        const BodyId body = apply(op::CreateBody{{.position = {3.0 * static_cast<double>(step), 0.0}}}).body;
        apply(op::AddShape{body, {.geometry = Circle{}}});
        if (step == 7) thrown = body;
        if (step == 20) apply(op::SetVelocity{thrown, {0.0f, 12.0f}, 0.0f});
        recorded.step(kStep);
    }
    const Condition condition = conditionOf("speed > 10");
    const ShrinkResult result = shrink(given, condition);
    REQUIRE(result.hit);
    CHECK(result.hit->step == 21);
    REQUIRE(result.smallest.ops.size() <= 3);
    CHECK(result.smallest.ops.back().step == 20);
    CHECK(play(result.smallest, condition).has_value());
    CHECK(std::get<op::SetVelocity>(result.smallest.ops.back().op).body.index == 0);
}
