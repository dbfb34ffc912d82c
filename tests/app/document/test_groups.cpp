#include "app/document/groups.h"

#include "app/document/commands.h"
#include "app/document/history.h"
#include "app/document/selection.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace satbox;
using namespace satbox::app;

namespace {

// Five balls in a row.
struct Balls {
    History history;
    std::vector<BodyId> ids;

    Balls()
    {
        Document document;
        for (int i = 0; i < 5; ++i) {
            ids.push_back(document.world.createBody({.position = {2.0f * static_cast<float>(i), 0.0f}}));
            document.world.addShape(ids.back(), {.geometry = Circle{.radius = 0.5f}});
        }
        document.scene.world = document.world;
        history.reset(std::move(document));
    }
    const World& world() const { return history.world(); }
    std::vector<BodyId> these(std::initializer_list<size_t> indices) const
    {
        std::vector<BodyId> bodies;
        for (const size_t i : indices) bodies.push_back(ids[i]);
        return bodies;
    }
    void execute(DraftedCommand draft)
    {
        REQUIRE(draft.ok());
        REQUIRE(history.execute(std::move(draft.command)) == "");
    }
    void group(std::initializer_list<size_t> indices) { execute(groupCommand(world(), these(indices))); }
    ShapeId shapeOf(size_t index) const { return world().shapesOf(ids[index]).front(); }
};

} // namespace

TEST_CASE("bodies_are_grouped_and_ungrouped_without_effect_on_the_simulation_and_undone")
{
    Balls balls;
    const uint64_t before = balls.world().hash();
    balls.group({0, 2});
    CHECK(balls.history.undoLabel() == "Group 2 bodies");
    CHECK(balls.world().hash() == before);
    CHECK(groupOf(balls.world(), balls.ids[2]) == balls.these({0, 2}));
    CHECK(groupOf(balls.world(), balls.ids[1]) == balls.these({1}));
    CHECK(isOneGroup(balls.world(), balls.these({2, 0})));
    CHECK_FALSE(isOneGroup(balls.world(), balls.these({0})));
    CHECK_FALSE(isOneGroup(balls.world(), balls.these({0, 1, 2})));
    CHECK(balls.history.document().scene.world.body(balls.ids[0]).group == 1); // stays after a restart
    balls.group({3, 4});
    CHECK(balls.world().body(balls.ids[3]).group == 2);
    CHECK(withGroups(balls.world(), balls.these({4, 1})) == balls.these({1, 3, 4}));
    balls.execute(ungroupCommand(balls.world(), balls.these({0, 1, 2})));
    CHECK(balls.history.undoLabel() == "Ungroup 2 bodies");
    CHECK(groupOf(balls.world(), balls.ids[0]) == balls.these({0}));
    REQUIRE(balls.history.undo());
    REQUIRE(balls.history.undo());
    CHECK(isOneGroup(balls.world(), balls.these({0, 2})));
    CHECK(balls.world().body(balls.ids[3]).group == 0);
}

TEST_CASE("a_group_that_makes_no_sense_is_refused_with_a_sentence")
{
    Balls balls;
    CHECK(groupCommand(balls.world(), balls.these({0})).refusal.starts_with("Select at least 2 bodies"));
    CHECK(ungroupCommand(balls.world(), balls.these({0, 1})).refusal ==
          "No selected body is in a group. Ctrl+G makes a group.");
    balls.group({0, 1});
    CHECK(groupCommand(balls.world(), balls.these({0, 1})).refusal == "These bodies are a group already.");
    balls.group({0, 1, 2}); // one more: a new group of all
    CHECK(isOneGroup(balls.world(), balls.these({0, 1, 2})));
}

TEST_CASE("copies_of_a_group_are_a_new_group_each_and_part_of_a_group_is_none")
{
    Balls balls;
    balls.group({0, 1});
    const std::array offsets{Vec2{0.0f, 2.0f}, Vec2{0.0f, 4.0f}};
    REQUIRE(balls.history.execute(
                {.label = "Copy", .ops = copyOps(balls.world(), balls.these({0, 1, 2}), offsets)}) == "");
    std::vector<uint32_t> groups;
    for (const BodyId copy : balls.history.createdBodies()) groups.push_back(balls.world().body(copy).group);
    CHECK(groups == std::vector<uint32_t>{2, 2, 0, 3, 3, 0});
    REQUIRE(balls.history.execute(duplicateBodiesCommand(balls.world(), balls.these({0}), {0.0f, 9.0f})) ==
            "");
    CHECK(balls.world().body(balls.history.createdBodies().front()).group == 0);
}

TEST_CASE("a_click_selects_a_group_and_shift_adds_or_removes_it")
{
    Balls balls;
    balls.group({0, 1, 2});
    Selection selection;
    selection.select(balls.world(), balls.shapeOf(1), Pick::Group);
    CHECK(selection.bodies() == balls.these({0, 1, 2}));
    CHECK(selection.body == balls.ids[1]);
    CHECK(selection.shape == balls.shapeOf(1));
    selection.toggle(balls.world(), balls.shapeOf(4), Pick::Group);
    CHECK(selection.bodies() == balls.these({0, 1, 2, 4}));
    CHECK(selection.body == balls.ids[4]);
    selection.toggle(balls.world(), balls.shapeOf(0), Pick::Body);
    CHECK(selection.bodies() == balls.these({1, 2, 4}));
    selection.toggle(balls.world(), balls.shapeOf(2), Pick::Group);
    CHECK(selection.bodies() == balls.these({4}));
    selection.toggle(balls.world(), balls.shapeOf(2), Pick::Group);
    CHECK(selection.bodies() == balls.these({0, 1, 2, 4}));
    CHECK(selection.body == balls.ids[2]);
}
