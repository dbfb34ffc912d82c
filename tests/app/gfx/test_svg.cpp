#include "app/gfx/svg.h"

#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::app;

namespace {

// 100 points per metre, the origin at (400, 300).
Camera cameraOf()
{
    Camera camera;
    camera.setViewport({0.0f, 0.0f, 800.0f, 600.0f});
    camera.set({0.0, 0.0}, 100.0f);
    return camera;
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("shapes_marks_and_texts_are_at_their_window_points_with_their_colours")
{
    DrawList list;
    const ShapeStyle style{.fill = Color::fromHex(0x5B8DB8, 0.3f), .outline = Color::fromHex(0xA9CDEA)};
    const std::array<Vec2, 3> triangle{Vec2{0.0f, 0.0f}, Vec2{1.0f, 0.0f}, Vec2{0.0f, 1.0f}};
    list.addPolygon({{1.0, 1.0}, {}}, triangle, style);
    list.addCircle({{-1.0, 0.0}, {}}, 0.5f, style);
    list.addCapsule({{0.0, 0.0}, {}}, {0.0f, 0.0f}, {1.0f, 0.0f}, 0.25f, style);
    list.addArrow({0.0, 0.0}, {0.0, 1.0}, {Color::fromHex(0xD55E00), 2.0f});
    const std::array texts{SvgText{{10.0f, 20.0f}, "3 < 5 & more", Color::fromHex(0xFFFFFF)}};
    const std::string svg = svgOf(list, cameraOf(), Color::fromHex(0x14171C), 1.0f, texts);
    CHECK(svg.starts_with("<svg xmlns="));
    CHECK(svg.ends_with("</svg>\n"));
    CHECK(contains(svg, "viewBox=\"0 0 800 600\""));
    CHECK(contains(svg, "<polygon points=\"500,200 600,200 500,100\" fill=\"#5b8db8\" fill-opacity=\"0.3\" "
                        "stroke=\"#a9cdea\""));
    CHECK(contains(svg, "<circle cx=\"300\" cy=\"300\" r=\"50\""));
    CHECK(contains(svg, "A25,25"));
    CHECK(contains(svg, "x1=\"400\" y1=\"300\" x2=\"400\" y2=\"208\"")); // up to the head of 8 px
    CHECK(contains(svg, ">3 &lt; 5 &amp; more</text>"));
}

TEST_CASE("a_polygon_with_round_corners_is_a_path_with_arcs")
{
    DrawList list;
    const std::array<Vec2, 3> triangle{Vec2{0.0f, 0.0f}, Vec2{1.0f, 0.0f}, Vec2{0.0f, 1.0f}};
    list.addPolygon({{1.0, 1.0}, {}}, triangle, {.outline = Color::fromHex(0xA9CDEA)}, 0.5f);
    CHECK(
        contains(svgOf(list, cameraOf(), {}, 1.0f, {}),
                 "<path d=\"M500,250 L600,250 A50,50 0 0 0 635.36,164.64 L535.36,64.64 A50,50 0 0 0 450,100 "
                 "L450,200 A50,50 0 0 0 500,250 Z\""));
}

TEST_CASE("widths_scale_with_the_pixel_and_dashes_are_dashes")
{
    DrawList list;
    list.addDashedLine({0.0, 0.0}, {1.0, 0.0}, {Color::fromHex(0xFFFFFF), 2.0f});
    CHECK(contains(svgOf(list, cameraOf(), {}, 2.0f, {}), "stroke-width=\"4\" stroke-dasharray=\"12,8\""));
}
