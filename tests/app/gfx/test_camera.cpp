#include "app/gfx/camera.h"
#include "app/gfx/grid.h"

#include <doctest/doctest.h>
#include <limits>

namespace satbox::app {

namespace {

void checkNear(Position a, Position b, double tolerance)
{
    CHECK(a.x == doctest::Approx(b.x).epsilon(0.0).scale(1.0).epsilon(tolerance));
    CHECK(a.y == doctest::Approx(b.y).epsilon(0.0).scale(1.0).epsilon(tolerance));
}

Camera camera()
{
    Camera c;
    c.setViewport({44.0f, 24.0f, 900.0f, 600.0f});
    c.set({3.0f, -2.0f}, 40.0f);
    return c;
}

} // namespace

TEST_CASE("screen_to_world_undoes_world_to_screen")
{
    const Camera c = camera();
    for (const Vec2 p : {Vec2(0.0f, 0.0f), Vec2(-7.25f, 4.5f), Vec2(12.0f, -9.0f)})
        checkNear(c.screenToWorld(c.worldToScreen(p)), p, 1e-4f);
}

TEST_CASE("world_up_is_screen_up_and_the_centre_is_in_the_middle")
{
    const Camera c = camera();
    checkNear(c.worldToScreen(c.center()), {494.0f, 324.0f}, 1e-3f);
    checkNear(c.worldToScreen(c.center() + Vec2(1.0f, 2.0f)), {534.0f, 244.0f}, 1e-3f);
}

TEST_CASE("zoom_keeps_the_point_under_the_cursor")
{
    Camera c = camera();
    const Vec2 cursor(200.0f, 500.0f);
    const Position before = c.screenToWorld(cursor);
    c.zoomAt(cursor, 1.75f);
    CHECK(c.pixelsPerMeter() == doctest::Approx(70.0f));
    checkNear(c.screenToWorld(cursor), before, 1e-4f);
    c.zoomAt(cursor, 1e9f);
    CHECK(c.pixelsPerMeter() == Camera::kMaxPixelsPerMeter);
    c.zoomAt(cursor, 1e-12f);
    CHECK(c.pixelsPerMeter() == Camera::kMinPixelsPerMeter);
}

TEST_CASE("fit_keeps_the_strip_at_the_bottom_free")
{
    Camera c = camera();
    const float edge = 24.0f + 600.0f - 80.0f; // top of the strip of 80 points
    c.fit({{0.0f, 0.0f}, {2.0f, 20.0f}}, false, 10.0f, 80.0f);
    CHECK(c.worldToScreen({0.0f, 0.0f}).y == doctest::Approx(edge - 10.0f));
    CHECK(c.worldToScreen({0.0f, 20.0f}).y == doctest::Approx(24.0f + 10.0f));
    // A wide box in the middle of the view leaves the strip free: it stays centred.
    c.fit({{0.0f, 0.0f}, {20.0f, 2.0f}}, false, 10.0f, 80.0f);
    checkNear(c.center(), {10.0f, 1.0f}, 1e-4f);
}

TEST_CASE("far_from_the_origin_the_camera_resolves_millimetres")
{
    Camera c = camera();
    const Position far{1e6, -8e5};
    c.set(far, 5000.0f);
    const Position point = far + Vec2{0.003f, -0.002f};
    checkNear(c.worldToScreen(point), {494.0f + 15.0f, 324.0f + 10.0f}, 1e-3);
    checkNear(c.screenToWorld(c.worldToScreen(point)), point, 1e-9);
}

TEST_CASE("pan_moves_the_world_with_the_pointer")
{
    Camera c = camera();
    const Position grabbed = c.screenToWorld({300.0f, 300.0f});
    c.panBy({25.0f, -40.0f});
    checkNear(c.worldToScreen(grabbed), {325.0f, 260.0f}, 1e-2f);
}

TEST_CASE("fit_shows_the_whole_box_with_its_margin")
{
    Camera c = camera();
    const WorldBox box{{-10.0f, 0.0f}, {30.0f, 5.0f}};
    c.fit(box, false, 50.0f);
    checkNear(c.worldToScreen(box.lower + Vec2(0.0f, 2.5f)), {94.0f, 324.0f}, 1e-2f);
    checkNear(c.worldToScreen(box.upper - Vec2(0.0f, 2.5f)), {894.0f, 324.0f}, 1e-2f);
}

TEST_CASE("eased_fit_ends_where_the_jump_does_within_180_ms")
{
    const WorldBox box{{-1.0f, -1.0f}, {2.0f, 3.0f}};
    Camera jumped = camera();
    jumped.fit(box, false);
    Camera eased = camera();
    eased.fit(box, true);
    CHECK(eased.isMoving());
    int frames = 0;
    float last = eased.pixelsPerMeter();
    bool rising = true;
    while (eased.update(0.01f) && frames < 100) {
        rising = rising && eased.pixelsPerMeter() >= last;
        last = eased.pixelsPerMeter();
        ++frames;
    }
    CHECK(rising);
    CHECK(frames >= 11);
    CHECK(frames <= 18);
    CHECK(eased.center() == jumped.center());
    CHECK(eased.pixelsPerMeter() == jumped.pixelsPerMeter());
}

TEST_CASE("fit_of_a_point_keeps_the_zoom_and_of_an_invalid_box_changes_nothing")
{
    Camera c = camera();
    c.fit({{5.0f, 6.0f}, {5.0f, 6.0f}}, false);
    CHECK(c.pixelsPerMeter() == 40.0f);
    CHECK(c.center() == Vec2(5.0f, 6.0f));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    c.fit({{nan, 0.0f}, {1.0f, 1.0f}}, false);
    c.fit({{2.0f, 0.0f}, {1.0f, 1.0f}}, false);
    CHECK(c.center() == Vec2(5.0f, 6.0f));
}

TEST_CASE("grid_spacing_is_a_round_number_and_never_below_12_pixels")
{
    for (float zoom = 0.06f; zoom < 40000.0f; zoom *= 1.3f) {
        const GridSpacing spacing = gridSpacing(zoom, 1.0f);
        CHECK(spacing.minor * zoom >= 11.99f);
        CHECK(spacing.minor * zoom <= 31.0f);
        CHECK(spacing.major > spacing.minor);
    }
    CHECK(gridSpacing(50.0f, 1.0f).minor == doctest::Approx(0.5f));
    CHECK(gridSpacing(50.0f, 1.0f).major == doctest::Approx(2.0f));
}

TEST_CASE("scale_bar_is_a_round_length_with_its_unit")
{
    Camera c = camera();
    c.set({0.0f, 0.0f}, 60.0f);
    CHECK(scaleBar(c, 100.0f).text == "1 m");
    CHECK(scaleBar(c, 100.0f).points == doctest::Approx(60.0f));
    c.set({0.0f, 0.0f}, 300.0f);
    CHECK(scaleBar(c, 100.0f).text == "20 cm");
    c.set({0.0f, 0.0f}, 20000.0f);
    CHECK(scaleBar(c, 100.0f).text == "5 mm");
    c.set({0.0f, 0.0f}, 0.05f);
    CHECK(scaleBar(c, 120.0f).text == "2 km");
}

} // namespace satbox::app
