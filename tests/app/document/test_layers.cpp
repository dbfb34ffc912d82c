#include "app/document/layers.h"

#include "app/document/history.h"
#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

TEST_CASE("all_layers_collide_until_a_rule_says_otherwise")
{
    auto made = makeBoxOnFloor();
    const LayerMatrix matrix(made.state.world());
    CHECK(matrix.shapesIn(0) == 2);
    CHECK((matrix.rule(0, 0) == LayerRule::Collide));
    CHECK((matrix.rule(0, 3) == LayerRule::Collide));
    CHECK(matrix.maskOf(3) == ~uint64_t{0});
    CHECK(shownLayers(made.state.document().scene, matrix) == 4);
}

TEST_CASE("bodies_of_layers_that_ignore_each_other_pass_through_each_other")
{
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    REQUIRE(history.execute(setLayerCommand(history.world(), std::array{made.box}, 2)).empty());
    CHECK((LayerMatrix(history.world()).rule(0, 2) == LayerRule::Collide));
    REQUIRE(history.execute(setLayerRuleCommand(history.world(), 2, 0, false)).empty());
    CHECK((LayerMatrix(history.world()).rule(0, 2) == LayerRule::Ignore));
    for (int i = 0; i < 60; ++i) history.play(op::Step{1.0f / 60.0f});
    CHECK(history.world().motion(made.box).origin().y < -2.0); // it fell through the floor
    // A shape that joins the layer ignores the same layers.
    REQUIRE(history.execute(setLayerCommand(history.world(), std::array{made.floor}, 2)).empty());
    CHECK((LayerMatrix(history.world()).rule(0, 2) == LayerRule::Ignore));
    history.undo();
    history.undo();
    CHECK((LayerMatrix(history.world()).rule(0, 2) == LayerRule::Collide));
}

TEST_CASE("layers_whose_shapes_differ_are_mixed")
{
    auto made = makeBoxOnFloor();
    World world = made.state.world();
    const ShapeId box = world.shapesOf(made.box).front();
    ShapeDef def = world.shapeDef(box);
    def.filter.mask &= ~1u;
    REQUIRE(world.setShapeDef(box, def));
    CHECK((LayerMatrix(world).rule(0, 0) == LayerRule::Mixed));
}

TEST_CASE("names_of_layers_are_part_of_the_scene_and_can_be_undone")
{
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    const Scene& scene = history.document().scene;
    CHECK(layerName(scene, 1) == "Layer 2");
    REQUIRE(history.execute(nameLayerCommand(scene, 1, "ground")).empty());
    CHECK(layerName(scene, 1) == "ground");
    const SceneResult read = readScene(writeScene(scene), "scene.json");
    REQUIRE(read.ok());
    CHECK(read.scene.layers == std::vector<std::string>{"", "ground"});
    history.undo();
    CHECK(scene.layers.empty());
    const std::string longName(kMaxLayerNameLength + 1, 'x');
    CHECK(history.execute(nameLayerCommand(scene, 0, longName)) ==
          "The name of a layer has at most 40 bytes.");
}
