// Bodies as text for the clipboard.
#include "app/document/body_text.h"

#include "app/document/commands.h"
#include "app/document/history.h"
#include "tests/support/app_worlds.h"
#include "tests/support/lcg.h"
#include <satbox/shapes.h>

#include <array>
#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

TEST_CASE("a_copied_body_is_pasted_where_the_pointer_is_and_can_be_undone")
{
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    const std::array bodies{made.box};
    const std::string text = bodiesAsText(history.world(), bodies);
    const PasteResult paste = pasteCommand(history.world(), text, Position{4.0, 3.0});
    REQUIRE(paste.error == "");
    const uint64_t before = history.world().hash();
    REQUIRE(history.execute(paste.command) == "");
    const BodyId copy = history.createdBodies().back();
    REQUIRE(history.world().isValid(copy));
    CHECK(history.world().motion(copy).center.x == 4.0);
    CHECK(history.world().motion(copy).center.y == 3.0);
    CHECK(history.world().shapeDef(history.world().shapesOf(copy).front()) ==
          history.world().shapeDef(made.boxShape));
    REQUIRE(history.undo());
    CHECK(history.world().hash() == before);
}

TEST_CASE("several_bodies_keep_their_places_to_each_other_and_all_their_fields")
{
    World world;
    const BodyId a = world.createBody({.position = {1.0, 2.0},
                                       .rotation = makeRot(0.3f),
                                       .linearVelocity = {1.0f, 0.5f},
                                       .angularVelocity = 2.0f,
                                       .gravityScale = 0.5f,
                                       .name = "first \"quoted\""});
    world.addShape(a, {.geometry = makeBox(0.5f, 0.25f), .material = {.density = 3.0f}});
    world.addShape(a, {.geometry = Circle{{1.0f, 0.0f}, 0.25f}, .sensor = true});
    const BodyId b = world.createBody({.type = BodyType::Static, .position = {3.0, 2.0}});
    world.addShape(b, {.geometry = Circle{.radius = 0.5f}});
    const std::array bodies{a, b, BodyId{7, 7}};
    const PasteResult paste = pasteCommand(World(), bodiesAsText(world, bodies), std::nullopt);
    REQUIRE(paste.error == "");
    CHECK(paste.command.label == "Paste 2 bodies");
    History history;
    REQUIRE(history.execute(paste.command) == "");
    std::vector<BodyDef> defs;
    history.world().forEachBody(
        [&](BodyId id, const Body&, const BodyMotion&) { defs.push_back(history.world().bodyDef(id)); });
    REQUIRE(defs.size() == 2);
    CHECK(defs[0].name == "first \"quoted\"");
    CHECK(defs[0].gravityScale == 0.5f);
    CHECK((defs[1].type == BodyType::Static));
    CHECK((defs[1].position - defs[0].position).x == 2.0f);
    CHECK(history.world().counters().shapes == 3);
}

TEST_CASE("text_that_is_no_scene_is_refused_with_a_sentence")
{
    CHECK(pasteCommand(World(), "", {}).error.find("Ctrl+C") != std::string::npos);
    CHECK(pasteCommand(World(), "hello", {}).error.starts_with("Nothing was pasted. clipboard: "));
    CHECK(pasteCommand(World(), R"({"format": "satbox-scene", "version": 1, "bodies": []})", {})
              .error.find("no bodies") != std::string::npos);
    // Random bytes, and a scene with random bytes changed: never a crash; an error has a sentence.
    auto made = makeBoxOnFloor();
    const std::array bodies{made.box};
    const std::string text = bodiesAsText(made.state.world(), bodies);
    satbox::test::Lcg random(11);
    for (int i = 0; i < 2'000; ++i) {
        std::string changed = i % 2 == 0 ? text : std::string(50, ' ');
        const int edits = i % 2 == 0 ? 3 : 50;
        for (int k = 0; k < edits; ++k)
            changed[random.below(static_cast<uint32_t>(changed.size()))] =
                static_cast<char>(random.below(256));
        const PasteResult paste = pasteCommand(made.state.world(), changed, Position{1.0, 1.0});
        if (paste.ok()) {
            CHECK_FALSE(paste.command.ops.empty());
        } else {
            CHECK(paste.error.starts_with("Nothing was pasted"));
        }
    }
}

TEST_CASE("a_pasted_group_is_a_new_group_and_one_body_of_a_group_is_pasted_without_it")
{
    World world;
    std::vector<BodyId> bodies;
    for (int i = 0; i < 3; ++i) {
        bodies.push_back(world.createBody({.position = {static_cast<float>(i), 0.0f}, .group = 1}));
        world.addShape(bodies.back(), {.geometry = Circle{.radius = 0.5f}});
    }
    Document document;
    document.world = document.scene.world = world;
    History history;
    history.reset(std::move(document));
    REQUIRE(history.execute(pasteCommand(world, bodiesAsText(world, bodies), std::nullopt).command) == "");
    for (const BodyId copy : history.createdBodies()) CHECK(history.world().body(copy).group == 2);
    REQUIRE(history.createdBodies().size() == 3);
    const std::span<const BodyId> one(bodies.data(), 1);
    REQUIRE(history.execute(pasteCommand(history.world(), bodiesAsText(world, one), std::nullopt).command) ==
            "");
    CHECK(history.world().body(history.createdBodies().front()).group == 0);
}
