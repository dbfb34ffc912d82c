#include "engine/scene/import/svg_values.h"

#include <doctest/doctest.h>

namespace satbox {
namespace {

void checkAt(const char* transform, Position from, Position to)
{
    CAPTURE(transform);
    const auto read = readSvgTransform(transform);
    REQUIRE(read);
    CHECK(read->apply(from).x == doctest::Approx(to.x).epsilon(1e-6));
    CHECK(read->apply(from).y == doctest::Approx(to.y).epsilon(1e-6));
}

} // namespace

TEST_CASE("svg_transforms_are_applied_from_the_right")
{
    checkAt("", {1.0, 2.0}, {1.0, 2.0});
    checkAt("matrix(1 2 3 4 5 6)", {1.0, 1.0}, {9.0, 12.0});
    checkAt("translate(10)", {1.0, 2.0}, {11.0, 2.0});
    checkAt("translate(10,20) scale(2)", {1.0, 2.0}, {12.0, 24.0});
    checkAt(" scale( 2 , 3 ) , translate(1 1)", {1.0, 2.0}, {4.0, 9.0});
    checkAt("rotate(90)", {1.0, 0.0}, {0.0, 1.0});
    checkAt("rotate(90 1 1)", {2.0, 1.0}, {1.0, 2.0});
    checkAt("skewX(45)", {1.0, 2.0}, {3.0, 2.0});
    checkAt("skewY(45)", {1.0, 2.0}, {1.0, 3.0});
    for (const char* wrong :
         {"rotate", "rotate()", "rotate(1 2)", "turn(3)", "scale(1", "matrix(1 2 3 4 5)", "scale(1e13)"}) {
        CAPTURE(wrong);
        CHECK_FALSE(readSvgTransform(wrong));
    }
}

TEST_CASE("svg_circles_stay_circles_under_rotations_reflections_and_scales_only")
{
    CHECK(readSvgTransform("rotate(30) scale(2) translate(5 6)")->uniformScale() == doctest::Approx(2.0));
    CHECK(readSvgTransform("scale(-3 3)")->uniformScale() == doctest::Approx(3.0));
    CHECK_FALSE(readSvgTransform("scale(2 3)")->uniformScale());
    CHECK_FALSE(readSvgTransform("skewX(10)")->uniformScale());
}

TEST_CASE("svg_lengths_have_units")
{
    CHECK(readSvgLength("10") == 10.0);
    CHECK(readSvgLength(" -1.5e1px ") == -15.0);
    CHECK(readSvgLength("25.4mm") == doctest::Approx(96.0));
    CHECK(readSvgLength("2.54cm") == doctest::Approx(96.0));
    CHECK(readSvgLength("1in") == 96.0);
    CHECK(readSvgLength("72pt") == doctest::Approx(96.0));
    CHECK(readSvgLength("6pc") == doctest::Approx(96.0));
    for (const char* wrong : {"", "x", "10%", "2em", "1 2", "1e999"}) {
        CAPTURE(wrong);
        CHECK_FALSE(readSvgLength(wrong));
    }
}

TEST_CASE("svg_colours_and_styles_are_read")
{
    CHECK(readSvgColor(" #56b4E9") == 0x56B4E9u);
    CHECK(readSvgColor("#f80") == 0xFF8800u);
    CHECK_FALSE(readSvgColor("red"));
    CHECK_FALSE(readSvgColor("#12345"));
    CHECK(svgStyleValue("fill: none ;stroke:#000", "fill") == "none");
    CHECK(svgStyleValue("fill:none;stroke:#000", "stroke") == "#000");
    CHECK(svgStyleValue("fill-rule:evenodd", "fill") == "");
}

} // namespace satbox
