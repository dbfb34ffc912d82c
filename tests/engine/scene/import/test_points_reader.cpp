#include "engine/scene/import/import_scene.h"
#include "tests/support/imported.h"

#include <doctest/doctest.h>

namespace satbox {
namespace {

SceneResult importedPoints(std::string_view text, const ImportOptions& options = {})
{
    return importScene(text, "p.txt", ImportFormat::Points, options);
}

} // namespace

TEST_CASE("points_with_blanks_commas_and_semicolons_become_outlines")
{
    const SceneResult result =
        importedPoints("# an L\n0 0\n+2, 0\r\n2;1\n 1\t1 \n1 2\n0 2\n0 0\n\n\n10 0\n12 0\n11 1e0\n10 0");
    REQUIRE(result.error == "");
    REQUIRE(test::bodyCount(result) == 2);
    CHECK(test::areaOf(result, 0) == doctest::Approx(3.0));
    CHECK(test::shapesOf(result, 0).size() >= 2); // concave
    CHECK(test::areaOf(result, 1) == doctest::Approx(1.0));
    CHECK(test::bodyOf(result, 1).position == Position{11.0, 0.5});
    CHECK((test::bodyOf(result, 0).type == BodyType::Dynamic));
    CHECK(result.notes.size() == 1);
}

TEST_CASE("points_have_a_scale_and_a_body_type")
{
    const SceneResult result =
        importedPoints("0 0\n200 0\n200 100\n0 100",
                       {.unitsPerMetre = 100.0f, .bodyType = BodyType::Kinematic, .closeLines = true});
    REQUIRE(result.error == "");
    CHECK(test::areaOf(result, 0) == doctest::Approx(2.0));
    CHECK((test::bodyOf(result, 0).type == BodyType::Kinematic));
}

TEST_CASE("an_open_line_becomes_a_static_body_on_which_things_rest_above_and_below")
{
    SceneResult result = importedPoints("-5 0\n0 0\n5 0\n");
    REQUIRE(result.error == "");
    CHECK((test::bodyOf(result, 0).type == BodyType::Static));
    CHECK(test::hasNote(
        result, "p.txt: changed: lines became static bodies, which collide from both sides, at line 1"));
    World& world = result.scene.world;
    const BodyId above = world.createBody({.position = {-1.0, 1.0}, .linearVelocity = {2.0f, 0.0f}});
    const BodyId below =
        world.createBody({.position = {-1.0, -1.0}, .linearVelocity = {2.0f, 0.0f}, .gravityScale = -1.0f});
    for (const BodyId body : {above, below})
        world.addShape(body, {.geometry = makeBox(0.25f, 0.25f), .material = {.dynamicFriction = 0.0f}});
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60.0f);
    CHECK(world.motion(above).origin().y == doctest::Approx(0.25).epsilon(0.04));
    CHECK(world.motion(below).origin().y == doctest::Approx(-0.25).epsilon(0.04));
    CHECK(world.motion(above).origin().x > 0.5); // did not catch at the joint
}

TEST_CASE("a_line_that_is_no_point_is_an_error_with_its_number")
{
    const char* const expected =
        "expected a point such as \"0.5 -2\" or \"0.5, -2\", an empty line between outlines, or "
        "a comment that begins with #";
    const auto error = [&](const char* text) { return importedPoints(text).error; };
    CHECK(error("0 0\n1 x\n") == std::string("p.txt: line 2: \"1 x\", ") + expected);
    for (const char* wrong : {"1", "1,,2", "1 2 3", "1-2", "nan 1", "1 inf", "0x1 2", "1e999 0"}) {
        CAPTURE(wrong);
        CHECK(error(wrong).starts_with("p.txt: line 1: "));
    }
    CHECK(error("0 0\n3e6 0\n") == "p.txt: line 2: a coordinate beyond 2000000 m");
}

TEST_CASE("an_outline_that_crosses_itself_is_refused_and_the_others_are_taken")
{
    const SceneResult result = importedPoints("0 0\n1 0\n0 1\n0 0\n\n5 0\n6 1\n6 0\n5 1\n5 0\n");
    REQUIRE(result.error == "");
    CHECK(test::bodyCount(result) == 1);
    CHECK(test::hasNote(
        result, "p.txt: refused: an outline that crosses itself at (5.5, 0.5) m: the edges that begin "
                "in lines 6 and 8, at line 6"));
}

} // namespace satbox
