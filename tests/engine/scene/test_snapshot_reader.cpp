#include "engine/world/world_access.h"
#include <satbox/limits.h>
#include <satbox/scene/scene.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>
#include <string>

namespace satbox {
namespace {

// A static box with its top at y = 1 and a dynamic one that stands on it, in the middle of their life. Parts
// of the file can be replaced, one each.
struct Parts {
    std::string second = R"("position": [0, 1.5])"; // of the dynamic body
    std::string secondBox = "[-1, 0.5, 1, 2.5]";
    std::string contacts = "[]";
    std::string more{}; // of "resume"
};

SceneResult read(const Parts& parts)
{
    return readScene(R"({"format": "satbox-scene", "version": 1, "bodies": [
        {"type": "static", "shapes": [{"type": "box", "size": [2, 2]}]},
        {)" + parts.second +
                         R"(, "shapes": [{"type": "box", "size": [1, 1]}]}],
        "resume": {"time": 0.5, "stepCount": 30, "moved": [],
            "bodies": [[0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 1.5, 0, 0, 0, 0, 0, 1.5, 1, 0]],
            "boxes": [[-1, -1, 1, 1], )" +
                         parts.secondBox + R"(], "contacts": )" + parts.contacts + parts.more + "}}",
                     "a.json");
}

// Of the two boxes: normal up, kept from no pose, with these points.
std::string contact(const std::string& normal, const std::string& points = "")
{
    return "[[0, 1, 1, 3, -1, 0, 0, 0, " + normal + ", 0, 0, 0, 0" + points + "]]";
}

const std::string kPoint = ", 0, 1, 0, -0.5, 0, 0, 0, 0, 0, 2, 0";
const std::string kAsleep = R"("position": [0, 1.5], "awake": false)";

} // namespace

TEST_CASE("a_world_in_the_middle_of_its_life_is_read_with_its_contacts")
{
    const SceneResult result = read({.contacts = contact("0, 1", kPoint)});
    REQUIRE(result.error == "");
    const World& world = result.scene.world;
    CHECK(world.time() == 0.5);
    CHECK(world.stepCount() == 30);
    REQUIRE(stateOf(world).contacts.awake.size() == 1);
    const Contact& c = stateOf(world).contacts.awake[0];
    CHECK(c.touching);
    CHECK_FALSE(c.sliding);
    CHECK(c.age == 3);
    CHECK(c.count == 1);
    CHECK(c.normal == Vec2{0.0f, 1.0f});
    CHECK(c.points[0].anchorB == Vec2{0.0f, -0.5f});
    CHECK(c.points[0].age == 2);
}

TEST_CASE("many_shapes_of_a_body_and_many_joints_are_saved_and_read_again")
{
    Scene scene;
    const BodyId terrain = scene.world.createBody({.type = BodyType::Static});
    for (int i = 0; i < 10'000; ++i) {
        const auto x = static_cast<float>(i);
        scene.world.addShape(terrain, {.geometry = Segment{{x, 0.0f}, {x + 1.0f, 0.0f}}});
    }
    const BodyId held = scene.world.createBody({.position = {0.0, 5.0}});
    scene.world.addShape(held, {.geometry = Circle{}});
    for (int i = 0; i < 1'001; ++i) scene.world.createMouseJoint(held, {0.0, 5.0});
    const SceneResult result = readScene(writeScene(scene), "a.json");
    REQUIRE(result.error == "");
    CHECK(result.scene.world.hash() == scene.world.hash());
}

TEST_CASE("a_body_with_too_many_shapes_is_refused_by_the_world_and_by_the_reader")
{
    World world;
    const BodyId body = world.createBody({.type = BodyType::Static});
    for (size_t i = 0; i < kMaxShapesOfBody; ++i)
        world.addShape(body,
                       {.geometry = Segment{{static_cast<float>(i), 0.0f}, {static_cast<float>(i), 1.0f}}});
    const OpResult refused = world.apply(op::AddShape{body, {.geometry = Circle{}}});
    CHECK(refused.refusal == "the body already has 10000 shapes, the maximum");
    std::string shapes;
    for (size_t i = 0; i <= kMaxShapesOfBody; ++i)
        shapes += std::string(i > 0 ? "," : "") + R"({"type": "circle", "radius": 1})";
    const SceneResult result = readScene(
        R"({"format": "satbox-scene", "version": 1, "bodies": [{"shapes": [)" + shapes + "]}]}", "a.json");
    CHECK(result.error.starts_with("a.json: /bodies/0/shapes: "));
}

TEST_CASE("a_contact_without_points_needs_no_normal_and_one_with_points_a_unit_vector")
{
    CHECK(read({.contacts = contact("0, 0")}).error == "");
    CHECK(read({.contacts = contact("0, 2", kPoint)}).error ==
          "a.json: /resume/contacts/0: the normal is not a unit vector");
}

TEST_CASE("a_broad_phase_box_is_refused_for_a_shape_that_does_not_collide")
{
    const std::string disabled = R"("position": [0, 1.5], "enabled": false)";
    CHECK(read({.second = disabled, .secondBox = "null"}).error == "");
    CHECK(read({.second = disabled}).error ==
          "a.json: /resume/boxes/1: a box, expected null, since the shape takes no part in "
          "collisions");
    // So may it have moved, and nobody looks for its pairs.
    SceneResult moved = readScene(
        R"({"format": "satbox-scene", "version": 1, "bodies": [
            {"enabled": false, "shapes": [{"type": "box", "size": [1, 1]}]}],
            "resume": {"time": 0, "stepCount": 1, "moved": [0], "bodies": [[0, 0, 0, 0, 0, 0, 0, 0, 1, 0]],
                       "boxes": [null], "contacts": []}})",
        "a.json");
    REQUIRE(moved.error == "");
    moved.scene.world.step(1.0f / 60.0f);
    CHECK(stateOf(moved.scene.world).contacts.pairs.size() == 0);
}

