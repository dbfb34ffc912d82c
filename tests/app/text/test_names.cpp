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
