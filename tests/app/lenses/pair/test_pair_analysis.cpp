#include "app/lenses/pair/pair_analysis.h"

#include "engine/collision/collide.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::PairPicture;

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

PairPicture triangles() { return PairPicture(findBuiltinScene("two_triangles")->build().world); }

} // namespace

TEST_CASE("an_axis_by_hand_projects_the_two_triangles_to_the_published_figures")
{
    PairPicture picture = triangles();
    struct Row {
        Vec2 axis;
        float minA, maxA, minB, maxB;
    };
    for (const Row& row : {Row{{0, 1}, 1, 3, 2, 4}, Row{{2, 1}, 3, 7, 6, 10}, Row{{-2, 1}, -5, -1, -6, -2}}) {
        picture.pair().usesManualAxis = true;
        picture.pair().manualAxis = row.axis;
        const AxisProjection p = shownProjection(picture.pair(), picture.analysis());
        CHECK(p.minA == row.minA);
        CHECK(p.maxA == row.maxA);
        CHECK(p.minB == row.minB);
        CHECK(p.maxB == row.maxB);
    }
    picture.pair().usesManualAxis = false;
    const auto shown = shownAxis(picture.pair(), picture.analysis());
    REQUIRE(shown.has_value());
    CHECK(picture.analysis().trace.axes[*shown].won);
    const AxisProjection p = shownProjection(picture.pair(), picture.analysis());
    CHECK(overlapInMetres(p, 0.0f) == Approx(1.0f / std::sqrt(5.0f)));
    CHECK(dot(p.axis, {2.0f, 1.0f}) / std::sqrt(5.0f) == Approx(1.0f));
}

TEST_CASE("the_relative_pose_is_the_one_from_which_the_engine_finds_the_contact")
{
    World world;
    const BodyId a = world.createBody({.position = {3.3, 0.0}}),
                 b = world.createBody({.position = {3.9, 0.9}});
    PairState pair;
    pair.shapeA = world.addShape(a, {.geometry = kBox});
    pair.shapeB = world.addShape(b, {.geometry = kBox});
    const std::optional<PairAnalysis> analysis = analysePair(world, pair);
    REQUIRE(analysis);
    const Manifold found = collide(analysis->shapeA, analysis->shapeB, analysis->bInA,
                                   {analysis->trace.speculativeDistance, world.settings().lengthUnit});
    const Manifold& traced = analysis->trace.manifold;
    REQUIRE(found.count == traced.count);
    CHECK(found.normal == traced.normal);
    for (size_t i = 0; i < static_cast<size_t>(found.count); ++i)
        CHECK((found.points[i] == traced.points[i]));
}

TEST_CASE("no_direction_separates_the_shapes_in_less_than_the_winning_axis")
{
    for (PairPicture& picture : std::vector<PairPicture>{
             {makeRegularPolygon(6, 1.0f), makeRegularPolygon(7, 1.0f), {1.1f, 0.4f}, 0.3f},
             {makeBox(1.0f, 0.5f), Circle{{0.0f, 0.0f}, 0.4f}, {0.3f, 0.7f}},
             {Capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.3f}, makeBox(0.5f, 0.5f), {0.2f, 0.6f}, 0.2f}}) {
        const PairAnalysis& analysis = picture.analysis();
        const float least = analysis.minimumTranslation.depth + analysis.radiusSum();
        REQUIRE(least > 0.0f);
        float best = 1e9f;
        for (int i = 0; i < 3600; ++i)
            best = std::min(
                best,
                depthAlong(analysis, rotate(makeRot(2.0f * kPi * static_cast<float>(i) / 3600.0f), {1, 0})));
        CHECK(best >= least - 1e-5f);
        CHECK(best <= least + 1e-3f);
        REQUIRE(shownAxis(picture.pair(), analysis).has_value());
        CHECK(overlapInMetres(shownProjection(picture.pair(), analysis), analysis.radiusSum()) ==
              Approx(least).epsilon(1e-4));
    }
}

