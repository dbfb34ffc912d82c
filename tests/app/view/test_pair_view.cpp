#include "app/view/pair_analysis.h"
#include "app/view/pair_steps.h"
#include "app/view/world_view.h"
#include "engine/geometry/polygon.h"
#include "engine/scene/builders.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

struct Looked {
    World world;
    PairState pair;
    PairAnalysis analysis;
};

Looked look(World world)
{
    Looked looked{.world = std::move(world), .pair = {}, .analysis = {}};
    std::vector<ShapeId> shapes;
    looked.world.forEachShape([&](ShapeId id, const BodyShape&) { shapes.push_back(id); });
    REQUIRE(shapes.size() >= 2);
    looked.pair.open(shapes[0], shapes[1]);
    const auto analysis = analysePair(looked.world, looked.pair);
    REQUIRE(analysis.has_value());
    looked.analysis = *analysis;
    return looked;
}

Looked twoShapes(const Shape& a, const Shape& b, Vec2 positionB, float angleB = 0.0f)
{
    World world;
    const BodyId first = world.createBody({});
    world.addShape(first, {.geometry = a});
    const BodyId second = world.createBody({.position = positionB, .rotation = makeRot(angleB)});
    world.addShape(second, {.geometry = b});
    return look(std::move(world));
}

DrawList drawn(const Looked& looked)
{
    Camera camera;
    camera.set({1.0f, 1.0f}, 80.0f);
    const ViewSettings view;
    const Selection selection;
    const ToolState tool;
    const Palette palette = makePalette(ThemeKind::Dark);
    const ViewMemory memory;
    ViewContext context{.world = looked.world,
                        .view = view,
                        .selection = selection,
                        .camera = camera,
                        .tool = tool,
                        .palette = palette,
                        .memory = memory,
                        .pair = &looked.pair,
                        .analysis = &looked.analysis,
                        .visible = {},
                        .focus = {},
                        .points = {}};
    DrawList list;
    drawWorld(context, list);
    return list;
}

bool hasLabel(const DrawList& list, std::string_view part)
{
    return std::ranges::any_of(
        list.labels, [&](const WorldLabel& label) { return label.text.find(part) != std::string::npos; });
}

} // namespace

TEST_CASE("an_axis_by_hand_projects_the_two_triangles_to_the_published_figures")
{
    Looked looked = look(findBuiltinScene("r3_triangles")->build().world);
    struct Row {
        Vec2 axis;
        float minA, maxA, minB, maxB;
    };
    for (const Row& row : {Row{{0, 1}, 1, 3, 2, 4}, Row{{2, 1}, 3, 7, 6, 10}, Row{{-2, 1}, -5, -1, -6, -2}}) {
        looked.pair.byHand = true;
        looked.pair.handAxis = row.axis;
        const AxisProjection p = shownProjection(looked.pair, looked.analysis);
        CHECK(p.minA == row.minA);
        CHECK(p.maxA == row.maxA);
        CHECK(p.minB == row.minB);
        CHECK(p.maxB == row.maxB);
    }
    looked.pair.byHand = false;
    const auto shown = shownAxis(looked.pair, looked.analysis);
    REQUIRE(shown.has_value());
    CHECK(looked.analysis.trace.axes[*shown].won);
    const AxisProjection p = shownProjection(looked.pair, looked.analysis);
    CHECK(overlapInMetres(p, 0.0f) == Approx(1.0f / std::sqrt(5.0f)));
    CHECK(dot(p.axis, {2.0f, 1.0f}) / std::sqrt(5.0f) == Approx(1.0f));
}

TEST_CASE("no_direction_parts_the_shapes_in_less_than_the_winning_axis")
{
    for (const Looked& looked :
         {twoShapes(makeRegularPolygon(6, 1.0f), makeRegularPolygon(7, 1.0f), {1.1f, 0.4f}, 0.3f),
          twoShapes(makeBox(1.0f, 0.5f), Circle{{0.0f, 0.0f}, 0.4f}, {0.3f, 0.7f}),
          twoShapes(Capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.3f}, makeBox(0.5f, 0.5f), {0.2f, 0.6f}, 0.2f)}) {
        const float least = looked.analysis.least.depth + looked.analysis.radii();
        REQUIRE(least > 0.0f);
        float best = 1e9f;
        for (int i = 0; i < 3600; ++i)
            best = std::min(
                best, depthAlong(looked.analysis,
                                 rotate(makeRot(2.0f * kPi * static_cast<float>(i) / 3600.0f), {1, 0})));
        CHECK(best >= least - 1e-5f);
        CHECK(best <= least + 1e-3f);
        const auto shown = shownAxis(looked.pair, looked.analysis);
        REQUIRE(shown.has_value());
        CHECK(overlapInMetres(shownProjection(looked.pair, looked.analysis), looked.analysis.radii()) ==
              Approx(least).epsilon(1e-4));
    }
}

