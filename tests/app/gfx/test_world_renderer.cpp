#include "app/gfx/framebuffer.h"
#include "app/gfx/png_image.h"
#include "app/gfx/world_renderer.h"
#include "app/platform/window.h"
#include "tests/support/paths.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <fstream>
#include <vector>

namespace satbox::app {

namespace {

constexpr Color kGround = Color::fromHex(0x14171C);
constexpr Color kFill = Color::fromHex(0x5B8DB8, 0.3f);
constexpr Color kOutline = Color::fromHex(0xA9CDEA);
constexpr GridColors kGrid{Color::fromHex(0x1E242C), Color::fromHex(0x29313C), Color::fromHex(0x3A4554)};

ShapeStyle body() { return {.fill = kFill, .outline = kOutline}; }

Transform at(float x, float y, float angle = 0.0f) { return {{x, y}, makeRot(angle)}; }

std::vector<Vec2> regular(int sides, float radius)
{
    std::vector<Vec2> vertices;
    for (int i = 0; i < sides; ++i) {
        const float angle = 2.0f * kPi * static_cast<float>(i) / static_cast<float>(sides);
        vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    }
    return vertices;
}

// One of each shape and primitive, within x -8..8 and y -4..4.
DrawList gallery()
{
    constexpr std::array<Vec2, 4> kBox{{{-1.0f, -0.6f}, {1.0f, -0.6f}, {1.0f, 0.6f}, {-1.0f, 0.6f}}};
    ShapeStyle sensor = body();
    sensor.dashed = true;
    ShapeStyle quarantined = body();
    quarantined.hatched = true;
    quarantined.hatch = Color::fromHex(0xD55E00);
    ShapeStyle selected = body();
    selected.outline = Color::fromHex(0xFFD166);
    selected.outlineWidthPx = 2.5f;

    DrawList list;
    list.addCircle(at(-6.0f, 2.5f), 1.0f, body());
    list.addCapsule(at(-3.0f, 2.5f, 0.5f), {-0.8f, 0.0f}, {0.8f, 0.0f}, 0.5f, body());
    list.addPolygon(at(0.0f, 2.5f, 0.3f), kBox, body());
    list.addPolygon(at(3.0f, 2.5f), regular(3, 1.0f), selected);
    list.addPolygon(at(5.5f, 2.5f), regular(8, 1.0f), quarantined);
    list.addCircle(at(-6.0f, 0.0f), 0.9f, sensor);
    list.addCapsule(at(-3.0f, 0.0f, -0.4f), {-0.7f, 0.0f}, {0.7f, 0.0f}, 0.4f, sensor);
    list.addPolygon(at(0.0f, 0.0f, 0.1f), kBox, sensor);
    list.addCapsule(at(3.0f, 0.0f), {-1.0f, -0.3f}, {1.0f, 0.3f}, 0.0f, body());
    list.addPolygon(at(5.5f, 0.0f), regular(12, 0.9f), body());
    list.addCircle(at(7.2f, 0.0f), 0.01f, body());

    const Color orange = Color::fromHex(0xD55E00);
    const Color green = Color::fromHex(0x009E73);
    list.addLine({-7.0f, -1.5f}, {-5.0f, -1.5f}, {orange, 2.0f});
    list.addLine({-7.0f, -2.0f}, {-5.0f, -1.7f}, {orange, 1.0f});
    list.addDashedLine({-7.0f, -2.4f}, {-5.0f, -2.2f}, {orange, 1.5f});
    list.addBar({-7.0f, -3.0f}, {-5.0f, -2.8f}, {Color::fromHex(0xCC79A7), 6.0f});
    list.addArrow({-4.0f, -3.0f}, {-2.5f, -1.5f}, {green, 2.0f});
    list.addArrow({-3.0f, -3.0f}, {-2.8f, -2.9f}, {green, 2.0f});
    list.addArrow({-2.5f, -3.0f}, {-2.45f, -2.97f}, {green, 2.0f});
    list.addArrow({-2.0f, -1.5f}, {-2.0f, -3.2f}, {Color::fromHex(0xF0E442), 2.0f});
    list.addDisc({-0.5f, -2.0f}, 4.0f, Color::fromHex(0xF0E442));
    list.addRing({0.2f, -2.0f}, 4.0f, Color::fromHex(0x8E99A8));
    list.addCross({0.9f, -2.0f}, 5.0f, Color::fromHex(0xE6E9EE));
    list.addSquare({1.6f, -2.0f}, 4.0f, Color::fromHex(0xE69F00));
    const std::array<Vec2, 4> cone{{{2.5f, -3.0f}, {3.3f, -1.6f}, {2.5f, -1.3f}, {1.7f, -1.6f}}};
    list.addConvex(cone, Color::fromHex(0x0072B2, 0.15f));
    list.addBox({{4.0f, -3.0f}, {5.5f, -1.5f}}, {Color::fromHex(0x8E99A8), 1.0f});
    list.addBox({{4.2f, -2.8f}, {5.3f, -1.7f}}, {Color::fromHex(0x8E99A8), 1.0f}, true);
    list.addTriangle({6.0f, -3.0f}, {7.5f, -3.0f}, {6.7f, -1.5f}, Color::fromHex(0x56B4E9));
    return list;
}

struct Picture {
    Image image;
    Camera camera;

