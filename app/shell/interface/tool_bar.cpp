#include "app/shell/interface/bars.h"
#include "app/shell/interface/edge_line.h"
#include "app/shell/key_table.h"
#include "app/tools/tool_table.h"
#include "app/tools/toolbox.h"
#include "app/widgets/floating_card.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kToolButtonPx = 36.0f;
constexpr float kMinButtonPx = 28.0f;
constexpr float kSpacingPx = 2.0f;
constexpr float kSeparatorPx = 7.0f;
constexpr Vec2 kToolCardSize{300.0f, 260.0f}; // at most; as high as its rows need

Icon iconOf(ToolboxShape shape)
{
    switch (shape) {
    case ToolboxShape::Box:
        return Icon::Box;
    case ToolboxShape::Circle:
        return Icon::Circle;
    case ToolboxShape::Capsule:
        return Icon::Capsule;
    case ToolboxShape::Triangle:
        return Icon::Triangle;
    case ToolboxShape::Ngon:
        return Icon::Polygon;
    case ToolboxShape::Plank:
        return Icon::Plank;
    case ToolboxShape::Wall:
        return Icon::Wall;
    }
    return Icon::Box;
}

// In a low window the buttons are smaller, so that all fit.
float buttonSize(const UiContext& ui, const ScreenRect& rect)
{
    constexpr float kActions = 4.0f;
    constexpr float kSeparators = 3.0f;
    const float buttons = 1.0f + static_cast<float>(toolboxItems().size() + kToolGroups.size()) + kActions;
    const float room = rect.height / ui.scale - 2.0f * 4.0f - kSeparators * (kSeparatorPx + kSpacingPx);
    return std::clamp(std::floor(room / buttons) - kSpacingPx, kMinButtonPx, kToolButtonPx);
}

void drawSeparator(const UiContext& ui)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x + ui.px(6.0f), at.y + ui.px(3.0f)},
                                              {at.x + ui.px(30.0f), at.y + ui.px(4.0f)},
                                              ui.palette.raised.packed());
    ImGui::Dummy({ui.px(kToolButtonPx), ui.px(kSeparatorPx)});
}

// A card with the values of a tool. It first stands beside the tool bar; closing it puts the tool away.
template<class Content>
void drawToolCard(const UiContext& ui, const char* title, const ScreenRect& bar, ToolState& tool,
                  UiState& uiState, Content&& content)
{
    CardState& card = uiState.toolCard;
    if (!card.hasPosition)
        card.position = {bar.x + bar.width + ui.px(8.0f), bar.y + ui.px(kOverlayBarHeight + 8.0f)};
    card.hasPosition = card.open = true;
    {
        const FloatingCard window(ui, title, uiState.worldRect, kToolCardSize, card);
        const PanelRecordScope record(ui, "Tool options");
        content();
    }
    if (!card.open) tool.selectGrabTool();
}

// Size, sides and angle of the shape being placed.
void drawPlacingOptions(const UiContext& ui, ToolState& tool)
{
    const bool sided = tool.shapeToPlace == ToolboxShape::Ngon;
    const NewShapeSpec defaults;
    NewShapeSpec& spec = tool.newShape;
    sliderRow(
        ui,
        {.label = "Size",
         .unit = "m",
         .minimum = NewShapeSpec::kMinSize,
         .maximum = NewShapeSpec::kMaxSize,
         .defaultValue = defaults.size,
         .tooltip =
             "Width of a box, diameter of a circle; planks and walls are longer. In m, usually 0.2 to 2.",
         .logarithmic = true},
        &spec.size);
    sliderRow(ui,
              {.label = "Angle",
               .unit = "°",
               .minimum = -kPi,
               .maximum = kPi,
               .defaultValue = 0.0f,
               .tooltip = "Rotation of the placed shape, counter-clockwise. In degrees, -180 to 180.",
               .displayFactor = 180.0f / kPi},
              &spec.angle);
    if (sided)
        intSliderRow(ui,
                     {.label = "Sides",
                      .minimum = 3,
                      .maximum = kMaxPolygonVertices,
                      .defaultValue = defaults.sides,
                      .tooltip = "Number of sides of the polygon. No unit, 3 to 8."},
                     &spec.sides);
}

constexpr const char* kToolMenu = "Tools of a group";

