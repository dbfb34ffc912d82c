#include "app/view/island_words.h"
#include "app/view/query_steps.h"
#include "app/view/tree_facts.h"
#include "app/view/world_view.h"
#include "engine/geometry/polygon.h"
#include "engine/scene/builders.h"
#include "tests/support/app_worlds.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

struct Picture {
    test::BoxOnFloor made = test::makeBoxOnFloor();
    Palette palette = makePalette(ThemeKind::Dark);
    DrawList list;
    LegendRows rows;

    Picture() { CHECK(setOverlays(made.state.view, "none").empty()); }
    World& world() { return made.state.document.world; }
    BroadState& broad() { return made.state.broad; }
    void draw()
    {
        AppState& s = made.state;
        s.queryTrace = traceQuery(s.world(), s.broad);
        ViewContext context{.world = s.world(),
                            .view = s.view,
                            .selection = s.selection,
                            .camera = s.camera,
                            .tool = s.tool,
                            .palette = palette,
                            .memory = s.memory,
                            .broad = &s.broad,
                            .query = s.queryTrace ? &*s.queryTrace : nullptr,
                            .visible = {},
                            .focus = {},
                            .points = {}};
        list.clear();
        drawWorld(context, list);
        rows = legendRows(context);
    }
    size_t count(PrimitiveKind kind) const
    {
        return static_cast<size_t>(std::ranges::count(list.primitives, kind, &Primitive::kind));
    }
    bool hasLabel(std::string_view part) const
    {
        return std::ranges::any_of(
            list.labels, [&](const WorldLabel& l) { return l.text.find(part) != std::string::npos; });
    }
    bool hasLegend(std::string_view part) const
    {
        return std::ranges::any_of(
            rows, [&](const LegendRow& row) { return row.text.find(part) != std::string::npos; });
    }
};

DynamicTree fourLeaves()
{
    DynamicTree tree;
    for (const float x : {0.0f, 2.0f, 10.0f, 12.0f})
        tree.insert({{x, 0.0f}, {x + 1.0f, 1.0f}}, static_cast<uint32_t>(x));
    return tree;
}

} // namespace

TEST_CASE("levels_and_perimeters_of_a_tree_are_those_that_one_counts_by_hand")
{
    DynamicTree tree = fourLeaves();
    tree.rebuild(); // root over {0, 2} and {10, 12}
    TreeFacts facts = treeFacts(tree);
    CHECK(facts.height() == 2);
    REQUIRE(facts.levels.size() == 3);
    CHECK(facts.levels[0].inner == 1);
    CHECK(facts.levels[1].inner == 2);
    CHECK(facts.levels[1].leaves == 0);
    CHECK(facts.levels[2].leaves == 4);
    CHECK(facts.levels[2].nodes() == 4);
    CHECK(facts.inner == 3);
    CHECK(facts.leaves == 4);
    CHECK(facts.rootPerimeter == Approx(28.0f));        // 13 by 1
    CHECK(facts.innerPerimeter == Approx(2.0f * 8.0f)); // 3 by 1, twice
    CHECK(facts.enteredByLine() == Approx(1.0f + 16.0f / 28.0f));
    CHECK(facts.growth() == Approx(0.0f));

    tree.place(0, {{0.0f, 0.0f}, {1.0f, 4.0f}}); // its parent grows to 3 by 4
    tree.settle();
    facts = treeFacts(tree);
    CHECK(facts.innerPerimeter == Approx(8.0f + 14.0f));
    CHECK(facts.growth() == Approx(22.0f / 16.0f - 1.0f));

    CHECK(treeFacts(DynamicTree()).levels.empty());
    CHECK(treeFacts(DynamicTree()).enteredByLine() == 0.0f);
}

TEST_CASE("one_level_of_the_trees_draws_its_nodes_alone_and_the_legend_counts_them")
{
    Picture picture;
    picture.made.state.view.tree = true;
    picture.draw();
    const size_t all = picture.list.primitives.size();
    CHECK(picture.hasLegend("root to depth 1"));
    CHECK(all == 0); // single leaves: they are the fat boxes
    picture.broad().level = 1;
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Dashed) == 8); // two leaves of four sides
    CHECK(picture.hasLegend("static tree, level 1: leaves 1"));
    CHECK(picture.hasLegend("movable tree, level 1: leaves 1"));
    picture.broad().trees = ShownTrees::Movable;
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Dashed) == 4);
    CHECK_FALSE(picture.hasLegend("static tree"));
    picture.broad().level = 0;
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Dashed) == 0);
    CHECK(picture.count(PrimitiveKind::Line) == 4);
    picture.broad().level = 5; // deeper than both
    picture.draw();
    CHECK(picture.list.primitives.empty());
}

TEST_CASE("what_a_search_visited_is_drawn_in_its_form_and_counted_in_label_and_legend")
{
    Picture picture;
    picture.broad().query = BroadQuery{QueryKind::Box, {-0.2f, 0.3f}, {0.2f, 0.6f}};
    picture.draw();
    CHECK(picture.hasLabel("visited 4 of 4 nodes, 1 leaf asked, 1 hit"));
    CHECK(picture.count(PrimitiveKind::Dashed) == 4); // the floor is left out
    CHECK(picture.count(PrimitiveKind::Cross) == 1);
    CHECK(picture.count(PrimitiveKind::Disc) == 1); // the box is hit
    CHECK(picture.count(PrimitiveKind::Ring) == 0);
    CHECK(picture.hasLegend("node entered: 2"));
    CHECK(picture.hasLegend("left out, with a cross: 1"));
    CHECK(picture.hasLegend("leaf asked, hit: 1"));

    picture.broad().visit = 1;
    picture.draw();
    CHECK(picture.hasLabel("visit 2 of 4: left out"));
    CHECK(picture.count(PrimitiveKind::Disc) == 0); // comes later

    picture.broad().visit.reset();
    picture.broad().query = BroadQuery{QueryKind::Ray, {-3.0f, 0.5f}, {3.0f, 0.5f}};
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Arrow) == 1); // the normal at the hit; the ray itself ends there
    CHECK(picture.count(PrimitiveKind::Dashed) == 4 + 1);
    picture.broad().query.reset();
    picture.draw();
    CHECK(picture.list.primitives.empty());
}

