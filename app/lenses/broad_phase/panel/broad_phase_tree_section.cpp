#include "app/lenses/broad_phase/panel/broad_phase_sections.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include "app/view/overlay_colors.h"
#include "app/view/tree_facts.h"
#include "app/widgets/navigation_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"
#include "engine/model/island.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

using Facts = std::array<TreeFacts, 2>; // by BroadPhase::Layer

constexpr float kColumnPx = 78.0f;

// A label and the values of both trees. The head row has the column titles instead.
void factRow(const UiContext& ui, const char* label, const std::string& fixed, const std::string& movable,
             const char* tooltip, bool isHead = false)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy({width, ImGui::GetFontSize() + ui.px(4.0f)});
    if (!isHead) recordLastItem(ui, label, fixed + " | " + movable);
    itemTooltip(ui, tooltip);
    const float right = at.x + width;
    const Color& ink = isHead ? ui.palette.muted : ui.palette.text;
    drawClippedText(ui.palette.muted, at.x, at.y, right - ui.px(2.0f * kColumnPx), label);
    drawRightAlignedText(ink, right - ui.px(kColumnPx), at.y, fixed);
    drawRightAlignedText(ink, right, at.y, movable);
}

void figures(const UiContext& ui, const Facts& facts)
{
    const auto row = [&](const char* label, const char* tooltip, auto&& text) {
        const auto shown = [&](const TreeFacts& tree) {
            return tree.levels.empty() ? std::string("–") : text(tree);
        };
        factRow(ui, label, shown(facts[0]), shown(facts[1]), tooltip);
    };
    factRow(
        ui, "", "Static", "Movable",
        "Shapes of static bodies have a tree of their own, so that they are never tested against each other. "
        "The second tree holds the shapes of all other bodies.",
        true);
    row("Height, levels", "Levels from the root to the deepest leaf. A query descends at most this far.",
        [](const TreeFacts& tree) { return formatCount(tree.height()); });
    row("Inner nodes", "Nodes with two children. Each stores the boxes of both.",
        [](const TreeFacts& tree) { return formatCount(tree.inner); });
    row("Leaves", "One per shape, with its fat box.",
        [](const TreeFacts& tree) { return formatCount(tree.leaves); });
    row("Root perimeter",
        "Perimeter of the box around all shapes, m. In 2D the perimeter replaces the surface area of the "
        "surface-area heuristic.",
        [](const TreeFacts& tree) { return formatQuantity(static_cast<double>(tree.rootPerimeter), "m"); });
    row("Perimeter ratio",
        "Sum of the perimeters of all inner nodes below the root, divided by the root's perimeter. The "
        "surface-area heuristic minimises it: the smaller it is, the fewer nodes a query enters.",
        [](const TreeFacts& tree) {
            return formatNumber(static_cast<double>(tree.expectedLineVisits() - 1.0f));
        });
    row("Entered by a line",
        "Average number of inner nodes, including the root, that a random line through the root's box "
        "enters.",
        [](const TreeFacts& tree) { return formatNumber(static_cast<double>(tree.expectedLineVisits())); });
    row("Growth since build",
        "Growth of the inner boxes since the last rebuild of the tree, %. The engine rebuilds the tree once "
        "the extra query cost exceeds the cost of a rebuild. – means that it has not been rebuilt yet.",
        [](const TreeFacts& tree) {
            return tree.meanPerimeterAtBuild > 0.0f
                       ? formatFixed(100.0 * static_cast<double>(tree.perimeterGrowth()), 1) + " %"
                       : std::string("–");
        });
}