TEST_CASE("there_is_no_analysis_of_a_closed_pair_nor_of_a_destroyed_shape")
{
    PairPicture picture(kBox, kBox, {0.5f, 0.0f});
    PairState closed;
    CHECK_FALSE(analysePair(picture.world(), closed).has_value());
    picture.world().destroyBody(picture.world().bodyOf(picture.pair().shapeB));
    CHECK_FALSE(analysePair(picture.world(), picture.pair()).has_value());
}

TEST_CASE("pairs_that_the_engine_never_tests_have_a_reason")
{
    World world;
    const BodyId first = world.createBody({.type = BodyType::Static});
    const ShapeId a = world.addShape(first, {.geometry = makeBox(1.0f, 1.0f)});
    const ShapeId sibling = world.addShape(first, {.geometry = makeBox(2.0f, 0.5f)});
    const BodyId second = world.createBody({.type = BodyType::Static, .position = {0.5f, 0.0f}});
    const ShapeId b = world.addShape(second, {.geometry = makeBox(1.0f, 1.0f)});
    const BodyId third = world.createBody({.position = {0.0f, 0.5f}});
    const ShapeId c = world.addShape(third, {.geometry = makeBox(1.0f, 1.0f)});
    const ShapeId sensor = world.addShape(third, {.geometry = makeBox(0.5f, 3.0f), .sensor = true});
    const BodyId fourth = world.createBody({});
    const ShapeId apart = world.addShape(fourth, {.geometry = makeBox(1.0f, 1.0f), .filter = {.mask = 0}});
    const auto reason = [&](ShapeId x, ShapeId y) {
        PairState pair;
        pair.open(x, y);
        const auto analysis = analysePair(world, pair);
        REQUIRE(analysis.has_value());
        return analysis->reasonNotSolved;
    };
    CHECK(reason(a, c).empty());
    CHECK(reason(a, sibling).find("one body") != std::string::npos);
    CHECK(reason(a, b).find("Neither body is dynamic") != std::string::npos);
    CHECK(reason(a, sensor).find("sensor") != std::string::npos);
    CHECK(reason(c, apart).find("filters") != std::string::npos);
}

TEST_CASE("the_hovered_axis_precedes_the_selected_one_and_that_the_winner")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    const size_t count = picture.analysis().trace.axes.size();
    REQUIRE(count == 8);
    PairState& pair = picture.pair();
    CHECK(shownAxis(pair, picture.analysis()) == picture.analysis().trace.winner);
    pair.axis.index = 1;
    CHECK(shownAxis(pair, picture.analysis()) == 1);
    pair.axisUnderPointer = 3;
    CHECK(shownAxis(pair, picture.analysis()) == 3);
    pair.hover.axis = 5;
    CHECK(shownAxis(pair, picture.analysis()) == 5);
    pair.hover.axis = count; // out of range, as for another pair
    CHECK(shownAxis(pair, picture.analysis()) == 3);
    pair.usesManualAxis = true;
    CHECK_FALSE(shownAxis(pair, picture.analysis()).has_value());
}

TEST_CASE("a_selected_test_axis_is_ignored_while_the_trace_is_of_another_test")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    PairState& pair = picture.pair();
    pair.test = OverlapTest::Interval;
    picture.draw(PairTab::Tests);
    REQUIRE(showsTest(pair, picture.analysis()));
    const OverlapTrace& trace = *picture.analysis().overlapTrace;
    CHECK(shownTestAxis(pair, trace) == trace.minimumOverlapAxis);
    pair.testAxis = 2;
    CHECK(shownTestAxis(pair, trace) == 2);
    pair.hover.testAxis = 4;
    CHECK(shownTestAxis(pair, trace) == 4);
    pair.test = OverlapTest::Projection; // until the next frame the trace is that of the previous test
    CHECK(shownTestAxis(pair, trace) == trace.minimumOverlapAxis);
}

