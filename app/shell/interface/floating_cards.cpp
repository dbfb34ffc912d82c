// The Error, Array copy, Picture, View, History, Bodies and Profile cards above the world.

#include "app/panels/body_list.h"
#include "app/panels/panels.h"
#include "app/platform/clipboard.h"
#include "app/shell/card_rects.h"
#include "app/shell/interface/bars.h"
#include "app/widgets/floating_card.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <vector>

namespace satbox::app {

namespace {

constexpr Vec2 kCardSize{340.0f, 520.0f}; // design pixels
constexpr Vec2 kHistoryCardSize{320.0f, 320.0f};
constexpr Vec2 kListSize{480.0f, 420.0f};
constexpr Vec2 kArraySize{320.0f, 280.0f};
constexpr Vec2 kPictureSize{320.0f, 200.0f};
constexpr Vec2 kErrorSize{420.0f, 240.0f};

void drawErrorCard(const UiContext& ui, const ErrorReport& error, CardState& card)
{
    ImGui::PushTextWrapPos(0.0f);
    const bool isError = error.severity == Severity::Error;
    ImGui::PushStyleColor(ImGuiCol_Text, (isError ? ui.palette.error : ui.palette.warning).packed());
    ImGui::TextUnformatted(error.title.c_str());
    ImGui::PopStyleColor();
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    ImGui::TextUnformatted(error.details.c_str());
    ImGui::PopTextWrapPos();
    recordLastItem(ui, "Error", error.details);
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    hintText(ui, error.advice);
    ImGui::Dummy({0.0f, ui.px(8.0f)});
    if (button(ui, "Close##error", "Closes this card (Esc).")) card.open = false;
    ImGui::SameLine();
    if (button(ui, "Copy the message", "Copies the message to the clipboard."))
        setClipboardText(error.details); // if that fails, the message is still shown
}

} // namespace

void drawFloatingCards(const UiContext& ui, const ScreenRect& world, AppState& state)
{
    UiState& cards = state.ui;
    const char* const errorTitle = cards.error.severity == Severity::Error ? "Error" : "Notes";
    const auto draw = [&](CardState& card, const char* title, Vec2 size, auto&& content,
                          CardHeight height = CardHeight::Content) {
        if (!card.open) return;
        const std::vector<ScreenRect> others = cardRects(cards, &card);
        const FloatingCard window(ui, title, world, size, card, others, height);
        content();
    };
    draw(cards.viewCard, "View", kCardSize, [&] { drawViewCard(ui, state.view, cards.scale); });
    draw(cards.arrayCard, "Array copy", kArraySize, [&] {
        drawArrayCard(ui, state.world(), state.selection, cards.arrayCopy, cards.arrayCard, state.requests);
    });
    draw(cards.pictureCard, "Picture", kPictureSize,
         [&] { drawPictureCard(ui, cards.windowPixels, cards.picture, cards.pictureCard, state.requests); });
    draw(
        cards.bodiesCard, "Bodies", kListSize,
        [&] {
            drawBodyList(ui, state.world(), state.history.revision(), state.status.clock, state.selection,
                         cards.bodyList, state.requests);
        },
        CardHeight::Full);
    draw(
        cards.historyCard, "History", kHistoryCardSize,
        [&] { drawHistoryCard(ui, state.history, cards.ghostLine, cards.historyList, state.requests); },
        CardHeight::Full);
    draw(cards.profileCard, "Profile", kCardSize,
         [&] { drawProfileCard(ui, state.world(), state.stats, cards.profile); });
    draw(cards.errorCard, errorTitle, kErrorSize, [&] { drawErrorCard(ui, cards.error, cards.errorCard); });
}

} // namespace satbox::app
