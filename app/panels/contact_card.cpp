// Contact cards: one beside the hovered contact, and pinned ones. A pinned card is connected to its contact
// by a line and kept until it is closed or one of the two shapes is destroyed. It is hidden while they do not
// touch.

#include "app/panels/panels.h"
#include "app/view/contact_facts.h"
#include "app/widgets/floating_card.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kCardWidth = 288.0f;
constexpr float kFactHeight = 20.0f;   // per fact
constexpr float kHeaderHeight = 40.0f; // both names

float cardHeight(const UiContext& ui, const ContactFacts& facts)
{
    return ui.px(kHeaderHeight + 20.0f + kFactHeight * static_cast<float>(facts.facts.size()));
}

// What a card should not cover: the contact with its marks and, unless they take up much of `bounds`, its
// shapes.
std::vector<ScreenRect> subjectsOf(const UiContext& ui, const ScreenRect& bounds, const World& world,
                                   const Camera& camera, const ContactKey& key, Vec2 contact)
{
    constexpr float kMaxShare = 0.2f; // of the area of `bounds`
    const float around = ui.px(16.0f);
    std::vector<ScreenRect> subjects{{contact.x - around, contact.y - around, 2.0f * around, 2.0f * around}};
    for (const ShapeId shape : {key.shapeA, key.shapeB}) {
        const WorldBox& box = world.boxes(shape).tight;
        if (!isFinite(box)) continue;
        const Vec2 a = camera.worldToScreen(box.lower), b = camera.worldToScreen(box.upper);
        const ScreenRect rect{a.x, b.y, b.x - a.x, a.y - b.y};
        if (rect.width * rect.height < kMaxShare * bounds.width * bounds.height) subjects.push_back(rect);
    }
    return subjects;
}

// Right of the contact and vertically centred on it, or left of it if there is no room; clamped to `bounds`.
Vec2 cardPosition(const ScreenRect& bounds, Vec2 contact, Vec2 size, float gap)
{
    Vec2 at{contact.x + gap, contact.y - 0.5f * size.y};
    if (at.x + size.x > bounds.x + bounds.width) at.x = contact.x - gap - size.x;
    return keptWithin(bounds, at, size);
}

void drawCardContent(const UiContext& ui, const ContactFacts& facts)
{
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), ui.px(2.0f)});
    shapeNameRow(ui, "A", facts.nameA, ui.palette.pairA);
    shapeNameRow(ui, "B", facts.nameB, ui.palette.pairB);
    ImGui::Dummy({0.0f, ui.px(2.0f)});
    ImGui::PushFont(ui.fonts.small);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    for (const ContactFact& fact : facts.facts) {
        const ImVec2 a = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        ImGui::Dummy({width, ui.px(kFactHeight - 2.0f)});
        const std::string value =
            fact.quantity ? steadyQuantity(fact.name.c_str(), *fact.quantity, fact.unit) : fact.value;
        recordLastItem(ui, fact.name, value);
        out.AddText(a, ui.palette.muted.packed(), fact.name.c_str());
        drawRightAlignedText(ui.palette.text, a.x + width, a.y, value);
        itemTooltip(ui, fact.help);
    }
    ImGui::PopFont();
    ImGui::PopStyleVar();
}

void drawHoverCard(const UiContext& ui, const ScreenRect& bounds, const World& world, const Camera& camera,
                   const ContactKey& key)
{
    std::optional<ContactFacts> facts = contactFacts(world, key);
    if (!facts) return;
    std::erase_if(facts->facts, [](const ContactFact& fact) { return !fact.isBrief; });
    const Vec2 size{ui.px(kCardWidth), cardHeight(ui, *facts) + ui.px(18.0f)};
    const Vec2 contact = camera.worldToScreen(facts->position);
    const Vec2 at = freePosition(bounds, cardPosition(bounds, contact, size, ui.px(24.0f)), size,
                                 subjectsOf(ui, bounds, world, camera, key, contact), ui.px(8.0f));
    const PanelRecordScope record(ui, "Contact");
    ImGui::SetNextWindowPos({at.x, at.y});
    ImGui::SetNextWindowSize({size.x, size.y});
    ImGui::Begin("Contact", nullptr,
                 ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoTitleBar |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings);
    drawCardContent(ui, *facts);
    ImGui::PushFont(ui.fonts.small);
    ImGui::TextDisabled("Click to pin this card and show all values.");
    ImGui::PopFont();
    ImGui::End();
}

