#include "tests/support/imported.h"

#include <doctest/doctest.h>

namespace satbox {
namespace {

// A scene with the given bodies and joints, and the settings that R.U.B.E. always writes.
SceneResult rube(const std::string& bodies, const std::string& more = {}, const ImportOptions& options = {})
{
    return readScene(
        R"({"allowSleep": true, "autoClearForces": true, "warmStarting": true, "continuousPhysics": true,
        "subStepping": false, "gravity": {"x": 0, "y": -10}, "positionIterations": 4, "velocityIterations": 9,
        "stepsPerSecond": 50, "body": [)" +
            bodies + "]" + more + "}",
        "level.json", options);
}

constexpr const char* kBox =
    R"({"polygon": {"vertices": {"x": [-1, 1, 1, -1], "y": [-0.5, -0.5, 0.5, 0.5]}}, "density": 2,
    "friction": 0.25, "restitution": 0.5})";

std::string boxBody(const std::string& more)
{
    return R"({"type": 2, "awake": true, "fixture": [)" + std::string(kBox) + "]" + more + "}";
}

} // namespace

TEST_CASE("a_rube_scene_has_its_settings_bodies_and_fixtures")
{
    const SceneResult result = rube(
        R"({"type": 2, "name": "box", "position": {"x": 1, "y": 2}, "angle": 0.5, "linearVelocity": {"x": 3, "y": 0},
            "angularVelocity": -1, "linearDamping": 0.1, "angularDamping": 0.2, "gravityScale": 0.5, "bullet": true,
            "allowSleep": false, "awake": true, "fixture": [)" +
        std::string(kBox) + R"(, {"circle": {"center": {"x": 0, "y": 1}, "radius": 0.5}, "sensor": true,
            "filter-categoryBits": 4, "filter-maskBits": 3, "filter-groupIndex": -2}]},
        {"type": 0, "position": 0, "fixture": [{"edge": {"vertex1": {"x": -5, "y": 0}, "vertex2": {"x": 5, "y": 0}}}]})");
    REQUIRE(result.error == "");
    CHECK(result.imported == ImportFormat::Rube);
    CHECK(test::hasNote(result, "level.json: taken: 2 bodies with 4 shapes, from R.U.B.E."));
    CHECK(result.notes.size() == 1);
    const WorldSettings& settings = result.scene.world.settings();
    CHECK(settings.gravity == Vec2{0.0f, -10.0f});
    CHECK(settings.stepRate == 50.0f);
    CHECK(settings.velocityIterations == 9);
    CHECK(settings.positionIterations == 4);
    const BodyDef box = test::bodyOf(result, 0);
    CHECK(box.name == "box");
    CHECK(box.position == Position{1.0, 2.0});
    CHECK(box.rotation == makeRot(0.5f));
    CHECK(box.linearVelocity == Vec2{3.0f, 0.0f});
    CHECK(box.angularVelocity == -1.0f);
    CHECK(box.linearDamping == 0.1f);
    CHECK(box.angularDamping == 0.2f);
    CHECK(box.gravityScale == 0.5f);
    CHECK(box.bullet);
    CHECK_FALSE(box.sleepAllowed);
    CHECK_FALSE(box.fixedRotation);
    CHECK(test::bodyOf(rube(boxBody(R"(, "fixedRotation": true)")), 0).fixedRotation);
    const auto shapes = test::shapesOf(result, 0);
    REQUIRE(shapes.size() == 2);
    CHECK(shapes[0].material.density == 2.0f);
    CHECK(shapes[0].material.staticFriction == 0.25f);
    CHECK(shapes[0].material.dynamicFriction == 0.25f);
    CHECK(shapes[0].material.restitution == 0.5f);
    CHECK(shapes[0].filter == Filter{});
    CHECK(computeArea(shapes[0].geometry) == doctest::Approx(2.0));
    CHECK(std::get<Circle>(shapes[1].geometry) == Circle{{0.0f, 1.0f}, 0.5f});
    CHECK(shapes[1].sensor);
    CHECK(shapes[1].filter == Filter{4, 3, -2});
}

