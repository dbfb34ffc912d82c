// Operations as lines of JSON.
#include <satbox/scene/op_text.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;

TEST_CASE("operations_are_one_line_of_json_each")
{
    CHECK(opText(op::Step{1.0f / 60.0f}) == R"({"op": "step", "dt": 0.016666668})");
    CHECK(opText(op::RefreshContacts{}) == R"({"op": "refreshContacts"})");
    CHECK(opText(op::ApplyForce{{3, 1}, {0.0f, 9.5f}, {1.0, -2.0}}) ==
          R"({"op": "applyForce", "id": [3, 1], "force": [0, 9.5], "point": [1, -2]})");
    CHECK(opText(op::CreateBody{{.position = {1.0, 2.0}, .name = "a\nb"}}) ==
          R"({"op": "createBody", "def": {"name": "a\nb", "position": [1, 2]}})");
    const ShapeDef shape{.geometry = makeBox(0.5f, 0.25f), .material = {.density = 2.0f}};
    const std::string line = opText(op::AddShape{{0, 0}, shape});
    CHECK(line.find('\n') == std::string::npos);
    const OpTextResult read = readOp(line);
    REQUIRE(read.error == "");
    CHECK((read.op == Op(op::AddShape{{0, 0}, shape})));
}

TEST_CASE("a_static_body_that_is_defined_as_asleep_is_read_back_so")
{
    const Op op = op::SetBody{{1, 1}, {.type = BodyType::Static, .awake = false}};
    CHECK((readOp(opText(op)).op == op));
}

TEST_CASE("settings_are_read_back_whole")
{
    WorldSettings settings;
    settings.gravity = {0.1f, -0.0f};
    settings.substeps = 7;
    settings.solver = SolverType::VertexContact;
    const OpTextResult read = readOp(opText(op::SetSettings{settings}));
    REQUIRE(read.error == "");
    CHECK((read.op == Op(op::SetSettings{settings})));
    CHECK((readOp(opText(op::SetSettings{})).op == Op(op::SetSettings{})));
}

TEST_CASE("bad_lines_are_refused_with_the_place_and_the_reason")
{
    const auto error = [](const char* line) { return readOp(line).error; };
    CHECK(error("").find("not JSON") != std::string::npos);
    CHECK(error("[1]") == "/: an array, expected an operation (an object)");
    CHECK(error("{}") == "/: \"op\" is missing: the name of the operation");
    CHECK(error(R"({"op": "jump"})").starts_with("/op: unknown name \"jump\""));
    CHECK(error(R"({"op": "step"})") == "/: \"dt\" is missing");
    CHECK(error(R"({"op": "step", "dt": 1, "id": [0, 0]})").starts_with("/: unknown key \"id\""));
    CHECK(error(R"({"op": "wakeBody", "id": [1]})").starts_with("/id: "));
    CHECK(error(R"({"op": "wakeBody", "id": [1, -1]})").starts_with("/id/1: "));
    CHECK(error(R"({"op": "createBody", "def": {"linearDamping": -1}})") ==
          "/def/linearDamping: -1 is below the smallest allowed value, 0 s⁻¹");
    CHECK(error(R"({"op": "addShape", "id": [0, 0], "def": {"type": "outline",
                    "vertices": [[0, 0], [2, 0], [2, 2], [1, 0.5], [0, 2]]}})") ==
          "/def: 3 convex shapes, expected one");
}

TEST_CASE("targets_explosions_and_winds_go_through_text")
{
    CHECK(opText(op::Explode{{1.0, 2.0}, 3.0f, 0.5f, -4.0f}) ==
          R"({"op": "explode", "center": [1, 2], "radius": 3, "falloff": 0.5, "impulse": -4})");
    const uint64_t high = uint64_t{1} << 63;
    for (const Op& op :
         {Op(op::SetTargetTransform{{3, 1}, {{1.0, -2.0}, makeRot(0.5f)}, 0.25f}),
          Op(op::Explode{{1.0, 2.0}, 3.0f, 0.5f, -4.0f, high}),
          Op(op::ApplyWind{{3.0f, 1.0f}, 1.2f, 0.02f, high | 1}), Op(op::ApplyWind{{}, 0.5f, 0.02f})}) {
        const std::string line = opText(op);
        CAPTURE(line);
        const OpTextResult read = readOp(line);
        REQUIRE(read.error == "");
        CHECK((read.op == op));
    }
    CHECK(readOp(R"({"op": "applyWind", "velocity": [1, 0]})").error.find("density") != std::string::npos);
}
