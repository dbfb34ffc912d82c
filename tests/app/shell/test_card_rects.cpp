#include "app/shell/card_rects.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("cards_that_were_drawn_have_a_rectangle_and_pinned_contacts_too")
{
    UiState ui;
    CHECK(cardRects(ui).empty());
    ui.viewCard = {.open = true, .position = {10.0f, 20.0f}, .hasPosition = true, .size = {300.0f, 200.0f}};
    ui.historyCard = {.open = true}; // not drawn yet
    ui.profileCard = {.open = false, .position = {1.0f, 2.0f}, .hasPosition = true};
    const ScreenRect view{10.0f, 20.0f, 300.0f, 200.0f};
    CHECK(cardRects(ui) == std::vector{view});
    CHECK(cardRects(ui, &ui.viewCard).empty());
    ui.pinnedCards.push_back({.contact = {},
                              .position = {50.0f, 60.0f},
                              .size = {180.0f, 90.0f},
                              .hasPosition = true,
                              .isShown = true});
    CHECK(cardRects(ui, &ui.viewCard) == std::vector{ScreenRect{50.0f, 60.0f, 180.0f, 90.0f}});
    ui.pinnedCards.front().isShown = false; // its shapes do not touch
    CHECK(cardRects(ui, &ui.viewCard).empty());
}
