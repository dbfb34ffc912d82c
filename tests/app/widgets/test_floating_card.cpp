#include "app/widgets/floating_card.h"

#include "tests/app/widgets/ui_fixture.h"

#include <doctest/doctest.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ranges>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using satbox::app::test::OffscreenUi;

namespace {

constexpr ScreenRect kBounds{0.0f, 0.0f, 800.0f, 600.0f};
constexpr Vec2 kSize{200.0f, 150.0f};
constexpr float kGap = 8.0f;

bool overlap(const ScreenRect& a, const ScreenRect& b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

} // namespace

TEST_CASE("a_card_opens_where_it_is_wanted_if_it_is_free_there")
{
    CHECK(freePosition(kBounds, {100.0f, 100.0f}, kSize, {}, kGap) == Vec2{100.0f, 100.0f});
    const std::array far{ScreenRect{500.0f, 400.0f, 50.0f, 50.0f}};
    CHECK(freePosition(kBounds, {100.0f, 100.0f}, kSize, far, kGap) == Vec2{100.0f, 100.0f});
    CHECK(freePosition(kBounds, {700.0f, -50.0f}, kSize, far, kGap) == Vec2{600.0f, 0.0f});
}

TEST_CASE("cards_that_open_at_one_place_cover_each_other_only_if_no_place_is_left")
{
    std::vector<ScreenRect> cards;
    for (int i = 0; i < 9; ++i) {
        const Vec2 at = freePosition(kBounds, {300.0f, 200.0f}, kSize, cards, kGap);
        for (const ScreenRect& other : cards) CHECK_FALSE(overlap({at.x, at.y, kSize.x, kSize.y}, other));
        cards.push_back({at.x, at.y, kSize.x, kSize.y});
    }
    const std::array everything{kBounds};
    CHECK(freePosition(kBounds, {300.0f, 200.0f}, kSize, everything, kGap) == Vec2{300.0f, 200.0f});
}

TEST_CASE("a_second_floating_card_opens_beside_the_first_and_both_can_be_dragged")
{
    OffscreenUi ui({800, 600});
    std::array<CardState, 2> cards;
    const auto draw = [&](const UiContext& context) {
        std::vector<ScreenRect> open;
        constexpr std::array kTitles{"One", "Two"};
        for (size_t i = 0; i < cards.size(); ++i) {
            const FloatingCard card(context, kTitles[i], kBounds, {240.0f, 160.0f}, cards[i], open);
            open.push_back({cards[i].position.x, cards[i].position.y, cards[i].size.x, cards[i].size.y});
        }
    };
    ui.frames(3, draw);
    const auto rect = [&](size_t i) {
        return ScreenRect{cards[i].position.x, cards[i].position.y, cards[i].size.x, cards[i].size.y};
    };
    CHECK_FALSE(overlap(rect(0), rect(1)));
    const Vec2 before = cards[1].position;
    const Vec2 title = before + Vec2{40.0f, 10.0f};
    ui.drag(title, title + Vec2{-60.0f, 200.0f}, draw);
    CHECK(cards[1].position == before + Vec2{-60.0f, 200.0f});
}

TEST_CASE("a_card_is_as_high_as_its_content_up_to_its_size")
{
    OffscreenUi ui({800, 600});
    CardState card;
    int lines = 2;
    const auto draw = [&](const UiContext& context) {
        const FloatingCard window(context, "One", kBounds, {240.0f, 160.0f}, card);
        for (int i = 0; i < lines; ++i) ImGui::TextUnformatted("line");
    };
    ui.frames(3, draw);
    const float two = card.size.y;
    CHECK(two < 100.0f);
    lines = 3;
    ui.frames(3, draw);
    CHECK(card.size.y > two);
    lines = 50;
    ui.frames(3, draw);
    CHECK(card.size.y == 160.0f);
    lines = 2;
    ui.frames(3, draw);
    CHECK(card.size.y == two);
}

TEST_CASE("a_card_keeps_its_height_whatever_the_spacing_of_its_last_row")
{
    OffscreenUi ui({800, 600});
    CardState card;
    const auto draw = [&](const UiContext& context) {
        const FloatingCard window(context, "One", kBounds, {240.0f, 160.0f}, card);
        ImGui::TextUnformatted("line");
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
        ImGui::BeginChild("list");
        ImGui::EndChild();
        ImGui::PopStyleVar();
    };
    ui.frames(3, draw);
    const float height = card.size.y;
    ui.frames(60, draw);
    CHECK(card.size.y == height);
}

TEST_CASE("a_card_is_not_visible_before_its_height_is_known")
{
    OffscreenUi ui({800, 600});
    CardState card;
    const auto draw = [&](const UiContext& context) {
        const FloatingCard window(context, "One", kBounds, {240.0f, 160.0f}, card);
        ImGui::TextUnformatted("line");
    };
    const auto isEmpty = [&] {
        const std::vector<uint8_t> pixels = ui.picture().rgba;
        return std::ranges::all_of(std::views::iota(size_t{0}, pixels.size()),
                                   [&](size_t i) { return pixels[i] == pixels[i % 4]; });
    };
    ui.frame(draw);
    CHECK(isEmpty());
    ui.frame(draw);
    CHECK_FALSE(isEmpty());
}

TEST_CASE("where_there_is_no_room_the_titles_of_the_cards_below_stay_visible")
{
    OffscreenUi ui({800, 600});
    std::array<CardState, 3> cards;
    const auto draw = [&](const UiContext& context) {
        std::vector<ScreenRect> open;
        constexpr std::array kTitles{"One", "Two", "Three"};
        for (size_t i = 0; i < cards.size(); ++i) {
            const FloatingCard card(context, kTitles[i], kBounds, {780.0f, 500.0f}, cards[i], open);
            ImGui::Dummy({10.0f, 480.0f});
            open.push_back({cards[i].position.x, cards[i].position.y, cards[i].size.x, cards[i].size.y});
        }
    };
    ui.frames(1, draw);
    for (size_t i = 1; i < cards.size(); ++i) {
        CHECK(cards[i].position.y >= cards[i - 1].position.y + 32.0f);
        CHECK(cards[i].position.y + cards[i].size.y <= kBounds.height);
    }
}
