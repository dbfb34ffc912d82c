#include "engine/model/scaled_shape.h"

#include "engine/geometry/shape.h"

#include <array>
#include <doctest/doctest.h>
#include <satbox/outlines.h>
#include <satbox/validate.h>

using namespace satbox;

TEST_CASE("a_scaled_shape_of_each_kind_is_valid_and_its_box_and_area_are_scaled_about_the_origin_of_the_body")
{
    const std::array<Shape, 6> shapes{
        Circle{{0.25f, -1.0f}, 0.5f},         Capsule{{-1.0f, 0.25f}, {2.0f, 0.5f}, 0.25f},
        Segment{{-1.0f, 0.0f}, {3.0f, 0.5f}}, makeBox(0.5f, 1.5f, {1.0f, 2.0f}, makeRot(0.5f)),
        makeRoundedBox(0.5f, 0.25f, 0.125f),  makeRegularPolygon(7, 1.5f),
    };
    for (const float factor : {0.3f, 1.0f, 2.0f})
        for (const Shape& shape : shapes) {
            CAPTURE(factor);
            CAPTURE(toString(kindOf(shape)));
            ShapeDef def{.geometry = shape, .local = {{2.0f, -0.5f}, makeRot(1.0f)}};
            def.material.density = 3.0f;
            const ShapeDef after = scaledShape(def, {factor, factor});
            CHECK(validate(after) == "");
            CHECK(after.local.q == def.local.q);
            CHECK(after.material == def.material);
            CHECK(computeArea(after.geometry) ==
                  doctest::Approx(factor * factor * computeArea(shape)).epsilon(1e-5));
            const Aabb box = computeAabb(shape, def.local),
                       scaledBox = computeAabb(after.geometry, after.local);
            CHECK(length(scaledBox.lower - factor * box.lower) < 1e-5f);
            CHECK(length(scaledBox.upper - factor * box.upper) < 1e-5f);
            if (factor == 1.0f) CHECK(after == def);
        }
}

TEST_CASE("the_neighbours_of_a_piece_of_a_chain_are_scaled_with_it")
{
    const Segment piece{{-1.0f, 0.0f}, {3.0f, 0.5f}, true, {-2.0f, -1.0f}, {4.0f, 0.25f}};
    const auto after = std::get<Segment>(scaledShape({.geometry = piece}, {2.0f, 2.0f}).geometry);
    CHECK(after.oneSided);
    CHECK(after.before == Vec2{-4.0f, -2.0f});
    CHECK(after.after == Vec2{8.0f, 0.5f});
}