// A button with the icon of the group's selected tool, else of its first one. It opens a menu of the group.
void drawGroupButton(const UiContext& ui, ToolGroup group, ToolState& tool, float size)
{
    const auto texts = editToolTexts();
    const ToolText* shown = nullptr;
    const bool isEdit = tool.tool == ToolKind::Edit;
    for (const ToolText& text : texts)
        if (text.group == group && (!shown || (isEdit && text.key == tool.editTool))) shown = &text;
    if (!shown) return;
    const bool active = isEdit && shown->key == tool.editTool;
    ImGui::PushID(toolGroupName(group));
    if (iconButton(ui, shown->icon, toolGroupName(group), "", active, size)) ImGui::OpenPopup(kToolMenu);
    const ImVec2 corner = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddTriangleFilled(
        {corner.x - ui.px(2.0f), corner.y - ui.px(7.0f)}, {corner.x - ui.px(2.0f), corner.y - ui.px(2.0f)},
        {corner.x - ui.px(7.0f), corner.y - ui.px(2.0f)}, ui.palette.muted.packed());
    ImGui::SetNextWindowPos({corner.x + ui.px(8.0f), ImGui::GetItemRectMin().y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8.0f), ui.px(8.0f)});
    if (ImGui::BeginPopup(kToolMenu)) {
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(16.0f), ui.px(8.0f)});
        const PanelRecordScope record(ui, toolGroupName(group));
        for (const ToolText& text : texts) {
            if (text.group != group) continue;
            const std::string label(text.label);
            const ImVec2 at = ImGui::GetCursorScreenPos();
            if (ImGui::MenuItem(("        " + label + "    ").c_str(), chordLabel(text.chord).c_str(),
                                isEdit && text.key == tool.editTool))
                tool.selectEditTool(text.key);
            recordLastItem(ui, label);
            itemTooltip(ui, text.help);
            drawIcon(*ImGui::GetWindowDrawList(), text.icon,
                     {at.x + ui.px(10.0f), at.y + 0.5f * ImGui::GetTextLineHeight()}, ui.px(18.0f),
                     ui.palette.text);
        }
        ImGui::PopStyleVar();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
    ImGui::PopID();
}

void drawOption(const UiContext& ui, const ToolOption& option)
{
    if (option.choice) {
        comboRow(ui, option.label, option.choice, option.choices, option.defaultChoice, option.help);
        return;
    }
    if (option.toggle) {
        checkboxRow(ui, option.label, option.toggle, option.help);
        return;
    }
    sliderRow(ui,
              {.label = option.label,
               .unit = option.unit,
               .minimum = option.minimum,
               .maximum = option.maximum,
               .defaultValue = option.defaultValue,
               .tooltip = option.help,
               .logarithmic = option.logarithmic},
              option.value);
}

} // namespace

void drawToolBar(const UiContext& ui, const ScreenRect& rect, bool paused, ToolState& tool,
                 EditTools& editTools, UiState& uiState, Requests& requests)
{
    {
        const PanelWindow window(ui, "Tool bar", rect,
                                 {.scrolls = false, .paddingX = 4.0f, .paddingY = 4.0f});
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, ui.px(kSpacingPx)});
        const float size = buttonSize(ui, rect);
        const bool placing = tool.tool == ToolKind::Place;
        const char* grab =
            paused ? "Grab: drag a body to move it, Shift rotates it" : "Grab: drag a body to pull it";
        if (iconButton(ui, Icon::Grab, grab, "Esc", tool.tool == ToolKind::Grab, size)) tool.selectGrabTool();
        drawSeparator(ui);
        for (const ToolboxItem& item : toolboxItems()) {
            const std::string label(item.label);
            const std::string key = chordLabel(KeyChord{item.shortcut});
            iconButton(ui, iconOf(item.shape), label.c_str(), key.c_str(),
                       placing && tool.shapeToPlace == item.shape, size);
            // Placing begins when the button goes down, so that the shape can be dragged into the world.
            if (ImGui::IsItemActivated()) tool.beginPlacing(item.shape, true);
        }
        drawSeparator(ui);
        for (const ToolGroup group : kToolGroups) drawGroupButton(ui, group, tool, size);
        drawSeparator(ui);
        const auto actionButton = [&](Icon icon, Action action, const char* name, bool active = false) {
            if (iconButton(ui, icon, name, chordLabel(bindingOf(action)).c_str(), active, size))
                requests.actions.push_back(action);
        };
        actionButton(Icon::Fit, Action::FitView, "Fit the scene");
        actionButton(Icon::Screenshot, Action::Screenshot, "Screenshot");
        actionButton(Icon::Panel, Action::TogglePanels,
                     uiState.panels.visible ? "Hide panels" : "Show panels", uiState.panels.visible);
        actionButton(Icon::Help, Action::ToggleHelp, "All keys", uiState.helpOpen);
        ImGui::PopStyleVar();
        drawEdgeLine(ui, rect, Edge::Right);
    }
    uiState.toolCard.open = false;
    if (tool.tool == ToolKind::Place && !tool.placingByDrag)
        drawToolCard(ui, std::string(toolboxItem(tool.shapeToPlace).label).c_str(), rect, tool, uiState,
                     [&] { drawPlacingOptions(ui, tool); });
    if (EditTool* selected = selectedEditTool(editTools, tool)) {
        const std::vector<ToolOption> options = selected->options();
        if (!options.empty())
            drawToolCard(ui, std::string(selected->text().label).c_str(), rect, tool, uiState, [&] {
                for (const ToolOption& option : options) drawOption(ui, option);
            });
    }
}

} // namespace satbox::app