TEST_CASE("a_contact_of_sleeping_bodies_belongs_to_the_island_that_they_sleep_in")
{
    const std::string touching = contact("0, 1", kPoint);
    CHECK(read({.second = kAsleep, .contacts = touching}).error ==
          "a.json: /resume/contacts/0: both bodies sleep, expected their contact in a sleeping island");
    const auto island = [&](const std::string& bodies) {
        return R"(, "islands": [{"bodies": )" + bodies + R"(, "contacts": )" + touching + "}]";
    };
    const SceneResult asleep = read({.second = kAsleep, .more = island("[1]")});
    REQUIRE(asleep.error == "");
    CHECK(asleep.scene.world.counters().sleepingIslands == 1);
    CHECK(stateOf(asleep.scene.world).islands.asleep[0].contacts[0].colour == -1);
    const std::string sentence =
        "a.json: /resume/islands/0/contacts/0: none of its bodies is asleep in this island";
    CHECK(read({.more = island("[]")}).error == sentence);                    // awake
    CHECK(read({.second = kAsleep, .more = island("[]")}).error == sentence); // in no island
    CHECK(read({.second = R"("type": "static", "position": [0, 1.5])", .more = island("[]")}).error ==
          sentence); // cannot move
    CHECK(read({.second = kAsleep, .more = island("[1, 1]")}).error ==
          "a.json: /resume/islands/0/bodies/1: this body is awake, static or already in an island");
    CHECK(read({.second = kAsleep, .more = island("[0]")}).error ==
          "a.json: /resume/islands/0/bodies/0: this body is awake, static or already in an island");
}

TEST_CASE("rows_that_refer_to_missing_bodies_or_shapes_are_refused")
{
    const std::string empty = R"({"format": "satbox-scene", "version": 1, "bodies": [],
        "resume": {"time": 0, "stepCount": 1, "moved": [], "bodies": [], "boxes": [], )";
    CHECK(readScene(empty + R"("contacts": []}})", "a.json").error == "");
    CHECK(readScene(empty + R"("contacts": [], "mouseJoints": [[0, 0, 0, 0, 0, 0, 0, 0, 0]]}})", "a.json")
              .error == "a.json: /resume/mouseJoints/0: refers to a body or shape, but the scene has none");
    CHECK(readScene(empty + R"("contacts": )" + contact("0, 1") + "}}", "a.json").error ==
          "a.json: /resume/contacts/0: refers to a body or shape, but the scene has none");
    CHECK(read({.contacts = "[[1, 0, 1, 3, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0]]"}).error ==
          "a.json: /resume/contacts/0: expected two colliding shapes of different bodies, in the order of "
          "the scene");
}

TEST_CASE("vertex_contacts_are_found_again_for_a_world_that_is_read_in_the_middle_of_its_life")
{
    Scene scene;
    WorldSettings settings;
    settings.solver = SolverType::VertexContact;
    REQUIRE(scene.world.setSettings(settings));
    const BodyId floor = scene.world.createBody({.type = BodyType::Static});
    scene.world.addShape(floor, {.geometry = makeBox(5.0f, 0.5f)});
    const BodyId box = scene.world.createBody({.position = {0.0f, 0.99f}});
    scene.world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
    scene.world.step(1.0f / 60.0f);
    const ShapeId a = scene.world.shapeAt(0), b = scene.world.shapeAt(1);
    const size_t points = scene.world.contactView(a, b).points.size();
    REQUIRE(points > 0);
    const SceneResult again = readScene(writeScene(scene), "a.json");
    REQUIRE(again.error == "");
    CHECK(again.scene.world.contactView(a, b).points.size() == points);
}

} // namespace satbox
