// The View, History and Profile cards above the world.

#include "app/panels/panels.h"
#include "app/shell/interface/bars.h"
#include "app/widgets/floating_card.h"

namespace satbox::app {

namespace {

constexpr Vec2 kCardSize{340.0f, 520.0f}; // design pixels
constexpr Vec2 kHistoryCardSize{320.0f, 400.0f};

} // namespace

void drawFloatingCards(const UiContext& ui, const ScreenRect& world, AppState& state)
{
    if (state.ui.viewCard.open) {
        const FloatingCard card(ui, "View", world, kCardSize, state.ui.viewCard);
        drawViewCard(ui, state.view, state.ui.scale);
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
