#include "app/tools/toolbox.h"

#include <satbox/shapes.h>
#include <satbox/validate.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("every_shape_of_the_toolbox_is_valid_at_every_size")
{
    for (const ToolboxItem& item : toolboxItems())
        for (const float size : {NewShapeSpec::kMinSize, 1.0f, NewShapeSpec::kMaxSize, 1e9f, -1.0f}) {
            const ToolboxBody made = makeToolboxBody(item.shape, {.size = size});
            CHECK(validate(made.body) == "");
            REQUIRE(made.shapes.size() == 1);
            CHECK(validate(made.shapes.front()) == "");
        }
}

TEST_CASE("walls_are_static_and_other_shapes_dynamic")
{
    for (const ToolboxItem& item : toolboxItems())
        CHECK((makeToolboxBody(item.shape, {}).body.type == BodyType::Static) ==
              (item.shape == ToolboxShape::Wall));
}

TEST_CASE("the_polygon_has_the_chosen_number_of_sides")
{
    for (int sides = 3; sides <= 8; ++sides) {
        const ToolboxBody made = makeToolboxBody(ToolboxShape::Ngon, {.sides = sides});
        CHECK(std::get<Polygon>(made.shapes.front().geometry).count == sides);
    }
    const ToolboxBody most = makeToolboxBody(ToolboxShape::Ngon, {.sides = 99});
    CHECK(std::get<Polygon>(most.shapes.front().geometry).count == kMaxPolygonVertices);
}
