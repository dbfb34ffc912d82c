#include "app/shell/vector_picture.h"

#include "app/view/world_view.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("a_vector_picture_has_the_shapes_their_labels_and_a_scale_bar")
{
    satbox::test::Picture picture;
    DrawList list;
    list.addCircle({{0.0, 0.0}, {}}, 0.5f, {.outline = picture.palette.dynamicOutline});
    list.addLabel({0.0, 0.0}, "4.87 mm", picture.palette.text);
    list.addLabel({0.001, 0.0}, "covered", picture.palette.text, -1.0f);
    const std::string svg = vectorPicture(list, picture.state.camera, picture.palette, 1.0f);
    CHECK(svg.find("<circle") != std::string::npos);
    CHECK(svg.find(">4.87 mm</text>") != std::string::npos);
    CHECK(svg.find(">1.00 m</text>") != std::string::npos); // 100 points at 100 points per metre
    // The label of lower priority is beside the other one, not over it.
    const size_t first = svg.find("4.87 mm"), second = svg.find("covered");
    REQUIRE(second != std::string::npos);
    const auto lineOf = [&](size_t at) { return svg.substr(svg.rfind("<text", at), 40); };
    CHECK(lineOf(first) != lineOf(second));
}