// Where a card opens: beside its contact, which it does not cover, nor its shapes, nor any other card.
Vec2 openingPosition(const UiContext& ui, const ScreenRect& bounds, std::vector<ScreenRect> occupied,
                     Vec2 contact, Vec2 size, std::span<const PinnedCard> others)
{
    for (const PinnedCard& other : others)
        if (other.hasPosition)
            occupied.push_back({other.position.x, other.position.y, other.size.x, other.size.y});
    return freePosition(bounds, cardPosition(bounds, contact, size, ui.px(32.0f)), size, occupied,
                        ui.px(8.0f));
}

// Returns false if the card must be closed.
bool drawPinnedCard(const UiContext& ui, const ScreenRect& bounds, const World& world, const Camera& camera,
                    std::span<PinnedCard> pinned, size_t index, Selection& selection)
{
    PinnedCard& card = pinned[index];
    const std::optional<ContactFacts> facts = contactFacts(world, card.contact);
    card.isShown = facts.has_value();
    if (!facts) {
        // There is no contact at present. The card stays as long as both shapes exist.
        return world.isValid(card.contact.shapeA) && world.isValid(card.contact.shapeB);
    }
    const Vec2 size{ui.px(kCardWidth), cardHeight(ui, *facts)};
    const Vec2 contact = camera.worldToScreen(facts->position);
    if (!card.hasPosition)
        card.position = openingPosition(
            ui, bounds, subjectsOf(ui, bounds, world, camera, card.contact, contact), contact, size, pinned);
    card.hasPosition = true;
    card.size = size;
    card.position = keptWithin(bounds, card.position, size);

    ImDrawList& behind = *ImGui::GetBackgroundDrawList();
    const Vec2 corner{std::clamp(contact.x, card.position.x, card.position.x + size.x),
                      std::clamp(contact.y, card.position.y, card.position.y + size.y)};
    behind.PushClipRect({bounds.x, bounds.y}, {bounds.x + bounds.width, bounds.y + bounds.height});
    behind.AddLine({corner.x, corner.y}, {contact.x, contact.y}, ui.palette.muted.packed(), ui.px(1.0f));
    behind.PopClipRect();

    bool open = true;
    const std::string name = fmt::format("Contact card {}", index + 1);
    const PanelWindow window(ui, name.c_str(), {card.position.x, card.position.y, size.x, size.y},
                             {.raised = true});
    if (ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
        selection.hoveredContact = card.contact;
    const ImVec2 start = ImGui::GetCursorPos();
    drawCardContent(ui, *facts);
    ImGui::SetCursorPos({size.x - ui.px(34.0f), start.y - ui.px(2.0f)});
    if (iconButton(ui, Icon::Close, "Close card", "", false, 24.0f)) open = false;
    // Dragging anywhere else moves the card.
    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsAnyItemActive())
        ImGui::SetWindowFocus();
    if (ImGui::IsWindowFocused() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0.0f) &&
        !ImGui::IsAnyItemActive()) {
        card.position.x += ImGui::GetIO().MouseDelta.x;
        card.position.y += ImGui::GetIO().MouseDelta.y;
    }
    return open;
}

} // namespace

void drawContactCards(const UiContext& ui, const ScreenRect& bounds, const World& world, const Camera& camera,
                      Selection& selection, std::vector<PinnedCard>& pinned, const World& pointedWorld,
                      const Camera& pointedCamera)
{
    for (size_t i = 0; i < pinned.size();) {
        const ContactKey key = pinned[i].contact;
        if (drawPinnedCard(ui, bounds, world, camera, pinned, i, selection)) {
            ++i;
            continue;
        }
        pinned.erase(pinned.begin() + static_cast<std::ptrdiff_t>(i));
        if (selection.contact == key) selection.contact.reset();
    }
    if (!selection.hoveredContact) return;
    const bool hasCard = std::any_of(pinned.begin(), pinned.end(), [&](const PinnedCard& card) {
        return card.contact == *selection.hoveredContact;
    });
    if (!hasCard) drawHoverCard(ui, bounds, pointedWorld, pointedCamera, *selection.hoveredContact);
}

} // namespace satbox::app