// A bar per level: inner nodes filled, leaves hollow. A click shows only that level in the world.
void levelRows(const UiContext& ui, const Facts& facts, int height, ViewSettings& view,
               BroadPhaseState& broad)
{
    std::vector<TreeFacts::Level> levels(static_cast<size_t>(height) + 1);
    for (const auto layer : {BroadPhase::Layer::Fixed, BroadPhase::Layer::Movable}) {
        const TreeFacts& tree = facts[static_cast<size_t>(layer)];
        for (size_t i = 0; broad.shows(layer) && i < tree.levels.size(); ++i) {
            levels[i].inner += tree.levels[i].inner;
            levels[i].leaves += tree.levels[i].leaves;
        }
    }
    int maxNodes = 1;
    for (const TreeFacts::Level& level : levels) maxNodes = std::max(maxNodes, level.nodes());
    ImDrawList& out = *ImGui::GetWindowDrawList();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), 0.0f});
    for (size_t i = 0; i < levels.size(); ++i) {
        const TreeFacts::Level& level = levels[i];
        const bool chosen = broad.level == static_cast<int>(i);
        const std::string name = fmt::format("Level {}", i);
        const ListRow row =
            listRow(ui, name, fmt::format("{} inner, {} leaves", level.inner, level.leaves), chosen);
        itemTooltip(ui,
                    fmt::format("{} inner nodes and {} leaves on this level. Click draws only this level in "
                                "the world, a second click all levels.",
                                level.inner, level.leaves));
        if (row.pressed) {
            broad.level = chosen ? BroadPhaseState::kAllLevels : static_cast<int>(i);
            view.tree = true;
        }
        const float t = static_cast<float>(i) / static_cast<float>(std::max(height, 1));
        const Color color = treeColor(ui.palette, t);
        const float left = row.left + ui.px(64.0f);
        const float room = row.right - ui.px(96.0f) - left;
        const float perNode = room / static_cast<float>(maxNodes);
        const float middle = left + perNode * static_cast<float>(level.inner);
        const float end = middle + perNode * static_cast<float>(level.leaves);
        const float top = row.top + ui.px(4.0f), bottom = row.bottom - ui.px(4.0f);
        if (level.inner > 0)
            out.AddRectFilled({left, top}, {std::max(middle, left + 1.0f), bottom},
                              color.withAlpha(0.75f).packed(), ui.px(1.0f));
        if (level.leaves > 0)
            out.AddRect({middle, top}, {std::max(end, middle + 2.0f), bottom}, color.packed(), ui.px(1.0f));
        const float text = row.top + ui.px(3.0f);
        drawClippedText(chosen ? ui.palette.text : ui.palette.muted, row.left + ui.px(4.0f), text, left,
                        name);
        drawRightAlignedText(ui.palette.text, row.right - ui.px(46.0f), text, formatCount(level.inner));
        drawRightAlignedText(ui.palette.muted, row.right - ui.px(4.0f), text, formatCount(level.leaves));
    }
    ImGui::PopStyleVar();
}

} // namespace

