#include "app/widgets/empty_state.h"

#include "app/widgets/panel_window.h"
#include "tests/app/widgets/ui_fixture.h"

#include <doctest/doctest.h>

using namespace satbox::app;
using satbox::app::test::OffscreenUi;

namespace {

int redAt(const Image& image, int x, int y)
{
    return image.rgba[static_cast<size_t>(4 * (y * image.size.width + x))];
}

} // namespace

TEST_CASE("an_empty_state_has_a_picture_a_sentence_and_a_button_that_can_be_pressed")
{
    for (const EmptyPicture picture :
         {EmptyPicture::Body, EmptyPicture::Contact, EmptyPicture::Pair, EmptyPicture::Step}) {
        CAPTURE(static_cast<int>(picture));
        OffscreenUi ui({320, 300});
        int pressed = 0;
        const auto draw = [&](const UiContext& context) {
            const PanelWindow window(context, "Panel", {0.0f, 0.0f, 280.0f, 300.0f});
            if (emptyState(context, {.picture = picture, .text = "Nothing is here.", .button = "Go there"}))
                ++pressed;
        };
        ui.frames(3, draw);
        // The drawing is within the field, whose ground has one colour.
        const Image image = ui.picture();
        size_t drawn = 0;
        for (int y = 20; y < 120; ++y)
            for (int x = 40; x < 240; ++x)
                if (redAt(image, x, y) != redAt(image, 20, 20)) ++drawn;
        CHECK(drawn > 300);
        ui.click(ui.middleOf("Go there"), draw);
        CHECK(pressed == 1);
    }
}
