#include "app/shell/interface/panel_tabs.h"

#include "app/panels/panels.h"
#include "app/shell/interface/edge_line.h"
#include "app/shell/key_table.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kGroupRowHeight = 36.0f; // design pixels
constexpr float kLensRowHeight = 30.0f;
constexpr float kSecondLensRowHeight = 24.0f;
constexpr float kMinTabGap = 7.0f; // between the labels of tabs in one row

// The panels that are not lenses, by group.
constexpr std::array kPanels{
    Panel{.name = kTunePanel,
          .group = PanelGroup::Tune,
          .help = "Gravity, solver, contacts, materials, sleep: every setting of the world.",
          .draw = [](const UiContext& ui,
                     AppState& s) { drawTunePanel(ui, s.world(), s.selection, s.history, s.threads); }},
    Panel{.name = kInspectPanel,
          .group = PanelGroup::Inspect,
          .help = "The selected body: its material, motion, shapes and contacts.",
          .draw =
              [](const UiContext& ui, AppState& s) {
                  drawInspectPanel(ui, s.world(), s.playback.paused, s.selection, s.history, s.requests,
                                   s.ui.inspector);
              }},
    Panel{.name = kScenesPanel,
          .group = PanelGroup::Scenes,
          .help = "All scenes, with a search.",
          .draw = [](const UiContext& ui, AppState& s) {
              drawScenesPanel(ui, s.document(), s.sceneNames, s.ui.scenes, textOf, s.requests);
          }}};

struct GroupTab {
    PanelGroup group;
    std::string_view label;
    std::string_view help;
};
constexpr std::array kGroups{GroupTab{PanelGroup::Tune, "Tune", kPanels[0].help},
                             GroupTab{PanelGroup::Inspect, "Inspect", kPanels[1].help},
                             GroupTab{PanelGroup::LookInto, "Look into",
                                      "What the engine computed: pairs, steps, trees, comparisons."},
                             GroupTab{PanelGroup::Scenes, "Scenes", kPanels[2].help}};

struct Tab {
    std::string_view label; // a literal, so that it ends with a zero
    std::string_view help;
    bool isOpen = false;
};

// One row of tabs; spare width is distributed evenly. Returns the index of the tab that was clicked, or -1.
int drawTabRow(const UiContext& ui, const ScreenRect& rect, std::span<const Tab> tabs)
{
    const auto sizeOf = [](const Tab& tab) { return ImGui::CalcTextSize(tab.label.data()); };
    float labels = 0.0f;
    for (const Tab& tab : tabs) labels += sizeOf(tab).x;
    const float spare = (rect.width - labels) / static_cast<float>(tabs.size());
    float x = rect.x;
    int clicked = -1;
    ImDrawList& out = *ImGui::GetWindowDrawList();
    for (size_t i = 0; i < tabs.size(); ++i) {
        const Tab& tab = tabs[i];
        const ImVec2 size = sizeOf(tab);
        ImGui::SetCursorScreenPos({x, rect.y});
        x += size.x + spare;
        if (ImGui::InvisibleButton(tab.label.data(), {size.x + spare, rect.height}))
            clicked = static_cast<int>(i);
        recordLastItem(ui, tab.label, tab.isOpen ? "open" : "");
        const Color color = tab.isOpen || ImGui::IsItemHovered() ? ui.palette.text : ui.palette.muted;
        const ImVec2 a = ImGui::GetItemRectMin();
        const ImVec2 b = ImGui::GetItemRectMax();
        itemTooltip(ui, tab.help);
        out.AddText({std::round(0.5f * (a.x + b.x - size.x)), std::round(0.5f * (a.y + b.y - size.y))},
                    color.packed(), tab.label.data(), tab.label.data() + tab.label.size());
        if (tab.isOpen) out.AddRectFilled({a.x, b.y - ui.px(2.0f)}, {b.x, b.y}, ui.palette.accent.packed());
    }
    return clicked;
}

void drawGroupTabs(const UiContext& ui, const ScreenRect& rect, PanelGroup open, AppState& state)
{
    std::array<Tab, kGroups.size()> tabs;
    for (size_t i = 0; i < kGroups.size(); ++i)
        tabs[i] = {kGroups[i].label, kGroups[i].help, kGroups[i].group == open};
    if (const int clicked = drawTabRow(ui, rect, tabs); clicked >= 0)
        openGroup(state, kGroups[static_cast<size_t>(clicked)].group);
}

std::vector<Tab> lensTabs(AppState& state)
{
    std::vector<Tab> tabs;
    for (const Panel& panel : panelsOf(state.lenses)) {
        if (!panel.lens) continue;
        const bool isOpen = panel.name == state.ui.panels.open;
        // Room is scarce: results of a sweep have a tab while there are some.
        if (panel.name == SweepLens::kName && !isOpen && !state.lens<SweepLens>().state.table) continue;
        tabs.push_back({panel.name, panel.help, isOpen});
    }
    return tabs;
}