TEST_CASE("rube_numbers_may_be_the_bits_of_floats")
{
    const SceneResult result =
        rube(boxBody(R"(, "position": {"x": "3F800000", "y": "c0200000"}, "angle": "00000000")"));
    REQUIRE(result.error == "");
    CHECK(test::bodyOf(result, 0).position == Position{1.0, -2.5});
    for (const char* wrong : {"3F80000", "3F80000G", "7F800000", "x"}) {
        CAPTURE(wrong);
        CHECK(rube(boxBody(R"(, "angle": ")" + std::string(wrong) + "\"")).error ==
              "level.json: /body/0/angle: \"" + std::string(wrong) +
                  "\", expected a number, or the 8 hexadecimal digits of a finite one");
    }
}

TEST_CASE("rube_mass_data_count_only_where_they_differ_from_the_shapes")
{
    // 4 kg, and 4 (4 + 1) / 12 = 1.667 kg m^2.
    const BodyDef same = test::bodyOf(rube(boxBody(R"(, "massData-mass": 4, "massData-I": 1.66667)")), 0);
    CHECK(same.mass == 0.0f);
    CHECK(same.inertia == 0.0f);
    CHECK_FALSE(same.ownCenter);
    const BodyDef other = test::bodyOf(
        rube(boxBody(R"(, "massData-mass": 8, "massData-I": 10, "massData-center": {"x": 0.5, "y": 0})")), 0);
    CHECK(other.mass == 8.0f);
    CHECK(other.ownCenter);
    CHECK(other.center == Vec2{0.5f, 0.0f});
    CHECK(other.inertia == doctest::Approx(8.0)); // about the centre of mass
}

TEST_CASE("rube_values_that_cannot_be_are_replaced_and_reported")
{
    CHECK(test::hasNote(rube(boxBody(R"(, "massData-mass": -4)")),
                        "level.json: changed: a negative mass became that of the shapes, at /body/0"));
    const SceneResult inertia =
        rube(boxBody(R"(, "massData-mass": 8, "massData-I": 1, "massData-center": {"x": 0.5, "y": 0})"));
    CHECK(test::hasNote(
        inertia,
        "level.json: changed: an impossible moment of inertia became that of the shapes, at /body/0"));
    CHECK(test::bodyOf(inertia, 0).mass == 8.0f);
}

TEST_CASE("rube_chains_are_closed_if_they_end_where_they_begin")
{
    const std::string line =
        R"({"type": 0, "fixture": [{"chain": {"vertices": {"x": [0, 1, 1, 0], "y": [0, 0, 1, 0]}}},
        {"chain": {"vertices": {"x": [0, 1, 1], "y": [0, 0, 1]}, "hasPrevVertex": true, "prevVertex": {"x": -1, "y": 0}}}]})";
    const SceneResult result = rube(line);
    REQUIRE(result.error == "");
    CHECK(test::shapesOf(result, 0).size() == 2 * 3 + 2 * 2); // both sides
    CHECK(std::get<Segment>(test::shapesOf(result, 0)[0].geometry).before ==
          Vec2{1.0f, 1.0f}); // the last point
    CHECK(test::hasNote(result,
                        "level.json: changed: chains lost their smooth ends (prevVertex, nextVertex), at "
                        "/body/0/fixture/1"));
}