TEST_CASE("bodies_that_a_search_does_not_ask_step_back")
{
    Picture picture;
    picture.made.state.view.shapes = true;
    const auto outlineOf = [&](size_t polygon) { return picture.list.polygons[polygon].style.outline.a; };
    picture.draw();
    REQUIRE(picture.list.polygons.size() == 2); // floor and box
    const auto floor = outlineOf(0), box = outlineOf(1);
    picture.broad().query = BroadQuery{QueryKind::Box, {-0.2f, 0.3f}, {0.2f, 0.6f}};
    picture.draw();
    CHECK(outlineOf(0) == Approx(kDimmed * floor));
    CHECK(outlineOf(1) == box);
    picture.broad().visit = 1; // before the box is asked
    picture.draw();
    CHECK(outlineOf(1) == Approx(kDimmed * box));
    picture.made.state.view.dimUnrelated = false;
    picture.draw();
    CHECK(outlineOf(0) == floor);
}

TEST_CASE("visits_say_why_they_ended_as_they_did")
{
    QueryTrace::Step step;
    CHECK(describeVisit(step, QueryKind::Box).find("nobody holds the root's") != std::string::npos);
    step.visit.answer = TreeAnswer::Missed;
    CHECK(describeVisit(step, QueryKind::Box) ==
          "Left out with all that is below it: its box does not meet the box.");
    step.visit.maxFraction = 0.25f;
    CHECK(describeVisit(step, QueryKind::Ray).find("first 25.0 % of the ray") != std::string::npos);
    step.visit.answer = TreeAnswer::Beside;
    step.visit.apart = 0.34f;
    step.visit.isLeaf = true;
    CHECK(describeVisit(step, QueryKind::Ray) == "Left out: its box lies 340 mm beside the ray.");
    CHECK(kindOf(step) == VisitKind::LeftOut);
    step.visit.answer = TreeAnswer::Met;
    step.answer = ShapeAnswer::Missed;
    CHECK(kindOf(step) == VisitKind::Asked);
    CHECK(describeVisit(step, QueryKind::Ray).find("misses the shape") != std::string::npos);
    step.answer = ShapeAnswer::Hit;
    CHECK(kindOf(step) == VisitKind::Hit);
}

TEST_CASE("shapes_that_left_their_fat_boxes_are_listed_and_drawn_for_one_step")
{
    Picture picture;
    picture.world().step(1.0f / 60.0f);
    CHECK(movedShapes(picture.world()).empty()); // at rest
    picture.world().setVelocity(picture.made.box, {20.0f, 0.0f}, 0.0f);
    picture.world().step(1.0f / 60.0f);
    const std::vector<MovedShape> moved = movedShapes(picture.world());
    REQUIRE(moved.size() == 1);
    CHECK(moved[0].shape == picture.made.boxShape);
    CHECK(moved[0].now == picture.world().boxes(picture.made.boxShape).fat);
    CHECK(moved[0].before.upper.x < moved[0].now.upper.x);
    CHECK(contains(moved[0].now, picture.world().boxes(picture.made.boxShape).tight));
    CHECK(movableShapes(picture.world()) == 1);

    picture.draw();
    CHECK(picture.list.primitives.empty());
    picture.broad().open = true;
    picture.broad().part = BroadPart::Moved;
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Dashed) == 4);
    CHECK(picture.count(PrimitiveKind::Line) == 4);
    CHECK(picture.hasLegend("1 left theirs"));
    picture.world().setVelocity(picture.made.box, {0.0f, 0.0f}, 0.0f);
    picture.world().step(1.0f / 60.0f);
    picture.draw();
    CHECK(picture.list.primitives.empty());
}

TEST_CASE("an_island_is_labelled_with_what_keeps_it_awake")
{
    Picture picture;
    picture.made.state.view.islands = true;
    for (int i = 0; i < 12; ++i) picture.world().step(1.0f / 60.0f);
    picture.draw();
    CHECK(picture.hasLabel("at rest 0."));
    picture.world().setVelocity(picture.made.box, {1.0f, 0.0f}, 0.0f);
    picture.draw();
    CHECK(picture.hasLabel("1.00 m/s > 50.0 mm/s"));
    CHECK(picture.count(PrimitiveKind::Ring) == 1);
    CHECK(describeReason(picture.world(), reportIslands(picture.world()).front()) ==
          "box 1 moves at 1.00 m/s > 50.0 mm/s.");

    picture.made.state.view.islands = false;
    picture.draw();
    CHECK(picture.list.labels.empty());
    picture.broad().hoveredIsland = picture.made.box.index; // a row of the panel
    picture.draw();
    CHECK(picture.hasLabel("1.00 m/s > 50.0 mm/s"));

    WorldSettings settings = picture.world().settings();
    settings.sleeping = false;
    picture.world().setSettings(settings);
    CHECK(describeReason(picture.world(), reportIslands(picture.world()).front()) ==
          "Sleeping is switched off.");
}
