#include "app/live/live_follower.h"

#include "app/document/history.h"
#include "tests/support/live_bytes.h"

#include <doctest/doctest.h>

#include <utility>

using namespace satbox;
using namespace satbox::app;
using satbox::test::discsOnFloor;

namespace {

// A history that follows scenes and steps.
struct Followed {
    LiveFollower follower;
    History history;

    Followed(std::string json, std::vector<uint64_t> keys)
    {
        std::string error;
        const std::shared_ptr<Scene> scene =
            follower.open({.keys = std::move(keys), .text = std::move(json)}, error);
        REQUIRE(error == "");
        Document document;
        document.world = scene->world;
        document.scene = *scene;
        history.reset(std::move(document));
    }
    std::string scene(std::string json, std::vector<uint64_t> keys)
    {
        return follower.follow(LiveScene{.keys = std::move(keys), .text = std::move(json)}, history.world(),
                               [&](const DocumentOp& op) { return history.play(op); });
    }
    std::string step(std::vector<LiveStep::Body> bodies)
    {
        return follower.follow(LiveStep{.dt = 0.01f, .skipped = 0, .bodies = std::move(bodies)},
                               [&](const DocumentOp& op) { return history.play(op); });
    }
    const World& world() const { return history.world(); }
    BodyId body(uint32_t slot) const { return world().bodyAt(slot); }
};

LiveStep::Body at(uint32_t place, double x)
{
    return {place, {.origin = {x, 0.5}, .rotation = {}, .velocity = {1.0f, 0.0f}}};
}

std::string hinged(float friction, float motorSpeed)
{
    std::string json = discsOnFloor({0.0f, 3.0f});
    json.replace(
        json.rfind("]}"), 2,
        R"(], "joints": [{"kind": "revolute", "bodyA": 1, "bodyB": 2, "motor": {"enabled": true, "speed": )" +
            std::to_string(motorSpeed) + R"(, "maxForce": 5}}]})");
    json.replace(json.rfind(R"("radius": 0.5)"), 13,
                 R"("radius": 0.5, "material": {"friction": )" + std::to_string(friction) + "}");
    return json;
}

} // namespace

TEST_CASE("steps_move_the_bodies_at_their_places_in_the_scene")
{
    Followed followed(discsOnFloor({0.0f, 2.0f}), {10, 20, 30});
    REQUIRE(followed.step({at(2, 2.5)}) == "");
    CHECK(followed.world().motion(followed.body(1)).origin().x == 0.0);
    CHECK(followed.world().motion(followed.body(2)).origin().x == 2.5);
    CHECK(followed.world().stepCount() == 1);
}

TEST_CASE("bodies_that_stay_keep_their_ids_and_motion_when_others_come_and_go")
{
    Followed followed(discsOnFloor({0.0f, 2.0f, 4.0f}), {10, 20, 30, 40});
    const BodyId first = followed.body(1), second = followed.body(2), third = followed.body(3);
    REQUIRE(followed.step({at(1, 0.1), at(2, 2.1), at(3, 4.1)}) == "");
    // The body at 2 m is gone, one at 6 m is new.
    REQUIRE(followed.scene(discsOnFloor({0.2f, 4.2f, 6.0f}), {10, 20, 40, 50}) == "");
    CHECK(followed.world().counters().bodies == 4);
    CHECK(followed.world().isValid(first));
    CHECK_FALSE(followed.world().isValid(second));
    CHECK(followed.world().isValid(third));
    CHECK(followed.world().motion(followed.body(3)).origin().x == 4.1); // the step after the scene moves it
    REQUIRE(followed.step({at(1, 0.3), at(2, 4.3), at(3, 6.3)}) == "");
    CHECK(followed.world().motion(followed.body(1)).origin().x == 0.3);
    CHECK(followed.world().motion(followed.body(3)).origin().x == 4.3);
    // In the slot of the one that went.
    bool isThere = false;
    followed.world().forEachBody([&](BodyId id, const Body&, const BodyMotion& motion) {
        isThere |= id.index == 2 && motion.origin().x == 6.3;
    });
    CHECK(isThere);
    // All of it is in the history.
    REQUIRE(followed.history.goToStep(1));
    CHECK(followed.world().motion(followed.body(2)).origin().x == 2.1);
    REQUIRE(followed.history.goToStep(2));
    CHECK(followed.world().motion(followed.body(3)).origin().x == 4.3);
}

TEST_CASE("only_what_differs_between_scenes_is_changed")
{
    Followed followed(hinged(0.5f, 1.0f), {1, 2, 3});
    const BodyId last = followed.body(2);
    const JointId joint = followed.world().joints().front();
    const ShapeId shape = followed.world().shapesOf(followed.body(2)).front();
    const uint64_t before = followed.history.bytes();
    REQUIRE(followed.scene(hinged(0.5f, 1.0f), {1, 2, 3}) == "");
    CHECK(followed.history.bytes() == before); // nothing was played
    REQUIRE(followed.scene(hinged(0.75f, 1.0f), {1, 2, 3}) == "");
    CHECK(followed.world().isValid(joint));
    CHECK_FALSE(followed.world().isValid(shape));
    CHECK(followed.world()
              .shapeDef(followed.world().shapesOf(followed.body(2)).front())
              .material.dynamicFriction == 0.75f);
    REQUIRE(followed.scene(hinged(0.75f, 2.0f), {1, 2, 3}) == "");
    CHECK_FALSE(followed.world().isValid(joint));
    REQUIRE(followed.world().joints().size() == 1);
    const JointDef def = followed.world().jointDef(followed.world().joints().front());
    CHECK(std::get<RevoluteJoint>(def.kind).motor.speed == 2.0f);
    // The same scene, whose bodies come in another order.
    std::string swapped = discsOnFloor({1.0f});
    CHECK(followed.scene(swapped, {1, 3}) == "");
    CHECK(followed.world().joints().empty());
    CHECK(followed.world().isValid(last));
}

TEST_CASE("settings_and_static_bodies_follow_too")
{
    Followed followed(discsOnFloor({0.0f}), {1, 2});
    std::string json = discsOnFloor({0.0f});
    json.replace(json.find("[0, -0.5]"), 9, "[3, -0.5]");
    json.replace(json.find(R"("bodies")"), 8, R"("settings": {"gravity": [0, -5]}, "bodies")");
    REQUIRE(followed.scene(json, {1, 2}) == "");
    CHECK(followed.world().motion(followed.body(0)).origin().x == 3.0);
    CHECK(followed.world().settings().gravity.y == -5.0f);
}

TEST_CASE("a_scene_that_cannot_be_read_says_why")
{
    LiveFollower follower;
    std::string error;
    CHECK(follower.open({.keys = {}, .text = "{"}, error) == nullptr);
    CHECK(error.starts_with("the scene of the program: "));
    CHECK(follower.open({.keys = {1}, .text = discsOnFloor({0.0f})}, error) == nullptr);
    CHECK(error == "the scene of the program: 2 bodies, but 1 keys of bodies");
    Followed followed(discsOnFloor({0.0f}), {1, 2});
    CHECK(followed.scene("[]", {1, 2}).starts_with("the scene of the program: "));
    CHECK(followed.step({at(1, 0.5)}) == ""); // the scene before it holds
}
