// The Picture card, drawn offscreen.
#include "app/panels/panels.h"
#include "tests/app/widgets/ui_fixture.h"

#include <doctest/doctest.h>
#include <imgui.h>

using namespace satbox;
using namespace satbox::app;

namespace {

struct Card {
    PictureRequest options{.scale = 2.0f};
    CardState card{.open = true};
    Requests requests;
    app::test::OffscreenUi ui{{340, 240}};

    void draw(const UiContext& context)
    {
        ImGui::SetNextWindowPos({0.0f, 0.0f});
        ImGui::SetNextWindowSize({340.0f, 240.0f});
        ImGui::Begin("card", nullptr, ImGuiWindowFlags_NoTitleBar);
        drawPictureCard(context, {1100, 700}, options, card, requests);
        ImGui::End();
    }
    void frames(int count)
    {
        ui.frames(count, [this](const UiContext& context) { draw(context); });
    }
    void click(const char* label)
    {
        ui.click(ui.middleOf(label), [this](const UiContext& context) { draw(context); });
    }
};

} // namespace

TEST_CASE("the_picture_card_asks_for_a_picture_of_the_size_that_it_shows")
{
    Card card;
    card.frames(3);
    CHECK(card.ui.widget("Size").value == "2200 x 1400 px");
    card.click("Only the world");
    card.click("Save as PNG");
    REQUIRE(card.requests.picture.has_value());
    CHECK(card.requests.picture->scale == 2.0f);
    CHECK(card.requests.picture->worldOnly);
    CHECK_FALSE(card.requests.picture->asOnScreen); // at scale 1 too, since the card is still on the screen
    CHECK_FALSE(card.card.open);                    // it would be in the picture
    card.click("Save as SVG");
    REQUIRE(card.requests.actions.size() == 1);
    CHECK(card.requests.actions[0] == Action::VectorPicture);
}

TEST_CASE("the_scale_of_a_picture_is_limited_when_the_window_has_grown")
{
    Card card;
    card.options.scale = 100.0f;
    card.frames(2);
    CHECK(card.options.scale < 8.0f);
    CHECK(card.options.scale > 7.0f);
}