void drawBroadPhaseTree(const UiContext& ui, const World& world, ViewSettings& view, BroadPhaseState& broad)
{
    const BroadPhase& phase = stateOf(world).broadPhase;
    const Facts facts{treeFacts(phase.tree(BroadPhase::Layer::Fixed)),
                      treeFacts(phase.tree(BroadPhase::Layer::Movable))};
    figures(ui, facts);

    heading(ui, "Level by level");
    const Color swatch = treeColor(ui.palette, 0.5f);
    checkboxRow(ui, "Draw tree", &view.tree, "Draws the boxes of the tree nodes in the world.", "T", &swatch);
    constexpr std::array<const char*, 3> kTrees{"both", "static bodies", "movable bodies"};
    int trees = static_cast<int>(broad.trees);
    if (comboRow(ui, "Trees shown", &trees, kTrees, 0,
                 "Selects which of the two trees are drawn and counted below."))
        broad.trees = static_cast<ShownTrees>(trees);
    int height = 0;
    for (const auto layer : {BroadPhase::Layer::Fixed, BroadPhase::Layer::Movable})
        if (broad.shows(layer)) height = std::max(height, facts[static_cast<size_t>(layer)].height());
    broad.level = std::min(broad.level, height); // the tree may be lower now

    int level = broad.level;
    const StepperEvents events = stepperRow(
        ui,
        {.label = "Level",
         .previousLabel = "Level above##level",
         .nextLabel = "Level below##level",
         .sliderText = level == BroadPhaseState::kAllLevels ? std::string("all levels")
                                                            : fmt::format("level %d of {}", height),
         .minimum = BroadPhaseState::kAllLevels,
         .maximum = height,
         .tooltip = "The tree level that is drawn: 0 is the root. At the left end, all levels are drawn."},
        false, &level);
    level = std::clamp(level + events.step, BroadPhaseState::kAllLevels, height);
    if (level != broad.level) {
        broad.level = level;
        view.tree = true;
    }
    ImGui::Dummy({0.0f, ui.px(2.0f)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    ImGui::PushFont(ui.fonts.small);
    ImGui::Dummy({1.0f, ImGui::GetFontSize()});
    drawRightAlignedText(ui.palette.muted, right - ui.px(46.0f), at.y, "inner");
    drawRightAlignedText(ui.palette.muted, right - ui.px(4.0f), at.y, "leaves");
    ImGui::PopFont();
    levelRows(ui, facts, height, view, broad);
}

void drawBroadPhaseMoved(const UiContext& ui, const World& world, const Selection& selection,
                         ViewSettings& view, BroadPhaseState& broad, Requests& requests)
{
    const std::vector<MovedShape> moved = movedShapes(world);
    const int all = movableShapeCount(world);
    valueRow(ui, "Left their fat box", fmt::format("{} of {}", moved.size(), all),
             "Shapes that left their fat box in the last step, or would in the next one. They got a new fat "
             "box; the "
             "next step searches the trees for them, and for what was added or edited.");
    const WorldSettings& settings = world.settings();
    valueRow(ui, "Fat box margin", formatQuantity(static_cast<double>(tolerancesOf(settings).fatMargin), "m"),
             "Largest distance by which a new fat box exceeds the tight box on each side; less for small "
             "shapes. It is also extended in the direction of motion by the path of three steps. Set in the "
             "Tune panel.");
    const Color swatch = fatBoxColor(ui.palette);
    checkboxRow(ui, "Draw all fat boxes", &view.fatBoxes, "Draws the fat boxes stored in the broad phase.",
                "Shift+B", &swatch);
    if (moved.empty()) {
        ImGui::Dummy({0.0f, ui.px(4.0f)});
        hintText(ui,
                 world.stepCount() == 0
                     ? "No step was made yet. Press O for a single step, or run."
                     : "No shape left its fat box in the last step: the next one searches the trees only for "
                       "what was added or edited. Press O for a single step, or run.");
        return;
    }
    heading(ui, "In the last step");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), 0.0f});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(moved.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const MovedShape& m = moved[static_cast<size_t>(i)];
            const BodyId body = world.bodyOf(m.shape);
            const std::string speed =
                formatQuantity(static_cast<double>(surfaceSpeed(world.motion(body))), "m/s");
            const std::string name = describeBody(world, body);
            const ListRow row = listRow(ui, fmt::format("Moved {}", m.shape.index), name + " " + speed,
                                        selection.shape == m.shape);
            itemTooltip(
                ui, "The number is the speed of the body's centre of mass, or of its farthest point due to "
                    "rotation if that is greater. Click selects the body. In the world, the new fat box is "
                    "solid and the previous one dashed.");
            if (row.hovered) broad.hoveredShape = m.shape;
            if (row.pressed) requests.lookAt = body;
            const float top = row.top + ui.px(3.0f);
            const float left = drawRightAlignedText(ui.palette.muted, row.right - ui.px(4.0f), top, speed);
            drawClippedText(ui.palette.text, row.left + ui.px(4.0f), top, left - ui.px(8.0f), name);
        }
    }
    ImGui::PopStyleVar();
}

} // namespace satbox::app
