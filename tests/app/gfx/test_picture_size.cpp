#include "app/gfx/picture_size.h"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace satbox::app;

TEST_CASE("a_picture_is_as_large_as_the_window_times_its_scale")
{
    CHECK(pictureSize({1100, 700}, 1.0f) == IntSize{1100, 700});
    CHECK(pictureSize({1100, 700}, 2.5f) == IntSize{2750, 1750});
    CHECK(pictureSize({1101, 703}, 0.5f) == IntSize{550, 351}); // whole pixels only
    CHECK(pictureSize({1, 1}, 0.25f) == IntSize{1, 1});
}

TEST_CASE("the_largest_scale_of_a_picture_fits_into_memory")
{
    CHECK(maxPictureScale({400, 300}) == kMaxPictureScale);
    for (const IntSize window :
         {IntSize{1100, 700}, IntSize{2560, 1440}, IntSize{7680, 4320}, IntSize{5000, 30}}) {
        const IntSize size = pictureSize(window, maxPictureScale(window));
        CHECK(size.width * size.height <= 40'100'000);
        CHECK(size.width <= 16'400);
        CHECK(size.height <= 16'400);
        CHECK(maxPictureScale(window) >= 1.0f);
    }
    CHECK(maxPictureScale({}) == kMaxPictureScale);
}
