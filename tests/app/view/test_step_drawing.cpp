#include "app/editor/step_view.h"
#include "app/view/overlay_colors.h"
#include "app/view/overlays.h"
#include "app/view/world_view.h"
#include "engine/geometry/polygon.h"
#include "engine/scene/builders.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace satbox;
using namespace satbox::app;

namespace {

// The step after twenty of a stack of boxes, with the stage that is shown.
struct Drawn {
    World world;
    ViewSettings view;
    Selection selection;
    Camera camera;
    ToolState tool;
    Palette palette = makePalette(ThemeKind::Dark);
    ViewMemory memory;
    StepViewState step;
    StepAnalysis analysis;
    DrawList list;
    LegendRows legend;

    Drawn()
    {
        World before = findBuiltinScene("box_stack")->build().world;
        for (int i = 0; i < 20; ++i) before.step(1.0f / 60.0f);
        world = before;
        world.step(1.0f / 60.0f);
        analysis = analyseStep(before, keyOf(world, *hardestContact(world)), true);
        REQUIRE(setOverlays(view, "none").empty());
        camera.setViewport({0.0f, 0.0f, 800.0f, 800.0f});
        camera.set({0.0f, 6.0f}, 40.0f);
    }
    void draw()
    {
        ViewContext context{.world = world,
                            .view = view,
                            .selection = selection,
                            .camera = camera,
                            .tool = tool,
                            .palette = palette,
                            .memory = memory,
                            .stepView = &step,
                            .stepAnalysis = &analysis,
                            .visible = {},
                            .focus = {},
                            .points = {}};
        list.clear();
        drawWorld(context, list);
        legend = legendRows(context);
    }
    long arrowsOf(const Color& color) const
    {
        return std::ranges::count_if(list.primitives, [&](const Primitive& p) {
            return p.kind == PrimitiveKind::Arrow && p.color == color;
        });
    }
};

} // namespace

TEST_CASE("a_stage_is_drawn_with_ghosts_of_the_island_and_arrows_of_both_points")
{
    Drawn drawn;
    drawn.step.tick = 1; // gravity has acted: the boxes approach each other
    drawn.draw();
    CHECK(drawn.list.polygons.size() == drawn.analysis.record.bodies.size());
    CHECK(drawn.arrowsOf(drawn.palette.velocity) >= 2);
    CHECK(drawn.list.labels.size() >= 2);
    CHECK(drawn.list.labels[0].text.starts_with("1: λ "));
    drawn.step.tick = drawn.analysis.record.ticks.size() - 1;
    drawn.draw();
    CHECK(drawn.arrowsOf(drawn.palette.normalImpulse) == 2);
    CHECK(std::ranges::any_of(
        drawn.legend, [](const LegendRow& row) { return row.text.find("motion ×") != std::string::npos; }));
}

TEST_CASE("ghosts_move_as_the_body_did_only_farther")
{
    Drawn drawn;
    const StepTick& last = drawn.analysis.record.ticks.back();
    const BodySample& sample = last.bodies.front();
    const WorldTransform then = drawn.analysis.before.state().bodies.motions[sample.body].transform();
    const WorldTransform plain = drawn.analysis.ghost(sample, 1.0f);
    CHECK(length(plain.p - sample.transform.p) < 1e-5f);
    const WorldTransform far = drawn.analysis.ghost(sample, 100.0f);
    const float moved = length(sample.transform.p - then.p);
    CHECK(length(far.p - then.p) == doctest::Approx(static_cast<double>(100.0f * moved)).epsilon(0.05));
    // Scales are round numbers that keep the largest in sight.
    const float enlargement = drawn.analysis.enlargement(0.01f);
    CHECK(enlargement * drawn.analysis.farthest <= 0.4001f);
    CHECK(drawn.analysis.velocityLength(0.01f) * drawn.analysis.fastest <= 0.8001f);
    CHECK(drawn.analysis.velocityLength(0.01f) * drawn.analysis.fastest > 0.8f / 2.6f);
}

TEST_CASE("chains_of_force_are_the_thicker_the_more_they_carry")
{
    Drawn drawn;
    drawn.view.forceGraph = true;
    drawn.draw();
    float top = 0.0f, bottom = 0.0f;
    double highest = -1e9, lowest = 1e9;
    long lines = 0;
    for (const Primitive& p : drawn.list.primitives) {
        if (p.kind != PrimitiveKind::Line) continue;
        ++lines;
        if (p.b.y > highest) {
            highest = p.b.y;
            top = p.widthPx;
        }
        if (p.b.y < lowest) {
            lowest = p.b.y;
            bottom = p.widthPx;
        }
    }
    CHECK(lines == 29); // fourteen contacts between boxes, one with the ground that has no middle to go to
    CHECK(bottom == doctest::Approx(9.0 * 40.0 / 56.0)); // boxes of 40 px, not of 56
    CHECK(top < 0.6f * bottom);
    // By order the first and the last that were solved differ in colour.
    drawn.step.graphByOrder = true;
    drawn.draw();
    const std::vector<IslandContact>& order = drawn.analysis.record.contacts;
    CHECK(order.size() == 15);
    const auto has = [&](float t) {
        return std::ranges::any_of(drawn.list.primitives, [&](const Primitive& p) {
            return p.kind == PrimitiveKind::Line && p.color == treeColor(drawn.palette, t);
        });
    };
    CHECK(has(0.0f));
    CHECK(has(1.0f));
}
