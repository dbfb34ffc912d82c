#include "app/lenses/show_in_view.h"

#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("the_camera_moves_to_a_box_that_is_off_screen_or_partly_or_small_and_otherwise_stays")
{
    auto made = test::makeBoxOnFloor();
    Camera& camera = made.state.camera;
    camera.setViewport({0.0f, 0.0f, 800.0f, 600.0f});
    const auto moves = [&](const WorldBox& box) {
        camera.set({0.0, 0.0}, 50.0f); // shows 16 x 12 m
        LensContext context = lensContext(made.state);
        showInView(context, box, false);
        CHECK(contains(camera.visibleWorld(), box.lower));
        CHECK(contains(camera.visibleWorld(), box.upper));
        return camera.pixelsPerMeter() != 50.0f || camera.center() != Position{0.0, 0.0};
    };
    CHECK_FALSE(moves({{2.0, 1.0}, {4.0, 2.0}}));
    CHECK_FALSE(moves({{2.0, 1.0}, {2.1, 2.3}})); // narrow, but 65 points high
    CHECK(moves({{2.0, 1.0}, {2.1, 1.1}}));       // 5 points wide
    CHECK(moves({{7.0, 1.0}, {9.0, 2.0}}));       // its right half is outside
    CHECK(moves({{100.0, 1.0}, {104.0, 2.0}}));
}
