#include "app/text/names.h"

#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

TEST_CASE("bodies_are_called_by_name_or_kind")
{
    auto made = makeBoxOnFloor();
    CHECK(describeBody(made.state.world(), made.floor) == "floor");
    CHECK(describeBody(made.state.world(), made.box) == "box 1");
    CHECK(describeBody(made.state.world(), BodyId{}) == "body");
    CHECK(nameOfShape(made.state.world(), made.boxShape) == "box 1, polygon");
}

TEST_CASE("names_are_ordered_as_people_do")
{
    CHECK(compareNatural("box 2", "box 10") < 0);
    CHECK(compareNatural("box 10", "box 9") > 0);
    CHECK(compareNatural("box 10", "box 10") == 0);
    CHECK(compareNatural("box 007", "box 8") < 0);
    CHECK(compareNatural("ball 3", "box 1") < 0);
    CHECK(compareNatural("box", "box 1") < 0);
    CHECK(compareNatural("", "box") < 0);
    CHECK(compareNatural("box 99999999999999999999998", "box 99999999999999999999999") < 0);
    CHECK(compareNatural("7 boxes", "box") < 0);
}
