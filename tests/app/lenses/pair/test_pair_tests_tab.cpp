#include "app/lenses/pair/pair_axis.h"
#include "app/lenses/pair/pair_lens.h"
#include "app/shell/actions.h"
#include "app/shell/pointer.h"
#include "app/shell/scene_files.h"
#include "tests/app/view/view_fixture.h"
#include "tests/support/lens_calls.h"
#include <satbox/shapes.h>

#include <cmath>
#include <doctest/doctest.h>
#include <string>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

AppState lab(const char* scene, OverlapTest test)
{
    AppState state;
    REQUIRE(openSceneByName(state, scene));
    state.ui.worldRect = {0.0f, 0.0f, 800.0f, 600.0f};
    state.camera.setViewport(state.ui.worldRect);
    state.camera.set({2.5f, 2.5f}, 100.0f);
    state.lens<PairLens>().pair.test = test;
    state.lens<PairLens>().pair.tab = PairTab::Tests;
    updatePair(state, 0.0);
    REQUIRE(state.lens<PairLens>().analysis.has_value());
    REQUIRE(state.lens<PairLens>().analysis->overlapTrace.has_value());
    return state;
}

const OverlapTrace& traceOf(const AppState& state) { return *state.lens<PairLens>().analysis->overlapTrace; }

PairAxis axisOf(const AppState& state)
{
    return pairAxis(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis,
                    state.camera.metersPerPixel());
}