// There are many: in a small font and, where that is still too wide, in two rows.
class LensTabs {
  public:
    LensTabs(const UiContext& ui, AppState& state, float width)
        : ui_(ui), state_(state), tabs_(lensTabs(state))
    {
        ImGui::PushFont(ui.fonts.small);
        float needed = ui.px(kMinTabGap) * static_cast<float>(tabs_.size());
        for (const Tab& tab : tabs_) needed += ImGui::CalcTextSize(tab.label.data()).x;
        ImGui::PopFont();
        firstRow_ = needed <= width ? tabs_.size() : (tabs_.size() + 1) / 2;
    }
    float height() const
    {
        return ui_.px(kLensRowHeight) + (firstRow_ < tabs_.size() ? ui_.px(kSecondLensRowHeight) : 0.0f);
    }
    // `rect`: of this height.
    void draw(const ScreenRect& rect)
    {
        ImGui::PushFont(ui_.fonts.small);
        const std::span<const Tab> all(tabs_);
        const float first = ui_.px(kLensRowHeight);
        drawRow({rect.x, rect.y, rect.width, first}, all.first(firstRow_));
        if (firstRow_ < all.size())
            drawRow({rect.x, rect.y + first, rect.width, rect.height - first}, all.subspan(firstRow_));
        ImGui::PopFont();
    }

  private:
    void drawRow(const ScreenRect& rect, std::span<const Tab> tabs)
    {
        if (const int clicked = drawTabRow(ui_, rect, tabs); clicked >= 0)
            state_.ui.panels.open = tabs[static_cast<size_t>(clicked)].label;
    }

    const UiContext& ui_;
    AppState& state_;
    std::vector<Tab> tabs_;
    size_t firstRow_ = 0; // tabs in it
};

// Draws all rows of tabs; returns their height.
float drawTabs(const UiContext& ui, const ScreenRect& rect, PanelGroup open, AppState& state)
{
    const float margin = ui.px(4.0f);
    const float row = ui.px(kGroupRowHeight);
    const float x = rect.x + margin;
    const float width = rect.width - 2.0f * margin;
    std::optional<LensTabs> lenses;
    if (open == PanelGroup::LookInto) lenses.emplace(ui, state, width);
    const float height = row + (lenses ? lenses->height() : 0.0f);
    const PanelWindow window(ui, "Tabs", {rect.x, rect.y, rect.width, height},
                             {.paddingX = 8.0f, .paddingY = 0.0f});
    drawGroupTabs(ui, {x, rect.y, width, row}, open, state);
    drawEdgeLine(ui, {rect.x, rect.y, rect.width, row}, Edge::Bottom);
    if (lenses) {
        lenses->draw({x, rect.y + row, width, height - row});
        drawEdgeLine(ui, {rect.x, rect.y, rect.width, height}, Edge::Bottom);
    }
    return height;
}

} // namespace

std::vector<Panel> panelsOf(Lenses& lenses)
{
    std::vector<Panel> panels(kPanels.begin(), kPanels.end());
    std::vector<Lens*> sorted;
    for (Lens* lens : lensesOf(lenses)) sorted.push_back(lens);
    std::sort(sorted.begin(), sorted.end(),
              [](const Lens* a, const Lens* b) { return a->tabRank() < b->tabRank(); });
    for (Lens* lens : sorted) {
        const auto insertAt = std::ranges::upper_bound(panels, PanelGroup::LookInto, {}, &Panel::group);
        panels.insert(
            insertAt,
            {.name = lens->name(), .group = PanelGroup::LookInto, .help = lens->help(), .lens = lens});
    }
    return panels;
}

Panel openPanelOf(AppState& state)
{
    std::vector<Panel> panels = panelsOf(state.lenses);
    const auto found =
        std::ranges::find_if(panels, [&](const Panel& panel) { return panel.name == state.ui.panels.open; });
    return found != panels.end() ? *found : panels.front();
}

void openGroup(AppState& state, PanelGroup group)
{
    const std::vector<Panel> panels = panelsOf(state.lenses);
    const Panel* first = nullptr;
    const Panel* last = nullptr;
    for (const Panel& panel : panels) {
        if (panel.group != group) continue;
        if (!first) first = &panel;
        if (panel.name == state.ui.lastLens) last = &panel;
    }
    if (first) state.ui.panels.show(last ? last->name : first->name);
}

void drawPanels(const UiContext& ui, const ScreenRect& rect, AppState& state)
{
    const PanelGroup group = openPanelOf(state).group;
    const float tabsHeight = drawTabs(ui, rect, group, state);
    const Panel panel = openPanelOf(state); // a click may have opened another one
    if (panel.lens) state.ui.lastLens = panel.name;
    const PanelWindow window(ui, panel.name.data(),
                             {rect.x, rect.y + tabsHeight, rect.width, rect.height - tabsHeight},
                             {.scrolls = true, .paddingY = 12.0f});
    if (panel.lens) {
        LensContext context = lensContext(state);
        panel.lens->drawPanel(ui, context);
    } else {
        panel.draw(ui, state);
    }
    ImGui::Dummy({0.0f, ui.px(8.0f)});
}

} // namespace satbox::app
