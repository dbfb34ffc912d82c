// The menu of a right click in the world: what can be done with the thing under the pointer.

#include "app/document/commands.h"
#include "app/shell/interface/bars.h"
#include "app/shell/interface/menu_items.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/text/names.h"

#include <imgui.h>

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

struct TypeItem {
    BodyType type;
    const char* label;
    const char* help;
};
constexpr std::array kTypes{
    TypeItem{BodyType::Static, "Static", "Never moves: floors and walls."},
    TypeItem{BodyType::Kinematic, "Kinematic",
             "Moves with its own velocity, whatever it touches: platforms."},
    TypeItem{BodyType::Dynamic, "Dynamic", "Moved by gravity, contacts and the mouse."}};

void drawHeading(const UiContext& ui, const std::string& text)
{
    ImGui::PushFont(ui.fonts.heading);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopFont();
    ImGui::Separator();
}

void drawTypeItems(const MenuItems& menu, BodyId body)
{
    const World& world = menu.state.world();
    for (const TypeItem& row : kTypes) {
        const bool isType = world.body(body).type == row.type;
        if (!menu.item(row.label, row.help, isType) || isType) continue;
        BodyDef def = world.bodyDef(body);
        def.type = row.type;
        menu.state.history.submit(editBodyCommand(world, body, def, "type"));
    }
}

void drawBodyItems(const MenuItems& menu, BodyId body)
{
    AppState& state = menu.state;
    const World& world = state.world();
    drawHeading(menu.ui, describeBody(world, body));
    if (menu.item("Inspect", "Opens the panel with all its properties.")) state.ui.panels.show(kInspectPanel);
    if (menu.begin("Type")) {
        drawTypeItems(menu, body);
        ImGui::EndMenu();
    }
    const bool isDynamic = world.body(body).type == BodyType::Dynamic;
    if (menu.item("Stop", "Sets its velocity and spin to 0.", false,
                  world.body(body).type != BodyType::Static)) {
        state.history.play(op::SetVelocity{body, {0.0f, 0.0f}, 0.0f});
        state.history.closeGesture();
    }
    if (menu.item("Wake", "Wakes it, with all bodies in its island.", false,
                  isDynamic && !world.body(body).awake))
        state.history.play(op::WakeBody{body});
    ImGui::Separator();
    menu.action(Action::CutSelection);
    menu.action(Action::CopySelection);
    menu.action(Action::DuplicateSelection);
    menu.action(Action::DeleteSelection);
    ImGui::Separator();
}

void drawContactItems(const MenuItems& menu, const ContactKey& contact)
{
    AppState& state = menu.state;
    drawHeading(menu.ui, "Contact");
    std::vector<PinnedCard>& cards = state.ui.pinnedCards;
    const bool isPinned =
        std::ranges::any_of(cards, [&](const PinnedCard& card) { return card.contact == contact; });
    if (menu.item("Pin its card", "Shows its values in a card that stays.", isPinned) && !isPinned)
        cards.push_back({.contact = contact});
    ImGui::Separator();
}

} // namespace

void drawContextMenu(const UiContext& ui, AppState& state)
{
    std::optional<ContextMenu>& context = state.ui.contextMenu;
    if (!context) return;
    constexpr const char* kName = "Context menu";
    const PanelRecordScope record(ui, kName);
    if (!context->isOpen) ImGui::OpenPopup(kName);
    ImGui::SetNextWindowPos({context->screen.x, context->screen.y}, ImGuiCond_Appearing);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8.0f), ui.px(8.0f)});
    const bool open = ImGui::BeginPopup(kName);
    ImGui::PopStyleVar();
    if (!open) {
        context.reset();
        return;
    }
    context->isOpen = true;
    const MenuItems menu{ui, state};
    menu.closeOnEscape();
    const bool isContact =
        context->contact && findContact(state.world(), *context->contact).contact != nullptr;
    const bool isBody = !isContact && state.world().isValid(context->body);
    if (isContact) drawContactItems(menu, *context->contact);
    if (isBody) drawBodyItems(menu, context->body);
    if (menu.begin("Look into")) {
        menu.lensActions();
        ImGui::EndMenu();
    }
    if (menu.begin("Place")) {
        menu.shapes();
        ImGui::EndMenu();
    }
    menu.action(Action::Paste);
    ImGui::Separator();
    menu.action(Action::TogglePause);
    menu.action(Action::FitView);
    menu.action(Action::ToggleViewCard);
    menu.action(Action::SearchCommands);
    ImGui::EndPopup();
}

} // namespace satbox::app