TEST_CASE("two_circles_are_projected_on_the_line_of_their_centres")
{
    const Shape circle = Circle{.radius = 0.5f};
    PairPicture picture(circle, circle, {0.6f, 0.8f});
    CHECK_FALSE(shownAxis(picture.pair(), picture.analysis()).has_value());
    const AxisProjection p = shownProjection(picture.pair(), picture.analysis());
    CHECK(length(p.axis - Vec2{0.6f, 0.8f}) < 1e-6f);
    CHECK(std::fabs(overlapInMetres(p, picture.analysis().radiusSum())) < 1e-6f); // touching
    PairPicture concentric(circle, circle, {0.0f, 0.0f});
    CHECK(shownProjection(concentric.pair(), concentric.analysis()).axis == Vec2{0.0f, 1.0f});
}

TEST_CASE("far_from_the_origin_a_frame_near_a_is_used")
{
    const auto at = [](Position position) {
        World world;
        world.addShape(world.createBody({.position = position}), {.geometry = kBox});
        world.addShape(world.createBody({.position = position + Vec2{0.25f, 0.75f}}), {.geometry = kBox});
        return PairPicture(std::move(world));
    };
    const PairPicture near = at({0.5, 0.0}), far = at({1e6 + 0.5, 0.0});
    CHECK(near.analysis().origin == Position{});
    CHECK(length(far.analysis().origin - Position{1e6 + 0.5, 0.0}) <= 0.5f);
    CHECK(length(far.analysis().poseA.p) <= 0.5f);
    CHECK(near.analysis().minimumTranslation.depth == Approx(0.25f));
    CHECK(far.analysis().minimumTranslation.depth == near.analysis().minimumTranslation.depth);
}

TEST_CASE("published_tests_run_on_polygons_without_radius_only_and_are_timed")
{
    PairPicture sharp(kBox, kBox, {0.3f, 0.95f});
    REQUIRE(sharp.analysis().overlapResults.has_value());
    for (const OverlapResult& result : *sharp.analysis().overlapResults) CHECK(result.overlap);
    timeTests(sharp.analysis(), sharp.pair());
    for (const float time : sharp.pair().nanoseconds) CHECK(time > 0.0f);

    PairPicture round(kBox, Circle{.radius = 0.5f}, {0.3f, 0.95f});
    CHECK_FALSE(round.analysis().overlapResults.has_value());
    CHECK_FALSE(round.analysis().overlapTrace.has_value());
    round.pair().tab = PairTab::Tests;
    CHECK_FALSE(showsTest(round.pair(), round.analysis()));
    timeTests(round.analysis(), round.pair());
    for (const float time : round.pair().nanoseconds) CHECK(time == 0.0f);
}

TEST_CASE("the_depth_that_the_last_step_began_with_stands_beside_the_present_overlap")
{
    World world;
    const ShapeId floor =
        world.addShape(world.createBody({.type = BodyType::Static}), {.geometry = makeBox(4.0f, 0.5f)});
    const BodyId body = world.createBody({.position = {0.0f, 0.95f}});
    const ShapeId box = world.addShape(body, {.geometry = makeBox(0.5f, 0.5f)});
    PairState pair;
    pair.open(floor, box);
    CHECK_FALSE(analysePair(world, pair)->stepDepth.has_value()); // no contact before the first step
    world.step(1.0f / 60.0f);
    const PairAnalysis analysis = *analysePair(world, pair);
    REQUIRE(analysis.stepDepth.has_value());
    CHECK(*analysis.stepDepth == Approx(0.05f).epsilon(0.001));
    CHECK(analysis.minimumTranslation.depth < 0.049f); // the step has pushed the box out
}

TEST_CASE("vertex_contacts_are_counted_with_the_solver_that_uses_them")
{
    PairPicture picture(kBox, makeBox(0.3f, 0.5f), {0.0f, 0.95f});
    CHECK_FALSE(picture.analysis().vertexContactCount.has_value());
    picture.setSolver(SolverType::VertexContact);
    picture.draw();
    CHECK(picture.analysis().vertexContactCount == 2);
}