TEST_CASE("steps_tell_what_clipping_cut_kept_and_dropped")
{
    // B's lower edge hangs over A's right end, tilted so that its far end is out of reach.
    const Looked looked = twoShapes(makeBox(0.5f, 0.5f), makeBox(0.5f, 0.5f), {0.3f, 1.05f}, 0.2f);
    const CollisionTrace& trace = looked.analysis.trace;
    REQUIRE(trace.clips.size() == 1);
    const std::vector<PairStep> steps = contactSteps(looked.analysis);
    const auto count = [&](StepOutcome outcome) {
        return std::ranges::count_if(steps, [&](const PairStep& step) { return step.outcome == outcome; });
    };
    CHECK(count(StepOutcome::Cut) == 1);
    CHECK(count(StepOutcome::Kept) == trace.manifold.count);
    CHECK(count(StepOutcome::Kept) + count(StepOutcome::Dropped) == 2);
    CHECK(count(StepOutcome::Dropped) == 1);
    // What is said to be kept is what the manifold has.
    for (const ClippedPoint& point : clippedPoints(trace, trace.clips[0]))
        if (point.kept) CHECK(point.separation == trace.manifold.points[0].separation);

    // A centimetre apart, nearer than the speculative distance: both ends are kept.
    const Looked above = twoShapes(makeBox(0.5f, 0.5f), makeBox(0.4f, 0.5f), {0.0f, 1.01f});
    REQUIRE(above.analysis.trace.clips.size() == 1);
    CHECK(above.analysis.trace.manifold.count == 2);
    for (const ClippedPoint& point : clippedPoints(above.analysis.trace, above.analysis.trace.clips[0])) {
        CHECK(point.kept);
        CHECK_FALSE(point.cut);
    }
}

TEST_CASE("every_stage_of_every_kind_of_pair_draws_and_names_what_it_shows")
{
    const Shape shapes[] = {makeBox(0.6f, 0.4f), makeRegularPolygon(7, 0.6f), Circle{{0.0f, 0.0f}, 0.5f},
                            Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.2f}, Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}}};
    for (const Shape& a : shapes) {
        for (const Shape& b : shapes) {
            for (const Vec2 position : {Vec2{0.0f, 0.0f}, Vec2{0.5f, 0.3f}, Vec2{3.0f, 1.0f}}) {
                Looked looked = twoShapes(a, b, position, 0.4f);
                const uint64_t hash = looked.world.hash();
                for (const PairStage stage :
                     {PairStage::Axes, PairStage::Contact, PairStage::Difference, PairStage::Tests}) {
                    looked.pair.stage = stage;
                    const DrawList list = drawn(looked);
                    CHECK(hasLabel(list, "A"));
                    CHECK(hasLabel(list, "B"));
                    for (const Primitive& primitive : list.primitives) {
                        CHECK(isFinite(primitive.a));
                        CHECK(isFinite(primitive.b));
                    }
                }
                CHECK(looked.world.hash() == hash);
            }
        }
    }
    Looked looked = twoShapes(makeBox(0.5f, 0.5f), makeBox(0.5f, 0.5f), {0.3f, 0.95f});
    CHECK(hasLabel(drawn(looked), "overlap 50.0 mm"));
    looked.pair.stage = PairStage::Contact;
    CHECK(hasLabel(drawn(looked), "reference A2"));
    looked.pair.stage = PairStage::Difference;
    CHECK(hasLabel(drawn(looked), "least translation 50.0 mm"));
    looked = twoShapes(makeBox(0.5f, 0.5f), Circle{{0.0f, 0.0f}, 0.5f}, {0.0f, 0.9f});
    looked.pair.stage = PairStage::Contact;
    CHECK(hasLabel(drawn(looked), "face"));
}

TEST_CASE("every_published_test_draws_its_own_figures")
{
    for (const OverlapTest test : kOverlapTests) {
        CAPTURE(nameOf(test));
        Looked looked = look(findBuiltinScene("r3_triangles")->build().world);
        looked.pair.stage = PairStage::Tests;
        looked.pair.test = test;
        looked.analysis = *analysePair(looked.world, looked.pair);
        const DrawList list = drawn(looked);
        CHECK(hasLabel(list, "path of B's centre") == (test == OverlapTest::Minkowski));
        CHECK(hasLabel(list, "B0, 447 mm") == (test == OverlapTest::VertexContacts));
        CHECK(hasLabel(list, "edge A1, depth 447 mm") == (test == OverlapTest::VertexContacts));
        CHECK(hasLabel(list, "overlap 447 mm") == (test != OverlapTest::VertexContacts));
        CHECK(hasLabel(list, "support B0") == (test == OverlapTest::SupportPoint));
        const bool minkowski = test == OverlapTest::Minkowski; // [3, 7] and [6, 10] on (2, 1)
        for (const char* figure : {"A 3.00", "7.00", "6.00", "B 10.0"})
            CHECK((!minkowski || hasLabel(list, figure)));
    }
    // Crossed bars: an edge wins, and no vertex is inside.
    Looked crossed = twoShapes(makeBox(1.0f, 0.1f), makeBox(0.1f, 1.0f), {0.0f, 0.0f});
    crossed.pair.stage = PairStage::Tests;
    crossed.pair.test = OverlapTest::VertexContacts;
    crossed.analysis = *analysePair(crossed.world, crossed.pair);
    CHECK(hasLabel(drawn(crossed), "depth 1.10 m"));
    CHECK(crossed.analysis.overlapTrace->contacts.count == 0);
    // Apart: the edge that separates, with the gap.
    Looked apart = twoShapes(makeBox(0.5f, 0.5f), makeBox(0.5f, 0.5f), {1.25f, 0.0f});
    apart.pair.stage = PairStage::Tests;
    apart.pair.test = OverlapTest::VertexContacts;
    apart.analysis = *analysePair(apart.world, apart.pair);
    CHECK(hasLabel(drawn(apart), "edge A1, gap 250 mm"));
}
