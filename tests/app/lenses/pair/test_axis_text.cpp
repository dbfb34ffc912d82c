#include "app/lenses/pair/axis_text.h"

#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::PairPicture;

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

PairAnalysis analysisOf(const Shape& a, const Shape& b, Vec2 positionB)
{
    const PairPicture picture(a, b, positionB);
    return *analysePair(picture.world(), picture.state.lens<PairLens>().pair);
}

} // namespace

TEST_CASE("the_axes_of_a_pair_are_told_with_the_reason_for_which_the_search_ended")
{
    const PairAnalysis overlap = analysisOf(kBox, kBox, {0.9f, 0.0f});
    CHECK(axesTriedText(overlap) == "All 8 axes were tried. The one with the greatest separation wins.");
    CHECK(std::string(axisState(overlap.trace.axes[*overlap.trace.winner])) == "wins");
    const PairAnalysis apart = analysisOf(kBox, kBox, {3.0f, 0.0f});
    REQUIRE(apart.trace.winner);
    CHECK(std::string(axisState(apart.trace.axes[*apart.trace.winner])) == "separates");
    CHECK(axesTriedText(apart).find("separates the shapes") != std::string::npos);
    CHECK(std::string(axisState(apart.trace.axes.back())) == "not tried");
    CHECK(std::string(axisMeaning(apart.trace.axes.back())) ==
          "Not tried: an earlier axis already separates the shapes.");
    CHECK(
        axesTriedText(analysisOf(Circle{}, Circle{}, {0.9f, 0.0f})).starts_with("Two circles have no faces"));
}

TEST_CASE("a_circle_at_a_corner_gets_a_note_that_no_face_is_nearest")
{
    CHECK(winnerNotes(analysisOf(kBox, Circle{}, {0.9f, 0.0f})).empty());
    const auto notes = winnerNotes(analysisOf(kBox, Circle{}, {0.8f, 0.8f}));
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].starts_with("The closest features are two vertices"));
}
