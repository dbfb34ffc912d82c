#include "app/widgets/floating_card.h"

#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kMargin = 8.0f;       // design pixels between a new card and the edge of its bounds
constexpr float kTitleHeight = 32.0f; // design pixels
constexpr float kPadding = 8.0f;      // design pixels, above and below the content

// Title, close button, and the area by which the card is dragged.
void drawTitle(const UiContext& ui, const char* title, float width, CardState& card)
{
    const float height = ui.px(kTitleHeight);
    const float button = ui.px(24.0f);
    const ImVec2 corner = ImGui::GetWindowPos();
    ImGui::SetCursorScreenPos(corner);
    ImGui::InvisibleButton("Title", {width - height, height});
    recordLastItem(ui, "Title", title);
    const Vec2 pointer{ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y};
    if (ImGui::IsItemActivated()) card.grabbed = pointer - card.position;
    if (ImGui::IsItemActive()) card.position = pointer - card.grabbed;
    ImGui::PushFont(ui.fonts.heading);
    const float textY = corner.y + 0.5f * (height - ImGui::GetFontSize());
    ImGui::GetWindowDrawList()->AddText({corner.x + ui.px(12.0f), std::round(textY)},
                                        ui.palette.text.packed(), title);
    ImGui::PopFont();
    ImGui::SetCursorScreenPos({corner.x + width - button - ui.px(4.0f), corner.y + 0.5f * (height - button)});
    if (iconButton(ui, Icon::Close, "Close", "", false, 24.0f)) card.open = false;
}

float coveredArea(const ScreenRect& rect, std::span<const ScreenRect> others)
{
    float area = 0.0f;
    for (const ScreenRect& other : others) {
        const float width = std::min(rect.x + rect.width, other.x + other.width) - std::max(rect.x, other.x);
        const float height =
            std::min(rect.y + rect.height, other.y + other.height) - std::max(rect.y, other.y);
        area += std::max(width, 0.0f) * std::max(height, 0.0f);
    }
    return area;
}

// Updates the position of the card and returns its rectangle. `size`: design pixels.
ScreenRect placeCard(const UiContext& ui, const ScreenRect& bounds, Vec2 size, CardState& card,
                     std::span<const ScreenRect> occupied, CardHeight cardHeight)
{
    const float margin = ui.px(kMargin);
    const float width = std::min(ui.px(size.x), std::max(bounds.width - 2.0f * margin, 1.0f));
    const float full = std::min(ui.px(size.y), std::max(bounds.height - 2.0f * margin, 1.0f));
    const bool isFull = cardHeight == CardHeight::Full || card.content <= 0.0f;
    card.size = {width, isFull ? full : std::min(full, ui.px(kTitleHeight) + card.content)};
    if (!card.hasPosition) {
        const Vec2 wanted{bounds.x + bounds.width - width - margin, bounds.y + margin};
        card.position = freePosition(bounds, wanted, card.size, occupied, margin);
        if (coveredArea({card.position.x, card.position.y, width, card.size.y}, occupied) > 0.0f) {
            std::vector<ScreenRect> titles(occupied.begin(), occupied.end());
            for (ScreenRect& title : titles) title.height = std::min(title.height, ui.px(kTitleHeight));
            card.position = freePosition(bounds, wanted, card.size, titles, 0.0f);
        }
    }
    card.hasPosition = true;
    card.position = keptWithin(bounds, card.position, card.size);
    return {std::round(card.position.x), std::round(card.position.y), card.size.x, card.size.y};
}

// Makes everything in the list transparent.
void hide(ImDrawList& list)
{
    for (ImDrawVert& vertex : list.VtxBuffer) vertex.col &= ~IM_COL32_A_MASK;
}

} // namespace

Vec2 keptWithin(const ScreenRect& bounds, Vec2 position, Vec2 size)
{
    return {std::clamp(position.x, bounds.x, std::max(bounds.x, bounds.x + bounds.width - size.x)),
            std::clamp(position.y, bounds.y, std::max(bounds.y, bounds.y + bounds.height - size.y))};
}

// The nearest free position touches `wanted` or an edge of an occupied rectangle in each coordinate.
Vec2 freePosition(const ScreenRect& bounds, Vec2 wanted, Vec2 size, std::span<const ScreenRect> occupied,
                  float gap)
{
    std::vector<float> xs{wanted.x};
    std::vector<float> ys{wanted.y};
    for (const ScreenRect& other : occupied) {
        xs.insert(xs.end(), {other.x - gap - size.x, other.x + other.width + gap});
        ys.insert(ys.end(), {other.y - gap - size.y, other.y + other.height + gap});
    }
    Vec2 best = keptWithin(bounds, wanted, size);
    float bestArea = coveredArea({best.x, best.y, size.x, size.y}, occupied);
    for (const float x : xs)
        for (const float y : ys) {
            const Vec2 at = keptWithin(bounds, {x, y}, size);
            const float area = coveredArea({at.x, at.y, size.x, size.y}, occupied);
            const bool isNearer = lengthSquared(at - wanted) < lengthSquared(best - wanted);
            if (area > bestArea || (area == bestArea && !isNearer)) continue;
            best = at;
            bestArea = area;
        }
    return best;
}

FloatingCard::FloatingCard(const UiContext& ui, const char* title, const ScreenRect& bounds, Vec2 size,
                           CardState& card, std::span<const ScreenRect> occupied, CardHeight height)
    : window_(ui, title, placeCard(ui, bounds, size, card, occupied, height),
              {.paddingX = 0.0f, .paddingY = 0.0f, .raised = true}),
      card_(card), padding_(ui.px(kPadding)), isHidden_(height == CardHeight::Content && card.content <= 0.0f)
{
    const ImVec2 corner = ImGui::GetWindowPos(); // a drag moves the card in the next frame
    const ImVec2 whole = ImGui::GetWindowSize();
    drawTitle(ui, title, whole.x, card);
    ImGui::SetCursorScreenPos({corner.x, corner.y + ui.px(kTitleHeight)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(12.0f), padding_});
    ImGui::BeginChild("content", {whole.x, whole.y - ui.px(kTitleHeight) - 1.0f}, false,
                      ImGuiWindowFlags_AlwaysUseWindowPadding);
    ImGui::PopStyleVar();
    ImGui::BeginGroup();
}

FloatingCard::~FloatingCard()
{
    ImGui::EndGroup();
    card_.content = std::ceil(ImGui::GetItemRectSize().y + 2.0f * padding_ + 1.0f);
    if (isHidden_) hide(*ImGui::GetWindowDrawList());
    ImGui::EndChild();
    if (isHidden_) hide(*ImGui::GetWindowDrawList());
}

} // namespace satbox::app