TEST_CASE("rube_joints_keep_the_pose_of_their_bodies")
{
    // Two boxes, B turned by 0.5 rad. All joints are satisfied at the start.
    const std::string bodies = boxBody("") + "," + boxBody(R"(, "position": {"x": 3, "y": 0}, "angle": 0.5)");
    const auto joint = [](const char* text) {
        return R"(, "joint": [{"bodyA": 0, "bodyB": 1, "name": "j", )" + std::string(text) + "}]";
    };
    const auto viewOf = [](const SceneResult& result) {
        REQUIRE(result.error == "");
        const auto joints = result.scene.world.joints();
        REQUIRE(joints.size() == 1);
        return result.scene.world.jointView(joints[0]);
    };
    const auto kindOf = [](const SceneResult& result) {
        return result.scene.world.jointDef(result.scene.world.joints().at(0)).kind;
    };
    SUBCASE("revolute")
    {
        const SceneResult result =
            rube(bodies, joint(R"("type": "revolute", "anchorA": {"x": 3, "y": 0}, "anchorB": 0,
            "refAngle": 0.2, "enableLimit": true, "lowerLimit": -1, "upperLimit": 1, "enableMotor": true, "motorSpeed": 2,
            "maxMotorTorque": 7, "jointSpeed": 1)"));
        CHECK(viewOf(result).angle == doctest::Approx(0.3)); // B relative to A, minus the reference
        const auto kind = std::get<RevoluteJoint>(kindOf(result));
        CHECK(kind.limit == JointLimit{true, -1.0f, 1.0f});
        CHECK(kind.motor == JointMotor{true, 2.0f, 7.0f});
        CHECK(result.notes.size() == 1);
        const SceneResult swapped = rube(bodies, joint(R"("type": "revolute", "anchorA": 0, "anchorB": 0,
            "enableLimit": true, "lowerLimit": 3, "upperLimit": 1)"));
        CHECK(std::get<RevoluteJoint>(kindOf(swapped)).limit == JointLimit{true, 1.0f, 3.0f});
        CHECK(test::hasNote(swapped,
                            "level.json: changed: limits in the wrong order changed places, at /joint/0"));
        CHECK(result.scene.world.jointDef(result.scene.world.joints()[0]).name == "j");
    }
    SUBCASE("prismatic")
    {
        const SceneResult result = rube(bodies, joint(R"("type": "prismatic", "anchorA": 0, "anchorB": 0,
            "localAxisA": {"x": 1, "y": 0}, "refAngle": 0.5, "enableMotor": true, "maxMotorForce": 9, "motorSpeed": -1)"));
        CHECK(viewOf(result).translation == doctest::Approx(3.0));
        CHECK(viewOf(result).angle == doctest::Approx(0.0));
        CHECK(std::get<PrismaticJoint>(kindOf(result)).motor == JointMotor{true, -1.0f, 9.0f});
    }
    SUBCASE("wheel")
    {
        const SceneResult result =
            rube(bodies, joint(R"("type": "wheel", "anchorA": {"x": 3, "y": 0}, "anchorB": 0,
            "localAxisA": {"x": 0, "y": 1}, "springFrequency": 5, "springDampingRatio": 0.3)"));
        CHECK(viewOf(result).translation == doctest::Approx(0.0));
        CHECK(std::get<WheelJoint>(kindOf(result)).spring == JointSpring{true, 0.0f, 5.0f, 0.3f});
    }
    SUBCASE("distance")
    {
        const SceneResult result =
            rube(bodies, joint(R"("type": "distance", "anchorA": 0, "anchorB": 0, "length": 3)"));
        CHECK(viewOf(result).length == doctest::Approx(3.0));
        CHECK(std::get<DistanceJoint>(kindOf(result)).rigid);
        const auto soft = std::get<DistanceJoint>(kindOf(
            rube(bodies, joint(R"("type": "distance", "length": 3, "frequency": 4, "dampingRatio": 0.5)"))));
        CHECK_FALSE(soft.rigid);
        CHECK(soft.spring == JointSpring{true, 3.0f, 4.0f, 0.5f});
    }
    SUBCASE("rope")
    {
        const SceneResult result = rube(bodies, joint(R"("type": "rope", "maxLength": 4)"));
        const auto kind = std::get<DistanceJoint>(kindOf(result));
        CHECK_FALSE(kind.rigid);
        CHECK(kind.limit == JointLimit{true, 0.0f, 4.0f});
        CHECK(test::hasNote(
            result, "level.json: changed: rope joints became distance joints with a limit, at /joint/0"));
    }
    SUBCASE("weld")
    {
        const SceneResult result =
            rube(bodies, joint(R"("type": "weld", "anchorA": {"x": 3, "y": 0}, "anchorB": 0,
            "refAngle": 0.5, "frequency": 3, "dampingRatio": 0.7)"));
        CHECK(viewOf(result).angle == doctest::Approx(0.0));
        CHECK(std::get<WeldJoint>(kindOf(result)).angularFrequency == 3.0f);
        CHECK(std::get<WeldJoint>(kindOf(result)).linearFrequency == 0.0f);
    }
    SUBCASE("motor")
    {
        const SceneResult result =
            rube(bodies, joint(R"("type": "motor", "linearOffset": {"x": 3, "y": 0}, "refAngle": 0.5,
            "maxForce": 11, "maxTorque": 12, "correctionFactor": 0.3)"));
        CHECK(viewOf(result).length == doctest::Approx(0.0));
        CHECK(viewOf(result).angle == doctest::Approx(0.0));
        CHECK(std::get<MotorJoint>(kindOf(result)).maxForce == 11.0f);
    }
    SUBCASE("pulley")
    {
        const SceneResult result = rube(bodies, joint(R"("type": "pulley", "anchorA": 0, "anchorB": 0,
            "groundAnchorA": {"x": 0, "y": 5}, "groundAnchorB": {"x": 3, "y": 5}, "lengthA": 5, "lengthB": 5, "ratio": 2)"));
        CHECK(std::get<PulleyJoint>(kindOf(result)).length == 15.0f);
    }
}

TEST_CASE("what_a_scene_has_no_place_for_is_counted")
{
    const SceneResult result = rube(
        boxBody(R"(, "customProperties": [{"name": "a", "int": 1}, {"name": "b", "int": 2}], "newKey": 1)"),
        R"(, "image": [{"name": "x"}, {"name": "y"}, {"name": "z"}],
                "joint": [{"type": "friction", "bodyA": 0, "bodyB": 0}, {"type": "gear"}])");
    REQUIRE(result.error == "");
    CHECK(test::hasNote(result,
                        "level.json: refused: custom properties: 2, the first at /body/0/customProperties"));
    CHECK(test::hasNote(result, "level.json: refused: images: 3, the first at /image"));
    CHECK(test::hasNote(result, "level.json: refused: joints of the type \"friction\", at /joint/0"));
    CHECK(test::hasNote(result, "level.json: refused: joints of the type \"gear\", at /joint/1"));
    CHECK(test::hasNote(result, "level.json: refused: the key \"newKey\", at /body/0"));
}

TEST_CASE("a_broken_rube_scene_is_an_error_with_its_place")
{
    const auto error = [](const std::string& bodies, const std::string& more = {}) {
        return rube(bodies, more).error;
    };
    CHECK(error("1") == "level.json: /body/0: a number, expected a body (an object)");
    CHECK(error(R"({"type": 3})") == "level.json: /body/0/type: 3 is out of range, expected 0 to 2");
    CHECK(error(R"({"fixture": [{"density": 1}]})") ==
          "level.json: /body/0/fixture/0: 0 shapes, expected one of \"circle\", \"polygon\", \"chain\" and "
          "\"edge\"");
    CHECK(error(R"({"fixture": [{"polygon": {"vertices": {"x": [1, 2], "y": [1]}}}]})") ==
          "level.json: /body/0/fixture/0/polygon/vertices/y: 1 numbers, expected 2 as in \"x\"");
    CHECK(error(boxBody(""), R"(, "joint": [{"type": "weld", "bodyA": 0, "bodyB": 1}])") ==
          "level.json: /joint/0/bodyB: 1 is out of range, expected 0 to 0");
    CHECK(
        readScene(R"({"metaworld": {}})", "level.json").error ==
        "level.json: /metaworld: a project of R.U.B.E., expected an exported scene: use Export scene there");
}

} // namespace satbox
