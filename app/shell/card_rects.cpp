#include "app/shell/card_rects.h"

namespace satbox::app {

std::vector<ScreenRect> cardRects(const UiState& ui, const CardState* except)
{
    std::vector<ScreenRect> rects;
    for (const CardState* card :
         {&ui.viewCard, &ui.bodiesCard, &ui.historyCard, &ui.profileCard, &ui.arrayCard, &ui.pictureCard,
          &ui.toolCard, &ui.errorCard, &ui.introduction.card})
        if (card != except && card->open && card->hasPosition)
            rects.push_back({card->position.x, card->position.y, card->size.x, card->size.y});
    for (const PinnedCard& card : ui.pinnedCards)
        if (card.isShown) rects.push_back({card.position.x, card.position.y, card.size.x, card.size.y});
    return rects;
}

} // namespace satbox::app
