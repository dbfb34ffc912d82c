// The Array copy card, drawn offscreen.
#include "app/panels/panels.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>
#include <imgui.h>

#include <optional>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

// The card of a selected box.
struct Card {
    satbox::test::BoxOnFloor made = makeBoxOnFloor();
    ArrayCopyOptions options;
    CardState card{.open = true};
    Requests requests;
    app::test::OffscreenUi ui{{340, 300}};

    Card() { made.state.selection.select(made.state.world(), made.box); }
    void draw(const UiContext& context)
    {
        ImGui::SetNextWindowPos({0.0f, 0.0f});
        ImGui::SetNextWindowSize({340.0f, 300.0f});
        ImGui::Begin("card", nullptr, ImGuiWindowFlags_NoTitleBar);
        drawArrayCard(context, made.state.world(), made.state.selection, options, card, requests);
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

TEST_CASE("the_array_card_counts_the_copies_and_asks_for_them")
{
    Card card;
    card.frames(3);
    CHECK(card.ui.widget("Bodies").value == "5 new, 6 in all");
    CHECK(card.ui.widget("Distance x").value == "1.00 m");
    CHECK_FALSE(card.options.spacingX.has_value());
    card.click("Make copies");
    CHECK(card.requests.makeArray);
    CHECK(card.card.open); // the shell closes it when the copies are made
    card.click("Close");
    CHECK_FALSE(card.card.open);
}

TEST_CASE("the_array_card_says_why_there_are_no_copies")
{
    Card card;
    card.options.columns = 3000;
    card.frames(3);
    CHECK(card.ui.recorder().find("Bodies") == nullptr);
    card.click("Make copies");
    CHECK_FALSE(card.requests.makeArray);
    card.options.columns = 3;
    card.made.state.selection.clear();
    card.frames(2);
    card.click("Make copies");
    CHECK_FALSE(card.requests.makeArray);
}
