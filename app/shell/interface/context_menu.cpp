// The menu of a right click in the world, for the body, joint or contact under the pointer or for empty
// space.

#include "app/document/commands.h"
#include "app/document/joint_kind.h"
#include "app/shell/interface/bars.h"
#include "app/shell/interface/menu_items.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/text/format.h"
#include "app/text/joint_text.h"
#include "app/text/names.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace satbox::app {

namespace {

// In the order of BodyType.
constexpr std::array kTypeHelp{"Never moves: floors and walls.",
                               "Moves with its own velocity, whatever it touches: platforms.",
                               "Moved by gravity, contacts and the mouse."};

void drawHeading(const UiContext& ui, const std::string& text)
{
    ImGui::PushFont(ui.fonts.heading);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopFont();
    ImGui::Separator();
}

void drawTypeItems(const MenuItems& menu, std::span<const BodyId> bodies)
{
    const World& world = menu.state.world();
    for (size_t i = 0; i < kBodyTypeNames.size(); ++i) {
        const auto type = static_cast<BodyType>(i);
        const bool areType =
            std::ranges::all_of(bodies, [&](BodyId body) { return world.body(body).type == type; });
        if (!menu.item(kBodyTypeNames[i], kTypeHelp[i], areType) || areType) continue;
        BodyEdits edits;
        for (const BodyId body : bodies) {
            edits.emplace_back(body, world.bodyDef(body));
            edits.back().second.type = type;
        }
        menu.state.history.submit(editBodiesCommand(world, edits, "type"));
    }
}

// An item that does `make(body)` with every body for which it `has` an effect.
template<class Has, class Make>
void drawPlayItem(const MenuItems& menu, const char* label, const char* help, std::span<const BodyId> bodies,
                  Has&& has, Make&& make)
{
    const World& world = menu.state.world();
    std::vector<BodyId> affected;
    for (const BodyId body : bodies)
        if (has(world.body(body))) affected.push_back(body);
    if (!menu.item(label, help, false, !affected.empty())) return;
    Command command;
    command.label = fmt::format("{} {}", label, describeBodies(world, affected.front(), affected.size()));
    command.kind = CommandKind::Play;
    for (const BodyId body : affected) command.ops.push_back(WorldOp{make(body)});
    menu.state.history.submit(std::move(command));
}

void drawBodyItems(const MenuItems& menu, BodyId body)
{
    AppState& state = menu.state;
    const World& world = state.world();
    const bool isOneOfSeveral = state.selection.contains(body) && state.selection.count() > 1;
    const std::vector<BodyId> bodies = isOneOfSeveral ? state.selection.bodies() : std::vector{body};
    drawHeading(menu.ui, describeBodies(world, body, bodies.size()));
    if (menu.item("Inspect", "Opens the panel with all its properties.")) state.ui.panels.show(kInspectPanel);
    if (menu.begin("Type")) {
        drawTypeItems(menu, bodies);
        ImGui::EndMenu();
    }
    drawPlayItem(
        menu, "Stop", "Sets velocity and spin to 0.", bodies,
        [](const Body& facts) { return facts.type != BodyType::Static; },
        [](BodyId id) {
            return op::SetVelocity{id, {0.0f, 0.0f}, 0.0f};
        });
    drawPlayItem(
        menu, "Wake", "Wakes these bodies, with all bodies in their islands.", bodies,
        [](const Body& facts) {
            return facts.type == BodyType::Dynamic && facts.enabled && !facts.quarantined && !facts.awake;
        },
        [](BodyId id) { return op::WakeBody{id}; });
    ImGui::Separator();
    menu.action(Action::CutSelection);
    menu.action(Action::CopySelection);
    menu.action(Action::DuplicateSelection);
    menu.action(Action::ToggleArrayCard);
    menu.action(Action::DeleteSelection);
    ImGui::Separator();
    menu.action(Action::GroupSelection);
    menu.action(Action::UngroupSelection);
    ImGui::Separator();
}

void drawContactItems(const MenuItems& menu, const ContactKey& contact)
{
    AppState& state = menu.state;
    drawHeading(menu.ui, "Contact");
    std::vector<PinnedCard>& cards = state.ui.pinnedCards;
    const auto isItsCard = [&](const PinnedCard& card) { return card.contact == contact; };
    const bool isPinned = std::ranges::any_of(cards, isItsCard);
    if (menu.item("Pin its card", "Shows its values in a card that stays, or closes that card.", isPinned)) {
        if (isPinned)
            std::erase_if(cards, isItsCard);
        else
            cards.push_back({.contact = contact});
    }
    ImGui::Separator();
}

// An item with a check mark for each switch of the joint, and one that reverses its motor.
void drawJointSwitches(const MenuItems& menu, JointId joint)
{
    const World& world = menu.state.world();
    JointDef def = world.jointDef(joint);
    const auto item = [&](const auto& field, const bool& isOn) {
        if (menu.item(field.label.data(), field.help, isOn))
            menu.state.history.submit(switchJointCommand(world, joint, field.key));
    };
    forEachJointSwitch(std::as_const(def), item);
    JointMotor* const motor = motorOf(def.kind);
    if (!motor) return;
    const bool turns = (motor->enabled && motor->speed != 0.0f) || hasKeys(def);
    if (!menu.item("Reverse motor", "The motor drives in the other direction.", false, turns)) return;
    motor->speed = 0.0f - motor->speed;
    def.keySpeed = 0.0f - def.keySpeed;
    menu.state.history.submit(editJointCommand(world, joint, def, "motor", "Reverse"));
}

void drawJointItems(const MenuItems& menu, JointId joint)
{
    AppState& state = menu.state;
    const World& world = state.world();
    const JointDef def = world.jointDef(joint);
    drawHeading(menu.ui, withUpperFirst(describeJoint(world, def)));
    if (menu.item("Inspect", "Opens the panel with all its properties.")) state.ui.panels.show(kInspectPanel);
    if (menu.item("Look into it", "Shows what the last step did at this joint.")) {
        state.selection.select(world, joint);
        state.ui.panels.show(JointLens::kName);
    }
    drawJointSwitches(menu, joint);
    ImGui::Separator();
    for (const BodyId body : {def.bodyA, def.bodyB})
        if (menu.item(fmt::format("Select {}", describeBody(world, body)).c_str(),
                      "Selects this body of the joint."))
            state.selection.select(world, body);
    menu.action(Action::DeleteSelection);
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
    ImGui::SetNextWindowPos({context->window.x, context->window.y}, ImGuiCond_Appearing);
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
    if (context->contact) drawContactItems(menu, *context->contact);
    if (state.world().isValid(context->joint)) drawJointItems(menu, context->joint);
    if (state.world().isValid(context->body)) drawBodyItems(menu, context->body);
    if (menu.begin("Select")) {
        menu.selectionKinds();
        ImGui::EndMenu();
    }
    if (state.selection.count() > 1 && menu.begin("Arrange")) {
        menu.arrangements();
        ImGui::EndMenu();
    }
    if (state.selection.count() > 0 && menu.begin("Shapes")) {
        menu.shapeEdits();
        ImGui::EndMenu();
    }
    if (menu.begin("Look into")) {
        menu.lensActions();
        ImGui::EndMenu();
    }
    if (menu.begin("Place")) {
        menu.shapes();
        ImGui::EndMenu();
    }
    for (const ToolGroup group : kToolGroups)
        if (menu.begin(toolGroupName(group))) {
            menu.editTools(group);
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