std::string refusal(const PairLens::Options& options)
{
    AppState state;
    REQUIRE(openSceneByName(state, "lab_two_triangles"));
    try {
        applyOptionsOf<PairLens>(state, options);
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

} // namespace

TEST_CASE("each_test_shows_its_own_axes_of_the_two_triangles")
{
    struct Row {
        OverlapTest test;
        size_t axes;
        Vec2 axis; // of least overlap
        float minA, maxA, minB, maxB;
        float tolerance; // of tests that divide by root 5
    };
    const float root5 = std::sqrt(5.0f);
    AppState reference = lab("lab_two_triangles", OverlapTest::Projection);
    const Vec2 a = reference.lens<PairLens>().analysis->poseA.p,
               b = reference.lens<PairLens>().analysis->poseB.p;
    const float fromB = dot(b, {-2, -1}), fromA = dot(a, {2, 1}) / root5;
    for (const Row& row :
         {Row{OverlapTest::Interval, 6, {-2, -1}, -7 - fromB, -3 - fromB, -10 - fromB, -6 - fromB, 1e-4f},
          Row{OverlapTest::Projection, 6, {-2, -1}, -7 / root5, -3 / root5, -10 / root5, -6 / root5, 1e-5f},
          Row{OverlapTest::Minkowski, 3, {2, 1}, 3, 7, 6, 10, 0.0f},
          Row{OverlapTest::SupportPoint,
              6,
              {2 / root5, 1 / root5},
              3 / root5 - fromA,
              7 / root5 - fromA,
              6 / root5 - fromA,
              10 / root5 - fromA,
              1e-5f}}) {
        const AppState state = lab("lab_two_triangles", row.test);
        CAPTURE(nameOf(row.test));
        const OverlapTrace& trace = traceOf(state);
        CHECK(trace.test == row.test);
        CHECK(trace.axes.size() == row.axes);
        const auto shown = shownTestAxis(state.lens<PairLens>().pair, trace);
        REQUIRE(shown.has_value());
        CHECK(shown == trace.minimumOverlapAxis);
        const AxisProjection& p = trace.axes[*shown].projection;
        CHECK(length(p.axis - row.axis) <= 1e-5f);
        CHECK(std::fabs(p.minA - row.minA) <= row.tolerance);
        CHECK(std::fabs(p.maxA - row.maxA) <= row.tolerance);
        CHECK(std::fabs(p.minB - row.minB) <= row.tolerance);
        CHECK(std::fabs(p.maxB - row.maxB) <= row.tolerance);
        CHECK(overlapInMetres(p, 0.0f) == Approx(1.0f / root5));
        CHECK(axisOf(state).projection.axis == p.axis);
        // On the drawn line A's interval is where A's own corners project to, wherever values are measured
        // from.
        const PairAxis axis = axisOf(state);
        float lowest = 1e9f;
        for (const Vec2 v : state.lens<PairLens>().analysis->coreA.points())
            lowest = std::fmin(lowest, dot(v, axis.direction));
        CHECK(dot(axis.pointAt(p.minA), axis.direction) == Approx(lowest).epsilon(1e-4));
    }
    const AppState vertex = lab("lab_two_triangles", OverlapTest::VertexContacts);
    CHECK(traceOf(vertex).axes.empty());
    REQUIRE(traceOf(vertex).contacts.count == 1);
    CHECK_FALSE(isVertexOfA(traceOf(vertex).contacts.points[0].id));
    CHECK(vertexOf(traceOf(vertex).contacts.points[0].id) == 0);
    CHECK(vertex.lens<PairLens>().analysis->toWorld(traceOf(vertex).contacts.points[0].point) == Vec2{2, 2});
    CHECK_FALSE(showsAxis(vertex.lens<PairLens>().pair, *vertex.lens<PairLens>().analysis));
}

TEST_CASE("arrow_keys_step_through_the_axes_of_the_chosen_test_and_another_test_begins_with_its_own")
{
    AppState state = lab("lab_two_triangles", OverlapTest::Minkowski);
    CHECK(shownTestAxis(state.lens<PairLens>().pair, traceOf(state)) == 2);
    for (const size_t expected : {0u, 1u, 2u, 0u}) {
        pressKey(state, {Key::Right}, false);
        CHECK(shownTestAxis(state.lens<PairLens>().pair, traceOf(state)) == expected);
    }
    pressKey(state, {Key::Left}, false);
    CHECK(shownTestAxis(state.lens<PairLens>().pair, traceOf(state)) == 2);
    CHECK_FALSE(state.lens<PairLens>().pair.axis.index.has_value()); // the Axes tab keeps its own
    state.lens<PairLens>().pair.testAxis = 1;
    state.lens<PairLens>().pair.chooseTest(OverlapTest::Minkowski);
    CHECK(state.lens<PairLens>().pair.testAxis == 1);
    state.lens<PairLens>().pair.chooseTest(OverlapTest::Interval);
    CHECK_FALSE(state.lens<PairLens>().pair.testAxis.has_value());
    state.lens<PairLens>().pair.testAxis = 5;
    updatePair(state, 0.0);
    CHECK(shownTestAxis(state.lens<PairLens>().pair, traceOf(state)) == 5);
    state.lens<PairLens>().pair.hover.testAxis = 3;
    CHECK(shownTestAxis(state.lens<PairLens>().pair, traceOf(state)) == 3);
    state.lens<PairLens>().pair.tab = PairTab::Axes;
    pressKey(state, {Key::Right}, false);
    CHECK(state.lens<PairLens>().pair.axis.index == 2);
    CHECK(state.lens<PairLens>().pair.testAxis == 5);
    state.lens<PairLens>().pair.chooseTest(OverlapTest::VertexContacts);
    state.lens<PairLens>().pair.tab = PairTab::Tests;
    updatePair(state, 0.0);
    pressKey(state, {Key::Right}, false); // no axes to walk
    CHECK_FALSE(state.lens<PairLens>().pair.testAxis.has_value());
}

TEST_CASE("the_axis_of_a_published_test_can_be_moved_but_not_rotated")
{
    AppState state = lab("lab_two_triangles", OverlapTest::Interval);
    const auto press = [&](Vec2 world) {
        PointerEvent event{.kind = PointerEvent::Kind::Press,
                           .screen = state.camera.worldToScreen(world),
                           .overWorld = true};
        LensContext context = lensContext(state);
        return state.lens<PairLens>().press(context, event.screen);
    };
    CHECK_FALSE(press(axisOf(state).tip));
    CHECK(state.lens<PairLens>().pair.dragged == PairState::Handle::None);
    CHECK(press(axisOf(state).origin));
    CHECK(state.lens<PairLens>().pair.dragged == PairState::Handle::Point);
    LensContext context = lensContext(state);
    state.lens<PairLens>().release(context);
    state.lens<PairLens>().pair.tab = PairTab::Axes;
    CHECK(press(axisOf(state).tip));
    CHECK(state.lens<PairLens>().pair.dragged == PairState::Handle::Tip);
}

TEST_CASE("rounded_shapes_keep_the_engines_axis_in_the_tests_tab")
{
    AppState state;
    REQUIRE(openSceneByName(state, "lab_circle_corner"));
    state.lens<PairLens>().pair.tab = PairTab::Tests;
    updatePair(state, 0.0);
    REQUIRE(state.lens<PairLens>().analysis.has_value());
    CHECK_FALSE(state.lens<PairLens>().analysis->overlapResults.has_value());
    CHECK_FALSE(showsTest(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis));
    CHECK(showsAxis(state.lens<PairLens>().pair, *state.lens<PairLens>().analysis));
}

TEST_CASE("the_command_line_opens_a_test_and_one_of_its_axes")
{
    AppState state;
    REQUIRE(openSceneByName(state, "lab_two_triangles"));
    PairLens::Options options;
    options.test = "minkowski";
    options.axis = 2;
    applyOptionsOf<PairLens>(state, options);
    CHECK(state.lens<PairLens>().pair.tab == PairTab::Tests);
    CHECK(state.lens<PairLens>().pair.test == OverlapTest::Minkowski);
    CHECK(shownTestAxis(state.lens<PairLens>().pair, traceOf(state)) == 1);
    CHECK_FALSE(state.lens<PairLens>().pair.axis.index.has_value());

    options.axis = 4;
    CHECK(refusal(options) == "--pair-axis 4: the test \"Minkowski difference\" tries 3 axes for this pair");
    options.test = "vertex-contacts";
    options.axis = 1;
    CHECK(refusal(options).find("tries 0 axes") != std::string::npos);
    options.test.clear();
    options.stage = "axes";
    options.axis = 7;
    CHECK(refusal(options) == "--pair-axis 7: this pair has 6 axes");

    AppState none;
    REQUIRE(openSceneByName(none, "box_stack"));
    options = {};
    options.test = "interval";
    CHECK_THROWS_WITH(applyOptionsOf<PairLens>(none, options),
                      "--pair-stage, --pair-test and --pair-axis need --pair or a lab scene (lab_...)");
}

TEST_CASE("with_the_solver_of_vertices_a_pair_opens_with_the_test_that_finds_them")
{
    satbox::test::PressedPicture picture(SolverType::VertexContact);
    AppState& state = picture.state;
    const ContactKey key = keyOf(picture.world(), picture.contact());
    openPair(state, key.shapeA, key.shapeB);
    CHECK((state.lens<PairLens>().pair.test == OverlapTest::VertexContacts));
    updatePair(state, 0.0);
    REQUIRE(state.lens<PairLens>().analysis);
    CHECK(state.lens<PairLens>().analysis->vertexContactCount == 2);
}
