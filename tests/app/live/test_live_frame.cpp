#include "app/live/live_frame.h"

#include "tests/support/live_bytes.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <span>

using namespace satbox;
using namespace satbox::app;
using satbox::test::discsOnFloor;
using satbox::test::LiveBytes;

namespace {

// The message about bytes that follow a hello and a scene of two bodies.
std::string problemOf(const LiveBytes& bytes)
{
    LiveFrameReader reader;
    std::vector<LiveFrame> frames;
    LiveBytes start;
    start.hello().scene(discsOnFloor({0.0f}), {7, 8});
    REQUIRE(reader.read(start.bytes, frames) == "");
    REQUIRE(frames.size() == 2);
    return reader.read(bytes.bytes, frames);
}

std::string problemOfBody(const LiveBytes::Body& body) { return problemOf(LiveBytes().step({body})); }

} // namespace

TEST_CASE("frames_are_read_however_the_bytes_are_divided")
{
    LiveBytes all;
    all.hello("Box2D 2.4").scene(discsOnFloor({0.0f, 2.0f}), {5, 6, 1ull << 60});
    all.step({{.index = 1,
               .x = 0.25,
               .y = 0.5,
               .cosine = 0.6f,
               .sine = 0.8f,
               .vx = 1.0f,
               .vy = -2.0f,
               .spin = 3.0f}},
             0.01f, 4);
    for (const size_t piece : {size_t{1}, size_t{7}, all.bytes.size()}) {
        LiveFrameReader reader;
        std::vector<LiveFrame> frames;
        for (size_t at = 0; at < all.bytes.size(); at += piece)
            REQUIRE(reader.read(std::span(all.bytes).subspan(at, std::min(piece, all.bytes.size() - at)),
                                frames) == "");
        REQUIRE(frames.size() == 3);
        CHECK(std::get<LiveHello>(frames[0]).engine == "Box2D 2.4");
        const LiveScene& scene = std::get<LiveScene>(frames[1]);
        CHECK(scene.keys == std::vector<uint64_t>{5, 6, 1ull << 60});
        CHECK(scene.text == discsOnFloor({0.0f, 2.0f}));
        const LiveStep& step = std::get<LiveStep>(frames[2]);
        CHECK(step.dt == 0.01f);
        CHECK(step.skipped == 4);
        REQUIRE(step.bodies.size() == 1);
        CHECK(step.bodies[0].index == 1);
        CHECK(step.bodies[0].motion.origin == Position{0.25, 0.5});
        CHECK(step.bodies[0].motion.rotation.s == doctest::Approx(0.8f));
        CHECK(step.bodies[0].motion.velocity == Vec2{1.0f, -2.0f});
        CHECK(step.bodies[0].motion.spin == 3.0f);
    }
}

TEST_CASE("bytes_that_are_no_frames_are_refused_with_the_place_and_the_reason")
{
    LiveFrameReader reader;
    std::vector<LiveFrame> frames;
    CHECK(reader.read(LiveBytes().text("HELO1234").bytes, frames) ==
          "frame 1: it is named \"HELO\", expected SBL1, scen or step");
    CHECK(LiveFrameReader().read(LiveBytes().step({}).bytes, frames) ==
          "frame 1, a step: SBL1 comes first, and only first");
    CHECK(problemOf(LiveBytes().hello()) == "frame 3, the first frame: SBL1 comes first, and only first");
    // Refused before its bytes have arrived.
    CHECK(problemOf(LiveBytes().text("scen").u32(0xFFFFFFFF))
              .starts_with("frame 3, a scene: 4294967295 bytes, expected 4 to "));
    CHECK(problemOf(LiveBytes().text("step").u32(3)) == "frame 3, a step: 3 bytes, expected 12 to 8000012");
    LiveFrameReader early;
    CHECK(early.read(LiveBytes().hello().step({}).bytes, frames) ==
          "frame 2, a step: no scene comes before it");
}

TEST_CASE("a_scene_whose_keys_do_not_fit_is_refused")
{
    CHECK(problemOf(LiveBytes().frame("scen", LiveBytes().u32(9).u64(1))) ==
          "frame 3, a scene: 12 bytes are too few for the keys of 9 bodies");
    CHECK(problemOf(LiveBytes().scene("{}", {3, 4, 3})) == "frame 3, a scene: two bodies have the key 3");
    CHECK(problemOf(LiveBytes().frame("scen", LiveBytes().u32(300'000))) ==
          "frame 3, a scene: 300000 bodies, at most 200000 are allowed");
}

TEST_CASE("a_step_with_values_that_no_world_may_have_is_refused")
{
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    CHECK(problemOfBody({.index = 1}) == "");
    CHECK(problemOfBody({.index = 2}) == "frame 3, a step: body 2: the scene has 2 bodies");
    CHECK(problemOf(LiveBytes().step({{.index = 1}, {.index = 1}})) ==
          "frame 3, a step: body 1: out of order");
    CHECK(problemOfBody({.x = std::nan("")}) == "frame 3, a step: body 0: position: not a finite number");
    CHECK(problemOfBody({.y = 3e6}).starts_with("frame 3, a step: body 0: position: 3000000 is above "));
    CHECK(problemOfBody({.cosine = 0.0f}) ==
          "frame 3, a step: body 0: the rotation is not a cosine and a sine");
    CHECK(problemOfBody({.sine = kNan}) ==
          "frame 3, a step: body 0: the rotation is not a cosine and a sine");
    CHECK(
        problemOfBody({.vy = 2e4f}).starts_with("frame 3, a step: body 0: linearVelocity: 20000 is above "));
    CHECK(problemOfBody({.spin = kNan}) == "frame 3, a step: body 0: angularVelocity: not a finite number");
    CHECK(problemOf(LiveBytes().step({}, kNan)).starts_with("frame 3, a step: its length is not within "));
    LiveBytes tooShort;
    tooShort.f32(0.01f).u32(0).u32(2);
    CHECK(problemOf(LiveBytes().frame("step", tooShort)) ==
          "frame 3, a step: 12 bytes, expected 92 for 2 bodies");
}
