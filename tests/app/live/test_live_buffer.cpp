#include "app/live/live_buffer.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

namespace {

LiveStep step(std::vector<uint32_t> places, double x, float dt = 1.0f, uint32_t skipped = 0)
{
    LiveStep made{.dt = dt, .skipped = skipped, .bodies = {}};
    for (const uint32_t place : places) made.bodies.push_back({place, {.origin = {x, 0.0}}});
    return made;
}
LiveScene scene(const char* text) { return {.keys = {1}, .text = text}; }

} // namespace

TEST_CASE("what_arrives_waits_in_order")
{
    LiveBuffer buffer;
    CHECK_FALSE(buffer.pop());
    buffer.push(scene("a"));
    buffer.push(step({0}, 1.0, 0.5f, 3));
    buffer.push(step({0}, 2.0, 0.25f));
    CHECK(buffer.seconds() == 0.75);
    CHECK(buffer.missingSteps() == 3);
    CHECK(std::get<LiveScene>(*buffer.pop()).text == "a");
    CHECK(std::get<LiveStep>(*buffer.pop()).bodies[0].motion.origin.x == 1.0);
    CHECK(buffer.seconds() == 0.25);
    CHECK(std::get<LiveStep>(*buffer.pop()).bodies[0].motion.origin.x == 2.0);
    CHECK(buffer.isEmpty());
    CHECK(buffer.seconds() == 0.0);
}

TEST_CASE("beyond_its_length_the_oldest_steps_are_merged_so_that_no_motion_is_lost")
{
    LiveBuffer buffer(3.0);
    buffer.push(scene("a"));
    buffer.push(step({0, 4}, 1.0)); // body 4 comes to rest here
    buffer.push(step({0, 2}, 2.0));
    buffer.push(step({0}, 3.0));
    CHECK(buffer.missingSteps() == 0);
    buffer.push(step({1}, 4.0));
    CHECK(buffer.missingSteps() == 1);
    CHECK(buffer.seconds() == 3.0);
    REQUIRE(std::holds_alternative<LiveScene>(*buffer.pop()));
    const LiveStep merged = std::get<LiveStep>(*buffer.pop());
    REQUIRE(merged.bodies.size() == 3);
    CHECK(merged.bodies[0].index == 0);
    CHECK(merged.bodies[0].motion.origin.x == 2.0); // of the later step
    CHECK(merged.bodies[1].index == 2);
    CHECK(merged.bodies[2].index == 4);
    CHECK(merged.bodies[2].motion.origin.x == 1.0);
}

TEST_CASE("beyond_its_length_what_a_later_scene_replaces_is_dropped")
{
    LiveBuffer buffer(3.0);
    buffer.push(scene("a"));
    buffer.push(step({0}, 1.0));
    buffer.push(scene("b"));
    for (int i = 0; i < 3; ++i) buffer.push(step({0}, 2.0 + i));
    CHECK(buffer.missingSteps() == 1);
    CHECK(std::get<LiveScene>(*buffer.pop()).text == "b");
    CHECK(std::get<LiveStep>(*buffer.pop()).bodies[0].motion.origin.x == 2.0);
}

TEST_CASE("memory_is_limited_too")
{
    LiveBuffer buffer(1e9, 100'000);
    buffer.push(scene("a"));
    std::vector<uint32_t> places;
    for (uint32_t i = 0; i < 100; ++i) places.push_back(i);
    for (int i = 0; i < 1000; ++i) buffer.push(step(places, i));
    size_t bytes = 0, steps = 0;
    while (const auto frame = buffer.pop()) {
        bytes += bytesOf(*frame);
        ++steps;
    }
    CHECK(bytes <= 100'000);
    CHECK(steps > 10);
    CHECK(buffer.missingSteps() + steps - 1 == 1000);
}
