#include "app/tools/play_marks.h"

#include "tests/app/view/view_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("the_reach_of_a_tool_is_a_circle_with_its_radius_and_has_gaps_until_it_acts")
{
    satbox::test::Picture picture;
    const ViewContext context = picture.context();
    DrawList idle;
    DrawList acting;
    addReach(context, idle, {1.0f, 2.0f}, 3.0f, false);
    addReach(context, acting, {1.0f, 2.0f}, 3.0f, true);
    const auto lengthOf = [](const DrawList& list) {
        float sum = 0.0f;
        for (const Primitive& line : list.primitives) sum += length(line.b - line.a);
        return sum;
    };
    CHECK(lengthOf(acting) == doctest::Approx(2.0f * kPi * 3.0f).epsilon(0.02));
    CHECK(lengthOf(idle) < 0.7f * lengthOf(acting));
    REQUIRE(idle.labels.size() == 1);
    CHECK(idle.labels.front().text == "3.00 m");
    CHECK(idle.labels.front().point == Position{1.0f, 5.0f});
}