    std::array<int, 3> at(Vec2 world, float pixelsPerPoint = 1.0f) const
    {
        const Vec2 p = camera.worldToScreen(world) * pixelsPerPoint;
        const auto i = (static_cast<std::size_t>(p.y) * static_cast<std::size_t>(image.size.width) +
                        static_cast<std::size_t>(p.x)) *
                       4;
        return {image.rgba[i], image.rgba[i + 1], image.rgba[i + 2]};
    }
};

Picture render(const DrawList& list, IntSize points, float pixelsPerPoint, bool grid)
{
    const Window window({.size = points, .offscreen = true});
    const IntSize pixels{static_cast<int>(static_cast<float>(points.width) * pixelsPerPoint),
                         static_cast<int>(static_cast<float>(points.height) * pixelsPerPoint)};
    Framebuffer framebuffer(pixels);
    WorldRenderer renderer;
    Picture picture;
    picture.camera.setViewport(
        {0.0f, 0.0f, static_cast<float>(points.width), static_cast<float>(points.height)});
    picture.camera.fit({{-8.0f, -4.0f}, {8.0f, 4.0f}}, false, 16.0f);
    framebuffer.bind();
    clearFramebuffer(pixels, kGround);
    const Background background{kGround, grid ? std::optional(kGrid) : std::nullopt};
    renderer.draw(list, picture.camera, background, pixels, pixelsPerPoint, 1.0f);
    picture.image = framebuffer.read();
    return picture;
}

constexpr std::array<int, 3> kGroundBytes{0x14, 0x17, 0x1C};

bool near(const std::array<int, 3>& a, const std::array<int, 3>& b)
{
    for (std::size_t i = 0; i < 3; ++i)
        if (std::abs(a[i] - b[i]) > 2) return false;
    return true;
}

} // namespace

TEST_CASE("one_of_everything_is_drawn_offscreen_and_written_as_png")
{
    for (const float scale : {1.0f, 2.0f}) {
        const Picture picture = render(gallery(), {1024, 560}, scale, true);
        CHECK(picture.image.size ==
              IntSize{static_cast<int>(1024.0f * scale), static_cast<int>(560.0f * scale)});
        const auto path =
            test::artefactFolder("gfx") / (scale == 1.0f ? "gallery.png" : "gallery_scale_2.png");
        REQUIRE(!writePng(path, picture.image));
        std::ifstream file(path, std::ios::binary);
        std::array<char, 4> head{};
        file.read(head.data(), 4);
        CHECK(std::string_view(head.data(), 4) == "\x89PNG");
    }
}

TEST_CASE("shapes_cover_their_inside_and_not_the_background")
{
    const Picture picture = render(gallery(), {1024, 560}, 1.0f, false);
    CHECK(near(picture.at({-7.9f, 3.9f}), kGroundBytes));
    // 30 % of the fill over the background.
    const std::array<int, 3> fill{(0x5B * 3 + 0x14 * 7) / 10, (0x8D * 3 + 0x17 * 7) / 10,
                                  (0xB8 * 3 + 0x1C * 7) / 10};
    CHECK(near(picture.at({-6.0f, 2.5f}), fill));
    CHECK(near(picture.at({-3.0f, 2.5f}), fill));
    CHECK(near(picture.at({0.0f, 2.5f}), fill));
    CHECK(near(picture.at({5.5f, 0.0f}), fill)); // twelve vertices: drawn as triangles
    CHECK(near(picture.at({-0.5f, -2.0f}), {0xF0, 0xE4, 0x42}));
    CHECK(near(picture.at({0.2f, -2.0f}), kGroundBytes)); // the middle of a ring is empty
    CHECK(!near(picture.at({7.2f, 0.0f}), kGroundBytes)); // a shape smaller than a pixel stays visible
}

TEST_CASE("circle_outline_is_round_and_one_and_a_half_pixels_wide")
{
    DrawList list;
    list.addCircle(at(0.0f, 0.0f), 3.0f, {.fill = Color{0, 0, 0, 0}, .outline = Color{1, 1, 1, 1}});
    const Picture picture = render(list, {1024, 560}, 1.0f, false);
    const float pixel = picture.camera.metersPerPixel();
    // The coverage summed along radial cuts through the outline is its width in pixels.
    for (int i = 0; i < 16; ++i) {
        const float angle = 2.0f * kPi * static_cast<float>(i) / 16.0f;
        const Vec2 out(std::cos(angle), std::sin(angle));
        float width = 0.0f;
        for (float d = -6.0f; d < 6.0f; d += 0.1f) {
            const int value = picture.at(out * (3.0f + d * pixel))[0];
            width += 0.1f * static_cast<float>(value - 0x14) / (255.0f - 0x14);
        }
        CHECK(width == doctest::Approx(1.5f).epsilon(0.15));
    }
}

TEST_CASE("edges_and_shadows_leave_outlines_inner_fills_and_the_ground_further_away_as_they_are")
{
    const auto draw = [](float edge, float shadow) {
        ShapeStyle style = body();
        style.outlineWidthPx = 4.0f; // so that some pixels are covered by it alone
        style.edgeAlpha = edge;
        style.shadowAlpha = shadow;
        DrawList list;
        list.addCircle(at(-4.0f, 0.0f), 1.0f, style);
        list.addPolygon(at(4.0f, 0.0f), regular(4, std::sqrt(2.0f)), style); // its sides are diagonal
        return render(list, {1024, 560}, 1.0f, false);
    };
    const Picture plain = draw(0.0f, 0.0f);
    const Picture soft = draw(0.5f, 0.8f);
    const float pixel = plain.camera.metersPerPixel();
    for (const Vec2 center : {Vec2(-4.0f, 0.0f), Vec2(4.0f, 0.0f)})
        for (const Vec2 out : {Vec2(1.0f, 1.0f), Vec2(-1.0f, 1.0f), Vec2(-1.0f, -1.0f), Vec2(1.0f, -1.0f)}) {
            const auto point = [&](float px) { // outside the edge
                return center + (1.0f + px * pixel) * normalizeOrZero(out);
            };
            CAPTURE(point(0.0f).x);
            CAPTURE(point(0.0f).y);
            CHECK(soft.at(center) == plain.at(center));
            CHECK(soft.at(point(-16.0f)) == plain.at(point(-16.0f)));
            CHECK(near(soft.at(point(-2.0f)), plain.at(point(-2.0f))));
            CHECK(soft.at(point(-5.5f))[0] > plain.at(point(-5.5f))[0] + 4); // towards the outline's colour
            CHECK(soft.at(point(2.0f))[2] < kGroundBytes[2] - 2);
            CHECK(soft.at(point(20.0f)) == kGroundBytes);
            CHECK(plain.at(point(2.0f)) == kGroundBytes);
        }
}

TEST_CASE("round_corners_are_arcs_with_the_outline_inside_and_a_shadow_around")
{
    const auto draw = [](float shadow) {
        ShapeStyle style = body();
        style.fill = kFill.withAlpha(1.0f);
        style.outline = kFill;
        style.shadowAlpha = shadow;
        DrawList list;
        list.addPolygon(at(0.0f, 0.0f), regular(4, std::sqrt(2.0f)), style, 1.0f); // its sides are diagonal
        return render(list, {1024, 560}, 1.0f, false);
    };
    const Picture plain = draw(0.0f);
    const Picture soft = draw(1.0f);
    const float pixel = plain.camera.metersPerPixel();
    const float reach = std::sqrt(2.0f) + 1.0f; // along the x axis, through a corner
    for (const float angle : {-0.7f, -0.4f, 0.0f, 0.3f, 0.7f}) {
        const Vec2 out = rotate(makeRot(angle), {1.0f, 0.0f});
        const auto point = [&](float px) { return Vec2{reach - 1.0f, 0.0f} + (1.0f + px * pixel) * out; };
        CAPTURE(angle);
        CHECK(plain.at(point(2.0f)) == kGroundBytes);
        CHECK(plain.at(point(-3.0f)) != kGroundBytes);
        CHECK(soft.at(point(3.0f))[2] < kGroundBytes[2]);
    }
    const float side = 2.0f; // from the centre to a flat side, along a diagonal
    for (const Vec2 out : {Vec2(1.0f, 1.0f), Vec2(-1.0f, -1.0f)}) {
        CHECK(plain.at((side + 2.0f * pixel) * normalizeOrZero(out)) == kGroundBytes);
        CHECK(plain.at((side - 3.0f * pixel) * normalizeOrZero(out)) != kGroundBytes);
    }
}

TEST_CASE("shadows_are_below_all_shapes")
{
    const auto draw = [](float shadow) {
        ShapeStyle style = body();
        style.fill = kFill.withAlpha(1.0f);
        style.shadowAlpha = shadow;
        DrawList list;
        list.addCircle(at(-1.0f, 0.0f), 1.0f, style);
        list.addCircle(at(1.0f, 0.0f), 1.0f, style);
        list.addPolygon(at(0.0f, 2.0f), regular(4, 1.0f), style);
        return render(list, {1024, 560}, 1.0f, false);
    };
    const Picture plain = draw(0.0f);
    const Picture soft = draw(1.0f);
    const float pixel = plain.camera.metersPerPixel();
    for (const Vec2 inside :
         {Vec2(-4.0f * pixel, 0.0f), Vec2(4.0f * pixel, 0.0f), Vec2(0.0f, 1.0f + 5.0f * pixel)})
        CHECK(near(soft.at(inside), plain.at(inside)));
    CHECK(soft.at({0.0f, -0.3f})[2] < kGroundBytes[2]); // between the circles
}

TEST_CASE("a_picture_that_cannot_be_written_is_refused_with_its_path")
{
    const Image image{{1, 1}, {0, 0, 0, 255}};
    const auto refusal = writePng("/no/such/folder/picture.png", image);
    REQUIRE(refusal);
    CHECK(refusal->find("/no/such/folder/picture.png") != std::string::npos);
}

TEST_CASE("a_framebuffer_of_invalid_size_is_refused_with_its_size")
{
    const Window window({.size = {64, 64}, .offscreen = true});
    CHECK_THROWS_WITH_AS(Framebuffer({0, 5}), doctest::Contains("0 by 5"), GraphicsError);
}

} // namespace satbox::app
