#pragma once

#include "app/gfx/camera.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/ui_context.h"

#include <cstdint>
#include <span>

namespace satbox::app {

// State of a card above the world, kept between frames.
struct CardState {
    bool open = false;
    Vec2 position{0.0f, 0.0f}; // window points, upper left corner; set when the card is first drawn
    bool hasPosition = false;
    Vec2 size{0.0f, 0.0f};    // window points, in the last frame
    float content = 0.0f;     // height of the content in the last frame, window points; 0: not drawn yet
    Vec2 grabbed{0.0f, 0.0f}; // pointer minus position, while the title is dragged
};

// The position nearest to `position` at which a rectangle of `size` is within `bounds`, window points.
Vec2 keptWithin(const ScreenRect& bounds, Vec2 position, Vec2 size);

// The position nearest to `wanted` at which a rectangle of `size` within `bounds` covers none of `occupied`;
// if it is nowhere free, the one at which it covers least. `gap`: distance to those, window points.
Vec2 freePosition(const ScreenRect& bounds, Vec2 wanted, Vec2 size, std::span<const ScreenRect> occupied,
                  float gap);

// Full: for a list that fills its card.
enum class CardHeight : uint8_t { Content, Full };

// Begins a card with a title and a close button, and ends it in the destructor. The content scrolls if it is
// longer than the card. Drag the title to move the card; it stays within `bounds`. Precondition: card.open.
class FloatingCard {
  public:
    // `size`: design pixels; smaller if `bounds` is. The card first appears at the upper right of `bounds`,
    // where it covers none of `occupied`; where there is no room, it covers no title of them.
    FloatingCard(const UiContext& ui, const char* title, const ScreenRect& bounds, Vec2 size, CardState& card,
                 std::span<const ScreenRect> occupied = {}, CardHeight height = CardHeight::Content);
    ~FloatingCard();
    FloatingCard(const FloatingCard&) = delete;
    FloatingCard& operator=(const FloatingCard&) = delete;

  private:
    PanelWindow window_;
    CardState& card_;
    float padding_; // above and below the content, window points
    bool isHidden_; // the height of the content is not known yet
};

} // namespace satbox::app
