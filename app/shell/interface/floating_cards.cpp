// The Error, View, History, Bodies and Profile cards above the world.

#include "app/panels/body_list.h"
#include "app/panels/panels.h"
#include "app/shell/interface/bars.h"
#include "app/widgets/floating_card.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

namespace satbox::app {

namespace {

constexpr Vec2 kCardSize{340.0f, 520.0f}; // design pixels
constexpr Vec2 kHistoryCardSize{320.0f, 400.0f};
constexpr Vec2 kListSize{480.0f, 420.0f};
constexpr Vec2 kErrorSize{420.0f, 240.0f};

void drawErrorCard(const UiContext& ui, const ErrorReport& error, CardState& card)
{
    ImGui::PushTextWrapPos(0.0f);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.palette.error.packed());
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
        ImGui::SetClipboardText(error.details.c_str());
}

} // namespace

void drawFloatingCards(const UiContext& ui, const ScreenRect& world, AppState& state)
{
    if (state.ui.viewCard.open) {
        const FloatingCard card(ui, "View", world, kCardSize, state.ui.viewCard);
        drawViewCard(ui, state.view, state.ui.scale);
    }
    if (state.ui.errorCard.open) {
        const FloatingCard card(ui, "Error", world, kErrorSize, state.ui.errorCard);
        drawErrorCard(ui, state.ui.error, state.ui.errorCard);
    }
    if (state.ui.bodiesCard.open) {
        const FloatingCard card(ui, "Bodies", world, kListSize, state.ui.bodiesCard);
        drawBodyList(ui, state.world(), state.selection, state.ui.bodyList, state.requests);
    }
    if (state.ui.historyCard.open) {
        const FloatingCard card(ui, "History", world, kHistoryCardSize, state.ui.historyCard);
        drawHistoryCard(ui, state.history, state.ui.historyList, state.requests);
    }
    if (state.ui.profileCard.open) {
        const FloatingCard card(ui, "Profile", world, kCardSize, state.ui.profileCard);
        drawProfileCard(ui, state.world(), state.stats, state.ui.profile);
    }
}

} // namespace satbox::app
