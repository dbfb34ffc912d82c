#include "engine/geometry/box_extents.h"

#include <array>
#include <doctest/doctest.h>

using namespace satbox;

TEST_CASE("a_box_has_half_extents_whichever_vertex_is_first")
{
    const Polygon box = makeBox(2.0f, 1.0f);
    CHECK(boxHalfExtents(box) == Vec2(2.0f, 1.0f));
    const std::array<Vec2, 4> turned{box.vertices[1], box.vertices[2], box.vertices[3], box.vertices[0]};
    CHECK(boxHalfExtents(makePolygon(turned)) == Vec2(2.0f, 1.0f));
    CHECK_FALSE(boxHalfExtents(makeBox(2.0f, 1.0f, {0.5f, 0.0f}, {})));
    CHECK_FALSE(boxHalfExtents(makeRegularPolygon(4, 1.0f)));
    CHECK_FALSE(boxHalfExtents(makeRegularPolygon(5, 1.0f)));
}
