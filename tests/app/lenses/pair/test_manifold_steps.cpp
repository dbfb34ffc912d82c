#include "app/lenses/pair/manifold_steps.h"

#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::PairPicture;

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

const ManifoldStep* find(const std::vector<ManifoldStep>& steps, std::string_view title)
{
    const auto found = std::ranges::find(steps, title, &ManifoldStep::title);
    return found == steps.end() ? nullptr : &*found;
}

} // namespace

TEST_CASE("steps_state_what_clipping_removed_kept_and_dropped")
{
    // B's lower edge extends beyond A's right end, tilted so that its far end exceeds the speculative
    // distance.
    const PairPicture picture(kBox, kBox, {0.3f, 1.05f}, 0.2f);
    const CollisionTrace& trace = picture.analysis().trace;
    REQUIRE(trace.clips.size() == 1);
    const std::vector<ManifoldStep> steps = manifoldSteps(picture.analysis());
    const auto count = [&](ManifoldStepOutcome outcome) {
        return std::ranges::count(steps, outcome, &ManifoldStep::outcome);
    };
    CHECK(count(ManifoldStepOutcome::Clipped) == 1);
    CHECK(count(ManifoldStepOutcome::Kept) == trace.manifold.count);
    CHECK(count(ManifoldStepOutcome::Kept) + count(ManifoldStepOutcome::Dropped) == 2);
    CHECK(count(ManifoldStepOutcome::Dropped) == 1);
    // Points marked as kept are those of the manifold.
    for (const ClippedPoint& point : clippedPoints(trace, trace.clips[0]))
        if (point.kept) CHECK(point.separation == trace.manifold.points[0].separation);

    // 10 mm apart, within the speculative distance: both ends are kept.
    const PairPicture above(kBox, makeBox(0.4f, 0.5f), {0.0f, 1.01f});
    REQUIRE(above.analysis().trace.clips.size() == 1);
    CHECK(above.analysis().trace.manifold.count == 2);
    for (const ClippedPoint& point : clippedPoints(above.analysis().trace, above.analysis().trace.clips[0])) {
        CHECK(point.kept);
        CHECK_FALSE(point.cut);
    }
    CHECK(find(manifoldSteps(above.analysis()), "End 1")->detail == "gap 10.0 mm: kept, speculative");
}

TEST_CASE("faces_and_side_planes_are_named_with_what_was_cut_off")
{
    const PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    const std::vector<ManifoldStep> steps = manifoldSteps(picture.analysis());
    CHECK(find(steps, "Reference face A2") != nullptr);
    CHECK(find(steps, "Incident face B0") != nullptr);
    REQUIRE(find(steps, "Side plane at A2"));
    CHECK(find(steps, "Side plane at A2")->detail == "cuts off 300 mm");
    REQUIRE(find(steps, "Side plane at A3"));
    CHECK(find(steps, "Side plane at A3")->detail == "cuts off nothing");
    CHECK(find(steps, "End 1")->detail == "overlap 50.0 mm: kept");
}

TEST_CASE("two_circles_compare_the_distance_of_their_centres_with_their_radii")
{
    const PairPicture picture(Circle{.radius = 0.5f}, Circle{.radius = 0.25f}, {0.6f, 0.0f});
    const std::vector<ManifoldStep> steps = manifoldSteps(picture.analysis());
    REQUIRE(steps.size() == 2);
    CHECK(steps[0].title == "Centres");
    CHECK(steps[0].detail == "600 mm apart");
    CHECK(steps[1].title == "Radii");
    CHECK(steps[1].detail == "750 mm sum");
}

TEST_CASE("the_region_of_a_circle_is_found_from_both_corners_of_the_face")
{
    const PairPicture picture(kBox, Circle{.radius = 0.5f}, {0.25f, 0.9f});
    const std::vector<ManifoldStep> steps = manifoldSteps(picture.analysis());
    CHECK(find(steps, "Face A2") != nullptr);
    REQUIRE(find(steps, "Dot product along the face from A2"));
    CHECK(find(steps, "Dot product along the face from A2")->detail == "0.250 m²: not beyond it");
    REQUIRE(find(steps, "Dot product along the face from A3"));
    CHECK(find(steps, "Dot product along the face from A3")->detail == "0.750 m²: not beyond it");
    CHECK(find(steps, "Region")->detail == "face");

    const PairPicture corner(kBox, Circle{.radius = 0.5f}, {0.75f, 0.8f});
    CHECK(find(manifoldSteps(corner.analysis()), "Dot product along the face from A2")
              ->detail.ends_with("beyond that vertex"));
    CHECK(find(manifoldSteps(corner.analysis()), "Region")->detail == "first vertex");
}

TEST_CASE("a_face_that_separates_ends_the_steps")
{
    const PairPicture picture(kBox, kBox, {3.0f, 0.0f});
    const std::vector<ManifoldStep> steps = manifoldSteps(picture.analysis());
    REQUIRE(steps.size() == 1);
    CHECK(steps[0].title == "Face A1 separates");
    CHECK(steps[0].detail == "2.00 m apart: no contact");
    CHECK(steps[0].outcome == ManifoldStepOutcome::Dropped);
}

TEST_CASE("for_two_segments_the_steps_state_that_they_never_collide")
{
    const Shape segment = Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}};
    const PairPicture picture(segment, segment, {0.0f, 0.0f}, 1.0f);
    const std::vector<ManifoldStep> steps = manifoldSteps(picture.analysis());
    REQUIRE(steps.size() == 1);
    CHECK(steps[0].title == "Two segments");
}

TEST_CASE("nearest_corners_give_the_normal")
{
    const Shape capsule = Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.2f};
    const PairPicture picture(capsule, capsule, {1.3f, 0.1f});
    const std::vector<ManifoldStep> steps = manifoldSteps(picture.analysis());
    CHECK(find(steps, "Nearest vertices A1 and B0") != nullptr);
}

TEST_CASE("projections_and_edges_are_written_in_the_test_s_units")
{
    CHECK(projectionText(OverlapTest::Minkowski, -5.0f) == "\u22125.00");
    CHECK(projectionText(OverlapTest::Projection, 0.5f) == "0.500 m");
    CHECK(lengthText(0.447f) == "447 mm");
    CHECK(featureName(ReferenceOwner::A, 2) == "A2");
    CHECK(featureName(ReferenceOwner::B, 0) == "B0");
    EdgeAxis axis;
    CHECK(edgeNames(axis) == "");
    axis.edgeB = 2;
    CHECK(edgeNames(axis) == "B2");
    axis.edgeA = 0;
    CHECK(edgeNames(axis) == "A0, B2");
}

TEST_CASE("the_steps_of_a_one_sided_segment_tell_what_the_chain_does")
{
    const Shape piece = Segment{{1.0f, 0.0f}, {-1.0f, 0.0f}, true, {2.0f, 0.0f}, {-2.0f, 0.0f}};
    const auto stepOf = [&](Vec2 at) -> std::string {
        PairPicture picture(piece, makeBox(0.5f, 0.5f), at);
        picture.draw(PairTab::Contact);
        for (const ManifoldStep& step : manifoldSteps(picture.analysis()))
            if (step.title == "One-sided") return step.detail;
        return "";
    };
    CHECK(stepOf({0.0f, 0.49f}) == "the chain goes on: the normal is that of the piece");
    CHECK(stepOf({0.0f, -0.3f}) == "the other shape is behind the piece: no contact");
}
