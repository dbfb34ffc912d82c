#include "app/tools/palette.h"

#include <satbox/shapes.h>
#include <satbox/validate.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("every_palette_shape_is_valid_at_every_size")
{
    for (const PaletteItem& item : paletteItems())
        for (const float size : {PaletteSpec::kMinSize, 1.0f, PaletteSpec::kMaxSize, 1e9f, -1.0f}) {
            const PaletteBody made = makePaletteBody(item.shape, {.size = size});
            CHECK(validate(made.body) == "");
            REQUIRE(made.shapes.size() == 1);
            CHECK(validate(made.shapes.front()) == "");
        }
}

TEST_CASE("walls_are_static_and_other_shapes_dynamic")
{
    for (const PaletteItem& item : paletteItems())
        CHECK((makePaletteBody(item.shape, {}).body.type == BodyType::Static) ==
              (item.shape == PaletteShape::Wall));
}

TEST_CASE("the_polygon_has_the_chosen_number_of_sides")
{
    for (int sides = 3; sides <= 8; ++sides) {
        const PaletteBody made = makePaletteBody(PaletteShape::Ngon, {.sides = sides});
        CHECK(std::get<Polygon>(made.shapes.front().geometry).count == sides);
    }
    const PaletteBody most = makePaletteBody(PaletteShape::Ngon, {.sides = 99});
    CHECK(std::get<Polygon>(most.shapes.front().geometry).count == kMaxPolygonVertices);
}
